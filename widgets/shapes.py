"""The second channel of a colour: small shapes, drawn as paths so that they stay sharp at every scale."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform

SHAPES = (
    *("disc", "ring", "square", "frame", "diamond", "diamond-frame", "triangle-up", "triangle-down"),
    *("cross", "plus", "bar", "copy", "quote", "flag"),
)


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _bars(*rectangles: tuple[float, float, float, float], turn: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for rectangle in rectangles:
        path.addRect(QRectF(*rectangle))
    return QTransform().rotate(turn).map(path.simplified())


def _hollow(outer: QPainterPath, share: float) -> QPainterPath:
    return outer.subtracted(QTransform().scale(share, share).map(outer))


def _disc() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), 0.92, 0.92)
    return path


def _quote() -> QPainterPath:
    one = _polygon((-0.1, -0.75), (0.3, -0.75), (0.3, 0.05), (-0.05, 0.75), (-0.3, 0.75), (-0.1, 0.05))
    path = QTransform().translate(-0.5, 0).map(one)
    path.addPath(QTransform().translate(0.5, 0).map(one))
    return path


@cache
def shape(name: str) -> QPainterPath:
    """The path of a shape inside the square −1..1. KeyError if there is no such shape."""
    square = _polygon((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8))
    beam, half = 0.26, 0.95
    crossed = ((-half, -beam, 2 * half, 2 * beam), (-beam, -half, 2 * beam, 2 * half))
    return {
        "disc": _disc,
        "ring": lambda: _hollow(_disc(), 0.6),
        "square": lambda: square,
        "frame": lambda: _hollow(square, 0.62),
        "diamond": lambda: _polygon((0, -1), (1, 0), (0, 1), (-1, 0)),
        "diamond-frame": lambda: _hollow(_polygon((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)), 0.5),
        "triangle-up": lambda: _polygon((0, -0.9), (0.95, 0.75), (-0.95, 0.75)),
        "triangle-down": lambda: _polygon((0, 0.9), (0.95, -0.75), (-0.95, -0.75)),
        "cross": lambda: _bars(*crossed, turn=45.0),
        "plus": lambda: _bars(*crossed),
        "bar": lambda: _bars((-half, -0.32, 2 * half, 0.64)),
        "copy": lambda: _bars((-0.9, -0.9, 1.15, 1.15), (-0.2, -0.2, 1.15, 1.15)),
        "quote": _quote,
        "flag": lambda: _polygon((-0.7, -1), (0.9, -0.45), (-0.35, 0.15), (-0.35, 1), (-0.7, 1)),
    }[name]()


def draw_shape(
    painter: QPainter, name: str, centre: QPointF, radius: float, fill: QColor, edge: QColor | None
) -> None:
    """Draw a shape of `radius` pixels; `edge` is a thin outline that keeps it visible on any ground."""
    path = QTransform().translate(centre.x(), centre.y()).scale(radius, radius).map(shape(name))
    painter.setPen(QPen(edge, 1.0) if edge is not None else Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawPath(path)
