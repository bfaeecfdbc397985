"""What every panel is: a widget that wraps the one view it feeds."""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QVBoxLayout, QWidget

V = TypeVar("V", bound=QWidget)

_AUXILIARY = (
    QAbstractButton,
    QAbstractSlider,
    QComboBox,
    QLineEdit,
)  # around the picture or list that a panel is about


def heart(view: QWidget) -> QWidget:
    """The part of `view` that the keyboard works on first: the picture or list, not a button above it."""
    for child in view.findChildren(QWidget):
        strong = child.focusPolicy() & Qt.FocusPolicy.TabFocus
        if strong and child.isVisibleTo(view) and child.isEnabled() and not isinstance(child, _AUXILIARY):
            return child
    return view


class Panel(QWidget, Generic[V]):
    """`view` fills the panel."""

    def __init__(self, view: V, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        # With a proxy, Tab would jump over what stands before the proxy inside the view.
        view.setFocusProxy(None)  # type: ignore[arg-type]  # None takes it away
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(view)

    def focus(self) -> None:
        """Put the keyboard focus on the heart of the view."""
        heart(self.view).setFocus(Qt.FocusReason.ShortcutFocusReason)
