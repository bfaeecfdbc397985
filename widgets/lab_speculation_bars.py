"""Upright bars by token or by position: laws side by side, what they have in common, and what was counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from widgets.fonts import scale, ui_font
from widgets.lab_plot import LabPlot, Target
from widgets.lab_plot_data import AxisSpec
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_plot_paint import colour_of, fill_box, make_axis, said, text_height, value_at
from widgets.palette import DataColours
from widgets.shapes import draw_shape
from widgets.stage_axes import Axis

_STEP = 0.01  # by which Shift and an arrow move a bar
_REACH = 10.0  # px at scale 1 around the end of a bar that can be dragged


@dataclass(frozen=True)
class BarSeries:
    """One value per category. With a `shape` it is drawn as marks over the bars instead of a bar of its own."""

    key: str
    label: str
    values: Sequence[float]
    hue: str
    hatch: str = ""
    shape: str = ""


@dataclass(frozen=True)
class Common:
    """What two series share is shaded across both bars."""

    first: str
    second: str
    label: str
    hue: str = "green"
    hatch: str = "/"


@dataclass(frozen=True)
class Rest:
    """What a series lacks up to `whole`, drawn on top of its bars."""

    key: str
    label: str
    whole: float = 1.0
    hue: str = "purple"
    hatch: str = "x"


class CategoryBars(LabPlot):
    """`valueMoved(category, value)` while a bar of the movable series is dragged, or moved by Shift and an arrow;
    `valueReleased()` after."""

    valueMoved = Signal(int, float)
    valueReleased = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._categories: tuple[str, ...] = ()
        self._series: tuple[BarSeries, ...] = ()
        self._axis = AxisSpec("")
        self._x_label = ""
        self._common: Common | None = None
        self._rest: Rest | None = None
        self._movable = ""
        self._dragged = -1

    def setBars(
        self,
        categories: Sequence[str],
        series: Sequence[BarSeries],
        axis: AxisSpec,
        *,
        x_label: str = "",
        common: Common | None = None,
        rest: Rest | None = None,
        movable: str = "",
    ) -> None:
        """`movable` is the key of the series whose bars can be dragged."""
        self._categories, self._series, self._axis = tuple(categories), tuple(series), axis
        self._x_label, self._common, self._rest, self._movable = x_label, common, rest, movable
        self.changed()

    def isEmpty(self) -> bool:
        return not self._categories or not self._series

    # --- layout --------------------------------------------------------------------------------------------------

    def _upright(self) -> list[BarSeries]:
        return [one for one in self._series if not one.shape]

    def _scale(self) -> Axis:
        values = [float(value) for one in self._series for value in one.values]
        top = self._axis.high if self._axis.high is not None else max(values, default=1.0) * 1.08
        return make_axis(AxisSpec(self._axis.label, self._axis.unit, low=0.0, high=top or 1.0), values, 4)

    def _entries(self) -> list[KeyEntry]:
        found = [KeyEntry(one.label, one.hue, one.hatch, shape=one.shape) for one in self._series]
        if self._common is not None:
            found.append(KeyEntry(self._common.label, self._common.hue, self._common.hatch))
        if self._rest is not None:
            found.append(KeyEntry(self._rest.label, self._rest.hue, self._rest.hatch))
        return found

    def _plot(self, room: QRectF) -> QRectF:
        metrics, axis = QFontMetricsF(ui_font(-1)), self._scale()
        left = max(metrics.horizontalAdvance(axis.text(tick)) for tick in axis.ticks) + 8 * scale()
        top = key_height(room.width(), self._entries()) + 6
        return room.adjusted(left, top, -2, -text_height() * (2 if self._x_label else 1) - 4)

    def _slot(self, plot: QRectF, category: int) -> QRectF:
        wide = plot.width() / len(self._categories)
        return QRectF(plot.left() + category * wide, plot.top(), wide, plot.height())

    def _box(self, plot: QRectF, category: int, key: str, axis: Axis) -> QRectF:
        """A bar, from the ground up."""
        upright = self._upright()
        number = next(n for n, one in enumerate(upright) if one.key == key)
        slot = self._slot(plot, category)
        wide = slot.width() * 0.82 / len(upright)
        tall = axis.at(float(upright[number].values[category])) * plot.height()
        return QRectF(slot.left() + slot.width() * 0.09 + number * wide, plot.bottom() - tall, wide, tall)

    def layTargets(self, room: QRectF) -> list[Target]:
        plot, axis, found = self._plot(room), self._scale(), []
        for row, one in enumerate(self._series):
            for category in range(len(self._categories)):
                text = self._said(one, category)
                if one.shape:
                    found.append(Target(self._mark(plot, one, category, axis), text, row))
                else:
                    box = self._box(plot, category, one.key, axis)
                    found.append(Target(QPointF(box.center().x(), box.top()), text, row, box))
        return found

    def _mark(self, plot: QRectF, one: BarSeries, category: int, axis: Axis) -> QPointF:
        middle = self._slot(plot, category).center().x()
        return QPointF(middle, plot.bottom() - axis.at(float(one.values[category])) * plot.height())

    def _said(self, one: BarSeries, category: int) -> str:
        return f"{self._categories[category]} · {one.label}: {said(self._axis, float(one.values[category]))}"

    # --- paint ---------------------------------------------------------------------------------------------------

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        plot, axis = self._plot(room), self._scale()
        draw_key(painter, room.topLeft(), room.width(), self._entries(), own)
        self._paint_axis(painter, room, plot, axis, own)
        for category in range(len(self._categories)):
            for one in self._upright():
                box = self._box(plot, category, one.key, axis)
                if self._rest is not None and self._rest.key == one.key:
                    top = plot.bottom() - axis.at(self._rest.whole) * plot.height()
                    rest = QRectF(box.left(), top, box.width(), box.top() - top)
                    fill_box(painter, rest, self._rest.hue, self._rest.hatch, own)
                fill_box(painter, box, one.hue, one.hatch, own)
            self._paint_common(painter, plot, category, axis, own)
        for one in (one for one in self._series if one.shape):
            for category in range(len(self._categories)):
                place = self._mark(plot, one, category, axis)
                draw_shape(painter, one.shape, place, 5 * scale(), colour_of(one.hue, own), own.surface)
        painter.setPen(QPen(own.border, 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())

    def _paint_common(self, painter: QPainter, plot: QRectF, category: int, axis: Axis, own: DataColours) -> None:
        if self._common is None:
            return
        first = self._box(plot, category, self._common.first, axis)
        second = self._box(plot, category, self._common.second, axis)
        top = max(first.top(), second.top())
        fill_box(
            painter,
            QRectF(first.left(), top, second.right() - first.left(), plot.bottom() - top),
            self._common.hue,
            self._common.hatch,
            own,
        )

    def _paint_axis(self, painter: QPainter, room: QRectF, plot: QRectF, axis: Axis, own: DataColours) -> None:
        painter.setFont(ui_font(-1))
        metrics = QFontMetricsF(painter.font())
        for tick in axis.ticks:
            y = plot.bottom() - axis.at(tick) * plot.height()
            painter.setPen(QPen(own.border, 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(own.muted)
            place = QRectF(room.left(), y - metrics.height() / 2, plot.left() - room.left() - 5, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, axis.text(tick))
        painter.setPen(own.muted)
        for category, name in enumerate(self._categories):
            slot = self._slot(plot, category)
            place = QRectF(slot.left(), plot.bottom() + 2, slot.width(), metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
        if self._x_label:
            place = QRectF(plot.left(), room.bottom() - metrics.height(), plot.width(), metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._x_label)

    # --- moving a bar --------------------------------------------------------------------------------------------

    def _grip(self, place: QPointF) -> int:
        """The category whose movable bar ends near a position, -1 for none."""
        if not self._movable or self.isEmpty():
            return -1
        plot, axis = self._plot(self.room()), self._scale()
        for category in range(len(self._categories)):
            box = self._box(plot, category, self._movable, axis)
            near = abs(place.y() - box.top()) <= _REACH * scale()
            if near and box.left() - 2 <= place.x() <= box.right() + 2:
                return category
        return -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragged = self._grip(event.position()) if event.button() == Qt.MouseButton.LeftButton else -1
        if self._dragged < 0:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged >= 0:
            plot = self._plot(self.room())
            share = (plot.bottom() - event.position().y()) / plot.height()
            self.valueMoved.emit(self._dragged, value_at(self._scale(), share))
            return
        over = self._grip(event.position()) >= 0
        self.setCursor(Qt.CursorShape.SizeVerCursor if over else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragged >= 0:
            self._dragged = -1
            self.valueReleased.emit()
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: _STEP, Qt.Key.Key_Down: -_STEP}
        step = steps.get(Qt.Key(event.key()), 0.0)
        if step and self._movable and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            category = max(0, self.cursorTarget()) % len(self._categories)
            moved = next(one for one in self._series if one.key == self._movable)
            self.valueMoved.emit(category, max(0.0, float(moved.values[category]) + step))
            self.valueReleased.emit()
        else:
            super().keyPressEvent(event)

    # --- as text -------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        found = []
        for one in self._series:
            values = (said(self._axis, float(value)) for value in one.values)
            pairs = ", ".join(f"{name} {value}" for name, value in zip(self._categories, values, strict=True))
            found.append(f"{one.label}: {pairs}")
        return [*found, *([self._common.label] if self._common is not None else [])]

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        rows = [
            (name, *(float(one.values[category]) for one in self._series))
            for category, name in enumerate(self._categories)
        ]
        return (self._x_label, *(one.label for one in self._series)), rows
