"""The time axis of the map: years as wide as what they hold, time running evenly within each of them.

The few sources before 2022 would otherwise take half the map. The axis stays monotone, every year has its line and
its number, years without any source are folded into one short stretch that is drawn as a break.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

LEAST, EMPTY, FOLDED, UNDATED_SHARE = 1.5, 0.9, 0.9, 2.2
DENSITY = 0.8  # a year's width grows with this power of its members: crowded years get more, but not all


@dataclass(frozen=True)
class Stretch:
    """Years `first`..`last` from `left` to `right` (shares of the axis). More than one year: nothing is in them."""

    first: int
    last: int
    left: float
    right: float

    @property
    def folded(self) -> bool:
        return self.last > self.first


@dataclass(frozen=True)
class TimeScale:
    """Places dates on an axis from 0 to 1. `undated` is where the column of sources without date starts, or 1."""

    stretches: tuple[Stretch, ...]
    undated: float = 1.0

    @classmethod
    def over(cls, dates: Iterable[str]) -> TimeScale:
        """The scale that suits these ISO dates (possibly only year or month, "" for none)."""
        found = list(dates)
        members = Counter(int(date[:4]) for date in found if date)
        spans = _spans(members)
        widths = [_width(span, members) for span in spans]
        column = UNDATED_SHARE if "" in found else 0.0
        total = sum(widths) + column or 1.0
        stretches, left = [], 0.0
        for (first, last), width in zip(spans, widths, strict=True):
            stretches.append(Stretch(first, last, left / total, (left + width) / total))
            left += width
        return cls(tuple(stretches), left / total if column else 1.0)

    def place(self, date: str) -> float:
        """Where a date stands: a date without day in the middle of its month, one without month of its year."""
        if not date:
            return self.undated + (1 - self.undated) * 0.45
        year = int(date[:4])
        for stretch in self.stretches:
            if stretch.first <= year <= stretch.last:
                share = (year - stretch.first + year_share(date)) / (stretch.last - stretch.first + 1)
                return stretch.left + share * (stretch.right - stretch.left)
        return 0.0 if self.stretches and year < self.stretches[0].first else self.undated


def year_share(date: str) -> float:
    """How much of its year has passed at a date, the middle of what is not known."""
    parts = [int(part) for part in date.split("-")]
    if len(parts) == 1:
        return 0.5
    if len(parts) == 2:
        return (parts[1] - 0.5) / 12
    day = datetime.date(*parts[:3]).timetuple().tm_yday
    return (day - 0.5) / 366


def _spans(members: Counter[int]) -> list[tuple[int, int]]:
    """Every year from the first to the last; two or more empty ones in a row as one."""
    if not members:
        return []
    spans: list[tuple[int, int]] = []
    for year in range(min(members), max(members) + 1):
        empty = not members[year]
        if empty and spans and not members[spans[-1][0]]:
            spans[-1] = (spans[-1][0], year)
        else:
            spans.append((year, year))
    return spans


def _width(span: tuple[int, int], members: Counter[int]) -> float:
    if span[0] < span[1]:
        return FOLDED
    count = members[span[0]]
    return LEAST + count**DENSITY if count else EMPTY
