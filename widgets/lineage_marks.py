"""The marks of a source wherever sources are listed: its shape tells the kind, its filling the ring.

Disc = paper, square = repository, diamond = report.
Filled = primary source, hollow = neighbour, half = the user's own.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from citations.records import NEIGHBOUR, OWN, Source
from widgets.palette import DataColours


def kind_path(kind: str, centre: QPointF, radius: float) -> QPainterPath:
    """The outline of a kind's shape, all of about the same area."""
    return _outline(kind, round(radius, 2)).translated(centre)


@lru_cache(maxsize=128)
def _outline(kind: str, radius: float) -> QPainterPath:
    path = QPainterPath()
    if kind == "repository":
        side = radius * 0.92
        path.addRoundedRect(QRectF(-side, -side, 2 * side, 2 * side), 1.5, 1.5)
    elif kind == "report":
        reach = radius * 1.28
        path.addPolygon(QPolygonF([QPointF(0, -reach), QPointF(reach, 0), QPointF(0, reach), QPointF(-reach, 0)]))
        path.closeSubpath()
    else:
        path.addEllipse(QPointF(0, 0), radius, radius)
    return path


def draw_mark(
    painter: QPainter, kind: str, ring: int, centre: QPointF, radius: float, colour: QColor, ground: QColor
) -> None:
    """The mark on `ground`. The painter should be antialiased; its pen and brush are lost."""
    path = kind_path(kind, centre, radius)
    if ring not in (NEIGHBOUR, OWN):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPath(path)
        return
    line = max(radius * 0.36, 1.3)
    path = kind_path(kind, centre, radius - line / 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawPath(path)
    if ring == OWN:
        half = QPainterPath()
        half.addRect(QRectF(centre.x() - 2 * radius, centre.y() - 2 * radius, 2 * radius, 4 * radius))
        painter.setBrush(colour)
        painter.drawPath(path.intersected(half))
    painter.setPen(QPen(colour, line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)


def mark_colour(own: DataColours, source: Source) -> QColor:
    """The colour of the main ledger, grey for a source that was filed under none."""
    return own.ledger.get(source.primary_ledger, own.hue["grey"])


def draw_play(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    """The mark of what can be run."""
    x, y = centre.x(), centre.y()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(
        QPolygonF([QPointF(x - size * 0.7, y - size), QPointF(x + size, y), QPointF(x - size * 0.7, y + size)])
    )


def draw_way(painter: QPainter, centre: QPointF, size: float, up: bool, filled: bool, colour: QColor) -> None:
    """The mark of kin: up for ancestors and down for descendants; filled when the step is direct."""
    turn = -1.0 if up else 1.0
    x, y = centre.x(), centre.y()
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    tip, base = y + turn * size * 0.8, y - turn * size * 0.7
    painter.drawPolygon(QPolygonF([QPointF(x, tip), QPointF(x - size * 0.9, base), QPointF(x + size * 0.9, base)]))
