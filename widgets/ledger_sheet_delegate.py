"""The cells of the ledger sheet: two-tone names, figures, arrows that show the change, evidence marks."""

from __future__ import annotations

import math

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from engine.sheet import Delta, Quantity, Verdict
from widgets import format as write
from widgets.channels import EVIDENCE_SHAPE, VERDICT_SHAPE
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.ledger_sheet_model import STILL, Column, LedgerSheetModel, change_text
from widgets.ledger_text import ledger_name, quantity_name, short_name, verdict_name
from widgets.palette import DataColours
from widgets.shapes import draw_shape

Index = QModelIndex | QPersistentModelIndex
FULL_BAR = 2.0  # doublings that fill half of the bar
KEPT_UNITS = ("s", "ns", "1", "%", "x", "×", "ratio")


class LedgerSheetDelegate(QStyledItemDelegate):
    """`row_height` in px and `compact` (units left to the names) are set by the view."""

    def __init__(self, model: LedgerSheetModel, own: DataColours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.own = own
        self.row_height = 22
        self.compact = True

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(20, self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        QApplication.style().drawPrimitive(
            QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, line = option.rect, self._model.line(index)
        column = index.column()
        if column == Column.NAME:
            self._paint_name(painter, rect, index, line)
        elif column in (Column.BEFORE, Column.AFTER):
            self._paint_value(painter, rect, index, line)
        elif column == Column.CHANGE and self._model.delta is not None:
            self._paint_change(painter, rect, index, line)
        elif column == Column.EVIDENCE:
            self._paint_evidence(painter, rect, line)
        painter.restore()

    def _quiet(self, index: Index, line: Delta) -> bool:
        """Whether a row steps back: nothing moved in it although there is a day before."""
        if self._model.delta is None:
            return line.after.value is None
        if self._model.is_ledger(index):
            return self._model.ledger(index) not in self._model.moved
        return line.verdict in STILL

    def _paint_name(self, painter: QPainter, rect: QRect, index: Index, line: Delta) -> None:
        own, quiet = self.own, self._quiet(index, line)
        x = rect.left() + 2
        painter.setPen(own.muted if quiet else own.text)
        if self._model.is_ledger(index):
            heavy = QFont.Weight.Normal if quiet else QFont.Weight.DemiBold
            painter.setFont(ui_font(0, heavy))
            name = ledger_name(self._model.ledger(index))
            painter.drawText(QRect(x, rect.top(), rect.width(), rect.height()), _LEFT, name)
            x += painter.fontMetrics().horizontalAdvance(name) + round(6 * scale())
            painter.setPen(own.muted)
        painter.setFont(ui_font(-1))
        room = QRect(x, rect.top(), rect.right() - x - 1, rect.height())
        if room.width() > 24 * scale():
            short = self.compact and self._model.is_ledger(index)
            text = short_name(line.quantity) if short else quantity_name(line.quantity)
            painter.drawText(room, _LEFT, QFontMetrics(painter.font()).elidedText(text, _ELIDE, room.width()))

    def _paint_value(self, painter: QPainter, rect: QRect, index: Index, line: Delta) -> None:
        own = self.own
        side = line.before if index.column() == Column.BEFORE else line.after
        room = rect.adjusted(2, 0, -round(4 * scale()), 0)
        painter.setFont(ui_font(-1 if self.compact and index.column() == Column.BEFORE else -0.5))
        if side.value is None:
            painter.setPen(own.muted)
            painter.drawText(room, _RIGHT, "—")
            return
        lead = index.column() == Column.AFTER and not self._quiet(index, line)
        painter.setPen(own.text if lead else own.muted)
        text = self.figure(side.value, line.quantity)
        painter.drawText(room, _RIGHT, QFontMetrics(painter.font()).elidedText(text, _ELIDE, room.width()))

    def figure(self, value: float, quantity: Quantity) -> str:
        """A value as a cell shows it: in little room only seconds, bytes, shares and factors keep their unit."""
        if self.compact and quantity.unit == "s" and abs(value) >= 60:
            return _long_span(value)
        if not self.compact or quantity.unit in KEPT_UNITS:
            text = write.quantity(value, quantity.unit)
            return text.replace(f">{write.NBSP}", ">").replace(f"<{write.NBSP}", "<") if self.compact else text
        if quantity.unit == "B" or quantity.unit.startswith("B/"):
            return write.byte_size(value)
        return write.short_count(value) if abs(value) >= 1e5 else write.count(value)

    def _paint_change(self, painter: QPainter, rect: QRect, index: Index, line: Delta) -> None:
        own, unit, verdict = self.own, scale(), line.verdict
        middle = rect.top() + rect.height() / 2
        colour = own.verdict[verdict]
        mark = QRectF(rect.left(), rect.top(), 16 * unit, rect.height())
        self._paint_verdict(painter, mark, verdict)
        painter.setFont(ui_font(-1))
        metrics = QFontMetrics(painter.font())
        text = change_text(line)
        inside = self._model.moved_inside(index)
        if inside and verdict in STILL:
            text = QCoreApplication.translate("LedgerSheet", "same, {0} inside").format(inside)
            if metrics.horizontalAdvance(text) > rect.width() - 18 * unit:
                text = f"{verdict_name(verdict)} ({inside})"
        slot = metrics.horizontalAdvance("×0.000") + 4
        if verdict in STILL or verdict in (Verdict.APPEARED, Verdict.VANISHED) or line.ratio is None:
            slot = rect.width() - round(18 * unit)
        else:
            left, right = mark.right() + 2, rect.right() - slot - 3
            self._paint_arrow(painter, QRectF(left, middle - 5 * unit, right - left, 10 * unit), line, colour)
        font = ui_font(-1)
        font.setItalic(verdict is Verdict.UNEXERCISED)
        painter.setFont(font)
        painter.setPen(own.muted if verdict in STILL else own.readable(colour))
        room = QRect(rect.right() - slot - 2, rect.top(), slot, rect.height())
        flags = _RIGHT if line.ratio is not None and verdict not in STILL else _LEFT
        painter.drawText(room, flags, metrics.elidedText(text, _ELIDE, slot))

    def _paint_verdict(self, painter: QPainter, box: QRectF, verdict: Verdict) -> None:
        own, centre = self.own, QPointF(box.left() + 7 * scale(), box.center().y())
        if verdict in VERDICT_SHAPE:
            draw_shape(painter, VERDICT_SHAPE[verdict], centre, 4.4 * scale(), own.verdict[verdict], None)
            return
        painter.setPen(QPen(own.verdict[Verdict.SAME], 1.5))
        half = 3.6 * scale()
        if verdict is Verdict.SAME:
            for shift in (-1.8, 1.8):
                painter.drawLine(centre + QPointF(-half, shift), centre + QPointF(half, shift))
        elif verdict is Verdict.UNEXERCISED:
            painter.drawLine(centre + QPointF(-half, 0), centre + QPointF(half, 0))
        else:
            shape = "plus" if verdict is Verdict.APPEARED else "frame"
            draw_shape(painter, shape, centre, 4.2 * scale(), own.verdict[verdict], None)

    def _paint_arrow(self, painter: QPainter, box: QRectF, line: Delta, colour: QColor) -> None:
        """From the centre line to the right where the figure grew, to the left where it shrank."""
        own, unit = self.own, scale()
        centre, half = box.center().x(), box.width() / 2
        painter.setPen(QPen(own.border, 1))
        painter.drawLine(QPointF(centre, box.top() - 3), QPointF(centre, box.bottom() + 3))
        if line.ratio is None or line.ratio <= 0 or half < 8:
            return
        doublings = math.log2(line.ratio)
        length = half * min(abs(doublings) / FULL_BAR, 1.0)
        length = max(length, 4 * unit)
        turn = 1.0 if doublings > 0 else -1.0
        head = min(6 * unit, length)
        middle, shaft = box.center().y(), box.height() * 0.26
        tip, neck = centre + turn * length, centre + turn * (length - head)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(centre, middle - shaft),
                    QPointF(neck, middle - shaft),
                    QPointF(neck, middle - box.height() / 2),
                    QPointF(tip, middle),
                    QPointF(neck, middle + box.height() / 2),
                    QPointF(neck, middle + shaft),
                    QPointF(centre, middle + shaft),
                ]
            )
        )
        if abs(doublings) > FULL_BAR:  # a notch says that the bar is longer than there is room for
            painter.setPen(QPen(own.surface, 1.6))
            x = centre + turn * length * 0.42
            painter.drawLine(QPointF(x - 2, middle + shaft + 1), QPointF(x + 2, middle - shaft - 1))

    def _paint_evidence(self, painter: QPainter, rect: QRect, line: Delta) -> None:
        if line.before.value is None and line.after.value is None:
            return
        evidence = line.quantity.evidence
        colour = mix(self.own.surface, self.own.evidence[evidence], 0.85)
        draw_shape(painter, EVIDENCE_SHAPE[evidence], QPointF(rect.center()), 3.9 * scale(), colour, None)


def _long_span(seconds: float) -> str:
    """A minute or more in one unit, because two do not fit into a narrow cell."""
    size, unit = (seconds / 3600, "h") if abs(seconds) >= 5400 else (seconds / 60, "min")
    return f"{write.count(float(f'{size:.3g}'))}{write.NBSP}{unit}"


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ELIDE = Qt.TextElideMode.ElideRight
