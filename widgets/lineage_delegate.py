"""One row of the lineage view: a year, or a source with its mark on the time axis, its name, badge and month."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from citations.records import CANON, Source
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lineage_marks import draw_mark, draw_play, draw_way, kind_path, mark_colour
from widgets.lineage_model import ANCESTRAL, DERIVED, Kin, LineageModel
from widgets.lineage_words import gap_words, undated
from widgets.palette import DataColours
from widgets.source_text import month_text

CLOSE = (Kin.SELECTED, Kin.PARENT, Kin.CHILD)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class RowMetrics:
    """Sizes in px: arcs end at `axis`, names start at `name`; all rows are `row` high."""

    axis: int
    name: int
    row: int
    dot: float

    @classmethod
    def fitting(cls, width: int) -> RowMetrics:
        unit = scale()
        year = QFontMetrics(ui_font(0.5, QFont.Weight.DemiBold)).height()
        row = max(round(22 * unit), QFontMetrics(ui_font()).height() + 4, year + 2)
        axis = min(max(round(width * 0.235), round(64 * unit)), round(170 * unit))
        return cls(axis, axis + round(17 * unit), row, 4.6 * unit)


def kin_colour(own: DataColours, kin: Kin) -> QColor:
    """Ancestors are blue and descendants vermillion, a pair that survives colour blindness."""
    if kin in ANCESTRAL:
        return own.hue["blue"]
    return own.hue["vermillion"] if kin in DERIVED else own.accent


class LineageDelegate(QStyledItemDelegate):
    """Measures and paints rows of a `LineageModel`; the list sets `hovered` (a row or -1)."""

    def __init__(self, model: LineageModel, own: DataColours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.hovered = -1
        self.measure(own, 300)

    def measure(self, own: DataColours, width: int) -> None:
        """Take colours, fonts and sizes anew, for rows of that width."""
        self.own, self.metrics = own, RowMetrics.fitting(width)
        self._faint = own.readable(mix(own.surface, own.muted, 0.7))
        self._pale = {name: mix(own.surface, colour, 0.38) for name, colour in own.ledger.items()}
        self._pale_other = mix(own.surface, own.hue["grey"], 0.38)
        self._pale_accent = mix(own.surface, own.accent, 0.45)
        self._fonts: dict[tuple[bool, bool], tuple[QFont, QFontMetrics]] = {}
        for strong in (False, True):
            for slanted in (False, True):
                font = ui_font(0, QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
                font.setItalic(slanted)
                self._fonts[strong, slanted] = (font, QFontMetrics(font))
        self._small = ui_font(-1.5)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, self.metrics.row)

    def paint_row(self, painter: QPainter, body: QRect, row: int, focused: bool) -> None:
        """A row of the list, which paints by itself: nothing is asked of the model but what is drawn.

        The painter must be antialiased; its pen, brush and font are lost."""
        source = self._model.source(row)
        if source is None:
            self.paint_year(painter, body, self._model.year(row))
            return
        kin = self._model.kin(source.key)
        chosen = kin is Kin.SELECTED or source.key in self._model.marked
        self._paint_ground(painter, body, chosen, row == self.hovered, focused)
        self._paint_dot(painter, body, source, kin)
        self._paint_texts(painter, body, row, source, kin)

    def paint_year(self, painter: QPainter, rect: QRect, year: str, backed: bool = False) -> None:
        """The head of a year: its number on the axis, how many of its sources are in sight, and what gap it ends."""
        own, metrics = self.own, self.metrics
        if backed:
            painter.fillRect(rect, own.surface)
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), own.border)
        font, small = ui_font(0.5, QFont.Weight.DemiBold), ui_font(-1.5)
        title, count = year or undated(), str(self._model.year_count(year))
        painter.setFont(font)
        painter.setPen(own.text)
        line = rect.adjusted(metrics.name, 0, -8, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, flags, title)
        line.setLeft(line.left() + QFontMetrics(font).horizontalAdvance(title) + 8)
        words = "" if backed else gap_words(self._model.gap(year))
        long = f"{count} · {words}" if words else count
        quiet = QFontMetrics(small)
        text = long if quiet.horizontalAdvance(long) <= line.width() else count
        painter.setFont(small)
        painter.setPen(own.muted)
        painter.drawText(line, flags, text)
        left = line.left() + quiet.horizontalAdvance(text) + 8
        if not backed and left < rect.right() - 16:
            painter.setPen(QPen(own.border, 1))
            painter.drawLine(left, line.center().y(), rect.right() - 8, line.center().y())

    def _paint_ground(self, painter: QPainter, body: QRect, chosen: bool, hovered: bool, focused: bool) -> None:
        own = self.own
        pill = QRectF(body.adjusted(self.metrics.name - 6, 1, -3, -1))
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen:
            painter.setBrush(own.selection)
            painter.drawRoundedRect(pill, 5, 5)
        elif hovered:
            painter.setBrush(own.hover)
            painter.drawRoundedRect(pill, 5, 5)
        if focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(own.accent, 1.4))
            painter.drawRoundedRect(pill.adjusted(0.7, 0.7, -0.7, -0.7), 5, 5)

    def _paint_dot(self, painter: QPainter, body: QRect, source: Source, kin: Kin) -> None:
        own, metrics = self.own, self.metrics
        centre = QPointF(metrics.axis, body.top() + body.height() / 2)
        colour = mark_colour(own, source)
        if self._dimmed(kin):
            colour = self._pale.get(source.primary_ledger, self._pale_other)
        radius = metrics.dot * (1.25 if kin is Kin.SELECTED else 1.0)
        if kin is not Kin.NONE:
            ring = radius + (3.4 if kin in CLOSE else 2.6)
            painter.setPen(QPen(kin_colour(own, kin), 1.8 if kin in CLOSE else 1.0))
            painter.setBrush(own.surface)
            painter.drawEllipse(centre, ring, ring)
        else:  # a halo parts the mark from the axis
            painter.setPen(QPen(own.surface, 3.2))
            painter.setBrush(own.surface)
            painter.drawPath(kind_path(source.kind, centre, radius))
        draw_mark(painter, source.kind, source.ring, centre, radius, colour, own.surface)

    def _paint_texts(self, painter: QPainter, body: QRect, row: int, source: Source, kin: Kin) -> None:
        """The name comes first: where it would be cut, the month gives way (it is in the tooltip)."""
        font, metrics = self._fonts[kin in CLOSE, source.ring != CANON]
        text = self._model.name(source)
        right = self._paint_marks(painter, body, row, source, kin, metrics.horizontalAdvance(text))
        painter.setFont(font)
        painter.setPen(self._faint if self._dimmed(kin) else self.own.text)
        room = QRect(self.metrics.name, body.top(), right - self.metrics.name, body.height())
        name = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)

    def _paint_marks(
        self, painter: QPainter, body: QRect, row: int, source: Source, kin: Kin, name_width: int
    ) -> int:
        """The way to the selected source, the mark of what can be run, and the month; returns their left end."""
        own, unit, faint = self.own, scale(), self._dimmed(kin)
        edge, middle = body.right() - round(7 * unit), body.top() + body.height() / 2
        runs, related = source.key in self._model.runnable, kin in ANCESTRAL or kin in DERIVED
        month_width, mark_width, left = round(27 * unit), round(11 * unit), edge
        # Where the name leaves room for all, marks and months stand below each other; else the name comes first.
        spare = edge - self.metrics.name - name_width - 2 >= month_width + 2 * mark_width
        month = self._model.starts_month(row) and edge - self.metrics.name - name_width - 2 >= month_width
        month = month and (spare or not (runs or related))
        if month:
            left = edge - month_width
            painter.setFont(self._small)
            painter.setPen(self._faint if faint else own.muted)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            words = month_text(source.date, self._model.language)
            painter.drawText(QRect(left, body.top(), edge - left, body.height()), flags, words)
        edge -= month_width if spare else 0
        if runs:
            left = edge - mark_width
            draw_play(
                painter, QPointF(left + 6 * unit, middle), 4.0 * unit, self._pale_accent if faint else own.accent
            )
        edge -= mark_width if runs or spare else 0
        if related:
            left = edge - round(10 * unit)
            place, direct = QPointF(left + 5 * unit, middle), kin in CLOSE
            draw_way(painter, place, 3.8 * unit, kin in ANCESTRAL, direct, kin_colour(own, kin))
        return left - 2

    def _dimmed(self, kin: Kin) -> bool:
        return bool(self._model.selected) and kin is Kin.NONE
