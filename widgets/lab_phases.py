"""The phases lab as a view: parts in closed form, two clocks, distributions, and all policies over all rates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.labs.records import Verdict
from widgets import lab_phases_words as words
from widgets.lab_controls import Control
from widgets.lab_phases_clocks import ClocksPage
from widgets.lab_phases_controls import controls
from widgets.lab_phases_pages import PartsPage, SpreadPage
from widgets.lab_phases_rates import RatesPage
from widgets.lab_view_pages import LabPagesView

PAGES = ("clocks", "spread", "rates", "parts")


class PhasesView(LabPagesView):
    """See `widgets.lab_view.LabView`."""

    def __init__(self) -> None:
        super().__init__()
        self.clocks, self.spread, self.rates, self.parts = ClocksPage(), SpreadPage(), RatesPage(), PartsPage()
        self.setSheets(dict(zip(PAGES, (self.clocks, self.spread, self.rates, self.parts), strict=True)))

    def retranslate(self) -> None:
        titles = {
            "clocks": self.tr("Two clocks"),
            "spread": self.tr("Distributions"),
            "rates": self.tr("All rates, all contracts"),
            "parts": self.tr("Estimate, part by part"),
        }
        self.setTitles(titles, self.tr("What to look at"))

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

    def showAnswer(self, settings: Any, answer: Any) -> None:
        asked = settings.sweep and (self._shown is None or not self._shown[0].sweep)
        super().showAnswer(settings, answer)
        if asked:
            self.setPage("rates")


VIEW = PhasesView
