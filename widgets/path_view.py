"""Play a path: techniques adopted one after another, and the eighteen ledgers as small multiples over the steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engine.adoption import Walk
from widgets.empty_note import EmptyNote
from widgets.export import export_widget
from widgets.path_bar import DEFAULT_PACE, PathBar
from widgets.path_choice import PathChoice
from widgets.path_data import Kind, PathData
from widgets.path_sheet import PathSheet
from widgets.path_table import table_text
from widgets.path_words import path_text

_NO_YEARS: Mapping[str, str] = {}


class PathView(QWidget):
    """Shows a path, and once it was run, its walk. Space plays, Left, Right, Home and End step, Escape cancels a run.

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
        self._names: Mapping[str, str] = {}
        self._choices: tuple[PathChoice, ...] = ()
        self._data = PathData((), {}, {}, frozenset())
        self._place = 0
        self._played: Walk | None = None  # the last walk along the path
        self._running: float | None = None
        self._wanted = False  # play as soon as the path was run
        self._bar, self._sheet = PathBar(), PathSheet()
        self._empty, self._stack = EmptyNote(), QStackedWidget()
        self._timer = QTimer(self, interval=round(DEFAULT_PACE * 1000))
        self._build()
        self._connect()
        self._retranslate()
        self._show()

    def _build(self) -> None:
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._sheet)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        column.addWidget(self._bar)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self._sheet)

    def _connect(self) -> None:
        self._timer.timeout.connect(self._tick)
        self._bar.command.connect(self._command)
        self._bar.pathChosen.connect(self._chosen)
        self._bar.paceChanged.connect(self.setPace)
        self._bar.exportAsked.connect(self.exportRequested)
        self._sheet.placeChosen.connect(self._seek)
        self._sheet.sourceSelected.connect(self.sourceSelected)
        self._sheet.ledgerRequested.connect(self.ledgerRequested)

    # public

    def setPath(
        self,
        keys: Sequence[str],
        names: Mapping[str, str],
        runnable: frozenset[str],
        years: Mapping[str, str] = _NO_YEARS,
    ) -> None:
        """Show a path that was not run yet. `names` and `years` by key, in the language of the interface."""
        self._take(PathData(keys, names, years, runnable), keys, names)

    def setWalk(
        self,
        walk: Walk | None,
        names: Mapping[str, str],
        runnable: frozenset[str],
        years: Mapping[str, str] = _NO_YEARS,
    ) -> None:
        """Show a walk from its start, and play it if that was asked for; one that is shown already stays where it is.
        None keeps the path and forgets the walk."""
        keys = self._keys if walk is None else tuple(step.key for step in walk.steps)
        self._take(PathData(keys, names, years, runnable, walk), keys, names)

    def setChoices(self, choices: Sequence[PathChoice]) -> None:
        """Paths that the chooser offers."""
        self._choices = tuple(choices)
        self._bar.setChoices(self._choices, self._keys)

    def setProgress(self, fraction: float | None) -> None:
        """How far the run of the path has come, None when none is under way (done, failed or cancelled)."""
        self._running = fraction
        self._bar.setProgress(fraction)
        if fraction is None and self._wanted and self._data.walk is not None:
            self.play()

    def setStep(self, index: int) -> None:
        """Show the state after step `index`; -1 is the start."""
        self._go(self._data.place(index))

    def setPace(self, seconds: float) -> None:
        """Seconds for each step while it plays."""
        self._timer.setInterval(round(seconds * 1000))

    def play(self) -> None:
        """Go through the steps at lecture pace; a path that was not run yet is asked for first."""
        if not self._keys or self._running is not None:
            return
        if self._data.walk is None:
            self._wanted = True
            self.playRequested.emit(list(self._keys))
            return
        if self._place == self._data.last:
            self._go(0)
        self._wanted = False
        self._timer.start()
        self._tell()

    def playWhenRun(self) -> None:
        """Somebody has asked for the path to be run: play it as soon as it is there, or at once if it is."""
        if self._data.walk is not None:
            self.play()
        else:
            self._wanted = True

    def pause(self) -> None:
        """Stop where it is."""
        self._wanted = False
        self._timer.stop()
        self._tell()

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @property
    def step(self) -> int:
        """The step that is shown, -1 for the start. A new ground still belongs to the step before it."""
        station = self._data.stations[self._place] if self._data.stations else None
        return -1 if station is None else station.step - (station.kind is Kind.GROUND)

    @property
    def keys(self) -> tuple[str, ...]:
        return self._keys

    @property
    def walk(self) -> Walk | None:
        return self._data.walk

    def tableText(self, suffix: str) -> str:
        """The walk as .csv, .json or .md. ValueError for another suffix, or if nothing was run."""
        if self._data.walk is None:
            raise ValueError("the path was not run yet")
        return table_text(self._data.walk, self._names, suffix)

    def describe(self) -> str:
        """The text twin."""
        return "\n".join(path_text(self._data, self._place)) if self._data.stations else self.tr("No path")

    def fullSize(self) -> QSize:
        """The size of a picture that shows everything."""
        return self._sheet.fullSize(self.size())

    def savePicture(self, path: FilePath | str, scale: float = 2.0) -> FilePath:
        """The path and all ledgers as .png, .svg or .pdf, without the controls. Raises what `export_widget` does."""
        self._bar.hide()
        try:
            return export_widget(self, path, size=self.fullSize(), scale=scale)
        finally:
            self._bar.show()

    # inside

    def _take(self, data: PathData, keys: Sequence[str], names: Mapping[str, str]) -> None:
        """Another path starts from the beginning. The same one again, in another language say, goes on."""
        before, same = self.step, tuple(keys) == self._keys
        wanted = same and (self._wanted or self.playing)
        kept = same and (data.walk is None or data.walk is self._played)
        self.pause()
        self._data, self._keys, self._names = data, tuple(keys), names
        self._played = data.walk or (self._played if same else None)
        self._bar.showKeys(self._keys)
        self._place = data.place(before) if kept else 0
        self._show()
        if self.step != before:
            self.stepChanged.emit(self.step)
        self._wanted = wanted
        if wanted and data.walk is not None:
            self.play()

    def _show(self) -> None:
        self._stack.setCurrentIndex(1 if self._data.stations else 0)
        self._sheet.setData(self._data, self._place)
        self._tell()

    def _tell(self) -> None:
        """What can be pressed now."""
        self._bar.setState(self.playing, self._place, self._data.last, self._data.walk is not None)

    def _seek(self, place: int) -> None:
        self.pause()
        self._go(place)

    def _go(self, place: int) -> None:
        place = max(0, min(place, self._data.last))
        before = self.step
        if place != self._place:
            self._place = place
            self._show()
            if self.step != before:
                self.stepChanged.emit(self.step)

    def _tick(self) -> None:
        self._go(self._place + 1)
        if self._place >= self._data.last:
            self.pause()

    def _command(self, what: str) -> None:
        commands = {
            "play": self.pause if self.playing else self.play,
            "back": lambda: self._seek(self._place - 1),
            "on": lambda: self._seek(self._place + 1),
            "start": lambda: self._seek(0),
            "cancel": self._cancel,
            "save": lambda: self.saveRequested.emit(list(self._keys)),
        }
        commands[what]()

    def _cancel(self) -> None:
        self._wanted = False
        self.cancelRequested.emit()

    def _chosen(self, number: int) -> None:
        if 0 <= number < len(self._choices):
            self.pathChosen.emit(list(self._choices[number].keys))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = Qt.Key
        commands = {keys.Key_Space: "play", keys.Key_Left: "back", keys.Key_Right: "on", keys.Key_Home: "start"}
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif event.key() in commands:
            self._command(commands[keys(event.key())])
        elif event.key() == keys.Key_End:
            self._seek(self._data.last)
        elif event.key() == keys.Key_Escape and self._running is not None:
            self._cancel()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        self._tell()
        super().hideEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Path"))
        self._empty.setTexts(
            self.tr("No path"),
            self.tr("Choose a path: the engine adopts its techniques one after another, and the ledgers move."),
        )
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show()
