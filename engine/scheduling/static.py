"""Request-level batching: a batch starts together and ends with its longest member (FasterTransformer, before Orca).

Prompts are padded to the longest of the batch. A member that has produced its last token keeps its slot and its
memory, and computes padding, until the batch ends; only then are the answers returned.
"""

from __future__ import annotations

from engine.drafting.speculation import Accept
from engine.memory.allocator import Allocator
from engine.recorder import Recorder
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Limits, Step

UNLIMITED = 1 << 40  # no token budget is in force


class StaticScheduler(Scheduler):
    """`max_running` is the batch size; an incomplete batch waits `batch_wait_ns` for company."""

    def __init__(
        self,
        allocator: Allocator,
        limits: Limits,
        recorder: Recorder,
        *,
        engine: int = 0,
        accept: Accept | None = None,
    ) -> None:
        super().__init__(allocator, limits, recorder, engine=engine, accept=accept)
        self._done: list[Job] = []  # members with all their tokens, waiting for the rest of the batch

    def slots_held(self) -> int:
        return super().slots_held() + len(self._done)

    def may_start(self) -> bool:
        return self.queued >= self.limits.max_running or self.recorder.now >= self._deadline()

    def wake_at(self) -> int | None:
        return self._deadline() if self.waiting and not self.slots_held() else None

    def plan(self) -> Step:
        if self.running:
            return self._decode()
        self._end_batch()
        return self._start() if self.waiting and self.may_start() else Step()

    def leave(self, jobs: list[Job]) -> None:
        """Members leave together: the first to have all its tokens waits for the last."""
        gone = set(jobs)
        self.running = [job for job in self.running if job not in gone]
        self._done += jobs
        if self.admission is not None:
            self.admission.left(len(jobs), self.recorder.now)
        if not self.running:
            self._end_batch()

    def _end_batch(self) -> None:
        batch, self._done = self._done, []
        for job in batch:
            self.finish(job)

    def _deadline(self) -> int:
        return min(job.arrival for job in self.waiting) + self.limits.batch_wait_ns

    def _start(self) -> Step:
        step = Step()
        while self.waiting and self.waiting.head().slots <= self.free_slots():
            job = self.waiting.head()
            hits = self.look_up(job)
            if not self.admit(step, job, hits, self.missing(job, hits)):
                break
        prompts = [(job, tokens) for job, tokens, _, decodes in step.items if not decodes]
        widest = max((tokens for _, tokens in prompts), default=0)
        step.padding = [(job, widest - tokens, False) for job, tokens in prompts if tokens < widest]
        return step

    def _decode(self) -> Step:
        step = Step()
        self.run(step, UNLIMITED)
        step.padding = [(job, 1, True) for job in self._done]
        return step
