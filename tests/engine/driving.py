"""A scheduler on its own, stepped by hand: no cost model, no clock."""

from __future__ import annotations

from typing import Any

from engine.drafting.speculation import Accept
from engine.memory.pages import PagedAllocator
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.recording import Event
from engine.scenario import QueueOrder
from engine.scheduling.chunked import ChunkedScheduler
from engine.scheduling.completion import complete
from engine.scheduling.host_memory import HostMemory
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Limits, Step


class Bench:
    """Adds requests, steps, and tells what happened. Pages are of 16 tokens; page 0 is never handed out."""

    def __init__(
        self,
        policy: type[Scheduler] = ChunkedScheduler,
        *,
        pages: int = 10_001,
        caching: bool = False,
        slots: int = 16,
        budget: int = 8192,
        order: QueueOrder = QueueOrder.FCFS,
        accept: Accept | None = None,
        **limits: Any,
    ) -> None:
        self.recorder = Recorder()
        self.allocator = PagedAllocator(pages, 16, caching=caching, sink=self.recorder.sink)
        self.scheduler = policy(
            self.allocator,
            Limits(slots, budget, limits.pop("max_length", 1 << 20), 16, order, **limits),
            self.recorder,
            accept=accept,
        )
        self.jobs: list[Job] = []
        self.count = 0

    def add(self, prompt: int, outputs: int = 100, *, priority: int = 0, first: int | None = None) -> Job:
        """A request of its own tokens, or of tokens that start at `first`."""
        row = len(self.jobs)
        start = row * 100_000 if first is None else first
        content = TokenContent([(start, prompt)], 1_000_000_000 + row * 1_000_000)
        job = Job(row, content, prompt, outputs, arrival=row, priority=priority)
        job.target = min(outputs, self.scheduler.limits.max_length - prompt)
        self.jobs.append(job)
        self.scheduler.add(job)
        return job

    def step(self) -> list[int]:
        """Run one iteration; the tokens scheduled, in order."""
        return [tokens for _, tokens, _, _ in self.decide().items]

    def decide(self) -> Step:
        self.recorder.now = self.count
        step = self.scheduler.schedule() or Step()
        complete(self.scheduler, step, self.count)
        self.count += 1
        return step

    def run(self) -> int:
        """Run to the end; the number of iterations."""
        while self.scheduler.running or self.scheduler.waiting:
            self.decide()
            assert self.count < 100_000, "the run does not end"
        return self.count

    def rows(self, jobs: list[Job]) -> list[int]:
        return [job.row for job in jobs]

    def events(self, kind: Event) -> list[tuple[Any, ...]]:
        return [row for row in self.recorder.events if row[9] == kind]


def swapping(bench: Bench, capacity: int = 10_000) -> HostMemory:
    """Give `bench` host memory at one byte per token and ns."""
    host = HostMemory(capacity, 1e9, lambda tokens: tokens, bench.recorder, 0)
    bench.scheduler.host = host
    return host
