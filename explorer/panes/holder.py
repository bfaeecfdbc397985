"""An empty place for a panel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget


class Holder(QWidget):
    """Stands where a panel will be, so that the first picture already has the final shape."""

    painted = Signal()  # the first time only

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(6, 4, 6, 4)

    def put(self, widget: QWidget, stretch: int = 0) -> None:
        """Below what is there already."""
        self._column.addWidget(widget, stretch)

    def putFirst(self, widget: QWidget) -> None:
        """Above what is there already."""
        self._column.insertWidget(0, widget)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self.painted.emit()
