"""Paints a picture of curves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot_data import Limit, Line, Mark, Region
from widgets.lab_plot_frame import CurveFrame
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_plot_paint import colour_of, fill_area, line_pen, text_height
from widgets.lab_plot_words import Places
from widgets.palette import DataColours
from widgets.shapes import draw_shape
from widgets.stage_axes import draw_horizontal, draw_vertical

_LONGEST = 20_000.0  # px of a curve that words are kept clear of


def entries_of(frame: CurveFrame) -> list[KeyEntry]:
    """The key: one entry per line; none for a single line."""
    if len(frame.lines) < 2:
        return []
    return [
        KeyEntry(line.label, line.hue, style="" if line.style == "points" else line.style, shape=_dot(line))
        for line in frame.lines
        if line.label
    ]


def _dot(line: Line) -> str:
    return (line.shape or "disc") if line.style == "points" else ""


def plot_of(frame: CurveFrame, room: QRectF) -> QRectF:
    """The inside of the axes."""
    x_axis, y_axis = frame.axes()
    line = text_height()
    head = key_height(room.width(), entries_of(frame))
    top = head + 1.5 * line + 2 if frame.y.label else head + line / 2
    last = QFontMetricsF(ui_font(-1)).horizontalAdvance(x_axis.text(x_axis.ticks[-1])) / 2
    right = max(10 * scale(), last - (1 - x_axis.at(x_axis.ticks[-1])) * room.width() + 2)
    return room.adjusted(y_axis.widest() + 10, top, -right, -(2 if frame.x.label else 1) * line - 8)


def paint_frame(painter: QPainter, frame: CurveFrame, room: QRectF, plot: QRectF, own: DataColours) -> None:
    """Key, axes and their names."""
    x_axis, y_axis = frame.axes()
    draw_key(painter, room.topLeft(), room.width(), entries_of(frame), own)
    draw_vertical(painter, plot, y_axis, own)
    draw_horizontal(painter, plot, x_axis, own)
    painter.setPen(own.muted)
    painter.setFont(ui_font(-1))
    head = QRectF(room.left(), plot.top() - 1.5 * text_height() - 2, room.width(), text_height())
    painter.drawText(head, Qt.AlignmentFlag.AlignLeft, y_axis.title(frame.y.label))
    painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, x_axis.title(frame.x.label))
    painter.setPen(QPen(own.muted, 1.2))
    painter.drawLine(plot.bottomLeft(), plot.bottomRight())


def paint_inside(painter: QPainter, frame: CurveFrame, plot: QRectF, own: DataColours, dragging: bool) -> None:
    """Regions, curves, limits, marks and the working point, clipped to the axes; words that keep clear of another."""
    words = Places(plot, _along(frame, plot))
    painter.save()
    painter.setClipRect(plot.adjusted(-1, -1, 1, 1))
    for region in frame.regions:
        _region(painter, frame, region, plot, own)
    for line in frame.lines:
        _under(painter, frame, line, plot, own)
    for line in frame.lines:
        _line(painter, frame, line, plot, own)
    painter.restore()
    if frame.point is not None:
        _point(painter, frame, plot, own, dragging, words)
    for limit in frame.x_limits:
        _upright(painter, frame, limit, plot, own, words)
    for limit in frame.y_limits:
        _level(painter, frame, limit, plot, own, words)
    for mark in frame.marks:
        _mark(painter, frame, mark, plot, own, words)
    for region in frame.regions:
        _region_words(painter, frame, region, plot, own, words)


def _along(frame: CurveFrame, plot: QRectF) -> NDArray[np.float64]:
    """Points every few px along the curves."""
    found = [np.zeros((0, 2))]
    for line in frame.lines:
        places = frame.places(plot, line.x, line.y)
        places = places[np.isfinite(places).all(axis=1)]
        if line.style == "points" or len(places) < 2:
            found.append(places)
            continue
        lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(places, axis=0).T))])
        at = np.arange(0.0, min(float(lengths[-1]), _LONGEST), 4.0)
        found.append(np.column_stack([np.interp(at, lengths, places[:, axis]) for axis in (0, 1)]))
    return np.concatenate(found)


def _path(places: NDArray[np.float64]) -> QPainterPath:
    path, started = QPainterPath(), False
    for x, y in places:
        if not (np.isfinite(x) and np.isfinite(y)):
            started = False
        elif started:
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
            started = True
    return path


def _between(low: NDArray[np.float64], high: NDArray[np.float64]) -> QPainterPath:
    """The area between two lines of equal length, broken where either is."""
    path = QPainterPath()
    fine = np.isfinite(low).all(axis=1) & np.isfinite(high).all(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], fine, [False]])))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        points = [*high[start:end], *low[start:end][::-1]]
        path.moveTo(*points[0])
        for x, y in points[1:]:
            path.lineTo(x, y)
        path.closeSubpath()
    return path


def region_path(frame: CurveFrame, region: Region, plot: QRectF) -> QPainterPath:
    count = len(region.x)
    low = frame.places(plot, region.x, region.low if region.low is not None else [np.nan] * count)
    high = frame.places(plot, region.x, region.high if region.high is not None else [np.nan] * count)
    if region.low is None:
        low[:, 1] = plot.bottom()
    if region.high is None:
        high[:, 1] = plot.top()
    box = QPainterPath()
    box.addRect(plot)
    return _between(low, high).intersected(box)


def _pale(hue: str, own: DataColours, alpha: int) -> QColor:
    colour = QColor(colour_of(hue, own))
    colour.setAlpha(alpha)
    return colour


def _region(painter: QPainter, frame: CurveFrame, region: Region, plot: QRectF, own: DataColours) -> None:
    fill_area(painter, region_path(frame, region, plot), _pale(region.hue, own, 40), region.hatch, own)


def _region_words(
    painter: QPainter, frame: CurveFrame, region: Region, plot: QRectF, own: DataColours, words: Places
) -> None:
    """The name in the region's middle, or as near to it as there is room."""
    path = region_path(frame, region, plot)
    if not region.label or path.isEmpty():
        return
    font = ui_font(-0.5, QFont.Weight.DemiBold)
    colour = own.readable(colour_of(region.hue, own), mix(own.window, colour_of(region.hue, own), 0.16))
    words.inside(painter, path, region.label, font, colour, own)


