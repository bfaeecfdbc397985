"""Time along x: the visible range, its zoom and pan, and ticks at round times. Times are nanoseconds."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from widgets.fonts import ui_font
from widgets.format import NBSP
from widgets.palette import DataColours

SHORTEST = 20_000.0  # ns: no zooming in below 20 microseconds across


@dataclass(frozen=True)
class Tick:
    time: float
    label: str


def tick_step(span: float, room: float) -> float:
    """The smallest round step (1, 2 or 5 × 10ⁿ, or a round part of a minute) with at most `room` ticks in `span`."""
    least = span / max(1.0, room)
    if least > 5e9:
        for step in (10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400):
            if step * 1e9 >= least:
                return step * 1e9
        return math.ceil(least / 86400e9) * 86400e9
    power = 10.0 ** math.floor(math.log10(max(least, 1.0)))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def tick_label(time: float, step: float, largest: float = 0.0) -> str:
    """A label with as many digits as the step needs; one unit for all ticks up to `largest`."""
    seconds, most = time / 1e9, max(time, largest, step)
    if step >= 10e9 and most >= 60e9:
        minutes, rest = divmod(round(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
    for unit, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        if (most >= unit and step >= unit / 1000) or unit == 1e3:
            places = max(0, -math.floor(math.log10(step / unit) + 1e-9)) if step < unit else 0
            return f"{time / unit:.{places}f}{NBSP}{name}" if time else f"0{NBSP}{name}"
    raise AssertionError("unreachable: microseconds take everything")


class TimeView:
    """The visible range [start, end] of [0, duration] over `width` pixels."""

    def __init__(self) -> None:
        self.duration = 1.0
        self.start, self.end = 0.0, 1.0

    @property
    def span(self) -> float:
        return self.end - self.start

    @property
    def fitted(self) -> bool:
        return self.span >= self.whole

    @property
    def whole(self) -> float:
        """All of the run with a little air at the end, so that the last mark is seen whole."""
        return self.duration * 1.015

    def set_duration(self, duration: int) -> None:
        self.duration = float(max(1, duration))
        self.fit()

    def fit(self) -> None:
        self.start, self.end = 0.0, self.whole

    def show(self, start: float, end: float) -> None:
        """Show a range, kept inside the run and no shorter than can be drawn."""
        span = min(max(end - start, SHORTEST), self.whole)
        middle = (start + end) / 2
        start = min(max(middle - span / 2, 0.0), self.whole - span)
        self.start, self.end = start, start + span

    def zoom_at(self, factor: float, time: float) -> None:
        """Zoom in by `factor` so that `time` stays at its place."""
        span = min(max(self.span / factor, SHORTEST), self.whole)
        share = (time - self.start) / self.span
        start = min(max(time - share * span, 0.0), self.whole - span)
        self.start, self.end = start, start + span

    def pan(self, offset: float) -> None:
        start = min(max(self.start + offset, 0.0), self.whole - self.span)
        self.start, self.end = start, start + self.span

    def x(self, time: float, left: float, width: float) -> float:
        return left + (time - self.start) / self.span * width

    def time(self, x: float, left: float, width: float) -> float:
        return self.start + (x - left) / max(width, 1e-9) * self.span

    def ticks(self, width: float) -> list[Tick]:
        """Round times in view, far enough apart for their labels."""
        widest = QFontMetricsF(ui_font(-1.5)).horizontalAdvance("0000.000" + NBSP + "ms")
        step = tick_step(self.span, max(1.0, width / (widest * 1.25)))
        first = math.ceil(self.start / step - 1e-9)
        count = math.floor((self.end - first * step) / step + 1e-9) + 1
        return [
            Tick((first + i) * step, tick_label((first + i) * step, step, self.end)) for i in range(max(0, count))
        ]


def paint_axis(painter: QPainter, view: TimeView, band: QRectF, lines: float, own: DataColours) -> None:
    """Tick labels in `band` and hairlines that reach `lines` pixels below it (above, if negative)."""
    painter.setFont(ui_font(-1.5))
    metrics = QFontMetricsF(painter.font())
    for tick in view.ticks(band.width()):
        x = math.floor(view.x(tick.time, band.left(), band.width())) + 0.5
        start = band.bottom() if lines > 0 else band.top()
        painter.fillRect(QRectF(x - 0.5, min(start, start + lines), 1, abs(lines)), own.sunken)
        width = metrics.horizontalAdvance(tick.label) + 8
        box = QRectF(x - width / 2, band.top(), width, band.height())
        if box.right() > band.right() + 6 or box.left() < band.left() - width:
            continue
        box.moveLeft(max(box.left(), band.left() - 2))
        painter.setPen(own.muted)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tick.label)
