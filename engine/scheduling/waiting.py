"""Waiting queues: first come first served, by rank, by level. Each tells a request its place for the recording."""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Iterator
from typing import Protocol

from engine.scenario import QueueOrder
from engine.scheduling.job import Job
from engine.scheduling.output_guess import OutputGuess
from engine.scheduling.step import Limits

STRIDE = 1 << 40  # arrivals per rank or level in the recorded place


class WaitingQueue(Protocol):
    """What a scheduler needs of a queue. `place` of the queued jobs sorts them in the order of service."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Job]: ...
    def __contains__(self, job: object) -> bool: ...
    def head(self) -> Job: ...
    def pop(self) -> Job: ...
    def push(self, job: Job) -> None:
        """A request arrives."""

    def put_back(self, job: Job) -> None:
        """A preempted request returns: before all others, or to its place by rank."""

    def remove(self, job: Job) -> None:
        """Take a request out, wherever it stands."""

    def last_of(self, jobs: list[Job]) -> Job:
        """Which of these running requests (in order of admission) gives way to the others."""


class FcfsQueue:
    """First come, first served; a preempted request goes to the front, and the one that came last gives way."""

    def __init__(self) -> None:
        self._jobs: deque[Job] = deque()
        self._front = 0
        self._back = 0

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        return iter(self._jobs)

    def __contains__(self, job: object) -> bool:
        return job in self._jobs

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
        if self._jobs[0] is job:
            self._jobs.popleft()
        else:
            self._jobs.remove(job)

    def last_of(self, jobs: list[Job]) -> Job:
        return jobs[-1]


class RankedQueue:
    """Smallest (rank, arrival) first; a preempted request returns to its place by its rank at that moment."""

    def __init__(self, rank: Callable[[Job], int]) -> None:
        self._rank = rank
        self._heap: list[tuple[int, int, int, Job]] = []

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[Job]:
        return (entry[-1] for entry in sorted(self._heap, key=lambda entry: entry[:3]))

    def __contains__(self, job: object) -> bool:
        return any(entry[-1] is job for entry in self._heap)

    def head(self) -> Job:
        return self._heap[0][-1]

    def pop(self) -> Job:
        return heapq.heappop(self._heap)[-1]

    def push(self, job: Job) -> None:
        rank = self._rank(job)
        job.place = rank * STRIDE + job.row
        heapq.heappush(self._heap, (rank, job.arrival, job.row, job))

    put_back = push

    def remove(self, job: Job) -> None:
        if self._heap[0][-1] is job:
            heapq.heappop(self._heap)
            return
        self._heap = [entry for entry in self._heap if entry[-1] is not job]
        heapq.heapify(self._heap)

    def last_of(self, jobs: list[Job]) -> Job:
        return max(jobs, key=lambda job: (self._rank(job), job.arrival, job.row))


class LevelQueue:
    """Smallest `place` first: whoever puts a request on a level gives it its place there, and it keeps that place."""

    def __init__(self) -> None:
        self._jobs: list[tuple[int, int, Job]] = []

    def __len__(self) -> int:
        return len(self._jobs)

    def __iter__(self) -> Iterator[Job]:
        return (entry[-1] for entry in self._jobs)

    def __contains__(self, job: object) -> bool:
        return isinstance(job, Job) and self._find(job) >= 0

    def _find(self, job: Job) -> int:
        place = bisect_left(self._jobs, (job.place, job.row), key=lambda entry: entry[:2])
        return place if place < len(self._jobs) and self._jobs[place][-1] is job else -1

    def head(self) -> Job:
        return self._jobs[0][-1]

    def pop(self) -> Job:
        return self._jobs.pop(0)[-1]

    def push(self, job: Job) -> None:
        insort(self._jobs, (job.place, job.row, job), key=lambda entry: entry[:2])

    put_back = push

    def remove(self, job: Job) -> None:
        del self._jobs[self._find(job)]

    def last_of(self, jobs: list[Job]) -> Job:
        return max(jobs, key=lambda job: (job.place, job.row))


def waiting_queue(limits: Limits) -> WaitingQueue:
    """The queue of an order of service."""
    if limits.order is QueueOrder.PRIORITY:
        return RankedQueue(lambda job: job.priority)
    if limits.order is QueueOrder.SHORTEST:
        guess = OutputGuess(limits.length_error, limits.seed)
        return RankedQueue(lambda job: max(0, guess(job) - job.outputs))
    return FcfsQueue()
