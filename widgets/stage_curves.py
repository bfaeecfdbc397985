"""Curves over one pair of axes: lines with dashes, measured points with shapes, expectations broad and pale."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from engine.experiment import Curve, Curves
from widgets import format as write
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.stage_axes import Axis, draw_horizontal, draw_vertical
from widgets.stage_marks import draw_legend, draw_point, line_pen
from widgets.stage_words import said

_REACH = 14.0  # px from which a pointer finds a point
_MOST_MARKS = 40  # beyond this many values a line carries no marks


class CurvesStage:
    """Paints `Curves` into a rectangle; `tip` names the nearest value."""

    def __init__(self, frame: Curves) -> None:
        self._frame = frame
        xs = [curve.x for curve in frame.curves]
        ys = [curve.y for curve in frame.curves]
        self._x = Axis.over(_joined(xs).tolist(), frame.x_unit, frame.x_logarithmic, ticks=6)
        near_zero = not frame.y_logarithmic and _near_zero(_joined(ys))
        self._y = Axis.over(_joined(ys).tolist(), frame.y_unit, frame.y_logarithmic, zero=near_zero)
        self._plot = QRectF()
        names = dict.fromkeys(curve.name for curve in frame.curves)  # what has one name has one colour
        self._numbers = {name: number for number, name in enumerate(names)}

    def paint(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        frame, unit = self._frame, scale()
        if len(frame.curves) > 1:
            room = room.adjusted(0, draw_legend(painter, room, own, self._entries()) + 4, 0, 0)
        line = QFontMetricsF(ui_font(-1)).height()
        self._plot = plot = room.adjusted(self._y.widest() + 10, line + 6, -14 * unit, -2 * line - 8)
        draw_vertical(painter, plot, self._y, own)
        draw_horizontal(painter, plot, self._x, own)
        painter.setPen(own.muted)
        painter.setFont(ui_font(-1))
        painter.drawText(
            room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, self._y.title(said(frame.y_label))
        )
        painter.drawText(
            room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, self._x.title(said(frame.x_label))
        )
        for curve in sorted(frame.curves, key=lambda curve: not curve.expected):
            self._draw(painter, curve, self._numbers[curve.name], own)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(own.muted, 1.2))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())

    def _entries(self) -> list[tuple[str, int, tuple[str, ...]]]:
        """The legend: one entry per name, with the marks of all curves of that name."""
        kinds: dict[str, list[str]] = {name: [] for name in self._numbers}
        for curve in sorted(self._frame.curves, key=lambda curve: not curve.expected):
            kinds[curve.name].append(_kind(curve))
        return [(said(name), number, tuple(kinds[name])) for name, number in self._numbers.items()]

    def _draw(self, painter: QPainter, curve: Curve, number: int, own: DataColours) -> None:
        points = self._places(curve)
        if not curve.points:
            painter.setPen(line_pen(own, number, curve.expected))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(_path(points))
        if curve.points or (not curve.expected and len(points) <= _MOST_MARKS):
            for x, y in points:
                if math.isfinite(x) and math.isfinite(y):
                    draw_point(painter, QPointF(x, y), own, number)

    def _places(self, curve: Curve) -> NDArray[np.float64]:
        """The values in px, shape (n, 2); NaN where a curve is broken."""
        plot = self._plot
        x = plot.left() + _shares(self._x, curve.x) * plot.width()
        y = plot.bottom() - _shares(self._y, curve.y) * plot.height()
        return np.column_stack([x, y])

    def tip(self, place: QPointF) -> str:
        best, text = _REACH, ""
        for curve in self._frame.curves:
            points = self._places(curve)
            if not len(points):
                continue
            away = np.hypot(points[:, 0] - place.x(), points[:, 1] - place.y())
            away[~np.isfinite(away)] = np.inf
            nearest = int(np.argmin(away))
            if away[nearest] < best:
                best = float(away[nearest])
                x = write.quantity(float(curve.x[nearest]), self._frame.x_unit)
                y = write.quantity(float(curve.y[nearest]), self._frame.y_unit)
                text = f"{said(curve.name)}: {y} · {said(self._frame.x_label)} {x}"
        return text


def _kind(curve: Curve) -> str:
    return "points" if curve.points else "expected" if curve.expected else "line"


def _joined(arrays: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    return np.concatenate([np.asarray(array, dtype=float) for array in arrays]) if arrays else np.zeros(0)


def _near_zero(values: NDArray[np.float64]) -> bool:
    """Whether zero belongs on the axis: the values start low compared to their range."""
    finite = values[np.isfinite(values)]
    return bool(len(finite)) and float(finite.min()) >= 0 and float(finite.min()) <= 0.5 * float(finite.max())


def _shares(axis: Axis, values: NDArray[np.float64]) -> NDArray[np.float64]:
    values = np.asarray(values, dtype=float)
    if axis.logarithmic:
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log10(np.where(values > 0, values, np.nan))
        return (logs - math.log10(axis.low)) / math.log10(axis.high / axis.low)
    return (values - axis.low) / (axis.high - axis.low)


def _path(points: NDArray[np.float64]) -> QPainterPath:
    path, started = QPainterPath(), False
    for x, y in points:
        if not (math.isfinite(x) and math.isfinite(y)):
            started = False
        elif started:
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
            started = True
    return path
