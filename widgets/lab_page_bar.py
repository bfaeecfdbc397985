"""The buttons of a lab: back and forth in its settings, in and out, on to the clock and the ledgers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from widgets.icon_button import IconButton

# Icon of each command, in groups.
ICONS = (
    (("undo", "undo"), ("redo", "redo"), ("reset", "reset")),
    (("open", "folder"), ("save", "save"), ("link", "link")),
    (("picture", "picture"), ("data", "table")),
)


class LabBar(QWidget):
    """`command(name)`: undo, redo, reset, open, save, link, picture, data, clock or ledgers."""

    command = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        for group in ICONS:
            for name, icon in group:
                self._add(name, IconButton(icon, flat=True), row)
            row.addSpacing(6)
        for name in ("clock", "ledgers"):
            self._add(name, QToolButton(), row)
            row.addSpacing(3)
        self.retranslate()

    def _add(self, name: str, button: QToolButton, row: QHBoxLayout) -> None:
        button.clicked.connect(lambda _=False: self.command.emit(name))
        self.buttons[name] = button
        row.addWidget(button)

    def setPossible(self, name: str, possible: bool) -> None:
        self.buttons[name].setEnabled(possible)

    def retranslate(self) -> None:
        words = {
            "undo": self.tr("Undo the last change of a setting (Ctrl+Z)"),
            "redo": self.tr("Redo (Ctrl+Shift+Z)"),
            "reset": self.tr("Reset to the first preset"),
            "open": self.tr("Open settings from a file"),
            "save": self.tr("Save the settings to a file"),
            "link": self.tr("Copy a link to these settings"),
            "picture": self.tr("Copy the picture"),
            "data": self.tr("Copy the data as a table"),
            "clock": self.tr("Run this as a scenario and show it on the request clock"),
            "ledgers": self.tr("Compare this on the eighteen ledgers with the same scenario without the choice"),
        }
        self.buttons["clock"].setText(self.tr("To the clock"))
        self.buttons["ledgers"].setText(self.tr("To the ledgers"))
        for name, button in self.buttons.items():
            button.setToolTip(words[name])
            button.setAccessibleName(words[name])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
