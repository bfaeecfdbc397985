"""The command palette: one field that finds commands, sources and ledgers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from explorer import fuzzy
from widgets.palette import colours

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """Something that can be done. `kind` and `keys` stand beside the title; `also` is searched too."""

    title: str
    kind: str
    run: Callable[[], object]
    keys: str = ""
    also: str = ""


class _Entries(QAbstractListModel):
    """The entries that fit what was typed."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.shown: list[Entry] = []

    def show(self, entries: list[Entry]) -> None:
        self.beginResetModel()
        self.shown = entries
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return len(self.shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.UserRole:
            return entry.keys or entry.kind
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (entry.title, entry.kind, entry.keys) if part)
        return None


class _Row(QStyledItemDelegate):
    """The title on the left, keys or kind on the right in a softer colour."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        aside = index.data(Qt.ItemDataRole.UserRole)
        room = option.rect.adjusted(8, 0, -12, 0)
        painter.save()
        painter.setPen(colours(self.parent()).muted)  # type: ignore[arg-type]
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, aside)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(hint.width(), round(hint.height() * 1.35))


class CommandPalette(QDialog):
    """Opens under the toolbar; Enter runs, Up and Down move, Escape closes."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setWindowTitle(self.tr("Command palette"))
        self.setAccessibleName(self.tr("Command palette"))
        self._entries = list(entries)
        self._field = QLineEdit(self)
        self._field.setPlaceholderText(self.tr("Type a part of a command, source or ledger"))
        self._field.setAccessibleName(self.tr("Search commands, sources and ledgers"))
        self._field.setClearButtonEnabled(True)
        self._field.installEventFilter(self)
        self._model = _Entries(self)
        self._list = QListView(self)
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Row(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setAccessibleName(self.tr("Matches"))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        self._field.textChanged.connect(self._filter)
        self._list.clicked.connect(lambda index: self._run(index.row()))
        self._filter("")

    def openAt(self, window: QWidget) -> None:
        """Show over the upper middle of `window`."""
        em = self.fontMetrics().height()
        width = min(46 * em, window.width() - 4 * em)
        height = min(30 * em, window.height() - 8 * em)
        self.resize(max(width, 20 * em), max(height, 12 * em))
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - self.width()) // 2, corner.y() + 5 * em)
        self.show()
        self._field.setFocus()

    def _filter(self, text: str) -> None:
        self._model.show(fuzzy.rank(text, self._entries, lambda entry: f"{entry.title} {entry.also}"))
        if self._model.shown:
            self._list.setCurrentIndex(self._model.index(0))

    def _run(self, row: int) -> None:
        if 0 <= row < len(self._model.shown):
            entry = self._model.shown[row]
            self.accept()
            entry.run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            row, last = self._list.currentIndex().row(), len(self._model.shown) - 1
            moves = {
                Qt.Key.Key_Down: row + 1 if row < last else 0,
                Qt.Key.Key_Up: row - 1 if row > 0 else last,
                Qt.Key.Key_PageDown: min(row + 10, last),
                Qt.Key.Key_PageUp: max(row - 10, 0),
            }
            key = Qt.Key(event.key())
            if key in moves:
                self._list.setCurrentIndex(self._model.index(moves[key]))
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(row)
                return True
        return super().eventFilter(watched, event)
