"""The fleet lab as a view: the map of replicas at the left, the trade-off and what happened at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QTabBar, QVBoxLayout

from engine.fleets.fleet_plan import Routing
from engine.labs.fleet_answer import FleetAnswer
from engine.labs.fleet_run import FleetRun, Point
from engine.labs.fleet_settings import FleetSettings
from engine.labs.records import Verdict
from widgets import lab_fleet_words as words
from widgets.fonts import ui_font
from widgets.lab_controls import Control
from widgets.lab_fleet_controls import controls
from widgets.lab_fleet_curve import TradeOffPane
from widgets.lab_fleet_map import FleetMapPane
from widgets.lab_fleet_pages import FaultPage, WorkPage
from widgets.lab_view import LabView
from widgets.palette import colours

PAGES = ("trade-off", "work", "fault")
Table = tuple[Sequence[str], Sequence[Sequence[object]]]


class FleetView(LabView):
    """See `widgets.lab_view.LabView`."""

    def __init__(self) -> None:
        super().__init__()
        self.map, self.curve, self.work, self.fault = FleetMapPane(), TradeOffPane(), WorkPage(), FaultPage()
        self._tabs, self._stack, self._dead = QTabBar(), QStackedWidget(), QLabel()
        self._shown: tuple[FleetSettings, FleetAnswer] | None = None
        self._run: FleetRun | None = None
        self._curve: tuple[FleetSettings, tuple[Point, ...]] | None = None  # the latest, and what it belongs to
        self._arrange()
        self._tabs.currentChanged.connect(self._turned)
        self.curve.capWanted.connect(self._move)
        self.curve.settled.connect(self.settled)
        self.map.frameChanged.connect(self.tableChanged)
        self._retranslate()

    def _arrange(self) -> None:
        self._tabs.setDocumentMode(True)
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        for page in (self.curve, self.work, self.fault):
            self._tabs.addTab("")
            self._stack.addWidget(page)
        right = QVBoxLayout()
        right.setSpacing(2)
        right.addWidget(self._tabs)
        right.addWidget(self._stack, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.map, 11)
        row.addLayout(right, 9)
        self._dead.setTextFormat(Qt.TextFormat.PlainText)
        self._dead.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row, 1)
        column.addWidget(self._dead)

    def _retranslate(self) -> None:
        titles = (self.tr("Trade-off"), self.tr("Tokens and requests"), self.tr("The fault"))
        for place, title in enumerate(titles):
            self._tabs.setTabText(place, title)
        self._tabs.setAccessibleName(self.tr("What to look at"))
        self._show_dead()

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

    # --- show ----------------------------------------------------------------------------------------------------

    def page(self) -> str:
        """The key of the page in front."""
        return PAGES[self._tabs.currentIndex()]

    def setPage(self, key: str) -> None:
        """Bring a page to the front. ValueError if there is none of that key."""
        self._tabs.setCurrentIndex(PAGES.index(key))

    def showAnswer(self, settings: Any, answer: Any) -> None:
        self._shown, self._run = (settings, answer), None
        self.map.setExpected(settings, answer.numbers)
        self._show_curve()
        self.work.setRun(settings, None)
        self.fault.setRun(settings, None)
        self._show_dead()

    def showRun(self, settings: Any, result: Any | None) -> None:
        if result is None or result is self._run:
            return
        self._run = result
        self._curve = _of_curve(settings), result.curve
        self.map.setRun(result)
        self._show_curve()
        self.work.setRun(settings, result)
        self.fault.setRun(settings, result)
        self._show_dead()

    def _show_curve(self) -> None:
        """The simulated curve stays while only the point on it moves."""
        if self._shown is None:
            return
        settings, answer = self._shown
        kept = self._curve is not None and self._curve[0] == _of_curve(settings)
        self.curve.setData(settings, answer.numbers, self._curve[1] if kept and self._curve is not None else ())

    def _show_dead(self) -> None:
        """The invariant, in words and in colour."""
        run, own = self._run, colours(self)
        self._dead.setVisible(run is not None)
        if run is None:
            return
        dead = run.dead
        self._dead.setFont(ui_font(-0.5))
        text = self.tr("{0} A dead page is never a hit: {1} of {2} page hits were on one of the {3} pages that died.")
        sign, wrong = "✓" if dead.holds else "✕", dead.hits_on_dead + dead.hits_on_nothing
        self._dead.setText(text.format(sign, wrong, f"{dead.hits_checked:,}", f"{dead.died:,}"))
        colour = own.readable(own.hue["green" if dead.holds else "vermillion"], own.window)
        self._dead.setStyleSheet(f"color: {colour.name()}")

    def _move(self, routing: Routing, cap: float) -> None:
        self.settingWanted.emit("routing", routing)
        if routing is Routing.CAPPED_AFFINITY:
            self.settingWanted.emit("affinity_cap", cap)

    def _turned(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self.tableChanged.emit()

    def describe(self) -> str:
        page = (self.curve, self.work, self.fault)[self._tabs.currentIndex()]
        return "\n\n".join(text for text in (self.map.describe(), page.describe(), self._dead.text()) if text)

    def tableData(self) -> Table:
        return (self.curve, self.work, self.fault)[self._tabs.currentIndex()].tableData()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show_dead()


def _of_curve(settings: FleetSettings) -> FleetSettings:
    """The settings without what moves the point along the curve."""
    return replace(settings, routing=Routing.CAPPED_AFFINITY, affinity_cap=1.0)


VIEW = FleetView
