"""Running requests that move from a busy engine to an idle one, while others go on (Sun et al. 2024, Llumnix).

Live: the pages are copied while the request decodes, then what has come since, and so on; when little is left it
stands still for the rest. Stop-and-copy: it stands still for the whole copy. It never decodes in two places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from engine.fleets.crew import Crew
from engine.fleets.fleet_plan import Migration
from engine.fleets.handover import join
from engine.fleets.link import Link, Transfer
from engine.fleets.replica import Engine
from engine.recorder import Recorder
from engine.recording import Event
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler

LOOKED_AT = 32  # waiting requests of an engine
ROUNDS = 4  # copies of what has come since, after which the request stands still however much is left


@dataclass(slots=True, eq=False)
class _Move:
    job: Job
    source: Engine
    target: Engine
    preemptions: int  # of the request when it began: one more and the copy is worthless
    copied: int = 0  # tokens whose state is on the target
    rounds: int = 0
    ready: bool = False  # stands still at the end of the iteration under way
    stopped: bool = False
    transfer: Transfer | None = None


class Migrations:
    """An engine with more than `threshold` times the mean load gives its smallest decoding request away, one at a
    time, to the least loaded engine, if that one then has less to carry than the giver had before.

    The load of an engine is memory: pages that requests hold or wait for, as a share of what it has.
    """

    def __init__(
        self,
        mode: Migration,
        threshold: float,
        page_tokens: int,
        crew: Crew,
        link: Link,
        state_bytes: Callable[[int], int],
        recorder: Recorder,
    ) -> None:
        self._live = mode is Migration.LIVE
        self._threshold = threshold
        self._page_tokens = page_tokens
        self._crew = crew
        self._link = link
        self._state_bytes = state_bytes
        self._recorder = recorder
        self._moves: dict[Job, _Move] = {}
        self._outputs: dict[int, int] = {}  # of requests that have moved, when they did
        self.left: Callable[[Engine], None] = lambda engine: None  # told when a request has left an engine

    def consider(self) -> None:
        """Loads have changed: begin a migration if they are too uneven."""
        engines = self._crew.decoders or self._crew.arrivals
        if len(engines) < 2:
            return
        loads = [memory_load(engine.scheduler) for engine in engines]
        most = max(loads)
        source, target = engines[loads.index(most)], engines[loads.index(min(loads))]
        busy = any(move.source is source for move in self._moves.values())
        if not busy and most > self._threshold * sum(loads) / len(loads):
            self._begin(source, target, most - min(loads))

    def _begin(self, source: Engine, target: Engine, difference: float) -> None:
        candidates = [job for job in source.scheduler.running if self._may_move(job)]
        scheduler = target.scheduler
        if not candidates or scheduler.waiting or scheduler.free_slots() < 1:
            return
        job = min(candidates, key=lambda one: (one.computed, one.row))
        allocator = scheduler.allocator
        pages = max(len(source.scheduler.allocator.block_table(job.row)), allocator.pages_for(job.known))
        if pages / allocator.usable_pages >= difference:
            return
        reserved = scheduler.headroom(job.known, job.computed)
        if allocator.allocate(job.row, job.content, None, 0, 0, job.computed, reserved) is None:
            return
        scheduler.arriving += 1
        move = self._moves[job] = _Move(job, source, target, job.preemptions)
        self._recorder.event(Event.MIGRATE, job.row, amount=self._state_bytes(job.computed), order=target.index)
        if self._live:
            self._copy(move)
        else:
            self._stand_still(move)

    def _may_move(self, job: Job) -> bool:
        """It decodes, has more to do than its next token, and has got on since it came here."""
        return job.decoding and job.outputs + 1 < job.target and job.outputs > self._outputs.get(job.row, -1)

    def _copy(self, move: _Move) -> None:
        """Send what the target lacks, while the request decodes."""
        done = move.job.computed - move.source.in_flight(move.job)
        size = self._between(move.copied, done)
        move.rounds += 1
        move.transfer = self._link.send(
            move.job.row, move.source.index, move.target.index, size, lambda: self._copied(move, done)
        )

    def _between(self, copied: int, done: int) -> int:
        """Bytes of the tokens from `copied` to `done`, without what does not grow with the tokens."""
        return max(1, self._state_bytes(done) - self._state_bytes(copied))

    def _copied(self, move: _Move, done: int) -> None:
        move.copied, move.transfer = done, None
        if not self._runs(move):
            self._give_up(move)
        elif move.job.computed - done <= self._page_tokens or move.rounds > ROUNDS:
            self._stand_still(move)
        else:
            self._copy(move)

    def _runs(self, move: _Move) -> bool:
        job = move.job
        return job.decoding and job.preemptions == move.preemptions and job in move.source.scheduler.running

    def _stand_still(self, move: _Move) -> None:
        move.ready = True
        if not move.source.busy:
            self._stop(move)

    def stepped(self, engine: Engine) -> None:
        """An iteration of `engine` has ended: requests that are ready to leave stop decoding here."""
        for move in [move for move in self._moves.values() if move.source is engine and move.ready]:
            if not move.stopped:
                self._stop(move)

    def _stop(self, move: _Move) -> None:
        job, source, target = move.job, move.source.scheduler, move.target.scheduler
        fits = (
            self._runs(move) and target.allocator.allocate(job.row, job.content, None, 0, 0, job.computed) is not None
        )
        if not fits:
            self._give_up(move)
            return
        move.stopped = True
        source.running.remove(job)
        source.parked += 1
        size = self._between(move.copied, job.computed) + self._state_bytes(0)  # a recurrent state is copied last
        self._recorder.event(Event.HANDOVER, job.row, amount=size, order=move.target.index)
        move.transfer = self._link.send(
            job.row, move.source.index, move.target.index, size, lambda: self._arrived(move)
        )

    def _arrived(self, move: _Move) -> None:
        del self._moves[move.job]
        self._outputs[move.job.row] = move.job.outputs
        move.source.scheduler.allocator.release(move.job.row)
        move.source.scheduler.parked -= 1
        move.target.scheduler.arriving -= 1
        self._crew.bind(move.job, move.target)
        join(move.target, move.job, self._recorder)
        self.left(move.source)

    # -- when it comes to nothing ------------------------------------------------------------------------------------

    def ended(self, job: Job) -> None:
        """`job` has ended: no need to move it."""
        self._outputs.pop(job.row, None)
        if job in self._moves:
            self._give_up(self._moves[job])

    def parked_at(self, engine: int) -> list[Job]:
        """Requests that stand still while their state leaves `engine`."""
        return [job for job, move in self._moves.items() if move.stopped and move.source.index == engine]

    def on_link(self) -> list[tuple[Job, int]]:
        """Requests that stand still while their state is on the link, and the engine it goes to."""
        return [(job, move.target.index) for job, move in self._moves.items() if move.stopped]

    def redirect(self, engine: int) -> None:
        """Nothing can arrive at `engine`: requests on their way there stay, or go on, where they were."""
        for move in [move for move in self._moves.values() if move.target.index == engine]:
            self._give_up(move)
            if move.stopped:
                move.source.scheduler.parked -= 1
                move.source.scheduler.running.append(move.job)
                self._recorder.event(Event.RESUME, move.job.row)

    def drop(self, job: Job) -> bool:
        """Give up the migration of `job`. True if it stood still for it: then its pages are given back everywhere."""
        move = self._moves.get(job)
        if move is None:
            return False
        self._give_up(move)
        if move.stopped:
            move.source.scheduler.allocator.release(job.row)
            move.source.scheduler.parked -= 1
        return move.stopped

    def _give_up(self, move: _Move) -> None:
        del self._moves[move.job]
        if move.transfer is not None:
            self._link.cancel(move.transfer)
        move.target.scheduler.arriving -= 1
        move.target.scheduler.allocator.release(move.job.row)


def memory_load(scheduler: Scheduler) -> float:
    """Pages that requests hold or, while they wait, will want, as a share of the pool; above 1 if not all can have
    them. Of a long queue the first `LOOKED_AT` count.
    """
    allocator = scheduler.allocator
    wanted = sum(allocator.pages_for(job.known) for job in islice(scheduler.waiting, LOOKED_AT))
    return (allocator.usable_pages - allocator.free_pages + wanted) / allocator.usable_pages
