"""The speculation lab as a view: tokens on their way, and five pages of pictures below them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.labs.records import Verdict
from widgets import lab_speculation_words as words
from widgets.lab_controls import Control
from widgets.lab_speculation_batch import BatchPage
from widgets.lab_speculation_controls import controls
from widgets.lab_speculation_pages import SpeedPage, StepPage, YieldPage
from widgets.lab_speculation_player import TokenPlayer
from widgets.lab_speculation_proof import ProofPage
from widgets.lab_view_pages import LabPagesView

PAGES = ("speed", "batch", "step", "yield", "proof")


class SpeculationView(LabPagesView):
    """See `widgets.lab_view.LabView`."""

    def __init__(self) -> None:
        super().__init__()
        self.player = TokenPlayer(self)
        pages = SpeedPage(), BatchPage(), StepPage(), YieldPage(), ProofPage()
        self.setSheets(dict(zip(PAGES, pages, strict=True)), above=self.player)

    def retranslate(self) -> None:
        titles = {
            "speed": self.tr("Speed-up"),
            "batch": self.tr("Batch size"),
            "step": self.tr("One step"),
            "yield": self.tr("Tokens"),
            "proof": self.tr("Proof"),
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
        self.player.setStory(answer.story, answer.point.step, answer.law.nodes)
        super().showAnswer(settings, answer)

    def describe(self) -> str:
        return "\n\n".join((self.player.describe(), super().describe()))


VIEW = SpeculationView
