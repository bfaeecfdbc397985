"""Pools that change their size during the run: an engine drains, then takes another role."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.clock import Clock, Rank
from engine.fleets.fleet import Fleet
from engine.fleets.fleet_plan import PoolRole, Resize
from engine.fleets.replica import Engine
from engine.recorder import Recorder
from engine.recording import NANOSECONDS, Event, Role

ROLES = {PoolRole.PREFILL: Role.PREFILL, PoolRole.DECODE: Role.DECODE}


class Resizing:
    """A draining engine takes nothing new and finishes what it has. `over` tells whether all requests have ended."""

    def __init__(
        self, steps: Iterable[Resize], fleet: Fleet, clock: Clock, recorder: Recorder, over: Callable[[], bool]
    ) -> None:
        self._fleet = fleet
        self._recorder = recorder
        self._over = over
        self._wanted: dict[int, Role] = {}  # of draining engines
        fleet.left = self._left
        fleet.handovers.left = self._left
        if fleet.migrations is not None:
            fleet.migrations.left = self._left
        for step in steps:
            clock.at(round(step.at_s * NANOSECONDS), Rank.WAKE, lambda step=step: self._begin(step))  # type: ignore[misc]

    def _begin(self, step: Resize) -> None:
        role, engine = ROLES[step.role], self._fleet.engines[step.engine]
        if self._over() or self._wanted.get(engine.index, self._fleet.crew.roles[engine.index]) is role:
            return
        self._wanted[engine.index] = role
        self._take(engine, Role.DRAINING)
        self._fleet.redirect(engine)
        self._left(engine)

    def _left(self, engine: Engine) -> None:
        scheduler = engine.scheduler
        if engine.index not in self._wanted or engine.outstanding or scheduler.parked or scheduler.arriving:
            return
        role = self._wanted.pop(engine.index)
        scheduler.handover = self._fleet.handovers.offer if role is Role.PREFILL else None
        self._take(engine, role)
        self._fleet.place_stranded()
        self._fleet.handovers.claim()

    def _take(self, engine: Engine, role: Role) -> None:
        self._fleet.crew.roles[engine.index] = role
        self._fleet.crew.refresh()
        self._recorder.event(Event.ROLE, -1, amount=role, order=engine.index)
