"""One row of the lineage view: the year it starts, its dot on the time axis, its name, badge and month."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from citations.records import Source
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lineage_model import ANCESTRAL, DERIVED, Kin, LineageModel
from widgets.palette import DataColours
from widgets.source_text import month_text

CLOSE = (Kin.SELECTED, Kin.PARENT, Kin.CHILD)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class RowMetrics:
    """Sizes in px: arcs end at `axis`, names start at `name`, a year's head adds `head` to its first row."""

    axis: int
    name: int
    row: int
    head: int
    dot: float

    @classmethod
    def fitting(cls, width: int) -> RowMetrics:
        unit = scale()
        row = max(round(22 * unit), QFontMetrics(ui_font()).height() + 4)
        head = QFontMetrics(ui_font(0.5, QFont.Weight.DemiBold)).height() + round(8 * unit)
        axis = min(max(round(width * 0.235), round(64 * unit)), round(170 * unit))
        return cls(axis, axis + round(17 * unit), row, head, 4.6 * unit)

    def height(self, starts_year: bool) -> int:
        """The height of a row."""
        return self.row + (self.head if starts_year else 0)


def kin_colour(own: DataColours, kin: Kin) -> QColor:
    """Ancestors are blue and descendants vermillion, a pair that survives colour blindness."""
    if kin in ANCESTRAL:
        return own.hue["blue"]
    return own.hue["vermillion"] if kin in DERIVED else own.accent


