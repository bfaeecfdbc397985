"""Paints rows of the source table. Colours and cut texts are kept, so that scrolling only draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from citations.records import CANON, Source
from widgets.fonts import scale, ui_font
from widgets.ledger_text import EFFECT_VERDICT, ledger_name
from widgets.lineage_delegate import kin_colour
from widgets.lineage_marks import draw_mark, draw_play, draw_way, mark_colour
from widgets.lineage_model import ANCESTRAL, Kin
from widgets.palette import DataColours
from widgets.source_table_columns import NUMBERS, Column, effect_glyph, effects_in_order, is_verified
from widgets.source_table_model import SourceTableModel
from widgets.source_text import ring_name

_QUIET = (Column.DATE, Column.AUTHORS, Column.VENUE, Column.KIND, Column.ORGANISATION, Column.FAMILY)
KEPT_TEXTS = 20_000
MOST = "+18"  # the longest count of ledgers that do not fit


@dataclass(frozen=True)
class Place:
    """Where a column stands: its left edge and its width in px."""

    column: Column
    left: int
    width: int


@dataclass(frozen=True)
class Inks:
    """The colours on one ground."""

    ground: QColor
    text: QColor
    muted: QColor
    good: QColor
    bad: QColor
    effects: dict[str, QColor]

    @classmethod
    def on(cls, ground: QColor, own: DataColours) -> Inks:
        effects = {name: own.readable(own.verdict[verdict], ground, 3.0) for name, verdict in EFFECT_VERDICT.items()}
        muted, good, bad = (own.readable(ink, ground) for ink in (own.muted, own.hue["green"], own.hue["vermillion"]))
        return cls(ground, own.text, muted, good, bad, effects)


class SourceTablePainter:
    """`hovered`: the row under the pointer or −1; `chosen`: the key of the source that is looked at."""

    def __init__(self, model: SourceTableModel, own: DataColours) -> None:
        self._model = model
        self.hovered = -1
        self.chosen = ""
        self.measure(own)

    def measure(self, own: DataColours) -> None:
        """Take colours, fonts and sizes anew."""
        self.own = own
        self._plain, self._hover, self._selected = (
            Inks.on(ground, own) for ground in (own.surface, own.hover, own.selection)
        )
        self._font, self._strong, self._slanted = ui_font(-0.5), ui_font(-0.5, QFont.Weight.DemiBold), ui_font(-0.5)
        self._slanted.setItalic(True)
        self._metrics = {id(font): QFontMetrics(font) for font in (self._font, self._strong, self._slanted)}
        self._cut: dict[tuple[str, int, int], str] = {}
        self.unit = scale()
        body = self._metrics[id(self._font)]
        self.row_height = max(round(25 * self.unit), body.height() + 7)
        self._base = (self.row_height - body.height()) // 2 + body.ascent()
        self._pad = round(8 * self.unit)
        self._more_width = body.horizontalAdvance(MOST)
        self._glyph_width = body.horizontalAdvance("▲") + 3

    def needed(self, text: str) -> int:
        """The width of a column that shows all of `text`."""
        return self._metrics[id(self._font)].horizontalAdvance(text) + self._pad + self._pad // 2 + 1

    def paint_row(
        self, painter: QPainter, top: int, row: int, places: Sequence[Place], selected: bool, focused: Column | None
    ) -> None:
        """One row from `top` on; `focused`: the column that the keyboard is at, if it is in this row."""
        source = self._model.source(row)
        inks = self._selected if selected else self._hover if row == self.hovered else self._plain
        left, right = places[0].left, places[-1].left + places[-1].width
        if inks is not self._plain:
            painter.fillRect(left, top, right - left, self.row_height - 1, inks.ground)
        painter.setPen(self.own.border)
        painter.drawLine(left, top + self.row_height - 1, right, top + self.row_height - 1)
        for place in places:
            x, width = place.left + self._pad, place.width - self._pad - self._pad // 2
            match place.column:
                case Column.NAME:
                    self._paint_name(painter, x, top, width, source, inks)
                case Column.LEDGERS:
                    self._paint_ledgers(painter, x, top, width, source, inks)
                case Column.EVIDENCE:
                    self._paint_evidence(painter, x, top, width, source, inks)
                case column:
                    self._paint_text(painter, x, top, width, source, column, inks)
            if place.column is focused:
                painter.setPen(QPen(self.own.accent, 1.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRect(place.left + 1, top + 1, place.width - 3, self.row_height - 4))

    def _write(
        self, painter: QPainter, x: int, top: int, width: int, text: str, ink: QColor, font: QFont, end: bool = False
    ) -> None:
        """One line that is cut where it does not fit; `end`: at the right."""
        metrics = self._metrics[id(font)]
        key = (text, width, id(font))
        shown = self._cut.get(key)
        if shown is None:
            if len(self._cut) > KEPT_TEXTS:
                self._cut.clear()
            shown = self._cut[key] = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(x + width - metrics.horizontalAdvance(shown) if end else x, top + self._base, shown)

    def _paint_name(self, painter: QPainter, x: int, top: int, width: int, source: Source, inks: Inks) -> None:
        """Mark and name; for sources outside the canon also in a word to which ring they belong."""
        unit, chosen = self.unit, source.key == self.chosen
        centre = QPointF(x + 5 * unit, top + self.row_height / 2 - 0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, source.kind, source.ring, centre, 4.6 * unit, mark_colour(self.own, source), inks.ground)
        if chosen:
            painter.setPen(QPen(self.own.accent, 1.8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, 7.6 * unit, 7.6 * unit)
        x, width = x + round(16 * unit), width - round(16 * unit)
        width -= self._paint_signs(painter, x + width, centre.y(), source)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        font = self._strong if chosen or source.ring == CANON else self._slanted
        text = self._model.text(source, Column.NAME)
        self._write(painter, x, top, width, text, inks.text, font)
        if source.ring != CANON:
            used = self._metrics[id(font)].horizontalAdvance(text) + self._pad
            word = ring_name(source.ring)
            if used + self._metrics[id(self._font)].horizontalAdvance(word) <= width:
                self._write(painter, x + used, top, width - used, word, inks.muted, self._font)

    def _paint_signs(self, painter: QPainter, right: int, middle: float, source: Source) -> int:
        """What can be run, and kin of the source that is looked at; returns the width that they take."""
        unit, kin = self.unit, self._model.kin(source.key)
        used = 0
        if source.key in self._model.runnable:
            used += round(12 * unit)
            draw_play(painter, QPointF(right - used + 5 * unit, middle), 4 * unit, self.own.accent)
        if kin is not Kin.NONE:
            used += round(12 * unit)
            place, direct = QPointF(right - used + 5 * unit, middle), kin in (Kin.PARENT, Kin.CHILD)
            draw_way(painter, place, 3.8 * unit, kin in ANCESTRAL, direct, kin_colour(self.own, kin))
        return used + (round(4 * unit) if used else 0)

    def _paint_ledgers(self, painter: QPainter, x: int, top: int, width: int, source: Source, inks: Inks) -> None:
        """As many ledgers as fit, each behind the glyph of its effect, then how many more."""
        effects, end = effects_in_order(source), x + width
        for place, effect in enumerate(effects):
            font = self._strong if effect.ledger == source.primary_ledger else self._font
            name = ledger_name(effect.ledger)
            needed = self._glyph_width + self._metrics[id(font)].horizontalAdvance(name)
            kept = 0 if place == len(effects) - 1 else self._more_width + self._pad
            if place and x + needed + kept > end:
                self._write(painter, x, top, end - x, f"+{len(effects) - place}", inks.muted, self._font)
                return
            ink = inks.effects.get(effect.effect, inks.muted)
            self._write(painter, x, top, self._glyph_width, effect_glyph(effect.effect), ink, self._font)
            room = max(end - x - self._glyph_width, 0)
            self._write(painter, x + self._glyph_width, top, room, name, inks.text, font)
            x += needed + round(9 * self.unit)

    def _paint_evidence(self, painter: QPainter, x: int, top: int, width: int, source: Source, inks: Inks) -> None:
        sign, _, words = self._model.text(source, Column.EVIDENCE).partition(" ")
        ink = inks.good if is_verified(source) else inks.bad
        self._write(painter, x, top, width, sign, ink, self._strong)
        indent = round(15 * self.unit)
        self._write(painter, x + indent, top, width - indent, words, inks.muted, self._font)

    def _paint_text(
        self, painter: QPainter, x: int, top: int, width: int, source: Source, column: Column, inks: Inks
    ) -> None:
        text, number = self._model.text(source, column), column in NUMBERS
        if text:
            quiet = column in _QUIET or (number and text == "0")
            self._write(painter, x, top, width, text, inks.muted if quiet else inks.text, self._font, number)
