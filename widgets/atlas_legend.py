"""The legend of the map: marks, rings, strokes and signs, all as they are drawn."""

from __future__ import annotations

from collections.abc import Callable, Set

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from citations.records import CANON, NEIGHBOUR, OWN, Basis
from widgets.atlas_edges import RELATIONS, Stroke, draw_sign, edge_pen
from widgets.atlas_marks import draw_ghost, draw_inner_play
from widgets.atlas_paint import kin_stroke
from widgets.legend import LegendEntry
from widgets.lineage_marks import draw_mark
from widgets.lineage_model import Kin
from widgets.palette import DataColours
from widgets.source_text import basis_name, kind_name, relation_name, ring_name

Draw = Callable[[QPainter, QRectF, DataColours], None]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Atlas", text)


def atlas_legend(rings: Set[int], own_edges: bool, coloured_lanes: bool) -> list[LegendEntry]:
    """Entries for what can be on the map: rings only where there is more than the canon."""
    entries = [LegendEntry(kind_name(kind), _mark(kind)) for kind in ("paper", "report", "repository")]
    entries.append(LegendEntry(_tr("can be run"), _runs, _tr("The engine can run its technique.")))
    if NEIGHBOUR in rings:
        entries.append(LegendEntry(ring_name(NEIGHBOUR), _mark("paper", NEIGHBOUR), _tr("Near the 62, not of them.")))
    if OWN in rings:
        entries.append(LegendEntry(ring_name(OWN), _mark("paper", OWN), _tr("You brought it.")))
    if not coloured_lanes:
        entries += [LegendEntry(text, _swatch(ledger)) for ledger, text in theme_names()]
    entries += [
        LegendEntry(_tr("builds on"), _line(Kin.PARENT), _tr("What the selected source builds on."), wide=True),
        LegendEntry(_tr("led to"), _line(Kin.CHILD), _tr("What builds on the selected source."), wide=True),
        LegendEntry(
            _tr("our reading"), _stroke(Basis.EDITORIAL), _tr("No source says so: we read it so."), wide=True
        ),
    ]
    if own_edges:
        entries.append(LegendEntry(basis_name(Basis.OWN), _stroke(Basis.OWN), wide=True))
    entries += [LegendEntry(relation_name(relation), _sign(relation)) for relation in RELATIONS]
    entries.append(LegendEntry(_tr("path"), _path, _tr("The numbers count its steps."), wide=True))
    entries.append(LegendEntry(_tr("filtered out"), _ghost, _tr("The filter leaves it out; its place stays.")))
    return entries


def theme_names() -> list[tuple[str, str]]:
    """One ledger of each hue and what its ledgers are about, for lanes that have no colour of their own."""
    return [
        ("request", _tr("service and cost")),
        ("weights", _tr("memory")),
        ("prefill", _tr("computing")),
        ("parallelism", _tr("many machines")),
    ]


def _mark(kind: str, ring: int = CANON) -> Draw:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        draw_mark(painter, kind, ring, rect.center(), rect.height() * 0.42, own.muted, own.surface)

    return draw


def _runs(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    radius = rect.height() * 0.52
    draw_mark(painter, "paper", CANON, rect.center(), radius, own.muted, own.surface)
    draw_inner_play(painter, rect.center(), radius, own.surface)


def _path(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    painter.setPen(QPen(own.text, 3.4))
    painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()))


def _ghost(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    draw_ghost(painter, rect.center(), rect.height() * 0.7, own)


def _swatch(ledger: str) -> Draw:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        painter.setPen(QPen(own.surface, 0))
        painter.setBrush(own.ledger[ledger])
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 2, 2)

    return draw


def _line(kin: Kin) -> Draw:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        stroke = kin_stroke(kin, own)
        middle, tip = rect.center().y(), rect.right()
        painter.setPen(QPen(stroke.colour, 2))
        painter.drawLine(QPointF(rect.left(), middle), QPointF(tip - 5, middle))
        painter.setBrush(stroke.colour)
        painter.drawPolygon([QPointF(tip, middle), QPointF(tip - 5, middle - 3), QPointF(tip - 5, middle + 3)])

    return draw


def _stroke(basis: Basis) -> Draw:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        painter.setPen(edge_pen(own.muted, 1.6, basis))
        painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()))

    return draw


def _sign(relation: str) -> Draw:
    def draw(painter: QPainter, rect: QRectF, own: DataColours) -> None:
        draw_sign(painter, relation, rect.center(), Stroke(own.muted, 0, 0, rect.height() * 0.44))

    return draw
