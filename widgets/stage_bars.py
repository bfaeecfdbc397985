"""Grouped bars: upright where the names of the categories fit under them, lying where they do not."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from engine.experiment import Bars
from widgets import format as write
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.stage_axes import Axis, draw_horizontal, draw_vertical
from widgets.stage_marks import draw_legend, fill_series
from widgets.stage_words import said


@dataclass(frozen=True)
class _Bar:
    box: QRectF
    category: int
    series: int
    value: float


class BarsStage:
    """Paints `Bars` into a rectangle; `tip` explains what is under a point of the last painting."""

    def __init__(self, frame: Bars) -> None:
        self._frame = frame
        self._bars: list[_Bar] = []
        values = [value for series in frame.series for value in series.values if value is not None]
        self._axis = Axis.over(values, frame.unit, frame.logarithmic, zero=not frame.logarithmic)

    def paint(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        frame = self._frame
        if len(frame.series) > 1:
            entries = [(said(series.name), number, ("area",)) for number, series in enumerate(frame.series)]
            room = room.adjusted(0, draw_legend(painter, room, own, entries) + 6, 0, 0)
        lying = self._lies(room.width())
        plot = self._lying_plot(room) if lying else self._upright_plot(room)
        (draw_horizontal if lying else draw_vertical)(painter, plot, self._axis, own)
        self._title(painter, room, own)
        self._bars = self._lay_out(plot, lying)
        for bar in self._bars:
            fill_series(painter, bar.box, own, bar.series)
        self._draw_figures(painter, own, lying, plot)
        self._draw_categories(painter, plot, own, lying)
        painter.setPen(QPen(own.muted, 1.2))
        base = self._base()
        if lying:
            x = plot.left() + base * plot.width()
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        else:
            y = plot.bottom() - base * plot.height()
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))

    def tip(self, place: QPointF) -> str:
        for bar in self._bars:
            if bar.box.adjusted(-3, -3, 3, 3).contains(place):
                series = self._frame.series[bar.series].name
                names = dict.fromkeys((said(self._frame.categories[bar.category]), said(series)))
                return f"{' · '.join(names)}: {write.quantity(bar.value, self._frame.unit)}"
        return ""

    # layout

    def _base(self) -> float:
        return 0.0 if self._axis.logarithmic else self._axis.at(0.0)

    def _longest(self) -> float:
        metrics = QFontMetricsF(ui_font(-0.5))
        return max((metrics.horizontalAdvance(said(name)) for name in self._frame.categories), default=0.0)

    def _lies(self, width: float) -> bool:
        count = max(len(self._frame.categories), 1)
        return count <= 16 and self._longest() + 8 > (width - self._axis.widest() - 12) / count

    def _upright_plot(self, room: QRectF) -> QRectF:
        line = QFontMetricsF(ui_font(-0.5)).height()
        return room.adjusted(self._axis.widest() + 10, line * 1.5, -4, -line - 8)

    def _lying_plot(self, room: QRectF) -> QRectF:
        line = QFontMetricsF(ui_font(-0.5)).height()
        left = min(self._longest() + 12, room.width() * 0.42)
        return room.adjusted(left, 2, -68 * scale(), -2 * line - 6)

    def _lay_out(self, plot: QRectF, lying: bool) -> list[_Bar]:
        frame, bars = self._frame, []
        span = plot.height() if lying else plot.width()
        group = span / max(len(frame.categories), 1)
        thick = min(group * 0.78 / max(len(frame.series), 1), 44 * scale())
        base = self._base()
        for number, series in enumerate(frame.series):
            for category, value in enumerate(series.values):
                if value is None or not math.isfinite(value):
                    continue
                start = group * (category + 0.5) + thick * (number - len(frame.series) / 2)
                low, high = sorted((base, self._axis.at(value)))
                if lying:
                    box = QRectF(
                        plot.left() + low * plot.width(),
                        plot.top() + start,
                        (high - low) * plot.width(),
                        thick * 0.92,
                    )
                else:
                    height = (high - low) * plot.height()
                    box = QRectF(plot.left() + start, plot.bottom() - high * plot.height(), thick * 0.92, height)
                bars.append(_Bar(box, category, number, value))
        return bars

    # texts

    def _title(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        text = self._axis.title("")
        if text:
            painter.setFont(ui_font(-1))
            painter.setPen(own.muted)
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
            if self._lies(room.width()):
                flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(room, flags, text)

    def _draw_figures(self, painter: QPainter, own: DataColours, lying: bool, plot: QRectF) -> None:
        """The value at the end of each bar, where there is room for all of them."""
        painter.setFont(ui_font(-1))
        metrics = QFontMetricsF(painter.font())
        texts = [self._axis.text(_three(bar.value)) for bar in self._bars]
        if lying:
            fits = all(bar.box.height() >= metrics.height() - 3 for bar in self._bars)
        else:
            widest = max((metrics.horizontalAdvance(text) for text in texts), default=0.0)
            fits = all(bar.box.width() + 3 >= widest for bar in self._bars)
        if not fits:
            return
        painter.setPen(own.text)
        for bar, text in zip(self._bars, texts, strict=True):
            if lying:
                end = bar.box.right() if bar.value >= 0 else bar.box.left() - metrics.horizontalAdvance(text) - 10
                y = bar.box.center().y() + (metrics.ascent() - metrics.descent()) / 2
                painter.drawText(QPointF(end + 5, y), text)
            else:
                x = bar.box.center().x() - metrics.horizontalAdvance(text) / 2
                y = bar.box.top() - 4 if bar.value >= 0 else bar.box.bottom() + metrics.ascent() + 2
                painter.drawText(QPointF(x, max(y, plot.top() - 4)), text)

    def _draw_categories(self, painter: QPainter, plot: QRectF, own: DataColours, lying: bool) -> None:
        painter.setFont(ui_font(-0.5))
        painter.setPen(own.text)
        metrics = QFontMetricsF(painter.font())
        count = max(len(self._frame.categories), 1)
        step = (plot.height() if lying else plot.width()) / count
        skip = 1 if lying else max(1, math.ceil((self._longest() + 8) / step))
        for number, category in enumerate(self._frame.categories):
            if number % skip:
                continue
            middle = step * (number + 0.5)
            name = said(category)
            if lying:
                room = QRectF(plot.left() - 600, plot.top() + middle - step / 2, 590, step)
                shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, plot.left() - 10)
                painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)
            else:
                x = plot.left() + middle - metrics.horizontalAdvance(name) / 2
                painter.drawText(QPointF(x, plot.bottom() + metrics.ascent() + 6), name)


def _three(value: float) -> float:
    """Three significant figures: what a label at a bar has room for."""
    return float(f"{value:.3g}")
