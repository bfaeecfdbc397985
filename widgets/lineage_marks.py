"""The mark of a source wherever sources are listed: its shape tells the kind, its filling the ring.

Disc = paper, square = repository, diamond = report.
Filled = primary source, hollow = neighbour, half = the user's own.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from citations.records import NEIGHBOUR, OWN, Source
from widgets.palette import DataColours


def kind_path(kind: str, centre: QPointF, radius: float) -> QPainterPath:
    """The outline of a kind's shape, all of about the same area."""
    path = QPainterPath()
    if kind == "repository":
        side = radius * 0.92
        path.addRoundedRect(QRectF(centre.x() - side, centre.y() - side, 2 * side, 2 * side), 1.5, 1.5)
    elif kind == "report":
        reach, x, y = radius * 1.28, centre.x(), centre.y()
        path.addPolygon(
            QPolygonF([QPointF(x, y - reach), QPointF(x + reach, y), QPointF(x, y + reach), QPointF(x - reach, y)])
        )
        path.closeSubpath()
    else:
        path.addEllipse(centre, radius, radius)
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
