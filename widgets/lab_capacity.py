"""What is in the 80 GB? A device's memory as a bar, who still fits, and the law of state of every architecture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from PySide6.QtCore import QEvent, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QVBoxLayout, QWidget

from engine.labs.capacity import Answer
from engine.labs.capacity_count import Counted
from engine.labs.capacity_settings import CapacitySettings
from engine.labs.records import Verdict
from engine.models.hf_config import Imported
from widgets import format as write
from widgets import lab_capacity_words as words
from widgets.elided_label import ElidedLabel
from widgets.fonts import scale
from widgets.lab_capacity_controls import controls
from widgets.lab_capacity_formulas import formulas_page, notes
from widgets.lab_capacity_import import ConfigImport, config_of
from widgets.lab_capacity_pictures import architectures, show_architectures, show_bars, show_frontier, state_of
from widgets.lab_controls import Control
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_view import LabView
from widgets.palette import colours
from widgets.rich_page import RichPage

BAR_HEIGHT, STAGE_HEIGHT, MOST_STAGES = 118, 34, 4  # px at scale 1
LEAST_BELOW = 180  # px at scale 1 that curves need to be read
_UNBOUNDED = 16_777_215  # Qt's largest height of a widget


class CapacityView(LabView):
    """The device on top; below, the out-of-memory frontier beside architectures, formulas and the imported file."""

    run_when: ClassVar[str] = "settled"

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._answer: Answer | None = None
        self._counted: Counted | None = None
        self._bar_height = round(BAR_HEIGHT * scale())
        self._bars, self._frontier, self._laws = BarPlot(), CurvePlot(), CurvePlot()
        self._formulas, self._import, self._tabs = RichPage(), ConfigImport(), QTabWidget()
        self._count_line = ElidedLabel()
        self._tabs.setDocumentMode(True)
        for page in (self._laws, self._formulas, self._import):
            self._tabs.addTab(page, "")
        self._below = QWidget()
        self._below.setMinimumHeight(1)  # it is hidden before it gets too small, and asks for no room of its own
        below = QHBoxLayout(self._below)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(8)
        below.addWidget(self._frontier, 1)
        below.addWidget(self._tabs, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._bars, 1)
        column.addWidget(self._count_line)
        column.addWidget(self._below, 1000)
        self.setAcceptDrops(True)
        self._frontier.pointMoved.connect(self._moved)
        self._frontier.pointReleased.connect(self.settled)
        self._import.imported.connect(self._take)
        self._tabs.currentChanged.connect(lambda _: self._show_formulas())
        self._retranslate()

    # --- words ---------------------------------------------------------------------------------------------------

    def question(self) -> str:
        return words.question()

    def controls(self) -> Sequence[Control]:
        return controls()

    def presetText(self, key: str) -> tuple[str, str]:
        return words.preset_text(key)

    def verdictText(self, verdict: Verdict) -> str:
        return words.verdict_text(verdict)

    def figureText(self, key: str) -> str:
        return words.figure_text(key)

    # --- in ------------------------------------------------------------------------------------------------------

    def showAnswer(self, settings: CapacitySettings, answer: Answer) -> None:
        self._answer = answer
        show_bars(self._bars, answer)
        stages = min(MOST_STAGES, len({tuple(bar.pieces.values()) for bar in answer.bars}))
        self._bar_height = round((BAR_HEIGHT + STAGE_HEIGHT * (stages - 1)) * scale())
        self._share_out()
        show_frontier(self._frontier, answer)
        show_architectures(self._laws, answer)
        self._import.setModel(settings.model)
        self._show_formulas()

    def showRun(self, settings: CapacitySettings, result: Counted | None) -> None:
        self._counted = result
        self._count_line.setText(self._count_text())

    def _count_text(self) -> str:
        counted, answer = self._counted, self._answer
        if counted is None:
            return self.tr("The allocator counts…") if answer is not None and self.isVisible() else ""
        if counted.admitted is None:
            return self.tr("Too many pages to hand them out one by one; the closed form stands alone.")
        if counted.pool < 1:
            return self.tr("Counted: what is left has room for no page at all.")
        text = self.tr("Counted: the engine's allocator admits {0} of {1} requests; {2} of {3} pages hold something.")
        return text.format(*map(write.count, (counted.admitted, counted.asked, counted.pages, counted.pool)))

    def _share_out(self) -> None:
        """The bar has its height; the curves go where there is no room for them any more."""
        rest = self.height() - self._bar_height - self._count_line.sizeHint().height()
        roomy = rest >= round(LEAST_BELOW * scale())
        self._below.setVisible(roomy)
        self._bars.setMinimumHeight(self._bar_height)
        self._bars.setMaximumHeight(self._bar_height if roomy else _UNBOUNDED)
        layout = self.layout()
        if layout is not None:
            layout.activate()

    # --- formulas ------------------------------------------------------------------------------------------------

    def _show_formulas(self) -> None:
        if self._answer is not None and self._tabs.currentWidget() is self._formulas:
            self._formulas.setPage(formulas_page(self._answer, colours(self)), keep_place=True)

    # --- out -----------------------------------------------------------------------------------------------------

    def _moved(self, context: float, requests: float) -> None:
        answer = self._answer
        if answer is None:
            return
        tokens, running = max(1, round(context)), max(1, round(requests))
        if tokens != answer.settings.context_tokens:
            self.settingWanted.emit("context_tokens", tokens)
        if running != answer.settings.max_running:
            self.settingWanted.emit("max_running", running)

    def _take(self, path: str, found: Imported) -> None:
        """The model of a file, with the bits that its weights have."""
        self.settingWanted.emit("model", path)
        for name, value in (
            ("weight_bits", found.stored.weight_bits),
            ("weight_overhead_bits", found.stored.overhead_bits),
            ("expert_weight_bits", found.stored.expert_bits),
        ):
            self.settingWanted.emit(name, value)
        self.settled.emit()

    def importConfig(self, path: str) -> None:
        """Take a config.json as the model; what is wrong with it stands on the page that opens."""
        self._tabs.setCurrentWidget(self._import)
        self._import.take(path)

    def describe(self) -> str:
        parts = [self._bars.describe(), self._count_text(), self._frontier.describe(), self._laws.describe()]
        if self._answer is not None:
            parts += [f"{words.kind_text(law.kind)}: {law.formula} = {law.filled}" for law in self._answer.laws]
            parts += notes(self._answer)
        return "\n".join(part for part in [*parts, *self._import.describe()] if part)

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        answer = self._answer
        if answer is None:
            return (), ()
        curve, cards = answer.curve, architectures(answer)
        header = [
            self.tr("context (tokens)"),
            self.tr("requests that fit"),
            self.tr("without workspace"),
            self.tr("with the other allocator"),
            *(f"{label}: {card.name} (B)" for label, card in cards),
        ]
        columns = [state_of(answer, card) for _, card in cards]
        rows = zip(curve.contexts, curve.requests, curve.without_workspace, curve.other, *columns, strict=True)
        return header, [tuple(row) for row in rows]

    # --- events --------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if config_of([QUrl(url).toLocalFile() for url in event.mimeData().urls()]):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = config_of([QUrl(url).toLocalFile() for url in event.mimeData().urls()])
        if path:
            event.acceptProposedAction()
            self.importConfig(path)

    def _retranslate(self) -> None:
        self._bars.setTitle(self.tr("On a device"))
        self._frontier.setTitle(self.tr("Who still fits"))
        self._laws.setTitle(self.tr("State of one request, by architecture"))
        self._tabs.setAccessibleName(self.tr("What to look at"))
        self._laws.setAccessibleName(self.tr("State of one request, by architecture"))
        self._formulas.setAccessibleName(self.tr("Formulas of this model's layers"))
        self._tabs.setTabText(0, self.tr("Architectures"))
        self._tabs.setTabText(1, self.tr("Formulas"))
        self._tabs.setTabText(2, self.tr("config.json"))
        self._import.retranslate()
        self._show_formulas()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show_formulas()
            if self._answer is not None:
                self.showAnswer(self._answer.settings, self._answer)


VIEW = CapacityView
