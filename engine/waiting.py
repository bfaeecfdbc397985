"""Waiting queues: first come first served, and by priority. Both tell each request its place for the recording."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from typing import Protocol

from engine.job import Job

PRIORITY_STRIDE = 1 << 40  # arrivals per priority class in the recorded place


class WaitingQueue(Protocol):
    """What a scheduler needs of a queue. `place` of the queued jobs sorts them in the order of service."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Job]: ...
    def head(self) -> Job: ...
    def pop(self) -> Job: ...
    def push(self, job: Job) -> None:
        """A request arrives."""

    def put_back(self, job: Job) -> None:
        """A preempted request returns: before all others, or to its place by priority."""

    def remove(self, job: Job) -> None:
        """Take a request out, wherever it stands."""


class FcfsQueue:
    """First come, first served; a preempted request goes to the front."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._front = 0
        self._back = 0

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    def head(self) -> Job:
        return self._jobs[0]

    def pop(self) -> Job:
        return self._jobs.popleft()

    def push(self, job: Job) -> None:
        self._back += 1
        job.place = self._back
        self._jobs.append(job)

    def put_back(self, job: Job) -> None:
        self._front -= 1
        job.place = self._front
        self._jobs.appendleft(job)

    def remove(self, job: Job) -> None:
        self._jobs.remove(job)


class PriorityQueue:
    """Smallest (priority value, arrival) first; a preempted request returns to that same place."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, int, Job]] = []

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Job]:
        return (entry[-1] for entry in sorted(self._heap, key=lambda entry: entry[:3]))

    def head(self) -> Job:
        return self._heap[0][-1]

    def pop(self) -> Job:
        return heapq.heappop(self._heap)[-1]

    def push(self, job: Job) -> None:
        job.place = job.priority * PRIORITY_STRIDE + job.row
        heapq.heappush(self._heap, (job.priority, job.arrival, job.row, job))

    put_back = push

    def remove(self, job: Job) -> None:
        self._heap = [entry for entry in self._heap if entry[-1] is not job]
        heapq.heapify(self._heap)
