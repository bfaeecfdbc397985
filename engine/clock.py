"""Simulated time: what happens next, and when. It jumps from event to event and never looks at the wall clock."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from enum import IntEnum

PS_PER_NS = 1000  # engines keep picoseconds between iterations, the clock counts nanoseconds


class Rank(IntEnum):
    """Order of things that happen at the same nanosecond."""

    ITERATION_END = 0
    TRANSFER_END = 1
    ARRIVAL = 2
    WAKE = 3


class Clock:
    """A heap of (time in ns, rank, order of registration)."""

    __slots__ = ("_count", "_heap", "now")

    def __init__(self) -> None:
        self.now = 0
        self._heap: list[tuple[int, int, int, Callable[[], None]]] = []
        self._count = 0

    def at(self, time: int, rank: Rank, action: Callable[[], None]) -> None:
        """Run `action` at `time`, which is not in the past."""
        self._count += 1
        heapq.heappush(self._heap, (time, rank, self._count, action))

    def next_time(self) -> int | None:
        """When the next thing happens, None if nothing ever will."""
        return self._heap[0][0] if self._heap else None

    def run_due(self) -> None:
        """Everything that happens at `now`, including what those actions add at `now`."""
        heap = self._heap
        while heap and heap[0][0] == self.now:
            heapq.heappop(heap)[3]()
