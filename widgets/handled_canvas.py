"""A painted widget whose mouse, wheel and keys are handled by a `Hands` object, with a tooltip for every position."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget


class Hands(Protocol):
    """Turns events into commands of the canvas. `key` says whether it knew the key."""

    def wheel(self, event: QWheelEvent) -> None: ...

    def press(self, event: QMouseEvent) -> None: ...

    def move(self, event: QMouseEvent) -> None: ...

    def release(self, event: QMouseEvent) -> None: ...

    def double_click(self, event: QMouseEvent) -> None: ...

    def key(self, event: QKeyEvent) -> bool: ...


class HandledCanvas(QWidget):
    """The canvas sets `_hands` when it is built. What the mouse is over is a number, −1 for nothing."""

    _hands: Hands
    _hovered = -1

    def hover(self, item: int) -> None:
        """The mouse is over `item` (−1: over none)."""
        if item != self._hovered:
            self._hovered = item
            self.update()

    def tip(self, position: QPointF) -> str:
        """The tooltip at a position, "" for none."""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._hands.wheel(event)
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._hands.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hands.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._hands.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._hands.double_click(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.hover(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._hands.key(event):
            super().keyPressEvent(event)
