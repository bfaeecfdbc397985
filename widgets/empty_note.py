"""What a panel says when it has nothing to show: one line, and one line on how to fill it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.fonts import ui_font
from widgets.palette import colours


class EmptyNote(QWidget):
    """Two centred texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._hint = ""

    def setTexts(self, title: str, hint: str) -> None:
        self._title, self._hint = title, hint
        self.setAccessibleName(title)
        self.setAccessibleDescription(hint)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        title, hint = ui_font(1, QFont.Weight.DemiBold), ui_font(-0.5)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        room = self.rect().adjusted(16, 8, -16, -8)
        upper = QFontMetrics(title).boundingRect(room, flags, self._title).height()
        lower = QFontMetrics(hint).boundingRect(room, flags, self._hint).height()
        top = room.center().y() - (upper + 4 + lower) // 2
        with QPainter(self) as painter:
            painter.setFont(title)
            painter.setPen(own.text)
            painter.drawText(QRect(room.left(), top, room.width(), upper), flags, self._title)
            painter.setFont(hint)
            painter.setPen(own.muted)
            painter.drawText(QRect(room.left(), top + upper + 4, room.width(), lower), flags, self._hint)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()
