"""The list of the lineage view: rows by the delegate, arcs in the gutter, the year that sticks to the top."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from widgets.lineage_delegate import LineageDelegate, RowMetrics
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
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setVerticalScrollBar(self._bar)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        model.modelReset.connect(self._relayout)
        model.dataChanged.connect(self._relight)
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
            self._delegate.metrics = RowMetrics.fitting(self.width())
            self._gutter.lay_out(self._delegate.own, self._delegate.metrics)
            self._bar.setMarks(self._gutter.marks())

    def full_height(self) -> int:
        """The height of all rows in px."""
        self._ensure_layout()
        return self._gutter.tops[-1]

    def _relight(self) -> None:
        self._ensure_layout()
        self._gutter.light()
        self._bar.setMarks(self._gutter.marks())
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._ensure_layout()
        with QPainter(self.viewport()) as painter:
            self._gutter.paint(painter, self.verticalOffset(), self.viewport().height(), self._near())
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            self._paint_sticky_year(painter)

    def _near(self) -> set[str]:
        """The row under the pointer and the row of the keyboard, when they are not the selected one."""
        rows = {self._delegate.hovered, self.currentIndex().row() if self.hasFocus() else -1}
        keys = {self._model.source(row).key for row in rows if 0 <= row < self._model.rowCount()}
        return keys - {self._model.selected}

    def _paint_sticky_year(self, painter: QPainter) -> None:
        offset, metrics, tops = self.verticalOffset(), self._delegate.metrics, self._gutter.tops
        row = self._gutter.row_at(offset)
        if not 0 <= row < self._model.rowCount():
            return
        later = (tops[i] for i in range(row + 1, self._model.rowCount()) if self._model.starts_year(i))
        pushed = min(0, next(later, offset + metrics.head) - offset - metrics.head)
        rect = QRect(0, pushed, self.viewport().width(), metrics.head)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._delegate.paint_year(painter, rect, self._model.source(row).date[:4], backed=True)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.viewport().update()  # the year at the top does not scroll with the rows

    # moving and choosing

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """As the base class, and never leave a row under the year that sticks to the top."""
        super().scrollTo(index, hint)
        above = self.visualRect(index).top() - self._delegate.metrics.head
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
        room = self.viewport().rect().adjusted(0, self._delegate.metrics.head * 2, 0, -self._delegate.metrics.row)
        if not room.contains(self.visualRect(index).center()):
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _choose(self, index: Index) -> None:
        if index.isValid():
            self.chosen.emit(index.data(LineageModel.KEY))

    def _walk(self, back: bool) -> None:
        """One edge from the current row, to the nearest neighbour, or to where the walk came from."""
        current = self.currentIndex()
        if not current.isValid():
            return
        key = current.data(LineageModel.KEY)
        model = self._model
        edges = model.builds_on.get(key, ()) if back else model.led_to.get(key, ())
        rows = [model.row(edge.older if back else edge.newer) for edge in edges]
        rows = [row for row in rows if row >= 0]
        if not rows:
            return
        came_from = model.row(self._trail.get((key, back), ""))
        target = came_from if came_from in rows else min(rows, key=lambda row: abs(row - current.row()))
        self._trail[model.source(target).key, not back] = key
        self.setCurrentIndex(model.index(target))

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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._delegate.own = colours(self)
            self._relayout()
            self.scheduleDelayedItemsLayout()
