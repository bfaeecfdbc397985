"""The experiment stage: frames one at a time, with what was found and what had to hold beside them."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from engine.experiment import Experiment, Frame
from widgets.empty_note import EmptyNote
from widgets.experiment_page import experiment_page
from widgets.fonts import scale
from widgets.rich_page import RichPage
from widgets.rich_style import RichStyle, sized
from widgets.stage_canvas import StageCanvas
from widgets.stage_words import said

_BESIDE = 820  # px at scale 1 from which the findings stand beside the frame


class ExperimentStage(QWidget):
    """Left, Right, Home and End step through the frames. `ledgerRequested(key)` from the chips of the findings."""

    ledgerRequested = Signal(str)
    frameChanged = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._experiment: Experiment | None = None
        self._number = 0
        self._title, self._caption, self._place = QLabel(), QLabel(), QLabel()
        self._back, self._on = QToolButton(), QToolButton()
        self._canvas = StageCanvas()
        self._page = RichPage()
        self._empty = EmptyNote()
        self._build()
        self._back.clicked.connect(lambda: self.showFrame(self._number - 1))
        self._on.clicked.connect(lambda: self.showFrame(self._number + 1))
        self._page.linkClicked.connect(self._follow)
        self._retranslate()
        self.setExperiment(None)

    def _build(self) -> None:
        self._caption.setWordWrap(True)
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._title.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        for widget in (self._back, self._place, self._on):
            head.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        show = QWidget()
        column = QVBoxLayout(show)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(head)
        column.addWidget(self._canvas, 1)
        column.addWidget(self._caption)
        filled = QWidget()
        self._split = QBoxLayout(QBoxLayout.Direction.LeftToRight, filled)
        self._split.setContentsMargins(0, 0, 0, 0)
        self._split.addWidget(show, 5)
        self._split.addWidget(self._page, 3)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(filled)
        self.setFocusProxy(self._canvas)

    # public

    def setExperiment(self, experiment: Experiment | None) -> None:
        """Show an experiment from its first frame; None shows the empty state."""
        self._experiment = experiment
        self._stack.setCurrentIndex(1 if experiment else 0)
        self._number = -1
        self._render()
        self.showFrame(0)

    def showFrame(self, number: int) -> None:
        """Show a frame by number from 0; numbers outside are drawn to the nearest."""
        frames = self._frames()
        number = max(0, min(number, len(frames) - 1))
        changed, self._number = number != self._number, number
        self._show(frames[number] if frames else None)
        if changed and frames:
            self.frameChanged.emit(number)

    def frame(self) -> Frame | None:
        """The frame that is shown, for `widgets.stage_table`."""
        frames = self._frames()
        return frames[self._number] if frames else None

    # inside

    def _frames(self) -> tuple[Frame, ...]:
        return self._experiment.frames if self._experiment else ()

    def _show(self, frame: Frame | None) -> None:
        self._canvas.setFrame(frame)
        self._title.setText(sized(escape(said(frame.title)), 1.5, 600) if frame else "")
        self._caption.setText(said(frame.caption) if frame else "")
        count = len(self._frames())
        self._place.setText(sized(f"{self._number + 1} / {count}", -0.5))
        for widget in (self._back, self._place, self._on):
            widget.setVisible(count > 1)
        self._back.setEnabled(self._number > 0)
        self._on.setEnabled(self._number < count - 1)

    def _render(self) -> None:
        if self._experiment:
            self._page.setPage(experiment_page(self._experiment, RichStyle.of(self)))
            self._page.setAccessibleName(said(self._experiment.title))
            self.setAccessibleDescription(said(self._experiment.title))

    def _follow(self, target: str) -> None:
        scheme, _, key = target.partition(":")
        if scheme == "ledger":
            self.ledgerRequested.emit(key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: self._number - 1,
            Qt.Key.Key_Right: self._number + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(self._frames()) - 1,
        }
        number = steps.get(Qt.Key(event.key()))
        if number is None:
            super().keyPressEvent(event)
        else:
            self.showFrame(number)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE * scale()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if self._split.direction() != way:
            self._split.setDirection(way)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Experiment"))
        self._back.setText("‹")
        self._on.setText("›")
        self._back.setToolTip(self.tr("Previous frame"))
        self._on.setToolTip(self.tr("Next frame"))
        for button in (self._back, self._on):
            button.setAccessibleName(button.toolTip())
        self._empty.setTexts(
            self.tr("No experiment"),
            self.tr("Pick a technique that has one: its mechanism is computed and drawn here."),
        )
        self._render()
        self._show(self.frame())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._render()
            self._show(self.frame())
