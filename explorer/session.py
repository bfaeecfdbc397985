"""What the user looks at, in one object. Views read it and follow its signals; they never call each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from explorer.brought import Brought
from explorer.opened import Opened
from explorer.settings import Settings

if TYPE_CHECKING:
    from engine.compare import Comparison
    from engine.sheet import DeltaSheet
    from engine.traces import TraceReport
    from explorer.shelf import Shelf


class Run(StrEnum):
    """Which of the two runs of a comparison is shown."""

    BEFORE = "before"
    AFTER = "after"
    BOTH = "both"


class Stage(StrEnum):
    """What fills the middle."""

    CLOCK = "clock"
    EXPERIMENT = "experiment"


@dataclass(frozen=True)
class Notice:
    """Something the user must know. `detail` is shown on request."""

    text: str
    detail: str = ""
    error: bool = True


class Session(QObject):
    """Every setter does nothing when the value is what it was; every change emits once."""

    shelfChanged = Signal()
    sourceChanged = Signal(str)
    techniqueChanged = Signal(str)
    broughtChanged = Signal()
    importChanged = Signal()
    openedChanged = Signal()
    comparisonChanged = Signal()
    runChanged = Signal(str)
    stageChanged = Signal(str)
    ledgerChanged = Signal(str)
    filterChanged = Signal(str)
    requestChanged = Signal(int)
    pagesChanged = Signal(str)
    legendsChanged = Signal(bool)
    themeChanged = Signal(str)
    languageChanged = Signal(str)
    scaleChanged = Signal(float)
    noticed = Signal(object)  # Notice

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.shelf: Shelf | None = None
        self.source: str = settings["view.source"]
        self.technique: str = settings["view.technique"]  # of the selected sources, the last that can be run
        self.brought = Brought()
        self.opened: Opened | None = None  # what is shown in place of a technique's two runs
        self.tried: Brought | None = None  # the trace that was read last, or could not be read
        self.imported: TraceReport | None = None  # how it was read
        self.import_error = ""  # why it could not be read
        self.comparison: Comparison | None = None
        self.delta: DeltaSheet | None = None
        self.run = Run(settings["view.run"])
        self.stage = Stage.CLOCK
        self.ledger = ""
        self.filter = ""  # ledger that the lineage is narrowed to, "" = none
        self.request = -1
        self.notices: list[Notice] = []
        self._trail: list[str] = [self.source]
        self._place = 0

    # --- the library ---------------------------------------------------------------------------------------------

    def setShelf(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.shelfChanged.emit()

    def selectSource(self, key: str) -> None:
        """Look at a source; if the engine can run it, it becomes the technique too."""
        if key == self.source:
            return
        self._trail = [*self._trail[: self._place + 1], key]
        self._place = len(self._trail) - 1
        self._show(key)

    def _show(self, key: str) -> None:
        self.source = key
        self.settings["view.source"] = key
        self.sourceChanged.emit(key)
        if self.shelf is not None and key in self.shelf.runnable:
            self.setTechnique(key)

    def setTechnique(self, key: str) -> None:
        """Run this technique, whatever source is looked at."""
        if key != self.technique:
            self.technique = key
            self.settings["view.technique"] = key
            self.techniqueChanged.emit(key)

    @property
    def canGoBack(self) -> bool:
        return self._place > 0

    @property
    def canGoForward(self) -> bool:
        return self._place < len(self._trail) - 1

    def goBack(self) -> None:
        if self.canGoBack:
            self._place -= 1
            self._show(self._trail[self._place])

    def goForward(self) -> None:
        if self.canGoForward:
            self._place += 1
            self._show(self._trail[self._place])

    # --- the comparison ------------------------------------------------------------------------------------------

    def setBrought(self, brought: Brought) -> None:
        if brought != self.brought:
            self.brought = brought
            self.broughtChanged.emit()

    def setOpened(self, opened: Opened | None) -> None:
        if opened != self.opened:
            self.opened = opened
            self.openedChanged.emit()

    def setImport(self, tried: Brought | None, report: TraceReport | None = None, error: str = "") -> None:
        """A trace was read, could not be read, or (None) is of no interest any more."""
        self.tried, self.imported, self.import_error = tried, report, error
        self.importChanged.emit()

    def setComparison(self, comparison: Comparison) -> None:
        before = self.shown_run
        self.comparison = comparison
        self.delta = None if self.alone else comparison.delta
        if self.request != -1:
            self.request = -1
            self.requestChanged.emit(-1)
        self.comparisonChanged.emit()
        if self.shown_run != before:
            self.runChanged.emit(str(self.shown_run))

    @property
    def alone(self) -> bool:
        """Whether one run is shown by itself."""
        return self.comparison is not None and self.comparison.before is self.comparison.after

    @property
    def shown_run(self) -> Run:
        """Which run is to be seen: a single run stands on the after side."""
        return Run.AFTER if self.alone else self.run

    def setRun(self, run: str) -> None:
        if run != self.run:
            self.run = Run(run)
            self.settings["view.run"] = str(self.run)
            self.runChanged.emit(run)

    def setStage(self, stage: str) -> None:
        if stage != self.stage:
            self.stage = Stage(stage)
            self.stageChanged.emit(stage)

    def setLedger(self, ledger: str) -> None:
        if ledger != self.ledger:
            self.ledger = ledger
            self.ledgerChanged.emit(ledger)

    def setFilter(self, ledger: str) -> None:
        if ledger != self.filter:
            self.filter = ledger
            self.filterChanged.emit(ledger)

    def setRequest(self, request: int) -> None:
        if request != self.request:
            self.request = request
            self.requestChanged.emit(request)

    # --- looks ---------------------------------------------------------------------------------------------------

    @property
    def pages(self) -> str:
        mode: str = self.settings["view.pages"]
        return mode

    def setPages(self, mode: str) -> None:
        if mode != self.pages:
            self.settings["view.pages"] = mode
            self.pagesChanged.emit(mode)

    @property
    def legends(self) -> bool:
        shown: bool = self.settings["view.legends"]
        return shown

    def setLegends(self, shown: bool) -> None:
        if shown != self.legends:
            self.settings["view.legends"] = shown
            self.legendsChanged.emit(shown)

    @property
    def theme(self) -> str:
        theme: str = self.settings["appearance.theme"]
        return theme

    def setTheme(self, theme: str) -> None:
        if theme != self.theme:
            self.settings["appearance.theme"] = theme
            self.themeChanged.emit(theme)

    @property
    def language(self) -> str:
        """ "en" or "zh": the chosen language, or that of the desktop."""
        chosen: str = self.settings["appearance.language"]
        if chosen != "system":
            return chosen
        from PySide6.QtCore import QLocale

        return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"

    def setLanguage(self, language: str) -> None:
        before = self.language
        self.settings["appearance.language"] = language
        if self.language != before:
            self.languageChanged.emit(self.language)

    @property
    def scale(self) -> float:
        scale: float = self.settings["appearance.scale"]
        return scale

    def setScale(self, scale: float) -> None:
        bounded = min(max(round(scale, 3), 0.75), 3.0)
        if bounded != self.scale:
            self.settings["appearance.scale"] = bounded
            self.scaleChanged.emit(bounded)

    # --- messages ------------------------------------------------------------------------------------------------

    def notice(self, text: str, detail: str = "", *, error: bool = True) -> None:
        """Tell the user something. Nothing told is lost: `notices` keeps all."""
        told = Notice(text, detail, error)
        self.notices.append(told)
        self.noticed.emit(told)
