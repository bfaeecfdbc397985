"""Where things stand in the request clock: time across, lanes down, one lane opened for its spans."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from widgets.time_axis import TimeView

LOWEST_ROW, ROW, HIGHEST_ROW = 3.0, 16.0, 40.0  # logical pixels at scale 1
ENOUGH_SHARE = 0.7  # of the lanes that could be in view together


class ClockView:
    """`plot` is the lanes of requests, `engines` the band above. All in the widget's logical pixels."""

    def __init__(self) -> None:
        self.time = TimeView()
        self.lanes = 0
        self.row = ROW
        self.scroll = 0.0  # pixels
        self.opened, self.opening = -1, 0.0  # lane with room for its spans below it, and how much
        self.axis = QRectF()
        self.map = QRectF()
        self.engines = QRectF()
        self.plot = QRectF()

    @property
    def content(self) -> float:
        """Height of all lanes."""
        return self.lanes * self.row + (self.opening if 0 <= self.opened < self.lanes else 0.0)

    @property
    def furthest(self) -> float:
        return max(0.0, self.content - self.plot.height())

    def set_scroll(self, scroll: float) -> None:
        self.scroll = float(round(min(max(scroll, 0.0), self.furthest)))

    def top(self, lane: int) -> float:
        """Upper edge of a lane."""
        extra = self.opening if 0 <= self.opened < lane else 0.0
        return self.plot.top() - self.scroll + lane * self.row + extra

    def lane_at(self, y: float) -> int:
        """The lane at a height, −1 if none."""
        if not self.plot.top() <= y < self.plot.bottom():
            return -1
        offset = y - self.plot.top() + self.scroll
        if self.opened >= 0 and offset >= (self.opened + 1) * self.row:
            offset = max(offset - self.opening, (self.opened + 1) * self.row - 1)
        lane = math.floor(offset / self.row)
        return lane if 0 <= lane < self.lanes else -1

    def visible(self) -> tuple[int, int]:
        """First lane in view, and the lane after the last."""
        first = max(0, math.floor((self.scroll - self.opening) / self.row))
        last = min(self.lanes, math.ceil((self.scroll + self.plot.height()) / self.row))
        return first, max(first, last)

    def reveal(self, lane: int) -> None:
        """Scroll as little as needed to see a lane."""
        top = self.top(lane)
        height = self.row + (self.opening if lane == self.opened else 0.0)
        if top < self.plot.top():
            self.set_scroll(self.scroll - (self.plot.top() - top))
        elif top + height > self.plot.bottom():
            self.set_scroll(self.scroll + top + height - self.plot.bottom())

    def scroll_to_most(self, lanes: NDArray[np.int32]) -> bool:
        """Scroll to where most of `lanes` are in view, if too few of them are now; whether it scrolled."""
        wanted = np.zeros(self.lanes, dtype=np.int64)
        wanted[lanes] = 1
        room = max(1, int(self.plot.height() / self.row) - 1)
        before = np.concatenate([[0], np.cumsum(wanted)])
        within = before[np.minimum(np.arange(self.lanes) + room, self.lanes)] - before[:-1]
        first = min(math.ceil(self.scroll / self.row), self.lanes - 1)
        if within[first] >= ENOUGH_SHARE * within.max():
            return False
        self.set_scroll(self.scroll + self.top(int(np.argmax(within))) - self.plot.top())
        return True

    def x(self, time: float) -> float:
        return self.time.x(time, self.plot.left(), self.plot.width())

    def time_at(self, x: float) -> float:
        return self.time.time(x, self.plot.left(), self.plot.width())

    def fit_rows(self, scale: float) -> None:
        """All lanes in view if they can be that low."""
        if self.lanes:
            room = (self.plot.height() - self.opening) / self.lanes
            self.row = min(max(math.floor(room * 2) / 2, LOWEST_ROW), ROW * scale)
            self.set_scroll(self.scroll)

    def zoom_rows(self, factor: float, y: float, scale: float) -> None:
        """Make lanes higher or lower about a height."""
        lane = (y - self.plot.top() + self.scroll) / self.row
        self.row = min(max(self.row * factor, LOWEST_ROW), HIGHEST_ROW * scale)
        self.set_scroll(lane * self.row - (y - self.plot.top()))
