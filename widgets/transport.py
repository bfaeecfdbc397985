"""Play, pause, step, jump, scrub: the hands on the playhead."""

from __future__ import annotations

import time as _clock
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLayout, QWidget

from widgets import format as fmt
from widgets.fonts import scale, ui_font
from widgets.icon_button import IconButton
from widgets.markers import MARKER_SHAPE, Marker, MarkerKind, kind_name, markers_of
from widgets.playhead import SPEEDS, Playhead
from widgets.scrubber import Scrubber

__all__ = ["MARKER_SHAPE", "Marker", "MarkerKind", "Transport", "kind_name", "markers_of"]

REPEAT_MS = 90
TELL_EVERY_S = 0.5


class Transport(QWidget):
    """Buttons, scrubber, speed and time of one playhead. Space plays, arrows step, Ctrl+arrows jump to markers."""

    def __init__(self, playhead: Playhead, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playhead = playhead
        self._told = 0.0
        self.scrubber = Scrubber(playhead, self)
        self._buttons: dict[str, IconButton] = {}
        self._time = QLabel(self)
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._speed = QComboBox(self)
        for speed in SPEEDS:
            self._speed.addItem(f"{speed:g}{fmt.TIMES}", speed)
        self._arrange()
        self._retranslate()
        self._fit_time()
        self._show_speed(playhead.speed)
        self._show_playing(playhead.playing)
        self._show_time()
        self._speed.activated.connect(self._speed_chosen)
        playhead.moved.connect(self._show_time)
        playhead.durationChanged.connect(self._duration_changed)
        playhead.playingChanged.connect(self._show_playing)
        playhead.speedChanged.connect(self._show_speed)

    def _arrange(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 3, 10, 3)
        layout.setSpacing(3)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        actions: dict[str, Callable[[], None]] = {
            "previous-mark": self.previousMarker,
            "step-back": self._playhead.stepBack,
            "play": self._playhead.toggle,
            "step-forward": self._playhead.stepForward,
            "next-mark": self.nextMarker,
        }
        for name, action in actions.items():
            button = IconButton(name, self, flat=name != "play")
            button.clicked.connect(lambda _=False, act=action: act())
            if name != "play":
                button.setAutoRepeat(True)
                button.setAutoRepeatInterval(REPEAT_MS)
            self._buttons[name] = button
            layout.addWidget(button)
        layout.addWidget(self.scrubber, 1)
        layout.addWidget(self._time)
        layout.addSpacing(6)
        layout.addWidget(self._speed)

    def _retranslate(self) -> None:
        words = {
            "previous-mark": self.tr("Previous marker (Ctrl+Left)"),
            "step-back": self.tr("Step back (Left)"),
            "play": self.tr("Pause (Space)") if self._playhead.playing else self.tr("Play (Space)"),
            "step-forward": self.tr("Step forward (Right)"),
            "next-mark": self.tr("Next marker (Ctrl+Right)"),
        }
        for name, button in self._buttons.items():
            button.setWords(words[name])
        self._speed.setToolTip(self.tr("Simulated seconds per second"))
        self._speed.setAccessibleName(self.tr("Speed"))
        self._time.setAccessibleName(self.tr("Simulated time"))
        self.setAccessibleName(self.tr("Playback"))

    def minimumSizeHint(self) -> QSize:
        """Narrow enough for any dock: what does not fit is hidden, and its keys still work."""
        return QSize(round(220 * scale()), self.sizeHint().height())

    # ---- commands

    def setMarkers(self, markers: Sequence[Marker]) -> None:
        """The events that the scrubber shows and that the outer buttons jump between."""
        self.scrubber.setMarkers(markers)
        self.scrubber.setAccessibleDescription(self.describe())

    def nextMarker(self) -> None:
        """Pause at the next marker, or at the end."""
        self._playhead.pause()
        times = [marker.time_ns for marker in self.scrubber.markers()]
        place = int(np.searchsorted(times, self._playhead.time, side="right")) if times else 0
        self._playhead.seek(times[place] if place < len(times) else self._playhead.duration)

    def previousMarker(self) -> None:
        """Pause at the marker before now, or at the start."""
        self._playhead.pause()
        times = [marker.time_ns for marker in self.scrubber.markers()]
        place = int(np.searchsorted(times, self._playhead.time, side="left")) - 1 if times else -1
        self._playhead.seek(times[place] if place >= 0 else 0)

    def describe(self) -> str:
        """The transport in a sentence: time, state, speed, and how many markers of each kind."""
        state = self.tr("playing") if self._playhead.playing else self.tr("paused")
        parts = [
            self.tr("{time} of {total}, {state}").format(
                time=fmt.duration(self._playhead.time), total=fmt.duration(self._playhead.duration), state=state
            )
        ]
        kinds = [marker.kind for marker in self.scrubber.markers()]
        parts += [f"{fmt.count(kinds.count(kind))} {kind_name(kind)}" for kind in MarkerKind if kind in kinds]
        return ", ".join(parts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        actions: dict[tuple[Qt.Key, bool], Callable[[], None]] = {
            (Qt.Key.Key_Space, False): self._playhead.toggle,
            (Qt.Key.Key_Left, False): self._playhead.stepBack,
            (Qt.Key.Key_Right, False): self._playhead.stepForward,
            (Qt.Key.Key_Left, True): self.previousMarker,
            (Qt.Key.Key_Right, True): self.nextMarker,
        }
        action = actions.get((Qt.Key(event.key()), control))
        if action is None:
            super().keyPressEvent(event)
        else:
            action()

    # ---- what is shown

    def _speed_chosen(self, index: int) -> None:
        self._playhead.setSpeed(float(self._speed.itemData(index)))

    def _show_speed(self, speed: float) -> None:
        place = self._speed.findData(speed)
        if place < 0:  # a speed set from elsewhere that is not on the list
            place = sum(1 for known in range(self._speed.count()) if float(self._speed.itemData(known)) < speed)
            self._speed.insertItem(place, f"{speed:g}{fmt.TIMES}", speed)
        self._speed.setCurrentIndex(place)

    def _show_playing(self, playing: bool) -> None:
        self._buttons["play"].setName("pause" if playing else "play")
        self._retranslate()

    def _show_time(self) -> None:
        total = self._playhead.duration
        now = fmt.clock(self._playhead.time, total)
        self._time.setText(f"{now} / {fmt.clock(total, total)}" if self._wide() else now)
        moment = _clock.monotonic()
        if not self._playhead.playing or moment - self._told > TELL_EVERY_S:
            self._told = moment
            self.scrubber.setAccessibleDescription(self.describe())

    def _wide(self) -> bool:
        return self.width() >= 620 * scale()

    def _fit_time(self) -> None:
        """Give the read-out a fixed width, so that nothing moves while it counts."""
        font = ui_font(0, QFont.Weight.Medium)
        self._time.setFont(font)
        total = fmt.clock(self._playhead.duration, self._playhead.duration)
        text = f"{total} / {total}" if self._wide() else total
        self._time.setFixedWidth(round(QFontMetricsF(font).horizontalAdvance(text)) + 8)

    def _duration_changed(self) -> None:
        self._fit_time()
        self._show_time()

    def resizeEvent(self, event: QResizeEvent) -> None:
        small = self.width() < 400 * scale()
        for name in ("previous-mark", "next-mark"):
            self._buttons[name].setVisible(not small)
        self._speed.setVisible(self.width() >= 460 * scale())
        self._fit_time()
        self._show_time()

    def changeEvent(self, event: QEvent) -> None:
        kind = event.type()
        if kind in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._fit_time()
        elif kind == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
