"""Faults: engines that die and come back, pages whose content is wrong, a slow link, a slow engine."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from engine.clock import Clock, Rank
from engine.fleets.fleet import Fleet
from engine.fleets.fleet_plan import Fault, FaultKind, FaultPolicy
from engine.fleets.link import Link
from engine.fleets.replica import Engine
from engine.memory.hybrid import HybridAllocator
from engine.recorder import Recorder
from engine.recording import LINK, NANOSECONDS, Event
from engine.scheduling.job import Job

DEFAULTS = {
    FaultKind.WORKER_DIES: FaultPolicy.RETRY,
    FaultKind.PAGES_INVALIDATED: FaultPolicy.RECOMPUTE,
    FaultKind.LINK_SLOWS: FaultPolicy.DEGRADE,
    FaultKind.STRAGGLER: FaultPolicy.DEGRADE,
}
FACTORS = {FaultKind.LINK_SLOWS: 0.1, FaultKind.STRAGGLER: 2.0}


class Faults:
    """Every fault happens between two iterations' ends, as one group of events. `jobs` are all requests, by row."""

    def __init__(
        self,
        faults: Sequence[Fault],
        seed: int,
        fleet: Fleet,
        link: Link,
        clock: Clock,
        recorder: Recorder,
        jobs: Sequence[Job],
        over: Callable[[], bool],
    ) -> None:
        self._faults = faults
        self._seed = seed
        self._fleet = fleet
        self._link = link
        self._clock = clock
        self._recorder = recorder
        self._jobs = jobs
        self._over = over
        self._factors: dict[int, list[float]] = {}  # in force, by engine or LINK
        happen = {
            FaultKind.WORKER_DIES: self._die,
            FaultKind.WORKER_RECOVERS: self._recover,
            FaultKind.PAGES_INVALIDATED: self._invalidate,
            FaultKind.LINK_SLOWS: self._slow,
            FaultKind.STRAGGLER: self._slow,
        }
        for fault in faults:
            self._later(round(fault.at_s * NANOSECONDS), happen[fault.kind], fault)

    def _later(self, time: int, action: Callable[[Fault], None], fault: Fault) -> None:
        self._clock.at(time, Rank.WAKE, lambda: None if self._over() else action(fault))

    def _until(self, fault: Fault, action: Callable[[Fault], None]) -> None:
        if fault.duration_s is not None:
            self._later(self._clock.now + round(fault.duration_s * NANOSECONDS), action, fault)

    # -- an engine dies ----------------------------------------------------------------------------------------------

    def _die(self, fault: Fault) -> None:
        """Its iteration never ends; all its pages go at once, before any of its requests does anything else."""
        fleet, engine, rows = self._fleet, self._fleet.engines[fault.engine], self._recorder.events
        if not engine.up:
            return
        engine.fail()
        fleet.crew.refresh()
        fleet.router.forget(engine.index)
        concerned = fleet.requests_at(engine)
        mark = len(rows)
        engine.scheduler.allocator.invalidate(lambda page: True)
        pages = len(rows) - mark
        self._recorder.event(Event.FAIL, -1, amount=pages, order=engine.index)
        rows.insert(mark, rows.pop())  # the death stands before what it took
        fleet.redirect(engine)
        if fleet.store is not None:
            fleet.store.died(engine.index)
        if engine.scheduler.offload is not None:
            engine.scheduler.offload.clear()
        self._deal_with(concerned, fault, engine)
        self._until(fault, self._recover)

    def _returns(self, fault: Fault) -> bool:
        """Whether the engine that has just died will be back."""
        if fault.duration_s is not None:
            return True
        now = self._clock.now
        return any(
            one.kind is FaultKind.WORKER_RECOVERS
            and one.engine == fault.engine
            and round(one.at_s * NANOSECONDS) > now
            for one in self._faults
        )

    def _recover(self, fault: Fault) -> None:
        engine = self._fleet.engines[fault.engine]
        if engine.up:
            return
        engine.up = True
        self._fleet.crew.refresh()
        self._recorder.event(Event.RECOVER, -1, order=engine.index)
        self._fleet.welcome(engine)

    # -- pages -------------------------------------------------------------------------------------------------------

    def _invalidate(self, fault: Fault) -> None:
        engine = self._fleet.engines[fault.engine]
        if not engine.up:
            return
        draw = Random(self._seed * 1_000_003 + self._faults.index(fault))
        allocator = engine.scheduler.allocator
        drawn = {page: draw.random() < fault.share for page in self._fleet.crew.pages(engine)}
        wrong = {page for page, is_wrong in drawn.items() if is_wrong}
        while more := self._built_on(wrong, engine) - wrong:
            wrong |= more
        holders = [self._jobs[row] for row in allocator.invalidate(wrong)]
        copying = [job for job in holders if job.home != engine.index and self._only_copied(job)]
        self._deal_with([job for job in holders if job not in copying], fault, engine)

    def _built_on(self, wrong: set[int], engine: Engine) -> set[int]:
        """Pages that the iteration under way fills from wrong ones."""
        found: set[int] = set()
        allocator = engine.scheduler.allocator
        for job in engine.scheduler.running:
            tokens, table = engine.in_flight(job), allocator.block_table(job.row)
            if tokens and not wrong.isdisjoint(table):
                apart = isinstance(allocator, HybridAllocator)  # its table does not tell which page comes when
                found.update(table[0 if apart else (job.computed - tokens) // allocator.page_tokens :])
        return found

    def _only_copied(self, job: Job) -> bool:
        """Whether `job` holds pages only for a copy while it decodes elsewhere; then the copy is given up."""
        migrations = self._fleet.migrations
        running = job in self._fleet.engines[job.home].scheduler.running
        return running and migrations is not None and not migrations.drop(job)

    # -- slowness ----------------------------------------------------------------------------------------------------

    def _slow(self, fault: Fault) -> None:
        factor = FACTORS[fault.kind] if fault.factor is None else fault.factor
        place = self._place(fault)
        self._factors.setdefault(place, []).append(factor)
        self._set_pace(place)
        self._until(fault, self._quicken)
        if place == LINK:
            for job, target in self._fleet.on_link():
                self._deal_with([job], fault, self._fleet.engines[target])
        else:
            engine = self._fleet.engines[place]
            self._deal_with(self._fleet.requests_at(engine), fault, engine)

    def _quicken(self, fault: Fault) -> None:
        place = self._place(fault)
        self._factors[place].remove(FACTORS[fault.kind] if fault.factor is None else fault.factor)
        self._set_pace(place)

    def _place(self, fault: Fault) -> int:
        return LINK if fault.kind is FaultKind.LINK_SLOWS else fault.engine

    def _set_pace(self, place: int) -> None:
        factor = math.prod(self._factors[place])
        if place == LINK:
            self._link.slow(factor)
        else:
            self._fleet.engines[place].slow(factor)
        self._recorder.event(Event.SLOW, -1, amount=round(1000 * factor), order=place)

    # -- what becomes of requests ------------------------------------------------------------------------------------

    def _deal_with(self, concerned: list[Job], fault: Fault, engine: Engine) -> None:
        """All of them are pulled away before the first finds another place. Slowness takes nothing from anybody, so
        with `degrade`, and on a slow engine with `recompute`, they stay."""
        policy = DEFAULTS[fault.kind] if fault.policy is FaultPolicy.DEFAULT else fault.policy
        slow = fault.kind in FACTORS
        if slow and (
            policy is FaultPolicy.DEGRADE or (policy is FaultPolicy.RECOMPUTE and fault.kind is FaultKind.STRAGGLER)
        ):
            return
        for job in concerned:
            self._fleet.pull(job)
        first = policy is FaultPolicy.RECOMPUTE and engine.up
        returns = fault.kind is FaultKind.WORKER_DIES and self._returns(fault)
        for job in reversed(concerned) if first else concerned:
            self._fleet.settle(job, policy, engine, returns=returns)
