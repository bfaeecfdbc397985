"""The window for people who use it without a mouse or without eyes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollBar,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from citations.filters import SourceFilter
from explorer.session import Stage
from explorer.window import Window

INTERACTIVE = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QTabWidget),
    QTextEdit,
)


def _interactive(window: Window) -> list[QWidget]:
    """Controls, and every widget of ours that takes the focus."""
    found = []
    for widget in window.findChildren(QWidget):
        own = type(widget).__module__.split(".")[0] in ("widgets", "explorer")
        focusable = widget.focusPolicy().value != 0 and widget.focusProxy() is None
        inner = widget.objectName().startswith("qt_") or isinstance(widget, QScrollBar | QHeaderView)
        if not inner and widget.isVisible() and (isinstance(widget, INTERACTIVE) or (own and focusable)):
            found.append(widget)
    return found


@pytest.fixture(params=list(Stage))
def at_stage(request: pytest.FixtureRequest, window: Window) -> Window:
    """The window with one of the stages in the middle, and chips above it where it can be filtered."""
    window.session.setPair(("orca", "pagedattention"))
    window.session.setRun("both")
    window.session.setFilter(SourceFilter(text="a", ledgers=("reuse", "state"), years=(2023, None)))
    window.session.setStage(request.param)
    return window


def test_every_interactive_widget_has_a_name(at_stage: Window) -> None:
    window = at_stage
    nameless = []
    for widget in _interactive(window):
        interface = QAccessible.queryAccessibleInterface(widget)
        name = interface.text(QAccessible.Text.Name) if interface is not None else widget.accessibleName()
        if not name.strip():
            nameless.append(f"{type(widget).__module__}.{type(widget).__name__} in {type(widget.parent()).__name__}")
    assert nameless == []


def test_every_enabled_button_can_take_the_focus(at_stage: Window) -> None:
    window = at_stage
    mouse_only = [
        f"{widget.text()!r} in {type(widget.parent()).__name__}"
        for widget in _interactive(window)
        if isinstance(widget, QAbstractButton)
        and widget.isEnabled()
        and widget.focusPolicy().value == 0
        and not isinstance(widget.parent(), QLineEdit)
    ]
    assert mouse_only == []


def test_tab_goes_around_and_comes_back(at_stage: Window) -> None:
    window = at_stage
    window.focus_stage()
    first = QApplication.focusWidget()
    seen: list[QWidget | None] = []
    for _ in range(200):
        window.focusNextChild()
        focused = QApplication.focusWidget()
        if focused is first:
            break
        seen.append(focused)
    assert QApplication.focusWidget() is first
    assert len(seen) == len(set(seen)) > 10


def test_no_text_is_smaller_than_eleven_pixels(at_stage: Window) -> None:
    window = at_stage
    small = [
        f"{type(widget).__name__} {widget.fontInfo().pixelSize()}"
        for widget in window.findChildren(QWidget)
        if widget.isVisible() and widget.fontInfo().pixelSize() < 11
    ]
    assert small == []
