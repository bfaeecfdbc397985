"""The tables of the preview: check boxes under mouse and keyboard, and states as marks in colour."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.fonts import scale, ui_font
from widgets.library_preview_model import STATE, ItemColumn, ItemModel, ProblemModel
from widgets.library_preview_words import MARKS, State
from widgets.palette import DataColours, colours

Index = QModelIndex | QPersistentModelIndex


def state_colour(state: State, own: DataColours) -> QColor:
    """New is what will be there, what is there already is quiet, the rest wants a look."""
    return {
        State.NEW: own.hue["green"],
        State.KNOWN: own.hue["blue"],
        State.TWICE: own.hue["purple"],
        State.UNTITLED: own.hue["orange"],
    }[state]


class TitleDelegate(QStyledItemDelegate):
    """The check box as the program's other check boxes look."""

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        own, unit, blank = colours(self._table), scale(), QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        there = QRectF(self._table.style().subElementRect(part, blank, self._table)).adjusted(-1, -1, 1, 1)
        side = max(there.width(), 14 * unit)
        box = QRectF(there.center().x() - side / 2, there.center().y() - side / 2, side, side).adjusted(
            0.5, 0.5, -0.5, -0.5
        )
        is_checked = blank.checkState == Qt.CheckState.Checked
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(own.accent if is_checked else own.muted, 1.2))
        painter.setBrush(own.accent if is_checked else own.surface)
        painter.drawRoundedRect(box, 3.5 * unit, 3.5 * unit)
        if is_checked:
            painter.setPen(QPen(own.on_accent, 1.8 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            points = ((0.24, 0.53), (0.43, 0.72), (0.77, 0.3))
            corners = [QPointF(box.left() + x * side, box.top() + y * side) for x, y in points]
            painter.drawPolyline(corners)
        painter.restore()


class StateDelegate(QStyledItemDelegate):
    """A mark in a coloured square before the words; the colour says nothing that the words do not say."""

    def __init__(self, table: QWidget) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        blank = QStyleOptionViewItem(option)
        self.initStyleOption(blank, index)
        words, blank.text = blank.text, ""
        self._table.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, blank, painter, self._table)
        own, unit, state = colours(self._table), scale(), State(index.data(STATE))
        side = round(15 * unit)
        area = QRectF(option.rect).adjusted(6 * unit, 0, -4 * unit, 0)
        box = QRectF(area.left(), area.center().y() - side / 2, side, side)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(state_colour(state, own), 1.4 * unit))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.7, 0.7, -0.7, -0.7), 3 * unit, 3 * unit)
        painter.setPen(own.text)
        painter.setFont(ui_font(-0.5, QFont.Weight.DemiBold))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, MARKS[state])
        painter.setFont(ui_font(0))
        room = area.adjusted(side + 7 * unit, 0, 0, 0)
        shown = QFontMetricsF(ui_font(0)).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width() + round(32 * scale()), hint.height())


class PreviewTable(QTableView):
    """Whole rows, no grid. `shares` of the width by column; columns without one are as wide as `widest` asks."""

    shares: tuple[float, ...] = ()
    widest: tuple[str, ...] = ()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setHighlightSections(False)

    def fit(self) -> None:
        """Rows as high as the font asks, columns that fill the width."""
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 1.75))
        metrics = self.fontMetrics()
        fixed = [metrics.horizontalAdvance(text) + round(22 * scale()) if text else 0 for text in self.widest]
        heads = [self.horizontalHeader().sectionSizeHint(column) for column in range(len(fixed))]
        fixed = [max(width, head) if width else 0 for width, head in zip(fixed, heads, strict=True)]
        rest = max(self.viewport().width() - sum(fixed), 0)
        for column, (width, share) in enumerate(zip(fixed, self.shares, strict=True)):
            self.setColumnWidth(column, width or int(rest * share))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.model() is not None:
            self.fit()

    def rows(self) -> list[int]:
        """The selected rows."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())


class ItemTable(PreviewTable):
    """Space checks or unchecks the selected rows; Enter asks for what a row is a duplicate of."""

    opened = Signal(int)  # row
    shares = (0.46, 0.2, 0.0, 0.34, 0.0)
    widest = ("", "", "2026-12-31", "", "99,999")

    def __init__(self, model: ItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items = model
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegateForColumn(ItemColumn.TITLE, TitleDelegate(self))
        self.setItemDelegateForColumn(ItemColumn.STATE, StateDelegate(self))
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and (rows := self.rows()):
            places = [self._items.place(row) for row in rows]
            self._items.take(rows, not all(place in self._items.taken for place in places))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)


class ProblemTable(PreviewTable):
    """Moving to a row shows the reference at its line."""

    lineChosen = Signal(int)
    shares = (0.0, 0.48, 0.52, 0.0)
    widest = ("99,999", "", "", "What became of it")

    def __init__(self, model: ProblemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problems = model
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.selectionModel().currentRowChanged.connect(self._choose)

    def _choose(self, index: QModelIndex, before: QModelIndex) -> None:
        if index.isValid() and self._problems.problems[index.row()].line:
            self.lineChosen.emit(self._problems.problems[index.row()].line)
