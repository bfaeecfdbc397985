"""The phases lab as a view: parts in closed form, two clocks, distributions, and all policies over all rates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout

from engine.labs.phases_answer import PhasesAnswer
from engine.labs.phases_run import PhasesRun
from engine.labs.phases_settings import PhasesSettings
from engine.labs.records import Verdict
from widgets import lab_phases_words as words
from widgets.lab_controls import Control
from widgets.lab_phases_clocks import ClocksPage
from widgets.lab_phases_controls import controls
from widgets.lab_phases_pages import PartsPage, PhasesSheet, SpreadPage, Table
from widgets.lab_phases_rates import RatesPage
from widgets.lab_view import LabView

PAGES = ("clocks", "spread", "rates", "parts")


class PhasesView(LabView):
    """See `widgets.lab_view.LabView`."""

    def __init__(self) -> None:
        super().__init__()
        self.clocks, self.spread, self.rates, self.parts = ClocksPage(), SpreadPage(), RatesPage(), PartsPage()
        self.pages: dict[str, PhasesSheet] = {
            "clocks": self.clocks,
            "spread": self.spread,
            "rates": self.rates,
            "parts": self.parts,
        }
        self._tabs, self._stack = QTabBar(self), QStackedWidget(self)
        self._tabs.setDocumentMode(True)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._shown: tuple[PhasesSettings, PhasesAnswer] | None = None
        self._run: PhasesRun | None = None
        for page in self.pages.values():
            self._tabs.addTab("")
            self._stack.addWidget(page)
            page.settingWanted.connect(self.settingWanted)
            page.settled.connect(self.settled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        self._tabs.currentChanged.connect(self._turned)
        self._retranslate()

    def _retranslate(self) -> None:
        titles = {
            "clocks": self.tr("Two clocks"),
            "spread": self.tr("Distributions"),
            "rates": self.tr("All rates, all contracts"),
            "parts": self.tr("Estimate, part by part"),
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
        asked = settings.sweep and (self._shown is None or not self._shown[0].sweep)
        self._shown, self._run = (settings, answer), None
        if asked:
            self.setPage("rates")
        self._refresh()

    def showRun(self, settings: Any, result: Any | None) -> None:
        if result is not self._run:
            self._run = result
            self._refresh()

    def _refresh(self) -> None:
        """Only the page in front is kept up to date; the others are when they are turned to."""
        if self._shown is not None:
            self.pages[self.page()].show_(*self._shown, self._run)

    def describe(self) -> str:
        return self.pages[self.page()].describe()

    def tableData(self) -> Table:
        return self.pages[self.page()].tableData()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self._retranslate()
            self._refresh()


VIEW = PhasesView
