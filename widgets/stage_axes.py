"""Axes of the experiment stage: round ticks, linear or logarithmic, written in the unit of the figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from widgets import format as write
from widgets.fonts import ui_font
from widgets.palette import DataColours

SELF_EXPLAINING = ("s", "ns", "B", "1", "%", "x", "×", "ratio")  # units that the figures themselves carry


@dataclass(frozen=True)
class Axis:
    """A range with its ticks. `at` gives the share 0..1 of the range at which a value lies."""

    low: float
    high: float
    ticks: tuple[float, ...]
    unit: str = ""
    logarithmic: bool = False

    @classmethod
    def over(
        cls, values: Sequence[float], unit: str = "", logarithmic: bool = False, zero: bool = False, ticks: int = 5
    ) -> Axis:
        """An axis over the finite values; with `zero` it starts (or ends) at zero."""
        finite = [float(value) for value in values if math.isfinite(value) and (value > 0 or not logarithmic)]
        if not finite:
            finite = [1.0, 10.0] if logarithmic else [0.0, 1.0]
        low, high = min(finite), max(finite)
        if logarithmic:
            return cls._decades(low, high, unit)
        if zero:
            low, high = min(low, 0.0), max(high, 0.0)
        if low == high:
            low, high = (low - 1, high + 1) if low else (0.0, 1.0)
        step = _round_step((high - low) / ticks, binary=unit == "B")
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        places = tuple(step * number for number in range(first, last + 1))
        return cls(places[0], places[-1], places, unit)

    @classmethod
    def _decades(cls, low: float, high: float, unit: str) -> Axis:
        first, last = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
        last = max(last, first + 1)
        skip = max(1, math.ceil((last - first) / 8))
        return cls(10.0**first, 10.0**last, tuple(10.0**power for power in range(first, last + 1, skip)), unit, True)

    def at(self, value: float) -> float:
        if self.logarithmic:
            return (math.log10(max(value, self.low)) - math.log10(self.low)) / math.log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def text(self, tick: float) -> str:
        """A tick in as few characters as its unit allows."""
        if self.unit in SELF_EXPLAINING:
            return write.quantity(tick, self.unit)
        return write.short_count(tick) if abs(tick) >= 1e4 else write.count(round(tick, 12))

    def title(self, label: str) -> str:
        """The axis' name, with the unit if the ticks do not show it."""
        if not self.unit or self.unit in SELF_EXPLAINING or self.unit in label.split():
            return label
        return f"{label} ({self.unit})" if label else self.unit

    def widest(self) -> float:
        metrics = QFontMetricsF(ui_font(-1))
        return max(metrics.horizontalAdvance(self.text(tick)) for tick in self.ticks)


def _round_step(rough: float, binary: bool) -> float:
    """The next of 1, 2, 5 × 10ⁿ; for bytes, of powers of two."""
    if binary:
        return 2.0 ** math.ceil(math.log2(rough))
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * (1 - 1e-9))


def draw_vertical(painter: QPainter, plot: QRectF, axis: Axis, own: DataColours) -> None:
    """Grid lines across the plot and tick texts to its left."""
    painter.setFont(ui_font(-1))
    metrics = QFontMetricsF(painter.font())
    for tick in axis.ticks:
        y = plot.bottom() - axis.at(tick) * plot.height()
        painter.setPen(QPen(own.border, 1))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        painter.setPen(own.muted)
        room = QRectF(plot.left() - 300, y - metrics.height() / 2, 294, metrics.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, axis.text(tick))


def draw_horizontal(painter: QPainter, plot: QRectF, axis: Axis, own: DataColours) -> None:
    """Grid lines down the plot and tick texts under it, as many as fit."""
    painter.setFont(ui_font(-1))
    metrics = QFontMetricsF(painter.font())
    taken = -math.inf
    for tick in axis.ticks:
        x = plot.left() + axis.at(tick) * plot.width()
        painter.setPen(QPen(own.border, 1))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        text = axis.text(tick)
        half = metrics.horizontalAdvance(text) / 2
        if x - half < taken + 6:
            continue
        taken = x + half
        painter.setPen(own.muted)
        painter.drawText(QPointF(x - half, plot.bottom() + metrics.ascent() + 4), text)
