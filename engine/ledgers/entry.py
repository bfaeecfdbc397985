"""How a ledger writes a line: declaring a quantity once, then filling it from a run.

The evidence of a figure is that of its weakest input. Tokens, pages and requests are counted in the run
(`COUNTED`); seconds, bytes and floating-point operations come from model cards and the cost model (`ESTIMATED`).
Percentiles interpolate linearly between order statistics (rank 1 + q (n - 1)), everywhere in this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from engine.sheet import Direction, Evidence, Input, Measured, Quantity

MORE, LESS, NEITHER = Direction.MORE, Direction.LESS, Direction.NEITHER
COUNTED, ESTIMATED = Evidence.REPRODUCIBLE, Evidence.TEACHING_ESTIMATE


def declare(
    key: str,
    name: str,
    unit: str,
    better: Direction,
    evidence: Evidence,
    formula: str,
    *,
    source: str = "",
    headline: bool = False,
) -> Quantity:
    """A quantity of the ledger that is the first part of `key`."""
    return Quantity(key, key.partition(".")[0], name, unit, better, evidence, formula, source, headline)


def spread(
    key: str,
    name: str,
    formula: str,
    at: tuple[int, ...] = (50, 90, 95, 99),
    *,
    unit: str = "s",
    better: Direction = LESS,
    evidence: Evidence = ESTIMATED,
) -> tuple[Quantity, ...]:
    """The percentiles `at` of one sample, as quantities `key`_p50 and so on."""
    words = {50: "median", 99: "99th percentile"}
    return tuple(
        declare(
            f"{key}_p{percent}",
            f"{name}, p{percent}",
            unit,
            better,
            evidence,
            f"{words.get(percent, f'{percent}th percentile')} of {formula}",
        )
        for percent in at
    )


def spread_rows(
    quantities: tuple[Quantity, ...], samples: NDArray[Any], of: Input, reason: str
) -> Iterator[Measured]:
    """The percentiles that `spread` declared."""
    for quantity in quantities:
        yield percentile(quantity, samples, float(quantity.key.rpartition("_p")[2]), of, reason)


def measured(quantity: Quantity, value: float, *inputs: Input) -> Measured:
    return Measured(quantity, float(value), inputs)


def absent(quantity: Quantity, reason: str) -> Measured:
    """The run does not exercise the quantity. `reason` is a plain sentence that says why."""
    return Measured(quantity, None, reason=reason)


def ratio(
    quantity: Quantity, over: Input, under: Input, reason: str, scale: float = 1.0, *, beside: tuple[Input, ...] = ()
) -> Measured:
    """`scale` · over / under; not exercised, for `reason`, when the denominator is zero. `beside` is shown too."""
    if under.value == 0:
        return absent(quantity, reason)
    return measured(quantity, scale * over.value / under.value, over, under, *beside)


def given(symbol: str, value: SupportsFloat, unit: str, meaning: str) -> Input:
    return Input(symbol, float(value), unit, meaning)


def percentile(quantity: Quantity, samples: NDArray[Any], percent: float, of: Input, reason: str) -> Measured:
    """The `percent`-th percentile of `samples`. `of` names what they are: its value is how many there are."""
    if not len(samples):
        return absent(quantity, reason)
    return measured(quantity, np.percentile(samples, percent), of)


def mean(quantity: Quantity, samples: NDArray[Any], of: Input, reason: str) -> Measured:
    if not len(samples):
        return absent(quantity, reason)
    return measured(quantity, samples.mean(), of)
