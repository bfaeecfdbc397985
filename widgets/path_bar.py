"""The controls of a path: which one, play and step, how fast, and how far the run has come."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QProgressBar, QSizePolicy, QToolButton, QWidget

from widgets import format as write
from widgets.elided_label import ElidedLabel
from widgets.flow_row import FlowRow
from widgets.fonts import scale
from widgets.icon_button import IconButton
from widgets.path_choice import PathChoice

PACES = (1.5, 3.0, 5.0, 8.0, 15.0)  # seconds per step
DEFAULT_PACE = 3.0


class PathBar(QWidget):
    """Says what was asked for; the view does it. `command` is one of play, back, on, start, cancel, save."""

    command = Signal(str)
    pathChosen = Signal(int)
    paceChanged = Signal(float)
    exportAsked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing = False
        self._choices: tuple[PathChoice, ...] = ()
        self._paths, self._pace = QComboBox(), QComboBox()
        self._buttons = {
            name: IconButton(name, flat=name != "play") for name in ("start", "step-back", "play", "step-forward")
        }
        self._place = ElidedLabel()
        self._progress = QProgressBar()
        self._cancel, self._save, self._table, self._picture = (QToolButton() for _ in range(4))
        self._arrange()
        self._connect()
        self._retranslate()
        self.setProgress(None)

    def _arrange(self) -> None:
        """In a second line where one is too short."""
        row = FlowRow(self, spacing=3)
        row.setContentsMargins(8, 0, 8, 0)
        self._paths.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._paths.setMinimumContentsLength(16)
        self._paths.setMinimumWidth(round(120 * scale()))
        self._progress.setRange(0, 1000)
        self._progress.setFixedWidth(round(150 * scale()))
        row.addWidget(self._paths)
        row.addWidget(self._together(*self._buttons.values()))
        row.addWidget(self._pace)
        self._place.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        row.addWidget(self._place)
        row.addGap()
        row.addWidget(self._together(self._progress, self._cancel, self._save, self._table, self._picture))

    def _together(self, *widgets: QWidget) -> QWidget:
        group = QWidget(self)
        line = QHBoxLayout(group)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        for widget in widgets:
            line.addWidget(widget)
        return group

    def _connect(self) -> None:
        commands = {"start": "start", "step-back": "back", "play": "play", "step-forward": "on"}
        for name, button in self._buttons.items():
            button.clicked.connect(lambda _=False, what=commands[name]: self.command.emit(what))
        self._cancel.clicked.connect(lambda: self.command.emit("cancel"))
        self._save.clicked.connect(lambda: self.command.emit("save"))
        self._table.clicked.connect(lambda: self.exportAsked.emit("table"))
        self._picture.clicked.connect(lambda: self.exportAsked.emit("picture"))
        self._paths.activated.connect(self.pathChosen)
        self._pace.activated.connect(lambda place: self.paceChanged.emit(PACES[place]))

    def setChoices(self, choices: Sequence[PathChoice], keys: Sequence[str]) -> None:
        """Offer paths; the one with these keys is marked as chosen."""
        self._choices = tuple(choices)
        with QSignalBlocker(self._paths):
            self._paths.clear()
            for place, choice in enumerate(self._choices):
                self._paths.addItem(f"{choice.title} ({len(choice.keys)})")
                self._paths.setItemData(place, choice.hint, 3)  # Qt.ItemDataRole.ToolTipRole
        self.showKeys(keys)

    def showKeys(self, keys: Sequence[str]) -> None:
        """Mark the choice with these keys, none if there is none."""
        match = (n for n, choice in enumerate(self._choices) if choice.keys == tuple(keys))
        self._paths.setCurrentIndex(next(match, -1))

    def setProgress(self, fraction: float | None) -> None:
        for widget in (self._progress, self._cancel):
            widget.setVisible(fraction is not None)
        for widget in (self._save, self._table, self._picture):
            widget.setVisible(fraction is None)
        self._buttons["play"].setEnabled(fraction is None)
        if fraction is not None:
            self._progress.setValue(round(1000 * fraction))

    def setState(self, playing: bool, place: int, last: int, walked: bool) -> None:
        """What can be pressed, and where the path is."""
        self._playing = playing
        for name, possible in (("start", place > 0), ("step-back", place > 0), ("step-forward", place < last)):
            self._buttons[name].setEnabled(possible)
        self._table.setEnabled(walked)
        self._picture.setEnabled(last > 0)
        self._save.setEnabled(last > 0)
        self._place.setText(self.tr("{place} of {last}").format(place=place, last=last) if last > 0 else "")
        self._name_play()

    def _name_play(self) -> None:
        self._buttons["play"].setName("pause" if self._playing else "play")
        self._buttons["play"].setWords(self.tr("Pause (Space)") if self._playing else self.tr("Play (Space)"))

    def _retranslate(self) -> None:
        self._buttons["start"].setWords(self.tr("To the start (Home)"))
        self._buttons["step-back"].setWords(self.tr("Step back (Left)"))
        self._buttons["step-forward"].setWords(self.tr("Step forward (Right)"))
        self._name_play()
        for button, text, hint in (
            (self._cancel, self.tr("Cancel"), self.tr("Stop the run (Escape)")),
            (self._save, self.tr("Save…"), self.tr("Keep this path among your own")),
            (self._table, self.tr("Table…"), self.tr("Write the ledgers after every step as CSV, JSON or Markdown")),
            (self._picture, self.tr("Picture…"), self.tr("Write the whole path as PNG, SVG or PDF")),
        ):
            button.setText(text)
            button.setToolTip(hint)
        self._paths.setAccessibleName(self.tr("Path"))
        self._paths.setPlaceholderText(self.tr("Own order"))
        self._paths.setToolTip(self.tr("Which path is played"))
        self._progress.setAccessibleName(self.tr("Progress of the run"))
        self._pace.setAccessibleName(self.tr("Pace"))
        self._pace.setToolTip(self.tr("Time for each step while it plays"))
        self._fill_paces()

    def _fill_paces(self) -> None:
        chosen = self._pace.currentIndex() if self._pace.count() else PACES.index(DEFAULT_PACE)
        with QSignalBlocker(self._pace):
            self._pace.clear()
            self._pace.addItems([write.seconds(pace) for pace in PACES])
            self._pace.setCurrentIndex(chosen)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self._progress.setFixedWidth(round(150 * scale()))
