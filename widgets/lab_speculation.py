"""The speculation lab as a view: tokens on their way, and five pages of pictures below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout

from engine.labs.records import Verdict
from engine.labs.speculation_answer import SpeculationAnswer
from engine.labs.speculation_run import SpeculationRun
from engine.labs.speculation_settings import SpeculationSettings
from widgets import lab_speculation_words as words
from widgets.lab_controls import Control
from widgets.lab_speculation_batch import BatchPage
from widgets.lab_speculation_controls import controls
from widgets.lab_speculation_pages import LabSheet, SpeedPage, StepPage, Table, YieldPage
from widgets.lab_speculation_player import TokenPlayer
from widgets.lab_speculation_proof import ProofPage
from widgets.lab_view import LabView

PAGES = ("speed", "batch", "step", "yield", "proof")


class SpeculationView(LabView):
    """See `widgets.lab_view.LabView`."""

    def __init__(self) -> None:
        super().__init__()
        self.player = TokenPlayer(self)
        self.pages: dict[str, LabSheet] = {
            "speed": SpeedPage(),
            "batch": BatchPage(),
            "step": StepPage(),
            "yield": YieldPage(),
            "proof": ProofPage(),
        }
        self._tabs, self._stack = QTabBar(self), QStackedWidget(self)
        self._tabs.setDocumentMode(True)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._shown: tuple[SpeculationSettings, SpeculationAnswer] | None = None
        self._run: SpeculationRun | None = None
        for page in self.pages.values():
            self._tabs.addTab("")
            self._stack.addWidget(page)
            page.settingWanted.connect(self.settingWanted)
            page.settled.connect(self.settled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.player)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        self._tabs.currentChanged.connect(self._turned)
        self._retranslate()

    def _retranslate(self) -> None:
        titles = {
            "speed": self.tr("Speed-up"),
            "batch": self.tr("Batch size"),
            "step": self.tr("One step"),
            "yield": self.tr("Tokens"),
            "proof": self.tr("Proof"),
        }
        for place, key in enumerate(PAGES):
            self._tabs.setTabText(place, titles[key])
        self._tabs.setAccessibleName(self.tr("What to look at"))

    # --- words ---------------------------------------------------------------------------------------------------

    def question(self) -> str:
        return words.question()

    def controls(self) -> Sequence[Control]:
        return controls()

    def presetText(self, key: str) -> tuple[str, str]:
        return words.preset(key)

    def verdictText(self, verdict: Verdict) -> str:
        return words.verdict(verdict)

    def figureText(self, key: str) -> str:
        return words.figure(key)

    # --- show ----------------------------------------------------------------------------------------------------

    def page(self) -> str:
        """The key of the page in front."""
        return PAGES[self._tabs.currentIndex()]

    def setPage(self, key: str) -> None:
        """Bring a page to the front. ValueError if there is none of that key."""
        self._tabs.setCurrentIndex(PAGES.index(key))

    def _turned(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self._refresh()
        self.tableChanged.emit()

    def showAnswer(self, settings: Any, answer: Any) -> None:
        self._shown, self._run = (settings, answer), None
        self.player.setStory(answer.story, answer.point.step, answer.law.nodes)
        self._refresh()

    def showRun(self, settings: Any, result: Any | None) -> None:
        if result is not self._run:
            self._run = result
            self._refresh()

    def _refresh(self) -> None:
        """Only the page in front is kept up to date; the others are when they are turned to."""
        if self._shown is not None:
            self.pages[self.page()].showAnswer(*self._shown, self._run)

    def describe(self) -> str:
        return "\n\n".join((self.player.describe(), self.pages[self.page()].describe()))

    def tableData(self) -> Table:
        return self.pages[self.page()].tableData()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._refresh()


VIEW = SpeculationView
