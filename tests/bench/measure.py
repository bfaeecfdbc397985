"""Timing of frames: CPU and wall, median and 95th percentile, beside a reference picture drawn in the same run."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEventLoop, QRect, QTimer
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget


@dataclass(frozen=True)
class Row:
    """One figure, at most `budget` or at least `at_least` where they are not 0. `unit` "" for a plain number."""

    name: str
    value: float
    unit: str
    budget: float = 0.0
    at_least: float = 0.0

    @property
    def within(self) -> bool:
        return (not self.budget or self.value <= self.budget) and self.value >= self.at_least

    @property
    def limit(self) -> str:
        """The limit in words, "" if there is none."""
        if not self.budget and not self.at_least:
            return ""
        words = f"at least {self.at_least:,g}" if self.at_least else f"at most {self.budget:,g}"
        return words if self.within else f"{words}, MISSED"


@dataclass(frozen=True)
class Timing:
    """Milliseconds per call."""

    cpu: float
    wall: float
    wall_p95: float
    cpu_p95: float


def timed(call: Callable[[int], object], times: int, warm: int = 5) -> Timing:
    """`call(i)` again and again. CPU is the mean over all calls, wall the median; both with the 95th percentile."""
    for index in range(warm):
        call(index)
    walls, spent = [], []
    for index in range(times):
        start, cpu = time.perf_counter(), time.process_time()
        call(index)
        walls.append((time.perf_counter() - start) * 1000)
        spent.append((time.process_time() - cpu) * 1000)
    late = int(0.95 * (times - 1))
    return Timing(statistics.fmean(spent), statistics.median(walls), sorted(walls)[late], sorted(spent)[late])


class Reference(QWidget):
    """An image stretched over 1600 × 900 pixels: what drawing costs at least on this machine, now."""

    def __init__(self) -> None:
        super().__init__()
        self.resize(1600, 900)
        self._image = QImage(400, 225, QImage.Format.Format_RGB32)
        self._image.fill(0x336699)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.drawImage(QRect(0, 0, self.width(), self.height()), self._image)


def application() -> QApplication:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication.instance() or QApplication(["bench"])  # type: ignore[return-value]


def spin(milliseconds: int = 0) -> None:
    """Let the event loop run."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def reference() -> Timing:
    """What the reference picture costs per frame."""
    widget = Reference()
    widget.show()
    spin(50)
    return timed(lambda _: widget.repaint(), 60)


def rss_mb() -> float:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
