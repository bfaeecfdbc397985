"""Curves over one pair of axes, with regions, limits, marks, and a point that can be moved."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from widgets.fonts import scale
from widgets.lab_plot import REACH, LabPlot, Target
from widgets.lab_plot_curves_paint import paint_frame, paint_inside, plot_of
from widgets.lab_plot_data import AxisSpec, Limit, Line, Mark, Region, WorkingPoint
from widgets.lab_plot_frame import CurveFrame
from widgets.lab_plot_paint import said, value_at
from widgets.palette import DataColours

_MOST_TARGETS = 200  # values of one line that the cursor walks along
_STEP = 0.01  # of an axis, by which a key moves the point


class CurvePlot(LabPlot):
    """`pointMoved(x, y)` while the working point is dragged, or moved by Shift and arrows; `pointReleased()` after.

    Plain arrows walk along the curves' values.
    """

    pointMoved = Signal(float, float)
    pointReleased = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._frame = CurveFrame()
        self._dragging = False

    def setCurves(
        self,
        lines: Sequence[Line],
        x: AxisSpec,
        y: AxisSpec,
        *,
        regions: Sequence[Region] = (),
        marks: Sequence[Mark] = (),
        x_limits: Sequence[Limit] = (),
        y_limits: Sequence[Limit] = (),
        point: WorkingPoint | None = None,
    ) -> None:
        """`x_limits` are upright lines at a value of x, `y_limits` level ones at a value of y."""
        self._frame = CurveFrame(
            tuple(lines), x, y, tuple(regions), tuple(marks), tuple(x_limits), tuple(y_limits), point
        )
        self.changed()

    def isEmpty(self) -> bool:
        return not self._frame.lines and not self._frame.marks and not self._frame.regions

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        plot = plot_of(self._frame, room)
        paint_frame(painter, self._frame, room, plot, own)
        paint_inside(painter, self._frame, plot, own, self._dragging)

    def layTargets(self, room: QRectF) -> list[Target]:
        frame, plot, found = self._frame, plot_of(self._frame, room), []
        for row, line in enumerate(frame.lines):
            places = frame.places(plot, line.x, line.y)
            inside = [n for n, (x, y) in enumerate(places) if _within(plot, x, y)]
            for number in _spread(inside):
                text = (
                    f"{line.label}: {said(frame.y, line.y[number])} · {frame.x.label} {said(frame.x, line.x[number])}"
                )
                found.append(Target(QPointF(*places[number]), text, row))
        row = len(frame.lines)
        for mark in sorted(frame.marks, key=lambda mark: mark.x):
            x, y = frame.places(plot, [mark.x], [mark.y])[0]
            if _within(plot, x, y):
                found.append(Target(QPointF(x, y), frame.said_mark(mark), row))
        if frame.point is not None and (place := self._point_place(plot)) is not None:
            found.append(Target(place, frame.said_point(frame.point), row + 1))
        return found

    def lines(self) -> list[str]:
        return self._frame.words()

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        return self._frame.table()

    def plot(self) -> QRectF:
        """The inside of the axes."""
        return plot_of(self._frame, self.room())

    # --- the working point ---------------------------------------------------------------------------------------

    def _point_place(self, plot: QRectF) -> QPointF | None:
        point = self._frame.point
        if point is None:
            return None
        x, y = self._frame.places(plot, [point.x], [point.y])[0]
        if not (np.isfinite(x) and np.isfinite(y)):
            return None
        return QPointF(max(plot.left(), min(x, plot.right())), max(plot.top(), min(y, plot.bottom())))

    def movePoint(self, place: QPointF) -> None:
        """The working point is wanted at a place of the widget."""
        point, plot = self._frame.point, self.plot()
        if point is None:
            return
        x_axis, y_axis = self._frame.axes()
        x = value_at(x_axis, (place.x() - plot.left()) / plot.width()) if point.moves_x else point.x
        y = value_at(y_axis, (plot.bottom() - place.y()) / plot.height()) if point.moves_y else point.y
        if (x, y) != (point.x, point.y):
            self.pointMoved.emit(x, y)

    def _movable(self) -> bool:
        point = self._frame.point
        return point is not None and (point.moves_x or point.moves_y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._point_place(self.plot()) if self._movable() else None
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            away = event.position() - place
            if np.hypot(away.x(), away.y()) <= REACH * scale():
                self._dragging = True
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self._hover(-1)
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self.movePoint(event.position())
            return
        place = (
            self._point_place(plot_of(self._frame, self.room())) if self._movable() and not self.isEmpty() else None
        )
        away = QPointF(1e9, 0) if place is None else event.position() - place
        near = np.hypot(away.x(), away.y()) <= REACH * scale()
        self.setCursor(Qt.CursorShape.OpenHandCursor if near else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._dragging = False
            self.setCursor(Qt.CursorShape.OpenHandCursor)
            self.update()
            self.pointReleased.emit()
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        steps = {keys.Key_Left: (-1, 0), keys.Key_Right: (1, 0), keys.Key_Up: (0, 1), keys.Key_Down: (0, -1)}
        step = steps.get(keys(event.key()))
        shifted = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        if step is None or not shifted or not self._movable():
            super().keyPressEvent(event)
            return
        plot = self.plot()
        place = self._point_place(plot)
        if place is not None:
            self.movePoint(place + QPointF(step[0] * plot.width() * _STEP, -step[1] * plot.height() * _STEP))
            self.pointReleased.emit()


def _within(plot: QRectF, x: float, y: float) -> bool:
    return bool(np.isfinite(x) and np.isfinite(y)) and plot.adjusted(-2, -2, 2, 2).contains(QPointF(x, y))


def _spread(numbers: list[int]) -> list[int]:
    """At most so many of them, the first and the last among them."""
    if len(numbers) <= _MOST_TARGETS:
        return numbers
    return [numbers[round(place)] for place in np.linspace(0, len(numbers) - 1, _MOST_TARGETS)]
