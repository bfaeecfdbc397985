"""What was saved in the notebook under a name: paths and scenarios, to be shown again or removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)


@dataclass(frozen=True)
class Kept:
    """One thing that was saved: what it is, and what can be done with it."""

    title: str
    kind: str
    show: Callable[[], object]
    remove: Callable[[], object]


class KeptDialog(QDialog):
    """Enter or a double click shows what is selected, Delete removes it (and undo brings it back)."""

    def __init__(self, read: Callable[[], list[Kept]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Saved paths and scenarios"))
        self._read = read
        self.list = QListWidget()
        self.list.setAccessibleName(self.windowTitle())
        self._empty = QLabel(self.tr("Nothing is saved yet."))
        self.show_button, self.remove_button = QPushButton(self.tr("Show")), QPushButton(self.tr("Remove"))
        self.show_button.setDefault(True)
        close = QPushButton(self.tr("Close"))
        row = QHBoxLayout()
        for button in (self.show_button, self.remove_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self.show_button.clicked.connect(self._show)
        self.remove_button.clicked.connect(self._remove)
        self.list.itemActivated.connect(lambda _: self._show())
        self.list.currentRowChanged.connect(lambda _: self._enable())
        close.clicked.connect(self.reject)
        em = self.fontMetrics().height()
        self.resize(30 * em, 20 * em)
        self.fill()

    def fill(self) -> None:
        """Read again what is saved."""
        row = self.list.currentRow()
        self.list.clear()
        for kept in self._read():
            item = QListWidgetItem(f"{kept.title}   ·   {kept.kind}")
            item.setData(Qt.ItemDataRole.UserRole, kept)
            self.list.addItem(item)
        self._empty.setVisible(not self.list.count())
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self._enable()

    def _enable(self) -> None:
        for button in (self.show_button, self.remove_button):
            button.setEnabled(self.list.currentItem() is not None)

    def _current(self) -> Kept | None:
        item = self.list.currentItem()
        return None if item is None else item.data(Qt.ItemDataRole.UserRole)

    def _show(self) -> None:
        kept = self._current()
        if kept is not None:
            self.accept()
            kept.show()

    def _remove(self) -> None:
        kept = self._current()
        if kept is not None:
            kept.remove()
            self.fill()
