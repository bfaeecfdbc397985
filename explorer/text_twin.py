"""Any view in words: for people who do not see it, and to be pasted into a mail."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from explorer.dialogs import Page
    from explorer.window import Window


def of_widget(widget: QWidget) -> str:
    """What the first widget says that can describe itself, going down from `widget`; "" if none can."""
    waiting = [widget]
    while waiting:
        one = waiting.pop(0)
        describe = getattr(one, "describe", None)
        if callable(describe):
            return str(describe())
        children = [
            child
            for child in one.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if child.isVisibleTo(one)
        ]
        waiting += children
    return ""


def of_focused(window: Window) -> tuple[str, str]:
    """Name and text of the panel that has the focus, or of the stage if that has no text."""
    focused = window.focusWidget()
    named = {name: panel for name, panel in window.panels.items() if focused and panel.isAncestorOf(focused)}
    stage = "stage" if window.session.stage == "clock" else str(window.session.stage)
    for name in (*named, stage):
        panel = window.panels.get(name)
        text = "" if panel is None else of_widget(panel)
        if text:
            return name, text
    return stage, ""


def show(window: Window) -> Page | None:
    """Show the text and put it on the clipboard."""
    from explorer.dialogs import show_page

    _, text = of_focused(window)
    if not text:
        nothing = QCoreApplication.translate("TextTwin", "This view has nothing to say in words.")
        window.session.notice(nothing, error=False)
        return None
    QGuiApplication.clipboard().setText(text)
    title = QCoreApplication.translate("TextTwin", "This view as text")
    copied = QCoreApplication.translate("TextTwin", "Copied: it can be pasted anywhere.")
    return show_page(
        window, title, f"<p><i>{escape(copied)}</i></p><pre style='white-space:pre-wrap'>{escape(text)}</pre>"
    )
