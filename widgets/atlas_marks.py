"""The mark of a source: its kind is the shape, its ring the filling, its ledger the colour, kinship the ring around.

Shapes and fillings are those of the timeline. A triangle inside: its technique can be run.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from citations.records import CANON, Source
from widgets.atlas_scene import CLOSE
from widgets.colour_math import mix
from widgets.lineage_delegate import kin_colour
from widgets.lineage_marks import draw_mark, mark_colour
from widgets.lineage_model import Kin
from widgets.palette import DataColours

FAINT = 0.4  # how much of its colour a dimmed mark keeps


def draw_ring(painter: QPainter, centre: QPointF, radius: float, kin: Kin, own: DataColours) -> None:
    """Around kin: thick for the selected source and its next of kin, thin farther along."""
    close = kin in CLOSE
    painter.setPen(QPen(kin_colour(own, kin), (2.2 if kin is Kin.SELECTED else 1.8) if close else 1.1))
    painter.setBrush(own.surface)
    reach = radius + (4.2 if kin is Kin.SELECTED else 3.2 if close else 2.6)
    painter.drawEllipse(centre, reach, reach)


def draw_source(
    painter: QPainter, source: Source, centre: QPointF, radius: float, own: DataColours, *, faint: bool, runs: bool
) -> None:
    """The mark itself."""
    colour = mark_colour(own, source)
    if faint:
        colour = mix(own.surface, colour, FAINT)
    draw_mark(painter, source.kind, source.ring, centre, radius, colour, own.surface)
    if runs and radius > 3.4 and source.ring == CANON:
        draw_inner_play(painter, centre, radius, own.surface if faint else own.ink(colour))


def draw_ghost(painter: QPainter, centre: QPointF, radius: float, own: DataColours) -> None:
    """A source that the filter left out: there, but no more than that."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mix(own.surface, own.hue["grey"], 0.38))
    painter.drawEllipse(centre, radius * 0.36, radius * 0.36)


def draw_chosen(painter: QPainter, centre: QPointF, radius: float, own: DataColours) -> None:
    """Corners around a source of the selection of several."""
    reach, arm = radius + 6.0, 4.5
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(own.text, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    for across in (-1, 1):
        for down in (-1, 1):
            corner = centre + QPointF(across * reach, down * reach)
            painter.drawPolyline(
                QPolygonF([corner - QPointF(across * arm, 0), corner, corner - QPointF(0, down * arm)])
            )


def draw_step(painter: QPainter, centre: QPointF, number: int, size: float, own: DataColours) -> None:
    """The number of a step of a path, above its mark."""
    text = str(number)
    width = max(size, painter.fontMetrics().horizontalAdvance(text) + size * 0.5)
    box = QRectF(centre.x() - width / 2, centre.y() - size / 2, width, size)
    painter.setPen(QPen(own.surface, 1.4))
    painter.setBrush(own.text)
    painter.drawRoundedRect(box, size / 2, size / 2)
    painter.setPen(own.surface)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def draw_inner_play(painter: QPainter, centre: QPointF, radius: float, colour: QColor) -> None:
    size = radius * 0.48
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    x, y = centre.x(), centre.y()
    painter.drawPolygon(
        QPolygonF([QPointF(x - size * 0.7, y - size), QPointF(x + size, y), QPointF(x - size * 0.7, y + size)])
    )
