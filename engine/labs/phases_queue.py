"""Laws of lengths as quantiles, and the wait in a queue by its first two moments."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from statistics import NormalDist

from engine.scenario import Lengths

POINTS = 96  # quantiles that stand for a law of lengths
CLASSES = 3  # of priority, as many requests in each


class Lawful:
    """A law of lengths as quantiles of equal weight."""

    def __init__(self, law: Lengths) -> None:
        self.law = law
        self.values = [self.at((number + 0.5) / POINTS) for number in range(POINTS)]
        self.mean = sum(self.values) / POINTS

    def at(self, share: float) -> float:
        drawn = self.law.median * math.exp(self.law.spread * NormalDist().inv_cdf(share))
        return max(self.law.low, min(drawn, self.law.high))

    def longest_of(self, count: float) -> float:
        """About the mean of the largest of `count` draws."""
        return self.mean if count <= 1 else max(self.mean, self.at((count - 0.44) / (count + 0.12)))


def queue_wait(load: float, service: float, servers: int, arrival_cv2: float, service_cv2: float) -> float:
    """Mean seconds in the queue of `servers`, inf when they cannot keep up."""
    if load >= 1:
        return math.inf
    if load <= 0:
        return 0.0
    crowd = load ** (math.sqrt(2 * (servers + 1)) - 1) / (servers * (1 - load))
    return (arrival_cv2 + service_cv2) / 2 * service * crowd


def variance(values: Sequence[float]) -> float:
    """Of equally likely values."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / len(values)


def class_waits(wait: float, load: float) -> tuple[float, ...]:
    """Mean wait by class of priority, urgent first: Cobham's formula, equal classes, same mean wait."""
    if load >= 1 or not math.isfinite(wait):
        return (math.inf,) * CLASSES
    base = wait * (1 - load)
    shares = [load * number / CLASSES for number in range(CLASSES + 1)]
    return tuple(base / ((1 - above) * (1 - own)) for above, own in itertools.pairwise(shares))
