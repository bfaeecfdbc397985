"""Paints the cells of the source table by itself: nothing is asked of the model but what is drawn."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from citations.records import CANON, Source
from widgets.filter_bar_words import ring_name
from widgets.fonts import scale, ui_font
from widgets.ledger_text import EFFECT_VERDICT, ledger_name
from widgets.lineage_marks import draw_mark, mark_colour
from widgets.palette import DataColours
from widgets.source_table_columns import NUMBERS, Column, effect_glyph, effects_in_order, is_verified
from widgets.source_table_model import SourceTableModel

Index = QModelIndex | QPersistentModelIndex
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_QUIET = (Column.DATE, Column.AUTHORS, Column.VENUE, Column.KIND, Column.ORGANISATION, Column.FAMILY)


class SourceTableDelegate(QStyledItemDelegate):
    """The table sets `own` (colours), `hovered` (a row or −1) and `chosen` (the key of the source looked at)."""

    def __init__(self, model: SourceTableModel, own: DataColours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.own = own
        self.hovered = -1
        self.chosen = ""
        self.measure()

    def measure(self) -> None:
        """Take fonts and sizes from the application again."""
        self.font, self.strong, self.slanted = ui_font(-0.5), ui_font(-0.5, QFont.Weight.DemiBold), ui_font(-0.5)
        self.slanted.setItalic(True)
        self.metrics, self._strong_metrics = QFontMetrics(self.font), QFontMetrics(self.strong)
        self.unit = scale()
        self.row_height = max(round(25 * self.unit), self.metrics.height() + 7)
        self._pad = round(8 * self.unit)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, column = index.row(), Column(index.column())
        source, own, rect = self._model.source(row), self.own, option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(rect, own.selection)
        elif row == self.hovered:
            painter.fillRect(rect, own.hover)
        painter.setPen(own.border)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        ground = own.selection if selected else own.surface
        room = rect.adjusted(self._pad, 0, -self._pad // 2, -1)
        if column is Column.NAME:
            self._paint_name(painter, room, source, ground)
        elif column is Column.LEDGERS:
            self._paint_ledgers(painter, room, source, ground)
        elif column is Column.EVIDENCE:
            self._paint_evidence(painter, room, source, ground)
        else:
            self._paint_text(painter, room, source, column, ground)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(own.accent, 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -2, -2))

    def _paint_name(self, painter: QPainter, room: QRect, source: Source, ground: QColor) -> None:
        """Mark and name; for sources outside the canon also in a word to which ring they belong."""
        own, unit, chosen = self.own, self.unit, source.key == self.chosen
        centre = QPointF(room.left() + 5 * unit, room.center().y() + 0.5)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, source.kind, source.ring, centre, 4.6 * unit, mark_colour(own, source), ground)
        if chosen:
            painter.setPen(QPen(own.accent, 1.8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(centre, 7.6 * unit, 7.6 * unit)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        room = room.adjusted(round(16 * unit), 0, 0, 0)
        font = self.strong if chosen or source.ring == CANON else self.slanted
        metrics = self._strong_metrics if font is self.strong else self.metrics
        text = self._model.text(source, Column.NAME)
        painter.setFont(font)
        painter.setPen(own.text)
        painter.drawText(room, _LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width()))
        if source.ring != CANON:
            used = metrics.horizontalAdvance(text) + self._pad
            self._paint_ring(painter, room.adjusted(used, 0, 0, 0), ring_name(source.ring), ground)

    def _paint_ring(self, painter: QPainter, room: QRect, word: str, ground: QColor) -> None:
        if self.metrics.horizontalAdvance(word) <= room.width():
            painter.setFont(self.font)
            painter.setPen(self.own.readable(self.own.muted, ground))
            painter.drawText(room, _LEFT, word)

    def _paint_ledgers(self, painter: QPainter, room: QRect, source: Source, ground: QColor) -> None:
        """As many ledgers as fit, each behind the glyph of its effect, then how many more."""
        own, metrics, x = self.own, self.metrics, room.left()
        effects = effects_in_order(source)
        more_width = metrics.horizontalAdvance("+99")
        glyph_width = metrics.horizontalAdvance("▲") + 3
        for place, effect in enumerate(effects):
            main = effect.ledger == source.primary_ledger
            name = ledger_name(effect.ledger)
            width = glyph_width + (self._strong_metrics if main else metrics).horizontalAdvance(name)
            last = place == len(effects) - 1
            if x + width + (0 if last else more_width + self._pad) > room.right() and place:
                painter.setFont(self.font)
                painter.setPen(own.readable(own.muted, ground))
                painter.drawText(QRect(x, room.top(), more_width, room.height()), _LEFT, f"+{len(effects) - place}")
                return
            verdict = EFFECT_VERDICT.get(effect.effect)
            painter.setFont(self.strong if main else self.font)
            painter.setPen(own.readable(own.verdict[verdict], ground, 3.0) if verdict else own.muted)
            painter.drawText(QRect(x, room.top(), glyph_width, room.height()), _LEFT, effect_glyph(effect.effect))
            painter.setPen(own.text)
            cell = QRect(x + glyph_width, room.top(), room.right() - x - glyph_width, room.height())
            painter.drawText(cell, _LEFT, name)
            x += width + round(9 * self.unit)

    def _paint_evidence(self, painter: QPainter, room: QRect, source: Source, ground: QColor) -> None:
        own, verified = self.own, is_verified(source)
        sign, _, words = self._model.text(source, Column.EVIDENCE).partition(" ")
        painter.setFont(self.strong)
        painter.setPen(own.readable(own.hue["green" if verified else "vermillion"], ground))
        painter.drawText(room, _LEFT, sign)
        room = room.adjusted(round(15 * self.unit), 0, 0, 0)
        painter.setFont(self.font)
        painter.setPen(own.readable(own.muted, ground))
        painter.drawText(room, _LEFT, self.metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width()))

    def _paint_text(self, painter: QPainter, room: QRect, source: Source, column: Column, ground: QColor) -> None:
        own, text = self.own, self._model.text(source, column)
        if not text:
            return
        quiet = column in _QUIET or (column in NUMBERS and text == "0")
        painter.setFont(self.font)
        painter.setPen(own.readable(own.muted, ground) if quiet else own.text)
        shown = self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, _RIGHT if column in NUMBERS else _LEFT, shown)
