"""The lanes of requests: what each one does when, its deadlines, and whether they were kept."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen

from engine.instant import PageState
from widgets.clock_data import ClockData, Contract, Span
from widgets.clock_view import ClockView
from widgets.palette import DataColours, mix
from widgets.shapes import draw_shape

TICKS_FROM = 5.0  # pixels between two decode iterations from which their ends are marked
MARKS_FROM = 9.0  # pixels of a lane from which shapes are drawn rather than dots


def span_colour(kind: Span, own: DataColours) -> QColor:
    return {
        Span.STALLED: mix(own.surface, own.hue["grey"], 0.55),
        Span.QUEUED: mix(own.surface, own.hue["grey"], 0.38),
        Span.PADDING: own.page_state[PageState.RESERVED],
        Span.DECODE: own.hue["blue"],
        Span.PREFILL: own.hue["orange"],
        Span.PREEMPTED: mix(own.surface, own.hue["vermillion"], 0.55),
        Span.TRANSFER: own.hue["sky"],
        Span.SWAPPED: own.hue["green"],
        Span.PAUSED: mix(own.surface, own.hue["yellow"], 0.62),
    }[kind]


def span_hatch(kind: Span) -> Qt.BrushStyle | None:
    return {
        Span.QUEUED: Qt.BrushStyle.BDiagPattern,
        Span.PADDING: Qt.BrushStyle.FDiagPattern,
        Span.PREEMPTED: Qt.BrushStyle.DiagCrossPattern,
        Span.SWAPPED: Qt.BrushStyle.HorPattern,
        Span.PAUSED: Qt.BrushStyle.VerPattern,
    }.get(kind)


def span_body(kind: Span, top: float, row: float) -> tuple[float, float]:
    """Top and height of a bar in a lane: waiting is thinner than working."""
    inset = 0.0 if row < 6 else 1.0 if row < 10 else row * 0.14
    height = row - 2 * inset
    if kind == Span.STALLED:
        return top + row / 2 - max(0.5, row * 0.05), max(1.0, row * 0.1)
    if kind == Span.QUEUED:
        return top + inset + height * 0.2, height * 0.6
    return top + inset, height


def paint_spans(painter: QPainter, data: ClockData, view: ClockView, own: DataColours) -> None:
    """Bars of all lanes in view."""
    first, last = view.visible()
    spans = data.in_lanes("spans", first, last)
    spans = spans[(spans["end"] >= view.time.start) & (spans["start"] <= view.time.end)]
    lanes = data.lane_of[spans["request"]]
    left, right = view.plot.left(), view.plot.right()
    scale = view.plot.width() / view.time.span
    starts = np.clip(left + (spans["start"] - view.time.start) * scale, left - 2, right)
    ends = np.clip(left + (spans["end"] - view.time.start) * scale, left - 2, right + 2)
    tops = np.array([view.top(lane) for lane in range(first, last)])
    for kind in Span:
        mine = spans["kind"] == kind
        if mine.any():
            bars = _bars(starts[mine], ends[mine], tops[lanes[mine] - first], kind, view.row)
            _fill(painter, bars, kind, own)
    paint_ticks(painter, data, view, own)


def _bars(
    starts: NDArray[np.float64], ends: NDArray[np.float64], tops: NDArray[np.float64], kind: Span, row: float
) -> list[QRectF]:
    """Rectangles; those that would be thinner than a pixel are one pixel, and coincident ones are drawn once."""
    widths = np.maximum(ends - starts, 1.0)
    place = np.floor(starts).astype(np.int64) * 100_000 + tops.astype(np.int64)
    _, first = np.unique(np.where(widths > 1.0, -np.arange(len(place)) - 1, place), return_index=True)
    offset, height = span_body(kind, 0.0, row)
    return [
        QRectF(x, top + offset, width, height)
        for x, top, width in zip(starts[first].tolist(), tops[first].tolist(), widths[first].tolist(), strict=True)
    ]


def _fill(painter: QPainter, bars: list[QRectF], kind: Span, own: DataColours) -> None:
    colour, hatch = span_colour(kind, own), span_hatch(kind)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRects(bars)
    if hatch is not None:
        painter.setBrush(QBrush(mix(colour, own.text, 0.4), hatch))
        painter.drawRects([bar for bar in bars if bar.width() >= 3])


def paint_ticks(painter: QPainter, data: ClockData, view: ClockView, own: DataColours) -> None:
    """Ends of decode iterations: one token each, when there is room to see them."""
    iterations = data.recording.iterations
    if not len(iterations) or view.row < 6:
        return
    typical = float(np.median(iterations["end"] - iterations["start"]))
    if typical / view.time.span * view.plot.width() < TICKS_FROM:
        return
    ends = data.in_lanes("ticks", *view.visible())
    ends = ends[(ends["end"] >= view.time.start) & (ends["end"] <= view.time.end)]
    lanes = data.lane_of[ends["request"]]
    xs = (view.plot.left() + (ends["end"] - view.time.start) / view.time.span * view.plot.width()).tolist()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own.surface)
    bars = []
    for lane, x in zip(lanes.tolist(), xs, strict=True):
        top, height = span_body(Span.DECODE, view.top(lane), view.row)
        bars.append(QRectF(round(x) - 1, top, 1, height))
    painter.drawRects(bars)


class Marks:
    """Deadlines, first tokens and ends, with the shape that says whether the contract was kept."""

    def __init__(self, data: ClockData, contract: Contract) -> None:
        self._data, self._contract = data, contract
        self.late_first, self.slow, self.late_end = data.missed(contract)

    def paint(self, painter: QPainter, view: ClockView, own: DataColours) -> None:
        data, requests = self._data, self._data.recording.requests
        first, last = view.visible()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for lane in range(first, last):
            who = int(data.request_of[lane])
            middle = view.top(lane) + view.row / 2
            self._deadline(painter, view, who, self._contract.ttft, bool(self.late_first[who]), middle, own)
            self._deadline(painter, view, who, self._contract.e2e, bool(self.late_end[who]), middle, own)
            finish = int(requests["finish"][who])
            if finish >= 0 and self._near(view, finish):
                self._end(painter, QPointF(view.x(finish), middle), bool(self.slow[who]), view.row, own)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    @staticmethod
    def _near(view: ClockView, time: float) -> bool:
        return view.time.start <= time <= view.time.end

    def _deadline(
        self,
        painter: QPainter,
        view: ClockView,
        who: int,
        limit: float | None,
        missed: bool,
        middle: float,
        own: DataColours,
    ) -> None:
        if limit is None:
            return
        time = self._data.arrival[who] + limit
        if not self._near(view, time):
            return
        x, half = view.x(time), view.row / 2
        if not missed:
            if view.row >= MARKS_FROM:
                painter.fillRect(QRectF(round(x) - 0.5, middle - half + 1, 1.0, view.row - 2), own.muted)
            return
        radius = min(5.5, max(1.8, view.row * 0.3))
        draw_shape(painter, "diamond", QPointF(x, middle), radius, own.hue["vermillion"], own.surface)

    def _end(self, painter: QPainter, place: QPointF, slow: bool, row: float, own: DataColours) -> None:
        if slow:
            draw_shape(
                painter, "diamond-frame", place, min(5.0, max(1.8, row * 0.3)), own.hue["vermillion"], own.surface
            )
        elif row >= MARKS_FROM:
            draw_shape(painter, "disc", place, min(3.6, row * 0.2), own.text, own.surface)


def paint_guides(painter: QPainter, view: ClockView, chosen: int, own: DataColours) -> None:
    """Quiet stripes that help the eye along a lane, and the ground of the chosen one."""
    first, last = view.visible()
    if view.row >= 8:
        for lane in range(first + first % 2, last, 2):
            painter.fillRect(QRectF(view.plot.left(), view.top(lane), view.plot.width(), view.row), own.window)
    if first <= chosen < last:
        extra = view.opening if chosen == view.opened else 0.0
        painter.fillRect(
            QRectF(view.plot.left(), view.top(chosen), view.plot.width(), view.row + extra), own.selection
        )


def paint_lane_edges(painter: QPainter, view: ClockView, own: DataColours) -> None:
    painter.setPen(QPen(own.border, 1))
    y = round(view.plot.top()) - 0.5
    painter.drawLine(QPointF(view.plot.left(), y), QPointF(view.plot.right(), y))
