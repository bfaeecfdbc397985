"""The values of a slider: even steps, decades, or only given stops."""

from __future__ import annotations

import math
from dataclasses import dataclass

FINE = 400  # places of a slider over a continuous range


@dataclass(frozen=True)
class SliderScale:
    """`value(place)` for whole places 0..`last`, and back."""

    low: float
    high: float
    whole: bool
    log: bool = False
    stops: tuple[float, ...] = ()
    step: float | None = None

    @property
    def last(self) -> int:
        if self.stops:
            return len(self.stops) - 1
        span = self.high - self.low
        if not self.log and self.step:
            return max(1, round(span / self.step))
        if not self.log and self.whole and span <= FINE:
            return max(1, round(span))
        return FINE

    def value(self, place: int) -> float:
        if self.stops:
            return self.stops[max(0, min(place, self.last))]
        share = place / self.last
        if place <= 0 or place >= self.last:
            return self.low if place <= 0 else self.high
        if not self.log:
            found = self.low + share * (self.high - self.low)
            return round(found) if self.whole else max(self.low, min(self.high, float(f"{found:.6g}")))
        start = self._start
        if self.low < start:  # zero stands before the decades
            share = (place - 1) / max(1, self.last - 1)
        found = start * (self.high / start) ** share
        rounded = float(f"{found:.2g}")
        return max(self.low, min(self.high, round(rounded) if self.whole else rounded))

    def place(self, value: float) -> int:
        """The nearest place."""
        if self.stops:
            return min(range(len(self.stops)), key=lambda number: abs(self.stops[number] - value))
        if value <= self.low or value >= self.high:
            return 0 if value <= self.low else self.last
        if not self.log:
            return round((value - self.low) / (self.high - self.low) * self.last)
        start = self._start
        share = math.log(max(value, start) / start) / math.log(self.high / start)
        if self.low < start:
            return 1 + round(share * (self.last - 1))
        return round(share * self.last)

    @property
    def _start(self) -> float:
        """Where the decades begin."""
        return self.low if self.low > 0 else (1.0 if self.whole else self.high / 1e4)
