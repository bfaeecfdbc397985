"""The middle as a lab: a tab for each, and their pages, built when they are first looked at."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QVBoxLayout, QWidget

from engine import scenario_file
from engine.labs import registry
from engine.labs.registry import UnknownLabError
from engine.labs.settings import SCHEME
from engine.scenario import Scenario
from explorer.jobs import Job, Jobs
from explorer.lab_look import LabLook
from explorer.opened import Opened
from explorer.session import Session
from widgets.lab_page import LabPage
from widgets.lab_views import new_view


class LabsPane(QWidget):
    """Follows `session.lab`, and has the runs of the labs done. `pageChanged()` when another page is shown or its
    settings have changed; `openAsked()` and `saveAsked(what)` are for whoever has dialogs."""

    pageChanged = Signal()
    openAsked = Signal()
    saveAsked = Signal(str)

    def __init__(self, session: Session, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._jobs = session, jobs
        self._tabs, self._stack = QTabBar(), QStackedWidget()
        self._pages: dict[str, LabPage] = {}
        self._running: tuple[Job, LabPage, Any] | None = None  # with the settings that are run
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        for key in registry.KEYS:
            self._tabs.setTabData(self._tabs.addTab(""), key)
        self._tabs.currentChanged.connect(lambda place: session.setLab(LabLook(self._tabs.tabData(place))))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._tabs)
        column.addWidget(self._stack, 1)
        session.labChanged.connect(self._look)
        jobs.started.connect(self._started)
        jobs.progressed.connect(self._progressed)
        jobs.finished.connect(self._finished)
        jobs.failed.connect(self._failed)
        jobs.cancelled.connect(lambda job: self._ended(job))
        self._retranslate()
        self._look(session.lab)

    # --- pages ---------------------------------------------------------------------------------------------------

    @property
    def page(self) -> LabPage:
        """What is shown."""
        page = self._stack.currentWidget()
        assert isinstance(page, LabPage)  # the first lab is shown from the start
        return page

    def pages(self) -> tuple[LabPage, ...]:
        """Those that have been looked at."""
        return tuple(self._pages.values())

    def _look(self, look: LabLook) -> None:
        """Show a lab with the settings that are asked for. What is wrong with them is told."""
        try:
            page = self._page(look.key)
            if look.settings and look.settings.lstrip().startswith(f"{SCHEME}:"):
                page.setLink(look.settings)
            elif look.settings:
                page.setToml(look.settings, look.name or "<text>")
            elif look.preset:
                page.setPreset(look.preset)
        except (ValueError, UnknownLabError) as error:
            text = self.tr("The settings of the lab cannot be used.")
            self._session.notice(text, str(error))
            if look.key not in self._pages:
                self._session.setLab(LabLook(registry.KEYS[0]))
            return
        with QSignalBlocker(self._tabs):
            self._tabs.setCurrentIndex(registry.KEYS.index(look.key))
        self._stack.setCurrentWidget(page)
        self.pageChanged.emit()

    def _page(self, key: str) -> LabPage:
        """The page of a lab, built if need be. UnknownLabError if there is no such lab."""
        if key not in self._pages:
            page = self._pages[key] = LabPage(registry.get(key), new_view(key))
            page.runWanted.connect(lambda settings: self._run(page, settings))
            page.cancelWanted.connect(self._jobs.cancel)
            page.clockWanted.connect(self._to_clock)
            page.ledgersWanted.connect(self._to_ledgers)
            page.openAsked.connect(self.openAsked)
            page.saveAsked.connect(self.saveAsked)
            page.noticed.connect(lambda text: self._session.notice(text, error=False))
            page.settingsChanged.connect(lambda _: self.pageChanged.emit())
            self._stack.addWidget(page)
        return self._pages[key]

    # --- runs ----------------------------------------------------------------------------------------------------

    def _run(self, page: LabPage, settings: Any) -> None:
        job = self._jobs.start("lab.run", lab=page.lab.key, settings=page.toml())
        self._running = (job, page, settings)
        page.setProgress(0.0)

    def _started(self, job: Job) -> None:
        """Another job has taken the place of the lab's, or begins because that has ended and will say so."""
        if self._running is not None and self._running[0] != job:
            self._running[1].setProgress(None)

    def _progressed(self, job: Job, fraction: float) -> None:
        if self._running is not None and self._running[0] == job:
            self._running[1].setProgress(fraction)

    def _ended(self, job: Job) -> tuple[LabPage, Any] | None:
        """The page and the settings that the job was for, if it was the lab's."""
        if self._running is None or self._running[0] != job:
            return None
        _, page, settings = self._running
        self._running = None
        page.setProgress(None)
        return page, settings

    def _finished(self, job: Job, result: Any) -> None:
        ended = self._ended(job)
        if ended is not None:
            ended[0].setResult(ended[1], result)
            self.pageChanged.emit()

    def _failed(self, job: Job, message: str, detail: str) -> None:
        ended = self._ended(job)
        if ended is not None and ended[0].settings == ended[1]:
            ended[0].setRunTrouble(message)

    # --- on ------------------------------------------------------------------------------------------------------

    def _to_clock(self, scenario: Scenario) -> None:
        self._show(Opened(scenario.title, scenario=scenario_file.dumps(scenario)))

    def _to_ledgers(self, before: Scenario, after: Scenario) -> None:
        texts = scenario_file.dumps(after), scenario_file.dumps(before)
        self._show(Opened(self._tabs.tabText(self._tabs.currentIndex()), scenario=texts[0], before=texts[1]))

    def _show(self, opened: Opened) -> None:
        self._session.openedWanted.emit(opened)
        self._session.setStage("clock")

    # --- as every panel ------------------------------------------------------------------------------------------

    def focus(self) -> None:
        """The keyboard to the first setting."""
        self.page.focus()

    def describe(self) -> str:
        return self.page.describe()

    def titles(self) -> dict[str, str]:
        """The labs' names by key."""
        return {
            "capacity": self.tr("What is in the 80 GB?"),
            "phases": self.tr("Slow first, slow next"),
            "speculation": self.tr("Longer drafts, slower"),
            "fleet": self.tr("After the cache hit"),
        }

    def _retranslate(self) -> None:
        titles = self.titles()
        for place, key in enumerate(registry.KEYS):
            self._tabs.setTabText(place, titles.get(key, key))
        self._tabs.setAccessibleName(self.tr("Labs"))
        self.setAccessibleName(self.tr("Labs"))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
