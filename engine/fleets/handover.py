"""The way of a request's state from the engine that computed its prompt to the one that decodes it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from engine.fleets.crew import Crew, least_loaded
from engine.fleets.link import Link, Transfer
from engine.fleets.replica import Engine
from engine.recorder import Recorder
from engine.recording import Event, Outcome
from engine.scheduling.job import Job


class Handovers:
    """The pages stay on the prefill engine until the whole state has reached the decode engine, which first has to
    find pages and a slot for it. `ended` is told of requests that no decode engine can hold.
    """

    def __init__(
        self,
        crew: Crew,
        link: Link,
        state_bytes: Callable[[int], int],
        recorder: Recorder,
        ended: Callable[[Job], None],
    ) -> None:
        self._crew = crew
        self._link = link
        self._state_bytes = state_bytes
        self._recorder = recorder
        self._ended = ended
        self._inbox: dict[int, deque[Job]] = {engine.index: deque() for engine in crew.engines}
        self._moving: dict[Job, tuple[Engine, Transfer]] = {}  # to which engine
        self._unclaimed: list[Job] = []  # there was no engine to take them
        self.left: Callable[[Engine], None] = lambda engine: None  # told when a request has left an engine

    def offer(self, job: Job) -> None:
        """`job` has its first token on a prefill engine, which parks it until its state is elsewhere."""
        self._crew.engines[job.home].scheduler.parked += 1
        self._send_on(job)

    def _send_on(self, job: Job) -> None:
        if not self._crew.decoders:
            self._unclaimed.append(job)
            return
        target = least_loaded(self._crew.decoders)
        self._crew.bind(job, target)
        size = self._state_bytes(job.computed)
        self._recorder.event(Event.HANDOVER, job.row, amount=size, order=target.index)
        self._inbox[target.index].append(job)

    def start(self) -> None:
        """Start every transfer that can start."""
        for engine in self._crew.decoders:
            if self._inbox[engine.index]:
                self._take_in(engine)

    def _take_in(self, target: Engine) -> None:
        """Start the transfers for which the engine has pages and a slot, first come first served.

        Requests that it preempted itself go first. What is on its way cannot be found by others before it is there.
        """
        scheduler, inbox = target.scheduler, self._inbox[target.index]
        while inbox and not scheduler.waiting and scheduler.free_slots() > 0:
            job = inbox[0]
            reserved = scheduler.headroom(job.known, job.computed)
            pages = scheduler.allocator.allocate(job.row, job.content, None, 0, 0, job.computed, reserved)
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
        size = self._state_bytes(job.computed)
        transfer = self._link.send(job.row, job.home, target.index, size, lambda: self._arrived(job))
        self._moving[job] = target, transfer

    def _arrived(self, job: Job) -> None:
        target, _ = self._moving.pop(job)
        source = self._crew.engines[job.home]
        self._leave(job, source)
        target.scheduler.arriving -= 1
        join(target, job, self._recorder)
        self.left(source)

    def _leave(self, job: Job, source: Engine) -> None:
        source.scheduler.allocator.release(job.row)
        source.scheduler.parked -= 1

    def _reject(self, job: Job, target: Engine) -> None:
        """The decode engine is empty and cannot hold it."""
        source = self._crew.engines[job.home]
        self._leave(job, source)
        job.home = target.index
        job.outcome = Outcome.REJECTED
        allocator = target.scheduler.allocator
        need = job.pages_needed(allocator)
        self._recorder.event(Event.REJECT, job.row, amount=need)
        self._recorder.too_large(job.name, need, allocator.usable_pages)
        self._ended(job)
        self.left(source)

    # -- faults and changes of role ----------------------------------------------------------------------------------

    def on_link(self) -> list[tuple[Job, int]]:
        """Requests whose state is on the link, and the engine it goes to."""
        return [(job, target.index) for job, (target, _) in self._moving.items()]

    def parked_at(self, engine: int) -> list[Job]:
        """Requests whose state is still on `engine`."""
        waiting = [job for inbox in self._inbox.values() for job in inbox]
        return [job for job in (*self._moving, *waiting, *self._unclaimed) if job.home == engine]

    def expected_at(self, engine: int) -> bool:
        """Whether a request is on its way to `engine`, or waits to be."""
        return bool(self._inbox[engine]) or any(target.index == engine for target, _ in self._moving.values())

    def redirect(self, engine: int) -> None:
        """`engine` takes nobody in any more: those on their way there go to another one, from the beginning."""
        jobs = [job for job, (target, _) in self._moving.items() if target.index == engine]
        for job in jobs:
            self._stop(job)
        jobs += self._inbox[engine]
        self._inbox[engine].clear()
        for job in jobs:
            self._send_on(job)

    def claim(self) -> None:
        """There may be a decode engine again."""
        jobs, self._unclaimed = self._unclaimed, []
        for job in jobs:
            self._send_on(job)

    def drop(self, job: Job) -> bool:
        """Give up a handover; False if `job` is in none. Its pages are given back on both sides."""
        if job in self._moving:
            self._stop(job)
        else:
            queue = next((queue for queue in (*self._inbox.values(), self._unclaimed) if job in queue), None)
            if queue is None:
                return False
            queue.remove(job)
        self._leave(job, self._crew.engines[job.home])
        return True

    def _stop(self, job: Job) -> None:
        target, transfer = self._moving.pop(job)
        self._link.cancel(transfer)
        target.scheduler.arriving -= 1
        target.scheduler.allocator.release(job.row)


def join(target: Engine, job: Job, recorder: Recorder) -> None:
    """The state of `job` is on `target`, where it goes on decoding."""
    scheduler = target.scheduler
    scheduler.allocator.commit(job.row, job.computed)
    job.home = target.index
    job.quiet_until = 0
    job.drafts = scheduler.limits.drafts(len(scheduler.running))
    scheduler.running.append(job)
    recorder.event(Event.RESUME, job.row)
