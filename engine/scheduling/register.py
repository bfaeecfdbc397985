"""Who is at an engine: requests as they arrive, wait, hold a slot, and leave."""

from __future__ import annotations

from collections.abc import Callable

from engine.drafting.speculation import Accept
from engine.memory.allocator import Allocator
from engine.memory.offload import Offload
from engine.recorder import Recorder
from engine.recording import Event, Outcome, Rejection
from engine.scheduling.admission import Admission
from engine.scheduling.host_memory import HostMemory
from engine.scheduling.job import Job
from engine.scheduling.step import Limits
from engine.scheduling.waiting import WaitingQueue, waiting_queue


class Register:
    """The books of one engine's scheduler.

    `host` is where preempted requests keep their state (None = they lose it), `admission` turns requests away on
    arrival (None = only those that can never fit).
    """

    def __init__(
        self,
        allocator: Allocator,
        limits: Limits,
        recorder: Recorder,
        *,
        engine: int = 0,
        accept: Accept | None = None,
    ) -> None:
        self.allocator = allocator
        self.limits = limits
        self.recorder = recorder
        self.engine = engine
        self.accept = accept
        self.waiting: WaitingQueue = waiting_queue(limits)
        self.running: list[Job] = []
        self.queued = 0  # requests without a slot: waiting ones and samples still to be forked
        self.unborn = 0  # of these, samples of running requests: their slots are set aside
        self.arriving = 0  # requests whose state is on its way here: they hold pages and a slot
        self.parked = 0  # requests whose state is on its way from here: they hold pages
        self.ended: Callable[[Job], None] = lambda job: None
        self.handover: Callable[[Job], None] | None = None  # takes a request away after its first token
        self.host: HostMemory | None = None
        self.admission: Admission | None = None
        self.offload: Offload | None = None  # slower memory below the device's

    # -- slots -----------------------------------------------------------------------------------------------------

    def slots_held(self) -> int:
        """Request slots in use or set aside."""
        return len(self.running) + self.unborn + self.arriving

    def free_slots(self) -> int:
        return self.limits.max_running - self.slots_held()

    # -- arrival ---------------------------------------------------------------------------------------------------

    def add(self, job: Job) -> None:
        """A request arrives: queued, or rejected at once with the reason on record."""
        job.home = self.engine
        self.waiting.push(job)
        self.queued += job.slots
        for member in (job, *job.samples):
            self.recorder.event(Event.ARRIVE, member.row, order=job.place)
        verdict: Rejection | None = None
        if job.slots > self.limits.max_running or not self.fits(job):
            verdict = Rejection.TOO_LARGE
        elif self.admission is not None:
            verdict = self.admission.verdict(job, self.running, self.waiting, self.free_slots())
        if verdict is not None:
            self.waiting.remove(job)
            self.drop(job, verdict)

    def fits(self, job: Job) -> bool:
        """Whether an empty pool could hold all tokens known so far."""
        return self.allocator.pages_for(job.known) <= self.allocator.usable_pages

    def drop(self, job: Job, reason: Rejection = Rejection.TOO_LARGE) -> None:
        """Reject a request that is no longer queued. The run goes on without it."""
        need, have = job.pages_needed(self.allocator), self.allocator.usable_pages
        for member in (job, *job.samples):
            member.outcome = Outcome.REJECTED
            self.recorder.event(Event.REJECT, member.row, amount=need, order=reason)
        self.queued -= job.slots
        if self.host is not None:
            self.host.forget(job)
        if reason is Rejection.TOO_LARGE:
            self.recorder.too_large(job.name, need, have)
        elif self.admission is not None:
            self.recorder.note(self.admission.words[reason])
        for member in (job, *job.samples):
            self.ended(member)

    # -- the end of a request --------------------------------------------------------------------------------------

    def leave(self, jobs: list[Job]) -> None:
        """`jobs` are done here: they have all their tokens, or another engine takes over."""
        gone = set(jobs)
        self.running = [job for job in self.running if job not in gone]
        if self.admission is not None:
            self.admission.left(len(jobs), self.recorder.now)
        for job in jobs:
            if job.outputs >= job.target or self.handover is None:
                self.finish(job)
            else:
                self.handover(job)

    def finish(self, job: Job) -> None:
        """Record the end of a request and give its pages back."""
        job.finish = self.recorder.now
        job.outcome = Outcome.FINISHED
        self.recorder.event(Event.FINISH, job.row)
        self.allocator.commit(job.row, job.computed)
        self.allocator.release(job.row)
        self.ended(job)
