"""Hands and eyes for tests of the map: where a source is, clicks and keys on it, what is written and drawn."""

from __future__ import annotations

from library_samples import EDGES, RUNNABLE, SOURCES
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from widgets.atlas_view import AtlasView
from widgets.export import picture


def sample_map(qtbot: QtBot) -> AtlasView:
    """A map of the small library, shown."""
    view = AtlasView()
    qtbot.addWidget(view)
    view.resize(900, 560)
    view.setLibrary(SOURCES, EDGES, RUNNABLE)
    view.show()
    return view


def place(view: AtlasView, key: str) -> QPoint:
    """Where the mark of a source is on the canvas."""
    keys = [source.key for source in sorted(SOURCES, key=lambda source: source.order)]
    return view.canvas.view().at(keys.index(key)).toPoint()


def click(qtbot: QtBot, view: AtlasView, key: str, several: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if several else Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, modifier, place(view, key))


def press(qtbot: QtBot, view: AtlasView, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(view.canvas, key)


def texts(view: AtlasView) -> str:
    return " ".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def turn(view: AtlasView, steps: int, at: QPointF) -> None:
    """The wheel over the canvas."""
    none = Qt.MouseButton.NoButton
    event = QWheelEvent(
        at,
        view.canvas.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * steps),
        none,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.canvas, event)


def pixels(view: AtlasView) -> QImage:
    view.canvas.settle()
    return picture(view.canvas, 1.0)
