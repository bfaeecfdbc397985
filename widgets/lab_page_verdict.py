"""The verdict of a lab: a shape, a word and a sentence; and how far its run has come."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QToolButton, QWidget

from engine.labs.records import Outcome
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_page_outcome import OUTCOME_SHAPE, outcome_colour, outcome_word
from widgets.palette import DataColours, colours
from widgets.shapes import draw_shape


class VerdictStrip(QWidget):
    """`runAsked()`, `cancelAsked()`."""

    runAsked = Signal()
    cancelAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None  # None: something is wrong with the settings
        self._word, self._text, self._note = QLabel(), QLabel(), QLabel()
        self._progress, self._cancel, self._run = QProgressBar(), QToolButton(), QToolButton()
        self._fraction: float | None = None
        self._by_button = False
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._progress.setRange(0, 1000)
        self._progress.setTextVisible(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(round(34 * scale()), 5, 8, 5)
        row.setSpacing(8)
        row.addWidget(self._word)
        row.addWidget(self._text, 1)
        for widget in (self._note, self._progress, self._cancel, self._run):
            row.addWidget(widget)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._cancel.clicked.connect(self.cancelAsked)
        self._run.clicked.connect(self.runAsked)
        self.retranslate()
        self.setProgress(None)

    def setVerdict(self, outcome: Outcome | None, text: str) -> None:
        """With an outcome of None the text says which setting makes no sense."""
        self._outcome = outcome
        self._word.setText(self.tr("No answer") if outcome is None else outcome_word(outcome))
        self._text.setText(text)
        self.setAccessibleName(f"{self._word.text()}: {text}")
        self._dress()

    def setNote(self, text: str) -> None:
        """A few quiet words at the right end."""
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def setRunByButton(self, by_button: bool) -> None:
        self._by_button = by_button
        self.setProgress(self._fraction)

    def setProgress(self, fraction: float | None) -> None:
        """How far the run has come; None when none is under way."""
        self._fraction = fraction
        self._progress.setVisible(fraction is not None)
        self._cancel.setVisible(fraction is not None)
        self._run.setVisible(self._by_button and fraction is None)
        if fraction is not None:
            self._progress.setValue(round(1000 * fraction))

    @property
    def fraction(self) -> float | None:
        return self._fraction

    def describe(self) -> str:
        return f"{self._word.text()}: {self._text.text()}"

    def retranslate(self) -> None:
        self._cancel.setText(self.tr("Cancel"))
        self._cancel.setToolTip(self.tr("Stop the run (Escape)"))
        self._run.setText(self.tr("Run"))
        self._run.setToolTip(self.tr("Simulate with these settings"))
        self._progress.setAccessibleName(self.tr("Progress of the run"))

    def _colour(self, own: DataColours) -> QColor:
        return own.hue["purple"] if self._outcome is None else outcome_colour(self._outcome, own)

    def _dress(self) -> None:
        own = colours(self)
        ground = mix(own.surface, self._colour(own), 0.14)
        self._word.setFont(ui_font(1, QFont.Weight.Bold))
        self._text.setFont(ui_font(1))
        self._note.setFont(ui_font(-0.5))
        self._word.setStyleSheet(f"color: {own.readable(self._colour(own), ground).name()}")
        self._note.setStyleSheet(f"color: {own.readable(own.muted, ground).name()}")
        self._progress.setFixedWidth(round(120 * scale()))
        self.update()

    def minimumSizeHint(self) -> QSize:
        return QSize(240, round(36 * scale()))

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        colour, unit = self._colour(own), scale()
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(mix(own.surface, colour, 0.5))
            painter.setBrush(mix(own.surface, colour, 0.14))
            painter.drawRoundedRect(box, 6, 6)
            shape = "bar" if self._outcome is None else OUTCOME_SHAPE[self._outcome]
            draw_shape(painter, shape, QPointF(18 * unit, box.center().y()), 8 * unit, colour, None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()