class LineageDelegate(QStyledItemDelegate):
    """Paints rows of a `LineageModel`; the list sets `metrics`, `own` (colours) and `hovered` (a row or -1)."""

    def __init__(self, model: LineageModel, own: DataColours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.own = own
        self.metrics = RowMetrics.fitting(300)
        self.hovered = -1

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, self.metrics.height(self._model.starts_year(index.row())))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.row()
        source = self._model.source(row)
        kin = self._model.kin(source.key)
        body = QRect(option.rect)
        body.setTop(body.bottom() - self.metrics.row + 1)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if body.height() < option.rect.height():
            head = QRect(option.rect)
            head.setBottom(body.top() - 1)
            self.paint_year(painter, head, source.date[:4])
        self._paint_ground(painter, body, kin, row == self.hovered, focused)
        self._paint_dot(painter, body, source, kin)
        self._paint_texts(painter, body, row, source, kin)
        painter.restore()

    def paint_year(self, painter: QPainter, rect: QRect, year: str, backed: bool = False) -> None:
        """The head of a year: its number on the axis, and how many of its sources are in sight."""
        own, metrics = self.own, self.metrics
        if backed:
            painter.fillRect(rect, own.surface)
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), own.border)
        font = ui_font(0.5, QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(own.text)
        line = rect.adjusted(metrics.name, 0, -8, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, flags, year)
        line.setLeft(line.left() + QFontMetrics(font).horizontalAdvance(year) + 8)
        painter.setFont(ui_font(-1.5))
        painter.setPen(own.muted)
        painter.drawText(line, flags, str(self._model.year_count(year)))
        if not backed:
            painter.setPen(QPen(own.border, 1))
            painter.drawLine(line.left() + 26, line.center().y(), rect.right() - 8, line.center().y())

    def _paint_ground(self, painter: QPainter, body: QRect, kin: Kin, hovered: bool, focused: bool) -> None:
        own = self.own
        pill = QRectF(body.adjusted(self.metrics.name - 6, 1, -3, -1))
        painter.setPen(Qt.PenStyle.NoPen)
        if kin is Kin.SELECTED:
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
        colour = own.ledger[source.primary_ledger]
        if self._dimmed(kin):
            colour = mix(own.surface, colour, 0.38)
        radius = metrics.dot * (1.25 if kin is Kin.SELECTED else 1.0)
        if kin is not Kin.NONE:
            ring = radius + (3.4 if kin in CLOSE else 2.6)
            painter.setPen(QPen(kin_colour(own, kin), 1.8 if kin in CLOSE else 1.0))
            painter.setBrush(own.surface)
            painter.drawEllipse(centre, ring, ring)
        painter.setPen(QPen(own.surface, 1.6) if kin is Kin.NONE else Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        draw_kind(painter, source.kind, centre, radius)

    def _paint_texts(self, painter: QPainter, body: QRect, row: int, source: Source, kin: Kin) -> None:
        own, faint = self.own, self._dimmed(kin)
        right = self._paint_marks(painter, body, row, source, kin)
        font = ui_font(0, QFont.Weight.DemiBold if kin in CLOSE else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(own.readable(mix(own.surface, own.muted, 0.7)) if faint else own.text)
        room = QRect(self.metrics.name, body.top(), right - self.metrics.name, body.height())
        name = QFontMetrics(font).elidedText(self._model.name(source), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)

    def _paint_marks(self, painter: QPainter, body: QRect, row: int, source: Source, kin: Kin) -> int:
        """The month, the mark of a runnable technique and the way to the selected source; returns their left end."""
        own, unit, faint = self.own, scale(), self._dimmed(kin)
        edge, middle = body.right() - round(7 * unit), body.top() + body.height() / 2
        left = edge
        if self._model.starts_month(row) or row == self.hovered:
            left = edge - round(26 * unit)
            painter.setFont(ui_font(-1.5))
            painter.setPen(own.readable(mix(own.surface, own.muted, 0.7)) if faint else own.muted)
            month = QRect(left, body.top(), edge - left, body.height())
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(month, flags, month_text(source.date, self._model.language))
        edge -= round(27 * unit)
        if source.key in self._model.runnable:
            left = edge - round(11 * unit)
            tint = mix(own.surface, own.accent, 0.45) if faint else own.accent
            draw_play(painter, QPointF(left + 6 * unit, middle), 4.0 * unit, tint)
        edge -= round(11 * unit)
        if kin in ANCESTRAL or kin in DERIVED:
            left = edge - round(10 * unit)
            _draw_way(painter, QPointF(left + 5 * unit, middle), 3.8 * unit, kin, kin in CLOSE, own)
        return left - 2

    def _dimmed(self, kin: Kin) -> bool:
        return bool(self._model.selected) and kin is Kin.NONE


def draw_kind(painter: QPainter, kind: str, centre: QPointF, radius: float) -> None:
    """Disc = paper, square = repository, diamond = report."""
    if kind == "repository":
        side = radius * 0.92
        painter.drawRoundedRect(QRectF(centre.x() - side, centre.y() - side, 2 * side, 2 * side), 1.5, 1.5)
    elif kind == "report":
        reach = radius * 1.28
        x, y = centre.x(), centre.y()
        painter.drawPolygon(
            QPolygonF([QPointF(x, y - reach), QPointF(x + reach, y), QPointF(x, y + reach), QPointF(x - reach, y)])
        )
    else:
        painter.drawEllipse(centre, radius, radius)


def draw_play(painter: QPainter, centre: QPointF, size: float, colour: QColor) -> None:
    x, y = centre.x(), centre.y()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(
        QPolygonF([QPointF(x - size * 0.7, y - size), QPointF(x + size, y), QPointF(x - size * 0.7, y + size)])
    )


def _draw_way(painter: QPainter, centre: QPointF, size: float, kin: Kin, filled: bool, own: DataColours) -> None:
    """A chevron up for ancestors and down for descendants; filled when the step is direct."""
    turn = -1.0 if kin in ANCESTRAL else 1.0
    x, y = centre.x(), centre.y()
    colour = kin_colour(own, kin)
    painter.setPen(QPen(colour, 1.3))
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    tip, base = y + turn * size * 0.8, y - turn * size * 0.7
    painter.drawPolygon(QPolygonF([QPointF(x, tip), QPointF(x - size * 0.9, base), QPointF(x + size * 0.9, base)]))
