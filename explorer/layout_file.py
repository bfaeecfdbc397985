"""Where the window was and how it was divided, kept apart from the settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QSplitter

from explorer import paths

FIRST_SHARE = 0.92  # of the screen, on the first start
LARGEST_FIRST = QSize(1760, 1040)
_GRIP = 60  # pixels of the title bar that must be on a screen, to take hold of


def read(path: Path | None = None) -> dict[str, Any]:
    """What was saved; empty when there is nothing or it is damaged."""
    try:
        layout = json.loads((path or paths.layout_file()).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return layout if isinstance(layout, dict) else {}


def place(window: QMainWindow, layout: dict[str, Any]) -> None:
    """Put the window where it was, if that place is still on a screen; else in the middle, as large as is useful."""
    wanted = _rectangle(layout)
    screen = QGuiApplication.primaryScreen()
    if wanted is not None and _reachable(wanted):
        window.setGeometry(wanted)
    elif screen is not None:
        room = screen.availableGeometry()
        frame = QRect(room.topLeft(), (room.size() * FIRST_SHARE).boundedTo(LARGEST_FIRST))
        frame.moveCenter(room.center())
        window.setGeometry(frame)
    if layout.get("maximised"):
        window.setWindowState(Qt.WindowState.WindowMaximized)


def _rectangle(layout: dict[str, Any]) -> QRect | None:
    try:
        left, top, width, height = (int(value) for value in layout["window"])
    except (KeyError, TypeError, ValueError):
        return None
    return QRect(left, top, max(width, 640), max(height, 420))


def divide(window: QMainWindow, layout: dict[str, Any]) -> None:
    """Give the splitters the sizes they had."""
    saved = layout.get("splitters")
    if not isinstance(saved, dict):
        return
    for splitter in window.findChildren(QSplitter):
        sizes = saved.get(splitter.objectName())
        if isinstance(sizes, list) and len(sizes) == splitter.count() and all(isinstance(x, int) for x in sizes):
            splitter.setSizes(sizes)


def save(window: QMainWindow, path: Path | None = None) -> None:
    """Keep the normal size even when the window is maximised or full screen. Raises OSError."""
    normal = window.normalGeometry() if window.isMaximized() or window.isFullScreen() else window.geometry()
    layout = {
        "window": [normal.x(), normal.y(), normal.width(), normal.height()],
        "maximised": window.isMaximized(),
        "splitters": {
            splitter.objectName(): splitter.sizes()
            for splitter in window.findChildren(QSplitter)
            if splitter.objectName() and splitter.isVisible()
        },
    }
    paths.write_atomically(path or paths.layout_file(), json.dumps(layout, indent=1).encode())


def _reachable(wanted: QRect) -> bool:
    title = QRect(wanted.x(), wanted.y(), wanted.width(), _GRIP)
    for screen in QGuiApplication.screens():
        common = screen.availableGeometry().intersected(title)
        if common.width() >= 2 * _GRIP and common.height() >= _GRIP // 2:
            return True
    return False
