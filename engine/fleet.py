"""Several engines: routing on arrival, and the way of a request's state from a prefill to a decode engine."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from engine.job import Job
from engine.link import Link
from engine.recorder import Recorder
from engine.recording import Event, Outcome
from engine.replica import Engine


class Fleet:
    """Requests go to the engine with the fewest outstanding ones (the lowest index among equals).

    `prefilling` engines take arrivals; if `decoding` is not empty they hand every request over after its first
    token. The pages stay on the prefill engine until the whole state has reached the decode engine, which first has
    to find pages and a slot for it.
    """

    def __init__(
        self,
        prefilling: Sequence[Engine],
        decoding: Sequence[Engine],
        link: Link,
        state_bytes: Callable[[int], int],
        recorder: Recorder,
        ended: Callable[[Job], None],
    ) -> None:
        self.engines = (*prefilling, *decoding)
        self._prefilling = tuple(prefilling)
        self._decoding = tuple(decoding)
        self._link = link
        self._state_bytes = state_bytes
        self._recorder = recorder
        self._ended = ended
        self._changed = False  # a request has ended since engines were last asked to start
        self._inbox: dict[int, deque[Job]] = {engine.index: deque() for engine in decoding}
        for engine in self.engines:
            engine.scheduler.ended = self._job_ended
        if decoding:
            for engine in prefilling:
                engine.scheduler.handover = self._hand_over

    def arrive(self, job: Job) -> None:
        """A request arrives and is sent to one engine for good (its samples go with it)."""
        engine = _least_loaded(self._prefilling)
        engine.outstanding += job.slots
        for member in (job, *job.samples):
            member.home = engine.index
        engine.scheduler.add(job)

    def start(self) -> None:
        """Start whatever can start now; a request that ends by being rejected may make room for others."""
        self._changed = True
        while self._changed:
            self._changed = False
            for engine in self._decoding:
                if self._inbox[engine.index]:
                    self._take_in(engine)
            for engine in self.engines:
                engine.start()

    def _job_ended(self, job: Job) -> None:
        self._changed = True
        self.engines[job.home].outstanding -= 1
        self._ended(job)

    def _hand_over(self, job: Job) -> None:
        source, target = self.engines[job.home], _least_loaded(self._decoding)
        source.outstanding -= 1
        target.outstanding += 1
        source.scheduler.parked += 1
        size = self._state_bytes(job.computed)
        self._recorder.event(Event.HANDOVER, job.row, amount=size, order=target.index)
        self._inbox[target.index].append(job)

    def _take_in(self, target: Engine) -> None:
        """Start the transfers for which the engine has pages and a slot, first come first served.

        Requests that it preempted itself go first.
        """
        scheduler, inbox = target.scheduler, self._inbox[target.index]
        while inbox and not scheduler.waiting and scheduler.free_slots() > 0:
            job = inbox[0]
            reserved = scheduler.headroom(job.known, job.computed)
            pages = scheduler.allocator.allocate(job.row, job.content, None, 0, job.computed, 0, reserved)
            if pages is not None:
                inbox.popleft()
                scheduler.arriving += 1
                self._send(job, target)
            elif scheduler.slots_held():
                return
            else:
                inbox.popleft()
                self._reject(job, target)

    def _send(self, job: Job, target: Engine) -> None:
        source = self.engines[job.home]

        def arrived() -> None:
            source.scheduler.allocator.release(job.row)
            source.scheduler.parked -= 1
            target.scheduler.arriving -= 1
            target.scheduler.allocator.commit(job.row, job.computed)
            job.home = target.index
            job.quiet_until = 0
            job.drafts = target.scheduler.limits.draft_tokens
            target.scheduler.running.append(job)
            self._recorder.event(Event.RESUME, job.row)

        self._link.send(job.row, source.index, target.index, self._state_bytes(job.computed), arrived)

    def _reject(self, job: Job, target: Engine) -> None:
        """The decode engine is empty and cannot hold it."""
        source = self.engines[job.home].scheduler
        source.allocator.release(job.row)
        source.parked -= 1
        job.home = target.index
        job.outcome = Outcome.REJECTED
        allocator = target.scheduler.allocator
        need = job.pages_needed(allocator)
        self._recorder.event(Event.REJECT, job.row, amount=need)
        self._recorder.note(f"{job.name} needs {need} pages, the pool has {allocator.usable_pages}")
        self._job_ended(job)


def _least_loaded(engines: Sequence[Engine]) -> Engine:
    return min(engines, key=lambda engine: engine.outstanding)
