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
from widgets.lineage_marks import draw_mark
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
    """Rings, kinds and effects."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(QCoreApplication.translate("SourceTable", "Legend"))
        entries = [LegendEntry(kind_name(kind), mark(kind, CANON)) for kind in ("paper", "report", "repository")]
        entries += [LegendEntry(ring_name(ring), mark("paper", ring)) for ring in (NEIGHBOUR, OWN)]
        entries += [LegendEntry(effect_name(name), glyph(verdict)) for name, verdict in EFFECT_VERDICT.items()]
        seen = QCoreApplication.translate("SourceTable", "all was seen")
        unseen = QCoreApplication.translate("SourceTable", "something was not verified")
        entries += [LegendEntry(seen, sign("✓", "green")), LegendEntry(unseen, sign("?", "vermillion"))]
        self.setEntries(entries)
