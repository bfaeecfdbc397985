"""Play a path: techniques adopted one after another, and the eighteen ledgers as small multiples over the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.adoption import Walk
from widgets.empty_note import EmptyNote
from widgets.path_choice import PathChoice


class PathView(QWidget):
    """Shows a path, and once it was played, its walk.

    Signals: `stepChanged(index)` with -1 for the start; `sourceSelected(key)`; `playRequested(keys)`: a path is to be
    run; `cancelRequested()` while it runs; `ledgerRequested(ledger)`; `pathChosen(keys)` from the chooser;
    `saveRequested(keys)`; `exportRequested("table" | "picture")`.
    """

    stepChanged = Signal(int)
    sourceSelected = Signal(str)
    playRequested = Signal(list)
    cancelRequested = Signal()
    ledgerRequested = Signal(str)
    pathChosen = Signal(list)
    saveRequested = Signal(list)
    exportRequested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: tuple[str, ...] = ()
        self._walk: Walk | None = None
        self._step = -1
        self._empty = EmptyNote()
        QStackedLayout(self).addWidget(self._empty)
        self._retranslate()

    # public

    def setPath(
        self,
        keys: Sequence[str],
        names: Mapping[str, str],
        runnable: frozenset[str],
        years: Mapping[str, str] | None = None,
    ) -> None:
        """Show a path that was not played yet. `names` and `years` by key, in the language of the interface."""
        self._keys, self._walk, self._step = tuple(keys), None, -1

    def setWalk(
        self,
        walk: Walk | None,
        names: Mapping[str, str],
        runnable: frozenset[str],
        years: Mapping[str, str] | None = None,
    ) -> None:
        """Show a walk from its start; None keeps the path and forgets what was played."""
        self._walk = walk

    def setChoices(self, choices: Sequence[PathChoice]) -> None:
        """Paths that the chooser offers."""

    def setProgress(self, fraction: float | None) -> None:
        """How far the run of the path has come, None when none is under way."""

    def setStep(self, index: int) -> None:
        """Show the state after step `index`; -1 is the start."""

    def play(self) -> None:
        """Go through the steps at lecture pace; a path that was not run yet is asked for first."""

    def pause(self) -> None:
        """Stop where it is."""

    @property
    def step(self) -> int:
        return self._step

    @property
    def keys(self) -> tuple[str, ...]:
        return self._keys

    @property
    def walk(self) -> Walk | None:
        return self._walk

    def describe(self) -> str:
        """The text twin."""
        return ""

    def fullSize(self) -> QSize:
        """The size at which a picture shows everything."""
        return self.size()

    # inside

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Path"))
        self._empty.setTexts(
            self.tr("No path"),
            self.tr("Choose a path: the engine adopts its techniques one after another, and the ledgers move."),
        )

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
