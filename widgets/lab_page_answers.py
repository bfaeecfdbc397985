"""What a lab's page does with settings: it answers them, has them run, and goes back and forth in them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from engine.labs.records import Figure, Lab
from widgets.lab_page_frame import LabFrame
from widgets.lab_page_history import SettingsHistory
from widgets.lab_page_trouble import setting_of
from widgets.lab_view import LabView

SETTLE_MS = 350  # after the last change the run is asked for
REMEMBERED = 12


class LabAnswers(LabFrame):
    """`runWanted(settings)`: `lab.run` is to be carried out (an earlier one is out of date); `cancelWanted()`;
    `settingsChanged(settings)`."""

    runWanted = Signal(object)
    cancelWanted = Signal()
    settingsChanged = Signal(object)

    def __init__(self, lab: Lab[Any, Any], view: LabView, parent: QWidget | None = None) -> None:
        super().__init__(lab, view, parent)
        self._history = SettingsHistory(lab.presets[0].settings)
        self._answer: Any = None
        self._result: Any = None
        self._known: OrderedDict[Any, Any] = OrderedDict()  # results by settings, so that going back is instant
        self._broken = ""  # the setting that makes no sense
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._connect()
        self._show()

    def _connect(self) -> None:
        self.form.changed.connect(self._change)
        self.view.settingWanted.connect(lambda name, value: self._change(name, value, False))
        self.view.settled.connect(self._settled)
        self._presets.chosen.connect(self.setPreset)
        self._verdict.runAsked.connect(self.run)
        self._verdict.cancelAsked.connect(self.cancelWanted)
        self._settle.timeout.connect(self.run)
        self._verdict.setRunByButton(self.view.run_when == "button")

    # --- settings ------------------------------------------------------------------------------------------------

    @property
    def settings(self) -> Any:
        return self._history.settings

    def setSettings(self, settings: Any) -> None:
        """Show other settings; they can be taken back."""
        self._history.take(settings)
        self._show()

    def setPreset(self, key: str) -> None:
        """Show a preset. UnknownLabError if there is none of that key."""
        from engine.labs import registry

        self.setSettings(registry.preset(self.lab, key))

    def undo(self) -> None:
        self._history.undo()
        self._show()

    def redo(self) -> None:
        self._history.redo()
        self._show()

    @property
    def canUndo(self) -> bool:
        return self._history.can_undo

    @property
    def canRedo(self) -> bool:
        return self._history.can_redo

    def reset(self) -> None:
        """The settings that a new user sees. They can be taken back."""
        self.setSettings(self.lab.presets[0].settings)

    def _change(self, name: str, value: Any, settled: bool) -> None:
        """The user has moved something."""
        try:
            changed = self.form.with_value(name, value)
        except ValueError as error:
            self._break(error, name)
            return
        self._history.take(changed, name, settled)
        self._show(settled)

    def _settled(self) -> None:
        self._history.settle()
        self._later()

    # --- answer and run ------------------------------------------------------------------------------------------

    def _show(self, settled: bool = True) -> None:
        """Answer the present settings."""
        settings = self.settings
        self._result = self._known.get(settings)
        self._settle.stop()
        if self._verdict.fraction is not None:
            self.cancelWanted.emit()
            self._verdict.setProgress(None)
        self.form.setSettings(settings)
        self._presets.setChosen(next((p.key for p in self.lab.presets if p.settings == settings), ""))
        for name, possible in (("undo", self.canUndo), ("redo", self.canRedo)):
            self._bar.setPossible(name, possible)
        try:
            answer = self.lab.answer(settings)
        except ValueError as error:
            self._break(error)
        else:
            self._mend()
            self._answer = answer
            self.view.showAnswer(settings, answer)
            self.view.showRun(settings, self._result)
            self._say()
            if settled:
                self._later()
        self.settingsChanged.emit(settings)

    def _later(self) -> None:
        missing = self._result is None and not self._broken
        if self.view.run_when == "settled" and missing and self.isVisible():
            self._settle.start()

    def run(self) -> None:
        """Ask for the run of the present settings."""
        if not self._broken:
            self._settle.stop()
            self.runWanted.emit(self.settings)

    def setProgress(self, fraction: float | None) -> None:
        """How far the run has come; None when none is under way."""
        self._verdict.setProgress(fraction)

    def setResult(self, settings: Any, result: Any) -> None:
        """What `lab.run(settings)` gave. It waits if the settings have changed since."""
        self._known[settings] = result
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        if settings != self.settings or self._broken:
            return
        self._result = result
        self._verdict.setProgress(None)
        self.view.showRun(settings, result)
        self._say()

    def setRunTrouble(self, text: str) -> None:
        """The run has failed: `text` says why, in one line."""
        self._verdict.setProgress(None)
        self._break(ValueError(text))

    @property
    def result(self) -> Any:
        """Of the present settings, None before they were run."""
        return self._result

    def _say(self) -> None:
        """Verdict and figures: a run knows better than a closed form."""
        verdict = getattr(self._result, "verdict", None) or self._answer.verdict
        figures: tuple[Figure, ...] = (*self._answer.figures, *getattr(self._result, "figures", ()))
        self._verdict.setVerdict(verdict.outcome, self.view.verdictText(verdict))
        self._figures.setFigures(figures, self.view.figureText)

    def _break(self, error: ValueError, name: str = "") -> None:
        """The settings make no sense: say which, keep the last picture, quietly."""
        self._broken = name or setting_of(error, self.form.names()) or "?"
        text = str(error).removeprefix("settings: ")
        self.form.setTrouble(self._broken, text)
        label = self.form.row(self._broken).control.label if self._broken in self.form.names() else ""
        self._verdict.setVerdict(None, f"{label}: {text}" if label else text)
        self.view.setEnabled(False)
        for what in ("clock", "ledgers"):
            self._bar.setPossible(what, False)

    def _mend(self) -> None:
        self._broken = ""
        self.form.setTrouble("", "")
        self.view.setEnabled(True)
        for what in ("clock", "ledgers"):
            self._bar.setPossible(what, True)

    # --- events --------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later()

    def hideEvent(self, event: QHideEvent) -> None:
        self._settle.stop()
        super().hideEvent(event)
