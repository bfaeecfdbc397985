"""What the user looks at, in one object. Views read it and follow its signals; they never call each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from explorer.brought import Brought
from explorer.lab_look import LabLook
from explorer.opened import Opened
from explorer.settings import Settings
from explorer.study import Study

if TYPE_CHECKING:
    from engine.adoption import Walk
    from engine.compare import Comparison
    from engine.sheet import DeltaSheet, LedgerSheet
    from engine.traces import TraceReport


class Run(StrEnum):
    """Which of the two runs of a comparison is shown."""

    BEFORE = "before"
    AFTER = "after"
    BOTH = "both"


class Stage(StrEnum):
    """What fills the middle."""

    CLOCK = "clock"
    EXPERIMENT = "experiment"
    MAP = "map"
    TABLE = "table"
    PATH = "path"
    PAIR = "pair"
    LABS = "labs"
    AUDIT = "audit"

    @property
    def is_run(self) -> bool:
        """Whether it shows the run that the ledgers are about."""
        return self in (Stage.CLOCK, Stage.EXPERIMENT)

    @property
    def is_wide(self) -> bool:
        """Whether it takes the whole window, without library and ledgers at its sides."""
        return self in (Stage.LABS, Stage.AUDIT)

    @property
    def is_library(self) -> bool:
        """Whether it shows the library."""
        return not self.is_run and not self.is_wide


@dataclass(frozen=True)
class Notice:
    """Something the user must know. `detail` is shown on request."""

    text: str
    detail: str = ""
    error: bool = True


class Session(Study):
    """Every setter does nothing when the value is what it was; every change emits once."""

    techniqueChanged = Signal(str)
    broughtChanged = Signal()
    importChanged = Signal()
    openedChanged = Signal()
    comparisonChanged = Signal()
    deltasWanted = Signal(object)  # keys of techniques
    deltasChanged = Signal()
    walkWanted = Signal(object)  # keys of a path
    openedWanted = Signal(object)  # Opened
    walkChanged = Signal()
    stepChanged = Signal(int)
    runChanged = Signal(str)
    stageChanged = Signal(str)
    labChanged = Signal(object)  # LabLook
    ledgerChanged = Signal(str)
    requestChanged = Signal(int)
    noticed = Signal(object)  # Notice

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(settings, parent)
        self.technique: str = settings["view.technique"]  # of the selected sources, the last that can be run
        self.brought = Brought()
        self.opened: Opened | None = None  # what is shown in place of a technique's two runs
        self.tried: Brought | None = None  # the trace that was read last, or could not be read
        self.imported: TraceReport | None = None  # how it was read
        self.import_error = ""  # why it could not be read
        self.comparison: Comparison | None = None
        self.delta: DeltaSheet | None = None
        self.deltas: dict[str, DeltaSheet] = {}  # of techniques on their own day before, as far as they were run
        self.walk: Walk | None = None  # the last path that was played
        self.step = -1  # of the walk; -1 is its start
        self.run = Run(settings["view.run"])
        self.stage = Stage.CLOCK
        self.lab = LabLook("capacity")
        self.ledger = ""
        self.request = -1
        self.notices: list[Notice] = []

    def _show(self, key: str) -> None:
        super()._show(key)
        if self.shelf is not None and key in self.shelf.runnable:
            self.setTechnique(key)

    def setTechnique(self, key: str) -> None:
        """Run this technique, whatever source is looked at."""
        if key != self.technique:
            self.technique = key
            self.settings["view.technique"] = key
            self.techniqueChanged.emit(key)

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

    def addDelta(self, key: str, delta: DeltaSheet) -> None:
        """What a technique moves, to be shown beside another."""
        if key not in self.deltas:
            self.deltas = {**self.deltas, key: delta}
            self.deltasChanged.emit()

    def askDeltas(self, keys: Iterable[str]) -> None:
        """Have the techniques measured, as soon as nothing else is running."""
        missing = tuple(key for key in keys if key not in self.deltas)
        if missing:
            self.deltasWanted.emit(missing)

    def askWalk(self, keys: Iterable[str]) -> None:
        """Have the techniques adopted one after another."""
        self.walkWanted.emit(tuple(keys))

    def setWalk(self, walk: Walk | None) -> None:
        if walk is not self.walk:
            self.walk, self.step = walk, -1
            self.walkChanged.emit()

    def setStep(self, step: int) -> None:
        """Look at the ledgers after a step of the walk."""
        if step != self.step:
            self.step = step
            self.stepChanged.emit(step)

    @property
    def walking(self) -> Walk | None:
        """The walk, while the path that it belongs to fills the middle."""
        walk = self.walk if self.stage is Stage.PATH else None
        return walk if walk is not None and tuple(step.key for step in walk.steps) == self.route.keys else None

    @property
    def accounts(self) -> LedgerSheet | DeltaSheet | None:
        """What the ledgers say of what is shown: a step of a path, a run by itself, or the day after."""
        walk = self.walking
        if walk is not None:
            return walk.base if self.step < 0 else walk.to_before(self.step)
        if self.comparison is None:
            return None
        return self.comparison.after_sheet if self.alone else self.delta

    @property
    def sheet(self) -> LedgerSheet | None:
        """The ledgers as they stand in what is shown: of two runs those of the later one."""
        walk = self.walking
        if walk is not None:
            return walk.sheet(self.step)
        return None if self.comparison is None else self.comparison.after_sheet

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

    def setLab(self, look: LabLook) -> None:
        """Look at a lab. The same look again brings its settings back, so it is told every time."""
        self.lab = look
        self.labChanged.emit(look)

    def setLedger(self, ledger: str) -> None:
        if ledger != self.ledger:
            self.ledger = ledger
            self.ledgerChanged.emit(ledger)

    def setRequest(self, request: int) -> None:
        if request != self.request:
            self.request = request
            self.requestChanged.emit(request)

    # --- messages ------------------------------------------------------------------------------------------------

    def notice(self, text: str, detail: str = "", *, error: bool = True) -> None:
        """Tell the user something. Nothing told is lost: `notices` keeps all."""
        told = Notice(text, detail, error)
        self.notices.append(told)
        self.noticed.emit(told)
