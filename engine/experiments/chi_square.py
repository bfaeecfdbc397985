"""Pearson's chi-square test of counts against an exact law, with numpy and the standard library alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, lgamma, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

FEWEST = 5.0  # expected count below which cells are pooled, so that the chi-square law holds
_PRECISION = 1e-15
_TINY = 1e-300


@dataclass(frozen=True)
class ChiSquare:
    """`p` is the probability of a statistic at least this large if the counts follow the law."""

    statistic: float
    degrees: int
    p: float


def goodness_of_fit(observed: NDArray[Any], law: NDArray[Any]) -> ChiSquare:
    """Counts of a sample against the probability of each outcome. Rare outcomes are pooled into one cell."""
    expected = law * observed.sum()
    rare = expected < FEWEST
    seen = np.append(observed[~rare], observed[rare].sum()).astype(float)
    due = np.append(expected[~rare], expected[rare].sum())
    if due[-1] == 0:
        if seen[-1]:
            return ChiSquare(inf, len(seen) - 1, 0.0)  # an outcome that cannot happen did
        seen, due = seen[:-1], due[:-1]
    statistic = float(((seen - due) ** 2 / due).sum())
    return ChiSquare(statistic, len(seen) - 1, survival(statistic, len(seen) - 1))


def survival(statistic: float, degrees: int) -> float:
    """P(X ≥ statistic) for X chi-square distributed: the regularised upper incomplete gamma Q(k/2, x/2)."""
    if statistic <= 0 or degrees == 0:
        return 1.0
    if statistic == inf:
        return 0.0
    a, x = degrees / 2, statistic / 2
    return 1.0 - _lower_series(a, x) if x < a + 1 else _upper_fraction(a, x)


def _lower_series(a: float, x: float) -> float:
    """P(a, x) by its power series, which converges fast for x < a + 1."""
    term = total = 1.0 / a
    n = a
    while term > total * _PRECISION:
        n += 1
        term *= x / n
        total += term
    return total * exp(a * log(x) - x - lgamma(a))


def _upper_fraction(a: float, x: float) -> float:
    """Q(a, x) by its continued fraction, evaluated by Lentz's method, for x ≥ a + 1."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    total = d
    n, factor = 0, 0.0
    while abs(factor - 1) > _PRECISION:
        n += 1
        weight = -n * (n - a)
        b += 2
        d = 1 / _away_from_zero(weight * d + b)
        c = _away_from_zero(b + weight / c)
        factor = d * c
        total *= factor
    return total * exp(a * log(x) - x - lgamma(a))


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
