"""A vertical scroll bar that shows where highlighted rows are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QWidget


class MarkedScrollBar(QScrollBar):
    """Marks are (share of the whole height 0..1, colour, weight in px)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._marks: tuple[tuple[float, QColor, float], ...] = ()

    def setMarks(self, marks: Sequence[tuple[float, QColor, float]]) -> None:
        self._marks = tuple(marks)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._marks:
            return
        with QPainter(self) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            for place, colour, weight in self._marks:
                painter.setBrush(colour)
                y = place * (self.height() - weight)
                painter.drawRoundedRect(QRectF(1.5, y, self.width() - 3, weight), 1, 1)
