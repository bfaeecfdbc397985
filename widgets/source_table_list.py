"""The rows of the source table under mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from citations.folding import fold
from widgets.palette import colours
from widgets.source_table_columns import Column
from widgets.source_table_header import SourceTableHeader
from widgets.source_table_model import NOWHERE, SourceTableModel
from widgets.source_table_painter import Place, SourceTablePainter
from widgets.source_text import date_text

Index = QModelIndex | QPersistentModelIndex
_FLAG = QItemSelectionModel.SelectionFlag


class SourceTableList(QTableView):
    """Up, Down, Page, Home, End and typing move; Space and Shift select; Enter or a click opens; Alt+Up: headings."""

    opened = Signal(str)
    selected = Signal()  # by the user
    copyAsked = Signal()
    removeAsked = Signal()
    menuAsked = Signal(QPoint)
    resized = Signal()

    def __init__(self, model: SourceTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._restoring = False
        self._chosen: set[int] = set()
        self._typed, self._typed_at = "", 0.0
        self.brush = SourceTablePainter(model, colours(self))
        self.header = SourceTableHeader(self)
        self.setModel(model)
        self.setHorizontalHeader(self.header)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # scrolling copies what is there
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._measure()
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.header.left.connect(lambda: self.setFocus(Qt.FocusReason.TabFocusReason))

    def _measure(self) -> None:
        self.brush.measure(colours(self))
        self.verticalHeader().setMinimumSectionSize(self.brush.row_height)
        self.verticalHeader().setDefaultSectionSize(self.brush.row_height)
        self.header.setFixedHeight(self.brush.row_height + round(2 * self.brush.unit))

    def needed_widths(self) -> dict[Column, int]:
        """What every heading takes, and the longest date."""
        needed = {Column(column): self.header.needed(column) for column in range(self.header.count())}
        date = date_text("2028-12-28", self._model.facts.language)
        needed[Column.DATE] = max(needed[Column.DATE], self.brush.needed(date))
        return needed

    def paintEvent(self, event: QPaintEvent) -> None:
        rect, last = event.rect(), self._model.rowCount() - 1
        current = self.currentIndex() if self.hasFocus() else NOWHERE
        places = [
            Place(Column(column), self.columnViewportPosition(column), self.columnWidth(column))
            for column in self.header.shown()
        ]
        first = self.rowAt(rect.top())
        bottom = self.rowAt(rect.bottom())
        with QPainter(self.viewport()) as painter:
            painter.fillRect(rect, self.brush.own.surface)
            for row in range(first, (bottom if bottom >= 0 else last) + 1) if first >= 0 else ():
                focused = Column(current.column()) if row == current.row() else None
                top = self.rowViewportPosition(row)
                self.brush.paint_row(painter, top, row, places, row in self._chosen, focused)

    # selection

    def chosen_rows(self) -> list[int]:
        """The selected rows from top to bottom."""
        return sorted(self._chosen)

    def choose_rows(self, rows: Sequence[int]) -> None:
        """Select these rows (ascending) and no others; emits nothing."""
        wanted, last = QItemSelection(), len(Column) - 1
        start = 0
        for place, row in enumerate(rows):
            if place + 1 == len(rows) or rows[place + 1] != row + 1:
                wanted.select(self._model.index(rows[start], 0), self._model.index(row, last))
                start = place + 1
        self._restoring = True
        try:
            self.selectionModel().select(wanted, _FLAG.ClearAndSelect | _FLAG.Rows)
        finally:
            self._restoring = False
        self._chosen = set(rows)  # a reset of the model drops the selection without a word

    def point_at(self, row: int, *, reveal: bool = True) -> None:
        """Put the keyboard on a row without selecting it."""
        column = self.currentIndex().column() if self.currentIndex().isValid() else int(Column.NAME)
        index = self._model.index(row, column)
        self.selectionModel().setCurrentIndex(index, _FLAG.NoUpdate)
        if reveal and not self.viewport().rect().contains(self.visualRect(index).center()):
            self.scrollTo(self._model.index(row, Column.NAME), QAbstractItemView.ScrollHint.PositionAtCenter)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self._chosen = set()
        for span in self.selectionModel().selection().toList():
            self._chosen.update(range(span.top(), span.bottom() + 1))
        if not self._restoring:
            self.selected.emit()

    def keeping_place(self, change: Callable[[], object]) -> None:
        """Change the rows of the model, and leave the keyboard at the source where it is.

        Where that is gone and the keyboard is in use here, the row that took its place is next, so that rows can be
        worked off one by one; else the source that is looked at.
        """
        current, scrolled = self.currentIndex(), self.horizontalScrollBar().value()
        key, column = (current.data(SourceTableModel.KEY), current.column()) if current.isValid() else ("", 0)
        before = current.row() if self.hasFocus() else -1
        self._restoring = True
        try:
            change()
        finally:
            self._restoring = False
        follower = min(before, self._model.rowCount() - 1)
        places = (self._model.row(key), follower, self._model.row(self.brush.chosen))
        row = next((row for row in places if row >= 0), -1)
        if row >= 0:
            self.selectionModel().setCurrentIndex(self._model.index(row, column), _FLAG.NoUpdate)
            self.point_at(row)
        self.horizontalScrollBar().setValue(scrolled)

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        plain = held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyAsked.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif key == Qt.Key.Key_Space and self._is_typing():
            self.keyboardSearch(" ")
        elif key == Qt.Key.Key_Space and not held & Qt.KeyboardModifier.ShiftModifier:
            self.selectionModel().select(self.currentIndex(), _FLAG.Toggle | _FLAG.Rows)
        elif key == Qt.Key.Key_Delete and plain:
            self.removeAsked.emit()
        elif key == Qt.Key.Key_Up and (held & Qt.KeyboardModifier.AltModifier or self._at_top(plain)):
            self._to_header()
        else:
            super().keyPressEvent(event)

    def _at_top(self, plain: bool) -> bool:
        return plain and self.currentIndex().row() <= 0

    def _to_header(self) -> None:
        self.header.setCurrent(max(self.currentIndex().column(), 0))
        self.header.setFocus(Qt.FocusReason.BacktabFocusReason)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Home and End go to the first and the last row, as in the timeline."""
        rows = self._model.rowCount()
        if rows and action in (QAbstractItemView.CursorAction.MoveHome, QAbstractItemView.CursorAction.MoveEnd):
            last = action is QAbstractItemView.CursorAction.MoveEnd
            return self._model.index(rows - 1 if last else 0, max(self.currentIndex().column(), 0))
        return super().moveCursor(action, modifiers)

    def _is_typing(self) -> bool:
        return bool(self._typed) and monotonic() - self._typed_at < QApplication.keyboardInputInterval() / 1000

    def keyboardSearch(self, search: str) -> None:
        """Jump to the next name that begins with what is typed, whatever column the keyboard is at."""
        fresh = not self._is_typing()
        self._typed = search if fresh else self._typed + search
        self._typed_at = monotonic()
        wanted, rows = fold(self._typed), self._model.rowCount()
        start = self.currentIndex().row() + 1 if fresh else max(self.currentIndex().row(), 0)
        for step in range(rows):
            row = (start + step) % rows
            if fold(self._model.text(self._model.source(row), Column.NAME)).startswith(wanted):
                column = max(self.currentIndex().column(), 0)
                self.setCurrentIndex(self._model.index(row, column))
                return

    # mouse

    def _open(self, index: Index) -> None:
        if index.isValid():
            self.opened.emit(index.data(SourceTableModel.KEY))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and plain and index.row() == self.currentIndex().row():
            self._open(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        before, self.brush.hovered = self.brush.hovered, row
        for changed in {before, row} if before != row else ():
            self.viewport().update(
                0, self.rowViewportPosition(changed), self.viewport().width(), self.brush.row_height
            )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Under the pointer, or under the current row when a key asked for it."""
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid():
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        self.menuAsked.emit(place)

    # changes

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The row that is looked at stays in sight when the table gets lower, as it does while it is laid out."""
        super().resizeEvent(event)
        place = self.visualRect(self.currentIndex())
        if 0 <= place.top() < event.oldSize().height() and place.bottom() > self.viewport().height():
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type
        if event.type() in (kinds.PaletteChange, kinds.FontChange, kinds.StyleChange):
            self._measure()
            self.viewport().update()
