"""What tells series apart on the experiment stage: a colour, and a hatch (areas) or a dash and a shape (lines)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.shapes import draw_shape

_HUES = ("blue", "orange", "green", "purple", "sky", "vermillion", "grey")
_HATCHES = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.Dense6Pattern,
    Qt.BrushStyle.FDiagPattern,
    Qt.BrushStyle.HorPattern,
    Qt.BrushStyle.DiagCrossPattern,
    Qt.BrushStyle.VerPattern,
)
_DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 2.5), (8, 3, 2, 3), (10, 4), (4, 2), (1, 2))
_SHAPES = ("disc", "square", "triangle-up", "diamond", "triangle-down", "plus", "cross")


def series_colour(own: DataColours, number: int) -> QColor:
    return own.hue[_HUES[number % len(_HUES)]]


def fill_series(painter: QPainter, box: QRectF, own: DataColours, number: int) -> None:
    """An area of a series: its colour, hatched from the second series on."""
    colour = series_colour(own, number)
    hatch = _HATCHES[number % len(_HATCHES)]
    painter.setPen(QPen(colour, 1.2))
    if hatch is Qt.BrushStyle.SolidPattern:
        painter.setBrush(colour)
    else:
        painter.setBrush(mix(own.surface, colour, 0.45))
        painter.drawRoundedRect(box, 2, 2)
        painter.setBrush(QBrush(colour, hatch))
    painter.drawRoundedRect(box, 2, 2)


def line_pen(own: DataColours, number: int, expected: bool = False) -> QPen:
    """The pen of a curve; what a formula expects is drawn broad and pale."""
    colour = series_colour(own, number)
    if expected:
        return QPen(mix(own.surface, colour, 0.4), 5.0 * scale(), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    pen = QPen(colour, 2.0 * scale())
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    dash = _DASHES[number % len(_DASHES)]
    if dash:
        pen.setDashPattern(dash)
    return pen


def draw_point(painter: QPainter, centre: QPointF, own: DataColours, number: int) -> None:
    shape = _SHAPES[number % len(_SHAPES)]
    draw_shape(painter, shape, centre, 4.0 * scale(), series_colour(own, number), own.surface)


def draw_swatch(painter: QPainter, box: QRectF, own: DataColours, number: int, kind: str) -> None:
    """The mark of a series in a legend. `kind`: area, line, points or expected."""
    if kind == "area":
        fill_series(painter, box.adjusted(2, 1, -2, -1), own, number)
    elif kind == "points":
        draw_point(painter, box.center(), own, number)
    else:
        painter.setPen(line_pen(own, number, kind == "expected"))
        painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()))


def draw_legend(
    painter: QPainter, room: QRectF, own: DataColours, entries: Sequence[tuple[str, int, tuple[str, ...]]]
) -> float:
    """Entries (text, number of the series, kinds of marks) from the top left, wrapped; returns the height taken."""
    unit, font = scale(), ui_font(-0.5)
    metrics = QFontMetricsF(font)
    x, y, line = room.left(), room.top(), metrics.height() + 4
    for text, number, kinds in entries:
        length = 24 * unit + metrics.horizontalAdvance(text) + 16 * unit
        if x > room.left() and x + length > room.right():
            x, y = room.left(), y + line
        for kind in kinds:
            draw_swatch(painter, QRectF(x, y + line / 2 - 6 * unit, 18 * unit, 12 * unit), own, number, kind)
        painter.setFont(font)
        painter.setPen(own.text)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.right() - x - 24 * unit)
        painter.drawText(QPointF(x + 24 * unit, y + (line + metrics.ascent() - metrics.descent()) / 2), shown)
        x += length
    return y + line - room.top() if entries else 0.0
