"""What tests of the library in the window share."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from citations.notebook import Notebook
from citations.records import Source, Text
from explorer import paths
from explorer.own_source import blank
from explorer.window import Window

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
W = TypeVar("W", bound=QWidget)


def press(qtbot: QtBot, window: Window, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    """A key of the window, where the focus is."""
    if not window.isActiveWindow():  # a dialog was closed
        with qtbot.waitActive(window):
            window.activateWindow()
    focused = QApplication.focusWidget() or window
    qtbot.keyClick(focused, key, modifier or Qt.KeyboardModifier.NoModifier)


def dialog(window: Window, kind: type[W]) -> W:
    """The newest open dialog of a kind."""
    QApplication.processEvents()
    found = [one for one in window.findChildren(kind) if one.isVisible()]
    assert found, f"no {kind.__name__} is open"
    return found[-1]


def own(key: str, name: str, **fields: object) -> Source:
    """A small source of the user's own."""
    return replace(blank(), key=key, name=Text(name), title=name, date="2024-05-01", year=2024, **fields)  # type: ignore[arg-type]


def other_window() -> Notebook:
    """The notebook as another window has it open."""
    return Notebook(paths.notebook_file())


def close_dialogs(window: Window) -> None:
    for one in window.findChildren(QDialog):
        one.close()
