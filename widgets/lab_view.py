"""What a lab looks like inside its page: every lab's view fills in this class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engine.labs.records import Figure, Verdict
from widgets.lab_controls import Control


class Answer(Protocol):
    """What the page itself reads of an answer. The result of a run may have either, too: its verdict then counts, and
    its figures stand after those of the answer."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def figures(self) -> Sequence[Figure]: ...


class LabView(QWidget):
    """The pictures of a lab, and its words. The page feeds it and does everything that is the same for all labs.

    Signals: `settingWanted(name, value)` while something in a picture is dragged (an int or float is converted and
    kept in range by the page); `settled()` when the drag ends; `tableChanged()` when `tableData` has changed without
    a new answer or result (another picture was chosen, say).
    """

    settingWanted = Signal(str, object)
    settled = Signal()
    tableChanged = Signal()

    # When `lab.run` is started: "settled" (a moment after every change), "button", or "never".
    run_when: ClassVar[str] = "settled"

    def question(self) -> str:
        """The question that the lab answers, in one line."""
        raise NotImplementedError

    def controls(self) -> Sequence[Control]:
        """The form, from top to bottom."""
        raise NotImplementedError

    def presetText(self, key: str) -> tuple[str, str]:
        """A preset's title (three words or so) and what it promises to show (one sentence)."""
        raise NotImplementedError

    def verdictText(self, verdict: Verdict) -> str:
        """`verdict.reason` with `verdict.values` as one sentence."""
        raise NotImplementedError

    def figureText(self, key: str) -> str:
        """The name of a figure."""
        raise NotImplementedError

    def showAnswer(self, settings: Any, answer: Any) -> None:
        """Show what `lab.answer(settings)` gave. Called on every change: it must take milliseconds."""
        raise NotImplementedError

    def showRun(self, settings: Any, result: Any | None) -> None:
        """Show what `lab.run(settings)` gave; None when the settings are others than those of the last run."""

    def describe(self) -> str:
        """The text twin of the pictures."""
        raise NotImplementedError

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        """Header and rows of what the pictures show: plain numbers, units in the header."""
        raise NotImplementedError
