"""What the signs of the source table mean."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QWidget

from citations.records import CANON, NEIGHBOUR, OWN
from engine.sheet import Verdict
from widgets.fonts import ui_font
from widgets.ledger_text import EFFECT_VERDICT, VERDICT_GLYPHS, effect_name
from widgets.legend import Legend, LegendEntry
from widgets.lineage_delegate import kin_colour
from widgets.lineage_marks import draw_mark, draw_play, draw_way
from widgets.lineage_model import Kin
from widgets.palette import DataColours
from widgets.source_text import kind_name, ring_name

Draw = Callable[[QPainter, QRectF, DataColours], None]


def mark(kind: str, ring: int) -> Draw:
    def draw(painter: QPainter, swatch: QRectF, own: DataColours) -> None:
        draw_mark(painter, kind, ring, swatch.center(), swatch.height() * 0.42, own.muted, own.window)

    return draw


def glyph(verdict: Verdict) -> Draw:
    def draw(painter: QPainter, swatch: QRectF, own: DataColours) -> None:
        painter.setFont(ui_font(-1))
        painter.setPen(own.readable(own.verdict[verdict], own.window, 3.0))
        painter.drawText(swatch.adjusted(-6, -6, 6, 6), Qt.AlignmentFlag.AlignCenter, VERDICT_GLYPHS[verdict])

    return draw


def sign(text: str, hue: str) -> Draw:
    def draw(painter: QPainter, swatch: QRectF, own: DataColours) -> None:
        painter.setFont(ui_font(-0.5, QFont.Weight.DemiBold))
        painter.setPen(own.readable(own.hue[hue], own.window))
        painter.drawText(swatch.adjusted(-6, -6, 6, 6), Qt.AlignmentFlag.AlignCenter, text)

    return draw


class SourceTableLegend(Legend):
    """Kinds, rings, kin and effects; what does not occur is left out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[frozenset[str], bool, bool] = (frozenset(), True, True)
        self.retranslate()

    def show_signs(self, signs: frozenset[str], ledgers: bool, evidence: bool) -> None:
        """`signs` as the model tells them; whether effects on ledgers and evidence are to be seen."""
        if (signs, ledgers, evidence) != self._shown:
            self._shown = (signs, ledgers, evidence)
            self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(QCoreApplication.translate("SourceTable", "Legend"))
        signs, ledgers, evidence = self._shown
        entries = [LegendEntry(kind_name(kind), mark(kind, CANON)) for kind in ("paper", "report", "repository")]
        entries += [entry for sign, entry in _signs().items() if sign in signs]
        if ledgers:
            entries += [LegendEntry(effect_name(name), glyph(verdict)) for name, verdict in EFFECT_VERDICT.items()]
        if evidence:
            seen = QCoreApplication.translate("SourceTable", "all was seen")
            unseen = QCoreApplication.translate("SourceTable", "something was not verified")
            entries += [LegendEntry(seen, sign("✓", "green")), LegendEntry(unseen, sign("?", "vermillion"))]
        self.setEntries(entries)


def _signs() -> dict[str, LegendEntry]:
    older = QCoreApplication.translate("SourceTable", "ancestor")
    newer = QCoreApplication.translate("SourceTable", "descendant")
    return {
        "neighbour": LegendEntry(ring_name(NEIGHBOUR), mark("paper", NEIGHBOUR)),
        "yours": LegendEntry(ring_name(OWN), mark("paper", OWN)),
        "runs": LegendEntry(QCoreApplication.translate("Lineage", "can be run"), _play),
        "ancestor": LegendEntry(older, way(Kin.ANCESTOR)),
        "descendant": LegendEntry(newer, way(Kin.DESCENDANT)),
    }


def _play(painter: QPainter, swatch: QRectF, own: DataColours) -> None:
    draw_play(painter, swatch.center(), swatch.height() * 0.4, own.accent)


def way(kin: Kin) -> Draw:
    def draw(painter: QPainter, swatch: QRectF, own: DataColours) -> None:
        size, up = swatch.height() * 0.4, kin is Kin.ANCESTOR
        draw_way(painter, swatch.center(), size, up, True, own.readable(kin_colour(own, kin), own.window, 3.0))

    return draw
