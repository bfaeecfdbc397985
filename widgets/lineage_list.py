"""The list of the lineage view: rows by the delegate, arcs in the gutter, the year that sticks to the top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from widgets.empty_note import EmptyNote
from widgets.lineage_delegate import LineageDelegate
from widgets.lineage_gutter import LineageGutter
from widgets.lineage_model import LineageModel
from widgets.marked_scroll_bar import MarkedScrollBar
from widgets.palette import colours

Index = QModelIndex | QPersistentModelIndex


class LineageList(QListView):
    """Keys: Up, Down, Home, End and typing move; Left and Right walk along edges; Enter selects."""

    chosen = Signal(str)

    def __init__(self, model: LineageModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._delegate = LineageDelegate(model, colours(self), self)
        self._bar = MarkedScrollBar(self)
        self._gutter = LineageGutter(model, self._delegate.own, self._delegate.metrics)
        self._trail: dict[tuple[str, bool], str] = {}  # where a walk came from: the opposite key leads back
        self._stale = True
        self._note = EmptyNote(self.viewport())
        self.setUniformItemSizes(True)
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollBar(self._bar)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        model.modelReset.connect(self._relayout)
        model.relit.connect(self._relight)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    # layout and painting

    def _relayout(self) -> None:
        """Rows, sizes or colours changed: everything is measured again before the next painting."""
        self._stale = True
        self._delegate.hovered = -1
        self.viewport().update()

    def _ensure_layout(self) -> None:
        if self._stale:
            self._stale = False
            self._delegate.measure(colours(self), self.width())
            self._gutter.lay_out(self._delegate.own, self._delegate.metrics)
            self._bar.setMarks(self._gutter.marks())

    def full_height(self) -> int:
        """The height of all rows in px."""
        self._ensure_layout()
        return self._gutter.height

    def setEmpty(self, title: str, hint: str) -> None:
        """What stands in place of the rows when there are none."""
        self._note.setVisible(not self._model.rowCount())
        self._note.setTexts(title, hint)
        self._note.setGeometry(self.viewport().rect())

    @property
    def left_out(self) -> int:
        """How many arcs are not drawn because nobody could follow so many."""
        self._ensure_layout()
        return self._gutter.left_out

    def _relight(self) -> None:
        self._ensure_layout()
        self._gutter.light()
        self._bar.setMarks(self._gutter.marks())
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._ensure_layout()
        offset, size, height = self.verticalOffset(), self.viewport().size(), self._delegate.metrics.row
        current = self.currentIndex().row() if self.hasFocus() else -1
        first = max(self._gutter.row_at(offset), 0)
        last = min(self._gutter.row_at(offset + size.height()), self._model.rowCount() - 1)
        with QPainter(self.viewport()) as painter:
            self._gutter.paint(painter, offset, size.height(), self._near())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row in range(first, last + 1):
                body = QRect(0, row * height - offset, size.width(), height)
                self._delegate.paint_row(painter, body, row, row == current)
            self._paint_sticky_year(painter)

    def _near(self) -> set[str]:
        """The row under the pointer and the row of the keyboard, when they are not the selected one."""
        rows = {self._delegate.hovered, self.currentIndex().row() if self.hasFocus() else -1}
        sources = map(self._model.source, rows)
        return {source.key for source in sources if source is not None} - {self._model.selected}

    def _paint_sticky_year(self, painter: QPainter) -> None:
        offset, height, model = self.verticalOffset(), self._delegate.metrics.row, self._model
        row = self._gutter.row_at(offset)
        if not 0 <= row < model.rowCount() or offset <= 0:
            return
        pushed = height * (row + 1) - offset - height if row + 1 < model.rowCount() and model.is_year(row + 1) else 0
        rect = QRect(0, pushed, self.viewport().width(), height)
        self._delegate.paint_year(painter, rect, model.year(row), backed=True)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.viewport().update()  # the year at the top does not scroll with the rows

    # moving and choosing

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """As the base class, and never leave a row under the year that sticks to the top."""
        super().scrollTo(index, hint)
        above = self.visualRect(index).top() - self._delegate.metrics.row
        if above < 0 and hint is QAbstractItemView.ScrollHint.EnsureVisible:
            self._bar.setValue(self._bar.value() + above)

    def reveal(self, key: str) -> None:
        """Make a source the current row, and bring it to the middle if it is out of sight."""
        row = self._model.row(key)
        if row < 0:
            return
        index = self._model.index(row)
        if self.currentIndex() != index:
            self.setCurrentIndex(index)
        room = self.viewport().rect().adjusted(0, self._delegate.metrics.row * 2, 0, -self._delegate.metrics.row)
        if not room.contains(self.visualRect(index).center()):
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def enter(self) -> None:
        """Take the focus, on the first source if there is no current one."""
        if not self.currentIndex().isValid() and self._model.rowCount() > 1:
            self.setCurrentIndex(self._model.index(1))
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def _choose(self, index: Index) -> None:
        source = self._model.source(index.row())
        if source is not None:
            self.chosen.emit(source.key)

    def _walk(self, back: bool) -> None:
        """One edge from the current row, to the nearest neighbour, or to where the walk came from."""
        current = self.currentIndex()
        if not current.isValid():
            return
        model, key = self._model, current.data(LineageModel.KEY)
        neighbours = model.builds_on.get(key, ()) if back else model.led_to.get(key, ())
        rows = [row for row in map(model.row, neighbours) if row >= 0]
        if not rows:
            return
        came_from = model.row(self._trail.get((key, back), ""))
        target = came_from if came_from in rows else min(rows, key=lambda row: abs(row - current.row()))
        index = model.index(target)
        self._trail[index.data(LineageModel.KEY), not back] = key
        self.setCurrentIndex(index)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """From source to source, passing over the years."""
        moves, model = QAbstractItemView.CursorAction, self._model
        last, row = model.rowCount() - 1, self.currentIndex().row()
        page = max(self.viewport().height() // self._delegate.metrics.row - 2, 1)
        row, step = {
            moves.MoveUp: (row - 1, -1),
            moves.MovePrevious: (row - 1, -1),
            moves.MoveDown: (row + 1, 1),
            moves.MoveNext: (row + 1, 1),
            moves.MoveHome: (0, 1),
            moves.MoveEnd: (last, -1),
            moves.MovePageUp: (max(row - page, 1), -1),
            moves.MovePageDown: (min(row + page, last), 1),
        }.get(action, (row, 1))
        while 0 <= row <= last and model.is_year(row):
            row += step
        return model.index(row) if 0 <= row <= last else self.currentIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self._walk(back=event.key() == Qt.Key.Key_Left)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    # events

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()).row())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, row: int) -> None:
        if row != self._delegate.hovered:
            self._delegate.hovered = row
            self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._relayout()
        self._ensure_layout()
        super().resizeEvent(event)
        self._note.setGeometry(self.viewport().rect())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._relayout()
            self.scheduleDelayedItemsLayout()
