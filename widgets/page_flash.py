"""Flashes: what happened to a page since the frame before lights up and fades."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.recording import Event, Recording
from widgets.channels import EVENT_SHAPE
from widgets.page_view import GridView
from widgets.palette import DataColours
from widgets.shapes import draw_shape

FADE_MS = 450
MOST = 1000  # flashes alive at once: more would be one glow anyway
JUMP_NS = 1_500_000_000  # a jump further than this is a seek, not playing: only its last moment lights up
_SHOWN = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.EVICT, Event.INVALIDATE, Event.RELEASE)
_WEIGHT = np.zeros(max(Event) + 1, dtype=np.uint8)
_RISING = (Event.RELEASE, Event.ALLOCATE, Event.HIT, Event.COPY, Event.EVICT, Event.PREEMPT, Event.INVALIDATE)
_WEIGHT[list(_RISING)] = range(1, len(_RISING) + 1)


class _Burst:
    """Pages to which the same thing happened at the same moment. Their places are worked out once per view."""

    def __init__(self, start: float, kind: Event, pages: NDArray[np.int32]) -> None:
        self.start, self.kind, self.pages = start, kind, pages  # start: wall time in ms
        self._key: tuple[float, ...] = ()
        self._rects: list[QRectF] = []

    def drop(self, touched: NDArray[np.bool_]) -> None:
        """Forget pages to which something else has happened since (by page of the pool)."""
        gone = touched[self.pages]
        if gone.any():
            self.pages, self._key = self.pages[~gone], ()

    def rects(self, view: GridView) -> list[QRectF]:
        """Where to draw: at least five pixels, however small the cell."""
        cell, origin = view.cell, view.origin
        key = (cell, origin.x(), origin.y(), view.columns)
        if key != self._key:
            self._key = key
            top, bottom, left, right = view.visible()
            rows, columns = self.pages // view.columns, self.pages % view.columns
            seen = (rows >= top) & (rows < bottom) & (columns >= left) & (columns < right)
            side = max(cell, 5.0)
            grow = (side - cell) / 2
            across = (origin.x() - grow + columns[seen] * cell).tolist()
            down = (origin.y() - grow + rows[seen] * cell).tolist()
            self._rects = [QRectF(x, y, side, side) for x, y in zip(across, down, strict=True)]
        return self._rects


class Flashes:
    """Pages that have just changed, with the wall time of the change."""

    def __init__(self, recording: Recording, first: int, last: int) -> None:
        events = recording.events
        mine = np.isin(events["kind"], _SHOWN) & (events["page"] >= first) & (events["page"] < last)
        self._rows = np.flatnonzero(mine)
        self._pages = events["page"][self._rows] - first
        self._kinds = self._preempted(recording)
        self._times = np.ascontiguousarray(events["time"][self._rows])
        self._alive: list[_Burst] = []
        self._touched = np.zeros(last - first, dtype=bool)

    def _preempted(self, recording: Recording) -> NDArray[np.uint8]:
        """Kinds, with pages that a preemption took away marked so rather than as merely freed."""
        events = recording.events
        kinds = events["kind"][self._rows].copy()
        lost = events[events["kind"] == Event.PREEMPT]
        if len(lost):
            key = events["time"][self._rows] * 65536 + events["request"][self._rows]
            taken = np.isin(key, lost["time"] * 65536 + lost["request"]) & (kinds == Event.RELEASE)
            kinds[taken] = Event.PREEMPT
        return kinds

    def advance(self, before: int, after: int, now: float) -> None:
        """Light up what happened in (before, after] (ns). Going back lights nothing."""
        if after <= before:
            self._alive.clear()
            return
        low, high = np.searchsorted(self._times, [before, after], side="right")
        if after - before > JUMP_NS and high > low:
            low = max(low, np.searchsorted(self._times, self._times[high - 1], side="left"))
        low = max(low, high - MOST)
        if low >= high:
            return
        kinds, pages = self._worst(self._kinds[low:high], self._pages[low:high])
        if self._alive:
            self._touched[pages] = True
            for burst in self._alive:
                burst.drop(self._touched)
            self._touched[pages] = False
            self._alive = [burst for burst in self._alive if len(burst.pages)]
        for kind in np.unique(kinds):
            self._alive.append(_Burst(now, Event(int(kind)), pages[kinds == kind]))
        while sum(len(burst.pages) for burst in self._alive) > MOST and len(self._alive) > 1:
            del self._alive[0]

    @staticmethod
    def _worst(kinds: NDArray[np.uint8], pages: NDArray[np.int32]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
        """One event per page: an eviction is more telling than the allocation that caused it."""
        order = np.lexsort((_WEIGHT[kinds], pages))
        last = np.append(pages[order][1:] != pages[order][:-1], True)
        return kinds[order][last[: len(order)]], pages[order][last[: len(order)]]

    def clear(self) -> None:
        self._alive.clear()

    def active(self, now: float) -> bool:
        """Whether anything still glows at wall time `now` (ms)."""
        self._alive = [burst for burst in self._alive if now - burst.start < FADE_MS]
        return bool(self._alive)

    def paint(self, painter: QPainter, view: GridView, own: DataColours, now: float) -> None:
        """Draw the glow over the grid."""
        for burst in self._alive:
            age = (now - burst.start) / FADE_MS
            if age < 1.0:
                self._glow(painter, burst.rects(view), burst.kind, own, (1.0 - age) ** 1.5, view.cell)

    def _glow(
        self, painter: QPainter, rects: list[QRectF], kind: Event, own: DataColours, strength: float, cell: float
    ) -> None:
        colour = own.event[kind]
        painter.setOpacity(strength)
        painter.setPen(Qt.PenStyle.NoPen)
        if cell < 9:
            painter.setBrush(colour)
            painter.drawRects(rects)
        else:
            width = max(2.0, min(5.0, cell * 0.12))
            painter.setPen(
                QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin)
            )
            painter.setBrush(Qt.BrushStyle.NoBrush)
            inset = width / 2
            painter.drawRects([rect.adjusted(inset - 1, inset - 1, -inset, -inset) for rect in rects])
            if cell >= 26:
                self._shapes(painter, rects, kind, own, cell)
        painter.setOpacity(1.0)

    def _shapes(self, painter: QPainter, rects: list[QRectF], kind: Event, own: DataColours, cell: float) -> None:
        radius = min(8.0, cell * 0.17)
        offset = QPointF(-radius - cell * 0.14, radius + cell * 0.12)
        for rect in rects[:200]:
            draw_shape(painter, EVENT_SHAPE[kind], rect.topRight() + offset, radius, own.event[kind], own.surface)
