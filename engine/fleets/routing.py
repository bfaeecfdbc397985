"""Routing: to which engine a request goes. The reason is put on record wherever a fleet has a choice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from engine.fleets.crew import least_loaded
from engine.fleets.fleet_plan import Routing
from engine.fleets.prefixes import SeenPrefixes
from engine.fleets.replica import Engine
from engine.recorder import Recorder
from engine.recording import Event, Route
from engine.scheduling.job import Job

Choice = tuple[Engine, Route]


class Router:
    """`records`: whether there is ever a choice. `cap` is times the mean load (capped affinity only), `seen` what it
    remembers of prompts (affinity only).
    """

    def __init__(
        self,
        routing: Routing,
        recorder: Recorder,
        *,
        records: bool = True,
        cap: float = math.inf,
        seed: int = 0,
        page_tokens: int = 16,
        seen: SeenPrefixes | None = None,
    ) -> None:
        self._routing = routing
        self._recorder = recorder
        self._records = records
        self._cap = cap if routing is Routing.CAPPED_AFFINITY else math.inf
        self._draw = Random(seed)
        self._page_tokens = page_tokens
        self._seen = seen
        self._turn = -1  # engine that had its turn last

    def choose(self, job: Job, engines: Sequence[Engine]) -> Engine:
        """One of `engines`, of which there is at least one, in index order."""
        engine, reason = self._choice(job, engines)
        if self._records:
            reason = reason if len(engines) > 1 else Route.ONLY
            for member in (job, *job.samples):
                self._recorder.event(Event.ROUTE, member.row, amount=reason, order=engine.index)
        return engine

    def forget(self, engine: int) -> None:
        """The engine has lost what it had in memory."""
        if self._seen is not None:
            self._seen.forget(engine)

    def _choice(self, job: Job, engines: Sequence[Engine]) -> Choice:
        if self._seen is not None:
            return self._affinity(job, engines, self._seen)
        if self._routing is Routing.ROUND_ROBIN:
            later = [engine for engine in engines if engine.index > self._turn]
            engine = later[0] if later else engines[0]
            self._turn = engine.index
            return engine, Route.TURN
        if self._routing is Routing.LEAST_TOKENS:
            return min(engines, key=lambda engine: engine.tokens), Route.LEAST
        if self._routing is Routing.POWER_OF_TWO and len(engines) > 2:
            first, second = sorted(self._draw.sample(range(len(engines)), 2))
            return least_loaded((engines[first], engines[second])), Route.DRAWN
        return least_loaded(engines), Route.LEAST

    def _affinity(self, job: Job, engines: Sequence[Engine], seen: SeenPrefixes) -> Choice:
        """The engine that has seen most of the prompt, the less loaded among equals, unless it has too much to do."""
        blocks = job.prompt // self._page_tokens
        hashes = job.content.hashes(blocks, self._page_tokens)[:blocks]
        depths = seen.depths(hashes, [engine.index for engine in engines])
        total = sum(engine.outstanding for engine in engines) + job.slots
        limit = math.inf if self._cap == math.inf else math.ceil(self._cap * total / len(engines))
        free = [engine for engine in engines if engine.outstanding + job.slots <= limit] or engines
        engine = min(free, key=lambda one: (-depths[one.index], one.outstanding, one.index))
        seen.sent(hashes, engine.index)
        if max(depths.values()) > depths[engine.index]:
            return engine, Route.CAPPED
        return engine, Route.PREFIX if depths[engine.index] else Route.NEW_PREFIX
