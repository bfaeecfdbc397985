"""Stacked bars: what fills a device, piece by piece, against a limit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from widgets import format as write
from widgets.fonts import scale, ui_font
from widgets.lab_plot import LabPlot, Target
from widgets.lab_plot_data import AxisSpec, Bar, Limit, Part
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_plot_paint import colour_of, fill_box, make_axis, text_height
from widgets.palette import DataColours
from widgets.stage_axes import Axis, draw_horizontal

_TALLEST = 64.0  # px at scale 1 of a bar
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class BarPlot(LabPlot):
    """Lying bars, one above the other. A part is labelled where it is; what has no room there is in the key below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[Bar, ...] = ()
        self._unit = self._label = ""
        self._limit: Limit | None = None

    def setBars(self, bars: Sequence[Bar], unit: str, limit: Limit | None = None, label: str = "") -> None:
        """`unit` of the parts' values; `label` names the axis. Parts with a value of 0 are not drawn."""
        self._bars, self._unit, self._limit, self._label = tuple(bars), unit, limit, label
        self.changed()

    def isEmpty(self) -> bool:
        return not any(part.value > 0 for bar in self._bars for part in bar.parts)

    # --- layout --------------------------------------------------------------------------------------------------

    def _axis(self) -> Axis:
        totals = [sum(part.value for part in bar.parts) for bar in self._bars]
        ends = [*totals, *([self._limit.value * 1.04] if self._limit is not None else [])]
        return make_axis(AxisSpec(self._label, self._unit, low=0.0, high=max(ends) * 1.02), ends, 5)

    def _label_width(self, room: QRectF) -> float:
        metrics = QFontMetricsF(ui_font(-0.5))
        widest = max((metrics.horizontalAdvance(bar.label) for bar in self._bars), default=0.0)
        return min(widest + (8 * scale() if widest else 0), room.width() * 0.3)

    def _note_width(self) -> float:
        metrics = QFontMetricsF(ui_font(-0.5))
        widest = max((metrics.horizontalAdvance(bar.note) for bar in self._bars), default=0.0)
        return widest + 8 * scale() if widest else 0.0

    def _plot(self, room: QRectF) -> QRectF:
        """Where the bars are: labels to the left, notes to the right, the axis and the key below."""
        top = text_height() + 4 if self._limit is not None else 0.0
        below = text_height() * (2.1 if self._label else 1.0) + 6 + key_height(room.width(), self._entries())
        return room.adjusted(self._label_width(room), top, -self._note_width() - 6, -below)

    def _boxes(self, plot: QRectF) -> list[QRectF]:
        """The whole of each bar."""
        step = plot.height() / max(1, len(self._bars))
        tall = min(step * 0.78, _TALLEST * scale())
        step = min(step, tall * 1.35)
        return [
            QRectF(plot.left(), plot.top() + number * step + (step - tall) / 2, plot.width(), tall)
            for number in range(len(self._bars))
        ]

    def _pieces(self, plot: QRectF) -> list[tuple[int, Part, QRectF]]:
        axis, found = self._axis(), []
        for number, (bar, box) in enumerate(zip(self._bars, self._boxes(plot), strict=True)):
            done = 0.0
            for part in bar.parts:
                left, right = (plot.left() + axis.at(value) * plot.width() for value in (done, done + part.value))
                done += part.value
                if part.value > 0:
                    found.append((number, part, QRectF(left, box.top(), max(1.0, right - left), box.height())))
        return found

    def _entries(self) -> list[KeyEntry]:
        parts = {part.key: part for bar in self._bars for part in bar.parts if part.value > 0}
        return [KeyEntry(part.label, part.hue, part.hatch) for part in parts.values()]

    def layTargets(self, room: QRectF) -> list[Target]:
        return [
            Target(box.center(), self._said(number, part), number, box)
            for number, part, box in self._pieces(self._plot(room))
        ]

    def _said(self, number: int, part: Part) -> str:
        bar = self._bars[number]
        whole = sum(other.value for other in bar.parts)
        words = f"{bar.label} · {part.label}" if bar.label else part.label
        words += f": {write.quantity(part.value, self._unit)} ({write.share(part.value / whole)})"
        return f"{words}. {part.tip}" if part.tip else words

    # --- paint ---------------------------------------------------------------------------------------------------

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        plot, axis = self._plot(room), self._axis()
        boxes = self._boxes(plot)
        ground = QRectF(plot.left(), plot.top(), plot.width(), boxes[-1].bottom() - plot.top() + 5)
        draw_horizontal(painter, ground, axis, own)
        if self._label:
            painter.setPen(own.muted)
            painter.setFont(ui_font(-1))
            line = QRectF(room.left(), ground.bottom() + text_height() + 4, room.width(), text_height())
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, axis.title(self._label))
        for _, part, box in self._pieces(plot):
            fill_box(painter, box, part.hue, part.hatch, own)
            painter.setPen(QPen(own.surface, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
            self._paint_part(painter, part, box, own)
        self._paint_words(painter, room, plot, boxes, own)
        if self._limit is not None:
            self._paint_limit(painter, self._limit, ground, axis, own)
        below = ground.bottom() + text_height() * (2.1 if self._label else 1.0) + 8
        draw_key(painter, QPointF(room.left(), below), room.width(), self._entries(), own)

    def _paint_part(self, painter: QPainter, part: Part, box: QRectF, own: DataColours) -> None:
        """Name and value inside the piece, as far as there is room."""
        font = ui_font(-0.5)
        metrics = QFontMetricsF(font)
        value, line = write.quantity(part.value, self._unit), metrics.height()
        wide = box.width() - 8 * scale()
        offers = [[part.label, value]] if box.height() >= 2 * line + 2 else []
        offers += [[f"{part.label} {value}"], [value], [part.label]]
        for lines in offers:
            needed = max(metrics.horizontalAdvance(text) for text in lines)
            if needed > wide or len(lines) * line > box.height():
                continue
            painter.setFont(font)
            words = QRectF(0, 0, needed + 6, len(lines) * line)
            words.moveCenter(box.center())
            fill = colour_of(part.hue, own)
            if part.hatch:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(fill)
                painter.drawRoundedRect(words, 3, 3)
            painter.setPen(own.ink(fill))
            painter.drawText(words, Qt.AlignmentFlag.AlignCenter, "\n".join(lines))
            return

    def _paint_words(
        self, painter: QPainter, room: QRectF, plot: QRectF, boxes: list[QRectF], own: DataColours
    ) -> None:
        painter.setFont(ui_font(-0.5))
        metrics = QFontMetricsF(painter.font())
        width, free = self._label_width(room) - 8 * scale(), room.top() - 1
        for bar, box in zip(self._bars, boxes, strict=True):
            top = box.center().y() - metrics.height() / 2
            if top < free:
                continue
            free = top + metrics.height()
            painter.setPen(own.text)
            shown = metrics.elidedText(bar.label, Qt.TextElideMode.ElideRight, width)
            painter.drawText(QRectF(room.left(), top, width, metrics.height()), _MIDDLE, shown)
            painter.setPen(own.muted)
            place = QRectF(plot.right() + 8 * scale(), top, self._note_width(), metrics.height())
            painter.drawText(place, _MIDDLE, bar.note)

    def _paint_limit(self, painter: QPainter, limit: Limit, ground: QRectF, axis: Axis, own: DataColours) -> None:
        x = ground.left() + axis.at(limit.value) * ground.width()
        colour = own.readable(colour_of(limit.hue, own))
        painter.setPen(QPen(colour, 2 * scale(), Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, ground.top() - 3), QPointF(x, ground.bottom()))
        painter.setFont(ui_font(-0.5))
        width = QFontMetricsF(painter.font()).horizontalAdvance(limit.label)
        left = max(2.0, min(x - width / 2, self.width() - width - 4))
        painter.drawText(QPointF(left, ground.top() - 7), limit.label)

    # --- as text -------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        said = [
            self._said(number, part) for number, bar in enumerate(self._bars) for part in bar.parts if part.value > 0
        ]
        said += [f"{bar.label}: {bar.note}" for bar in self._bars if bar.note]
        if self._limit is not None:
            said.append(f"{self._limit.label}: {write.quantity(self._limit.value, self._unit)}")
        return said

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        keys = {part.key: part.label for bar in self._bars for part in bar.parts}
        unit = f" ({self._unit})" if self._unit else ""
        rows = []
        for bar in self._bars:
            values = {part.key: part.value for part in bar.parts}
            rows.append((bar.label, *(values.get(key, 0) for key in keys)))
        return (self.tr("bar"), *(label + unit for label in keys.values())), rows
