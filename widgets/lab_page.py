"""The frame of every lab: question, presets, form, verdict, pictures, figures, and the way on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QWidget

from engine.labs import settings as lab_settings
from engine.labs.records import Lab
from widgets.lab_page_answers import LabAnswers
from widgets.lab_page_copy import table_text
from widgets.lab_page_keys import undoing
from widgets.lab_view import LabView


class LabPage(LabAnswers):
    """Shows a lab through its view. Whoever owns the page carries out what its signals ask for.

    `runWanted(settings)`: `lab.run` is to be carried out (an earlier one is out of date); `cancelWanted()`;
    `clockWanted(Scenario)`; `ledgersWanted(before, after)`, two scenarios; `openAsked()`: a settings file or a link;
    `saveAsked("settings" | "picture" | "data")`; `noticed(text)`: something to tell in passing;
    `settingsChanged(settings)`.
    """

    clockWanted = Signal(object)
    ledgersWanted = Signal(object, object)
    openAsked = Signal()
    saveAsked = Signal(str)
    noticed = Signal(str)

    def __init__(self, lab: Lab[Any, Any], view: LabView, parent: QWidget | None = None) -> None:
        super().__init__(lab, view, parent)
        self._bar.command.connect(self.command)

    # --- in and out ----------------------------------------------------------------------------------------------

    def link(self) -> str:
        return lab_settings.link(self.lab.key, self.settings)

    def setLink(self, text: str) -> None:
        """Take the settings of a link. Raises ScenarioError."""
        self.setSettings(lab_settings.from_link(self.lab.settings, self.lab.key, text))

    def toml(self) -> str:
        return lab_settings.dumps(self.lab.key, self.settings)

    def setToml(self, text: str, name: str = "<text>") -> None:
        """Take the settings of a file's text. Raises ScenarioError naming file, line and field."""
        self.setSettings(lab_settings.loads(self.lab.settings, self.lab.key, text, name))

    def dataText(self, separator: str = ",") -> str:
        """What the pictures show, as CSV."""
        header, rows = self.view.tableData()
        return table_text(header, rows, separator)

    def command(self, name: str) -> None:
        """Carry out a command of the bar."""
        commands: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
            "reset": self.reset,
            "open": self.openAsked.emit,
            "save": lambda: self.saveAsked.emit("settings"),
            "clock": self.toClock,
            "ledgers": self.toLedgers,
        }
        commands |= {what: partial(self.copy, what) for what in ("link", "picture", "data")}
        commands[name]()

    def copy(self, what: str) -> None:
        """The "link", "picture" or "data" (with tabs, which spreadsheets paste as a table) to the clipboard."""
        from widgets.export import picture

        board = QGuiApplication.clipboard()
        if what == "link":
            board.setText(self.link())
        elif what == "picture":
            board.setImage(picture(self.view))
        else:
            board.setText(self.dataText("\t"))
        told = {
            "link": self.tr("The link to these settings is on the clipboard."),
            "picture": self.tr("The picture is on the clipboard."),
            "data": self.tr("The data are on the clipboard, as a table."),
        }
        self.noticed.emit(told[what])

    def toClock(self) -> None:
        try:
            scenario = self.lab.scenario(self.settings)
        except ValueError as error:
            self._break(error)
        else:
            self.clockWanted.emit(scenario)

    def toLedgers(self) -> None:
        try:
            before, after = self.lab.baseline(self.settings), self.lab.scenario(self.settings)
        except ValueError as error:
            self._break(error)
        else:
            self.ledgersWanted.emit(before, after)

    # --- events --------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # Offered here before it becomes the window's shortcut, which is about the notebook.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and undoing(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if undoing(event) == "undo":
            self.undo()
        elif undoing(event) == "redo":
            self.redo()
        elif event.key() == Qt.Key.Key_Escape and self._verdict.fraction is not None:
            self.cancelWanted.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.form.setControls(self.view.controls())
            self._retranslate()
            self._show()
        elif event.type() == QEvent.Type.FontChange:
            self._dress()
