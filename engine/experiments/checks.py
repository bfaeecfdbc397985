"""What several experiments share: invariants, errors with their inputs, the refusal of senseless parameters."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Invariant
from engine.ledgers.entry import given, measured
from engine.sheet import Measured, Quantity


def close(name: str, found: NDArray[Any], expected: NDArray[Any], limit: float) -> Invariant:
    """Whether two arrays of one shape differ by at most `limit` anywhere."""
    worst = float(np.abs(found - expected).max())
    return Invariant(
        name, bool(worst <= limit), f"largest difference {worst:.1e} over {found.size:,} numbers, limit {limit:.0e}"
    )


def equal(name: str, found: NDArray[Any], expected: NDArray[Any], what: str) -> Invariant:
    """Whether two arrays of one shape are equal, number for number. `what` names what is counted."""
    differ = int((found != expected).sum())
    return Invariant(name, differ == 0, f"{differ:,} of {found.size:,} {what} differ")


def demand(sound: bool, parameter: str, found: object, expected: str) -> None:
    """Raises ValueError naming the parameter, what was found and what was expected, unless `sound`."""
    if not sound:
        raise ValueError(f"{parameter}: found {found!r}, expected {expected}")


def relative_error(found: NDArray[Any], exact: NDArray[Any]) -> float:
    """Root of the squared error over the squared size of what is exact, summed over all numbers."""
    return float(np.linalg.norm(found - exact) / np.linalg.norm(exact))


def measured_error(quantity: Quantity, relative: float, size: float) -> Measured:
    """A relative error with what was divided: the quantity's formula is "moved / size"."""
    moved, exact = quantity.formula.split(" / ")
    return measured(
        quantity,
        relative,
        given(moved, relative * size, "", "size of the error"),
        given(exact, size, "", "exact size"),
    )
