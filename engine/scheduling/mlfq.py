"""Skip-join multi-level feedback queue with preemption between iterations (FastServe, Wu et al. 2023).

Nobody knows how long an answer gets, but the first iteration can be foreseen from the prompt: a request joins the
highest level whose quantum holds it, and sinks one level whenever it has used its quantum there. The most urgent
requests, by level and then by their place in it, get the slots of the next iteration; the others are paused. A paused
request keeps its pages until somebody more urgent needs them; then its state goes to host memory or is lost, as the
scenario says. Whoever has waited too long goes to the top level, so nobody starves.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from engine.drafting.speculation import Accept
from engine.memory.allocator import NO_HITS, Allocator, Hits
from engine.recorder import Recorder
from engine.recording import Event, Outcome
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.step import Limits, Step
from engine.scheduling.waiting import STRIDE, LevelQueue


class MlfqScheduler(Scheduler):
    """Level i has a quantum of `quantum_ns` · 2^i. `prefill_ns` foresees the time of a prompt of so many tokens."""

    waiting: LevelQueue

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
        self.waiting = LevelQueue()
        self.prefill_ns: Callable[[int], int] = lambda tokens: 0
        self._joined = 0  # requests that ever came to a level
        self._ran: tuple[Job, ...] = ()  # who took part in the latest iteration
        self._began = 0  # ns: when it started

    # -- levels ----------------------------------------------------------------------------------------------------

    def add(self, job: Job) -> None:
        first = self.prefill_ns(job.prompt)
        level = 0
        while level < self.limits.levels - 1 and first > self._quantum(level):
            level += 1
        self._join(job, level)
        super().add(job)
        if job.outcome is not Outcome.REJECTED:
            self.recorder.event(Event.LEVEL, job.row, amount=level, order=job.place)

    def _quantum(self, level: int) -> int:
        return self.limits.quantum_ns << level

    def _join(self, job: Job, level: int) -> None:
        """Put `job` at the end of a level."""
        self._joined += 1
        job.level = level
        job.place = level * STRIDE + self._joined
        job.used = 0
        job.since = self.recorder.now

    def _move(self, job: Job, level: int) -> None:
        queued = job in self.waiting
        if queued:
            self.waiting.remove(job)
        self._join(job, level)
        if queued:
            self.waiting.push(job)
        self.recorder.event(Event.LEVEL, job.row, amount=level, order=job.place)

    def _charge(self) -> None:
        """Whoever took part in the latest iteration pays for all of its time, and sinks when the quantum is used up.

        Nobody sinks before the prompt is done: a request that has to compute it again would otherwise get nowhere.
        """
        now = self.recorder.now
        for job in self._ran:
            job.used += now - self._began
            job.since = now
        self._ran = ()
        for job in self.running:
            if job.decoding and job.level < self.limits.levels - 1 and job.used >= self._quantum(job.level):
                self._move(job, job.level + 1)

    def _promote(self) -> None:
        """Bring whoever has not run for too long to the top level."""
        now, patience = self.recorder.now, self.limits.promote_ns
        for job in [job for job in self.waiting if job.level and now - job.since >= patience]:
            self._move(job, 0)

    # -- the next iteration ----------------------------------------------------------------------------------------

    def plan(self) -> Step:
        step = Step(self.limits.token_budget)
        self._charge()
        self._promote()
        chosen = self._chosen()
        served = set(chosen)
        for job in [job for job in self.running if job not in served]:
            self._pause(job)
        budget = self.limits.token_budget
        short = False  # somebody did not get pages: nobody less urgent may start instead
        for job in chosen:
            if budget > 0 and job not in step.preempted and not (short and self._needs_start(job)):
                got = self._serve(step, job, budget)
                budget -= got
                short = short or (not got and job in self.waiting)
        self._ran = tuple(item[0] for item in step.items)
        self._began = self.recorder.now
        return step

    def _chosen(self) -> list[Job]:
        """The most urgent requests, as many as there are slots."""
        slots = self.limits.max_running - self.arriving
        head = islice(self.waiting, self.limits.max_running)
        chosen = []
        for job in sorted((*self.running, *head), key=_urgency):
            slots -= job.slots
            if slots < 0:
                break
            chosen.append(job)
        return chosen

    def _pause(self, job: Job) -> None:
        self.running.remove(job)
        job.paused = True
        job.drafts = job.quiet_until = 0
        self.waiting.push(job)
        self.unborn -= len(job.samples)
        self.queued += 1
        self.recorder.event(Event.PAUSE, job.row, order=job.place)

    def headroom(self, known: int, first: int) -> int:
        """Without the watermark: it spares running requests an eviction, and here the urgent ones evict anyway."""
        return max(0, super().headroom(known, first) - (self.limits.watermark_pages if self.running else 0))

    def _needs_start(self, job: Job) -> bool:
        return not job.paused and job in self.waiting

    def _serve(self, step: Step, job: Job, budget: int) -> int:
        """Give `job` what it needs, at the cost of less urgent ones if need be; returns the tokens it got."""
        while True:
            hits = self.look_up(job) if self._needs_start(job) else NO_HITS
            tokens = self._wanted(job, hits, budget)
            if self._needs_start(job):
                if self.admit(step, job, hits, tokens):
                    return tokens
                if job not in self.waiting:
                    return 0  # it went to fetch pages from slower memory
                have, end = len(hits.pages), max(hits.tokens, job.computed) + tokens
                spare = self.headroom(job.known, end)
            elif self._grow(job, tokens):
                self._go_on(step, job, tokens)
                return tokens
            else:
                have, end, spare = len(self.allocator.block_table(job.row)), job.computed + tokens, 0
            if not self._make_room(step, job, self.allocator.pages_for(end) - have + spare):
                return 0

    def _wanted(self, job: Job, hits: Hits, budget: int) -> int:
        limits = self.limits
        tokens = job.known + job.drafts - max(hits.tokens, job.computed)
        if len(self.running) + len(self.waiting) > 1 and 0 < limits.long_prefill_threshold < tokens:
            tokens = limits.long_prefill_threshold
        return min(tokens, budget, limits.max_length - 1 - job.computed)

    def _go_on(self, step: Step, job: Job, tokens: int) -> None:
        """A running or paused request has its pages."""
        if job.paused:
            job.paused = False
            self.waiting.remove(job)
            self._take_slot(job)
            self.recorder.event(Event.RESUME, job.row, amount=0 if job.decoding else job.known - job.computed)
        self._give(step, job, tokens, max(0, job.computed + tokens - job.known))
        job.drafts = 0

    def _make_room(self, step: Step, job: Job, pages: int) -> bool:
        """Take the pages of the least urgent request, if all that are less urgent than `job` hold enough.

        Alone with the whole pool, `job` gives up its own: it has outgrown it, and is rejected.
        """
        held = self.allocator.block_table
        holders = [*self.running, *(each for each in self.waiting if each.paused)]
        if holders == [job]:
            self._preempt(step, job) if not job.paused else self._take_pages(step, job)
            return False
        later = [each for each in holders if _urgency(each) > _urgency(job)]
        if not later or sum(len(held(each.row)) for each in later) + self.allocator.free_pages < pages:
            return False
        victim = max(later, key=_urgency)
        if victim.paused:
            self._take_pages(step, victim)
        else:
            self._preempt(step, victim)
        return True


def _urgency(job: Job) -> tuple[int, int]:
    return job.place, job.row