def _under(painter: QPainter, frame: CurveFrame, line: Line, plot: QRectF, own: DataColours) -> None:
    """Band and fill of a line."""
    if line.band is not None:
        low, high = (frame.places(plot, line.x, edge) for edge in line.band)
        fill_area(painter, _between(low, high), _pale(line.hue, own, 50), "", own)
    if line.fill:
        edge = frame.places(plot, line.x, line.y)
        other = edge.copy()
        other[:, 1] = plot.bottom() if line.fill == "below" else plot.top()
        fill_area(painter, _between(other, edge), _pale(line.hue, own, 40), "", own)


def _line(painter: QPainter, frame: CurveFrame, line: Line, plot: QRectF, own: DataColours) -> None:
    places = frame.places(plot, line.x, line.y)
    if line.style != "points":
        painter.setPen(line_pen(line.hue, line.style, line.width, own))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(_path(places))
    shape = line.shape or ("disc" if line.style == "points" else "")
    if shape:
        for x, y in places:
            if np.isfinite(x) and np.isfinite(y):
                draw_shape(painter, shape, QPointF(x, y), 4 * scale(), colour_of(line.hue, own), own.surface)


def _upright(
    painter: QPainter, frame: CurveFrame, limit: Limit, plot: QRectF, own: DataColours, words: Places
) -> None:
    axis, _ = frame.axes()
    if not axis.low <= limit.value <= axis.high:
        return
    x, colour = plot.left() + axis.at(limit.value) * plot.width(), own.readable(colour_of(limit.hue, own))
    painter.setPen(QPen(colour, 1.6 * scale(), Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
    words.beside(painter, QPointF(x, plot.top() + text_height() * 0.7), limit.label, ui_font(-0.5), colour, own)


def _level(painter: QPainter, frame: CurveFrame, limit: Limit, plot: QRectF, own: DataColours, words: Places) -> None:
    _, axis = frame.axes()
    if not axis.low <= limit.value <= axis.high:
        return
    y, colour = plot.bottom() - axis.at(limit.value) * plot.height(), own.readable(colour_of(limit.hue, own))
    painter.setPen(QPen(colour, 1.6 * scale(), Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
    width = QFontMetricsF(ui_font(-0.5)).horizontalAdvance(limit.label)
    place = QPointF(plot.right() - width - 14, y - text_height() * 0.7)
    words.beside(painter, place, limit.label, ui_font(-0.5), colour, own)


def _mark(painter: QPainter, frame: CurveFrame, mark: Mark, plot: QRectF, own: DataColours, words: Places) -> None:
    x, y = frame.places(plot, [mark.x], [mark.y])[0]
    if not plot.adjusted(-3, -3, 3, 3).contains(QPointF(x, y)):
        return
    colour = colour_of(mark.hue, own)
    if mark.error is not None:
        ends = frame.places(plot, [mark.x] * 2, [mark.y - mark.error[0], mark.y + mark.error[1]])[:, 1]
        painter.setPen(QPen(own.readable(colour), 1.6 * scale()))
        painter.drawLine(QPointF(x, ends[0]), QPointF(x, ends[1]))
        for end in ends:
            painter.drawLine(QPointF(x - 4 * scale(), end), QPointF(x + 4 * scale(), end))
    draw_shape(painter, mark.shape, QPointF(x, y), 5.5 * scale(), colour, own.surface)
    words.beside(painter, QPointF(x, y), mark.label, ui_font(-0.5), own.readable(colour), own)


def _point(
    painter: QPainter, frame: CurveFrame, plot: QRectF, own: DataColours, dragging: bool, words: Places
) -> None:
    point = frame.point
    if point is None:
        return
    x, y = frame.places(plot, [point.x], [point.y])[0]
    if not (np.isfinite(x) and np.isfinite(y)):
        return
    outside = not plot.adjusted(-1, -1, 1, 1).contains(QPointF(x, y))
    place = QPointF(max(plot.left(), min(x, plot.right())), max(plot.top(), min(y, plot.bottom())))
    colour, unit = colour_of(point.hue, own), scale()
    guide = QPen(mix(own.surface, colour, 0.7), 1, Qt.PenStyle.DotLine)
    painter.setPen(guide)
    painter.drawLine(QPointF(place.x(), plot.bottom()), place)
    painter.drawLine(QPointF(plot.left(), place.y()), place)
    if point.moves_x or point.moves_y:
        halo = QColor(colour)
        halo.setAlpha(110 if dragging else 60)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(halo)
        painter.drawEllipse(place, 12 * unit, 12 * unit)
    draw_shape(painter, "ring" if outside else "disc", place, 7 * unit, colour, own.surface)
    words.beside(painter, place, point.label, ui_font(-0.5, QFont.Weight.Bold), own.readable(colour), own)
