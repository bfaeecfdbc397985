"""One playhead for every view: simulated time that advances with a monotonic clock.

Ticks of the timer only wake it up. Time moves by elapsed wall time × speed, and what does not fill a nanosecond is
carried to the next tick, so a slow machine drops frames but never time.
"""

from __future__ import annotations

import time as _clock
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Signal

TICK_MS = 16
SPEEDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Playhead(QObject):
    """Times are integer nanoseconds from 0 to `duration`."""

    moved = Signal(object)  # int ns: a Qt int would overflow after two seconds
    playingChanged = Signal(bool)
    speedChanged = Signal(float)
    durationChanged = Signal(object)

    def __init__(self, parent: QObject | None = None, now: Callable[[], int] = _clock.monotonic_ns) -> None:
        """`now` gives monotonic nanoseconds; tests pass their own."""
        super().__init__(parent)
        self._now = now
        self._time = 0
        self._duration = 0
        self._speed = 1.0
        self._playing = False
        self._suspended = False
        self._looping = False
        self._wall = 0
        self._remainder = 0.0
        self._marks: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def time(self) -> int:
        return self._time

    @property
    def duration(self) -> int:
        return self._duration

    @property
    def playing(self) -> bool:
        return self._playing

    @property
    def speed(self) -> float:
        """Simulated seconds per second of wall time."""
        return self._speed

    @property
    def looping(self) -> bool:
        return self._looping

    @property
    def ticking(self) -> bool:
        """Whether the timer runs: only while playing and not suspended."""
        return self._timer.isActive()

    def setDuration(self, duration: int) -> None:
        self._duration = max(0, int(duration))
        self.durationChanged.emit(self._duration)
        self.seek(self._time)

    def setMarks(self, times: NDArray[Any]) -> None:
        """The instants (ns, any order) that stepping visits; the two ends are always among them."""
        self._marks = np.unique(np.asarray(times, dtype=np.int64))

    def setLooping(self, looping: bool) -> None:
        self._looping = bool(looping)

    def setSpeed(self, speed: float) -> None:
        """Raises ValueError unless `speed` is above zero."""
        if not speed > 0:
            raise ValueError(f"speed is {speed}, expected a number above 0")
        if speed != self._speed:
            self._advance()
            self._speed = float(speed)
            self.speedChanged.emit(self._speed)

    def seek(self, time: int) -> None:
        """Go to `time` (ns), kept inside the run."""
        self._restart()
        self._move(int(time))

    def play(self) -> None:
        if self._playing or self._duration == 0:
            return
        if self._time >= self._duration:
            self._move(0)
        self._playing = True
        self._restart()
        self._update_timer()
        self.playingChanged.emit(True)

    def pause(self) -> None:
        if not self._playing:
            return
        self._advance()
        self._halt()

    def toggle(self) -> None:
        if self._playing:
            self.pause()
        else:
            self.play()

    def stepForward(self) -> None:
        """Pause at the next mark after now, or at the end."""
        self.pause()
        place = int(np.searchsorted(self._marks, self._time, side="right"))
        self.seek(int(self._marks[place]) if place < len(self._marks) else self._duration)

    def stepBack(self) -> None:
        """Pause at the last mark before now, or at the start."""
        self.pause()
        place = int(np.searchsorted(self._marks, self._time, side="left")) - 1
        self.seek(int(self._marks[place]) if place >= 0 else 0)

    def setSuspended(self, suspended: bool) -> None:
        """Stop ticking while nothing can be seen. Simulated time stands still meanwhile."""
        if suspended == self._suspended:
            return
        if suspended:
            self._advance()
        self._suspended = suspended
        self._restart()
        self._update_timer()

    def _update_timer(self) -> None:
        if self._playing and not self._suspended:
            self._timer.start()
        else:
            self._timer.stop()

    def _restart(self) -> None:
        self._wall = self._now()
        self._remainder = 0.0

    def _tick(self) -> None:
        self._advance()

    def _advance(self) -> None:
        """Move by the wall time since the last look."""
        if not self._playing or self._suspended:
            return
        wall = self._now()
        exact = (wall - self._wall) * self._speed + self._remainder
        whole = int(exact)
        self._wall, self._remainder = wall, exact - whole
        target = self._time + whole
        if target < self._duration:
            self._move(target)
        elif self._looping:
            self._move(target % self._duration)
        else:
            self._move(self._duration)
            self._halt()

    def _halt(self) -> None:
        if self._playing:
            self._playing = False
            self._update_timer()
            self.playingChanged.emit(False)

    def _move(self, time: int) -> None:
        inside = min(max(time, 0), self._duration)
        if inside != self._time:
            self._time = inside
            self.moved.emit(inside)
