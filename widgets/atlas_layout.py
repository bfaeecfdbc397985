"""Where every source stands on the map: fixed by date, lane and the length of labels, and by nothing else.

Selecting, filtering and zooming never move anything. In its lane each source takes the first row in which neither its
mark nor its label touches a neighbour's, so that at the layout's own size no two labels meet. The canon has the first
choice, then come the neighbours and the user's own sources.
"""

from __future__ import annotations

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
    unit = metrics.row / 18
    width, rows = NARROWEST * unit, _pack(orders, x, lengths, metrics, NARROWEST * unit)
    beside = float((x + lengths / (NARROWEST * unit)).max(initial=1.0) - 1) * NARROWEST * unit + GUTTER * unit
    while width < WIDEST * unit and width + beside < ASPECT * metrics.row * _height(orders, rows):
        width *= STEP
        rows = _pack(orders, x, lengths, metrics, width)
    y, bands, top = np.zeros(len(sources)), [], 0.0
    for lane, order in zip(lanes, orders, strict=True):
        for place in order:
            y[place] = top + (1 + LANE_PAD) / 2 + rows[place]
        bottom = top + max(rows[place] for place in order) + 1 + LANE_PAD
        bands.append(Band(lane, top, bottom))
        top = bottom
    return Layout(time, tuple(bands), x, y, lengths, metrics, width)


def _height(orders: Sequence[Sequence[int]], rows: NDArray[np.intp]) -> float:
    return sum(int(rows[list(order)].max()) + 1 + LANE_PAD for order in orders)


def _pack(
    orders: Sequence[Sequence[int]],
    x: NDArray[np.float64],
    labels: NDArray[np.float64],
    metrics: Metrics,
    width: float,
) -> NDArray[np.intp]:
    """The row in its lane of every source when the axis is `width` px long."""
    starts = x * width - metrics.dot - metrics.air / 2
    ends = x * width + metrics.lead + labels + metrics.air / 2
    rows = np.zeros(x.size, dtype=np.intp)
    for order in orders:
        taken: list[list[tuple[float, float]]] = []
        for place in order:
            start, end = float(starts[place]), float(ends[place])
            free = (row for row, spans in enumerate(taken) if _is_free(spans, start, end))
            row = next(free, len(taken))
            if row == len(taken):
                taken.append([])
            taken[row].append((start, end))
            rows[place] = row
    return rows


def _is_free(spans: Sequence[tuple[float, float]], start: float, end: float) -> bool:
    return all(end <= left or right <= start for left, right in spans)
