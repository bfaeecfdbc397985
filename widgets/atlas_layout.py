"""Where every source stands on the map: fixed by date, lane and the length of labels, and by nothing else.

Selecting, filtering and zooming never move anything. In its lane each source takes the first row in which neither its
mark nor its label touches a neighbour's, so that at the layout's own size no two labels meet. The canon has the first
choice, then come the neighbours and the user's own sources.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from citations.records import Source
from widgets.atlas_lanes import Lane
from widgets.atlas_time import TimeScale

ASPECT = 1.6  # width to height that the layout aims for, labels at the end and names of lanes included
GUTTER = 110.0  # px at scale 1 that names of lanes take, about
LANE_PAD = 0.55  # rows of air that a lane has beyond what it holds
NARROWEST, WIDEST, STEP = 520.0, 12_000.0, 1.08


@dataclass(frozen=True)
class Metrics:
    """In px: `dot` radius of a mark, `gap` from there to its label, `air` between label and next, `row` height."""

    dot: float
    gap: float
    air: float
    row: float

    @property
    def lead(self) -> float:
        """From the centre of a mark to the start of its label."""
        return self.dot + self.gap


@dataclass(frozen=True)
class Band:
    """A lane from `top` to `bottom`, in rows."""

    lane: Lane
    top: float
    bottom: float


@dataclass(frozen=True)
class Layout:
    """`x` is a share of the time axis, `y` counts rows. At `width` px for the axis no two labels touch."""

    time: TimeScale
    bands: tuple[Band, ...]
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    labels: NDArray[np.float64]  # width of each label in px
    metrics: Metrics
    width: float

    @property
    def rows(self) -> float:
        """The height of all lanes, in rows."""
        return self.bands[-1].bottom if self.bands else 0.0

    def overhang(self, axis: float) -> float:
        """How far labels reach beyond the end of an axis of `axis` px."""
        if not self.x.size:
            return 0.0
        ends = self.x * axis + self.metrics.lead + self.labels + self.metrics.air
        return max(0.0, float(ends.max()) - axis)

    def band_at(self, row: float) -> Band | None:
        return next((band for band in self.bands if band.top <= row < band.bottom), None)


def lay_out(sources: Sequence[Source], lanes: Sequence[Lane], labels: Sequence[float], metrics: Metrics) -> Layout:
    """The layout at the least width that is not higher than `ASPECT` allows."""
    time = TimeScale.over(source.date for source in sources)
    x = np.array([time.place(source.date) for source in sources], dtype=float)
    lengths = np.asarray(labels, dtype=float)
    orders = [sorted(lane.members, key=lambda place: (sources[place].ring, x[place], place)) for lane in lanes]
    width, rows = _fitting(orders, x, lengths, metrics)
    y, bands, top = np.zeros(len(sources)), [], 0.0
    for lane, order in zip(lanes, orders, strict=True):
        for place in order:
            y[place] = top + (1 + LANE_PAD) / 2 + rows[place]
        bottom = top + max(rows[place] for place in order) + 1 + LANE_PAD
        bands.append(Band(lane, top, bottom))
        top = bottom
    return Layout(time, tuple(bands), x, y, lengths, metrics, width)


def _fitting(
    orders: Sequence[Sequence[int]], x: NDArray[np.float64], labels: NDArray[np.float64], metrics: Metrics
) -> tuple[float, list[int]]:
    """The least of the widths NARROWEST, NARROWEST · STEP, … at which the map is wide enough, and the rows there.

    The wider the axis, the fewer rows are needed: the width is found by halving.
    """
    unit = metrics.row / 18
    beside = GUTTER * unit + float((x * NARROWEST * unit + labels).max(initial=0.0)) - NARROWEST * unit
    low, high = 0, round(math.log(WIDEST / NARROWEST, STEP))
    found = {}
    while low < high:
        middle = (low + high) // 2
        width = NARROWEST * unit * STEP**middle
        found[middle] = rows = _pack(orders, x, labels, metrics, width)
        if width + max(beside, 0.0) < ASPECT * metrics.row * _height(orders, rows):
            low = middle + 1
        else:
            high = middle
    width = NARROWEST * unit * STEP**low
    return width, found[low] if low in found else _pack(orders, x, labels, metrics, width)


def _height(orders: Sequence[Sequence[int]], rows: Sequence[int]) -> float:
    return sum(max(rows[place] for place in order) + 1 + LANE_PAD for order in orders)


def _pack(
    orders: Sequence[Sequence[int]],
    x: NDArray[np.float64],
    labels: NDArray[np.float64],
    metrics: Metrics,
    width: float,
) -> list[int]:
    """The row in its lane of every source when the axis is `width` px long."""
    starts = (x * width - metrics.dot - metrics.air / 2).tolist()
    ends = (x * width + metrics.lead + labels + metrics.air / 2).tolist()
    rows = [0] * len(starts)
    for order in orders:
        taken: list[_Row] = []
        for place in order:
            start, end = starts[place], ends[place]
            row = next((number for number, row in enumerate(taken) if row.take(start, end)), len(taken))
            if row == len(taken):
                taken.append(_Row(start, end))
            rows[place] = row
    return rows


class _Row:
    """Spans of one row, sorted; they never overlap."""

    def __init__(self, start: float, end: float) -> None:
        self._starts, self._ends = [start], [end]

    def take(self, start: float, end: float) -> bool:
        """Put a span in, if it has room."""
        place = bisect_left(self._starts, start)
        if place and self._ends[place - 1] > start:
            return False
        if place < len(self._starts) and self._starts[place] < end:
            return False
        self._starts.insert(place, start)
        self._ends.insert(place, end)
        return True
