"""The mark of a source: its kind is the shape, its ring the filling, its ledger the colour, kinship the ring around.

Shapes and fillings are those of the timeline. A triangle inside: its technique can be run.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from citations.records import CANON
from widgets.atlas_scene import CLOSE
from widgets.colour_math import mix
from widgets.lineage_delegate import kin_colour
from widgets.lineage_marks import draw_mark
from widgets.lineage_model import Kin
from widgets.palette import DataColours

FAINT = 0.4  # how much of its colour a dimmed mark keeps


class Look(NamedTuple):
    """All that decides how a mark looks; equal looks are drawn alike."""

    kind: str
    ring: int
    ledger: str
    kin: Kin = Kin.NONE
    ghost: bool = False  # the filter left it out
    faint: bool = False
    runs: bool = False
    on_path: bool = False
    chosen: bool = False


def reach_of(radius: float) -> float:
    """How far from its centre anything of a mark is drawn."""
    return radius * 1.5 + 9


def draw_look(painter: QPainter, look: Look, centre: QPointF, radius: float, own: DataColours) -> None:
    """A mark with its ring."""
    if look.ghost:
        draw_ghost(painter, centre, radius, own)
        return
    if look.kin is not Kin.NONE:
        draw_ring(painter, centre, radius, look.kin, own)
    elif look.on_path:
        painter.setPen(QPen(own.text, 2))
        painter.setBrush(own.surface)
        painter.drawEllipse(centre, radius + 3, radius + 3)
    draw_source(painter, look, centre, radius * (1.15 if look.kin is Kin.SELECTED else 1.0), own)
    if look.chosen:
        draw_chosen(painter, centre, radius, own)


def draw_ring(painter: QPainter, centre: QPointF, radius: float, kin: Kin, own: DataColours) -> None:
    """Around kin: thick for the selected source and its next of kin, thin farther along."""
    close = kin in CLOSE
    painter.setPen(QPen(kin_colour(own, kin), (2.2 if kin is Kin.SELECTED else 1.8) if close else 1.1))
    painter.setBrush(own.surface)
    reach = radius + (4.2 if kin is Kin.SELECTED else 3.2 if close else 2.6)
    painter.drawEllipse(centre, reach, reach)


def draw_source(painter: QPainter, look: Look, centre: QPointF, radius: float, own: DataColours) -> None:
    """The mark itself, without a ring."""
    colour = own.ledger.get(look.ledger, own.hue["grey"])
    if look.faint:
        colour = mix(own.surface, colour, FAINT)
    draw_mark(painter, look.kind, look.ring, centre, radius, colour, own.surface)
    if look.runs and radius > 3.4 and look.ring == CANON:
        draw_inner_play(painter, centre, radius, own.surface if look.faint else own.ink(colour))


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
