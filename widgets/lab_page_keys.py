"""Keys that mean the same on every lab's page."""

from __future__ import annotations

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def undoing(event: QKeyEvent) -> str:
    """Whether a key means "undo" or "redo", "" if neither."""
    keys = QKeySequence.StandardKey
    ways = (("undo", keys.Undo), ("redo", keys.Redo))
    if event.keyCombination() == QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Y):
        return "redo"
    return next((way for way, key in ways if event.matches(key)), "")
