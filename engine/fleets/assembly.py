"""Puts the engines of a scenario together to a fleet: link, shared store, router, migration, roles, faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from engine.clock import Clock
from engine.fleets.crew import Crew
from engine.fleets.faults import Faults
from engine.fleets.fleet import Fleet
from engine.fleets.fleet_plan import Migration, Publish, Routing
from engine.fleets.handover import Handovers
from engine.fleets.link import Link
from engine.fleets.migration import Migrations
from engine.fleets.prefixes import SeenPrefixes
from engine.fleets.replica import Engine
from engine.fleets.resizing import Resizing
from engine.fleets.routing import Router
from engine.memory.allocator import Sink
from engine.memory.shared_store import SharedStore
from engine.recorder import Recorder
from engine.recording import Outcome
from engine.scenario import Scenario
from engine.scheduling.job import Job

AFFINE = (Routing.PREFIX_AFFINITY, Routing.CAPPED_AFFINITY)


class Assembly:
    """`sink` first, for the allocators of the engines; then `fleet`, which needs the engines.

    `state_bytes`: bytes of a request's state over all devices by its tokens, which is what a transfer carries.
    """

    def __init__(
        self, scenario: Scenario, state_bytes: Callable[[int], int], clock: Clock, recorder: Recorder
    ) -> None:
        layout, plan = scenario.layout, scenario.fleet
        self._scenario = scenario
        self._state_bytes = state_bytes
        self._clock = clock
        self._recorder = recorder
        latency = round(layout.link_latency_us * 1e3)
        self._link = Link(clock, recorder, layout.link_bytes_per_s, latency, layout.port_bytes_per_s)
        self._store: SharedStore | None = None
        if plan.store is not Publish.NEVER:
            tokens = scenario.memory.page_tokens
            size = max(1, state_bytes(tokens) - state_bytes(0))
            capacity = plan.store_bytes // size
            self._store = SharedStore(plan.store, capacity, tokens, size, self._link, recorder)

    def sink(self, engine: int) -> Sink:
        """What the allocators of `engine` report to."""
        plain = self._recorder.sink
        return plain if self._store is None else self._store.listen(engine, plain)

    def fleet(self, engines: Sequence[Engine], jobs: Sequence[Job], ended: Callable[[Job], None]) -> Fleet:
        """The fleet, with everything that is to happen to it on the clock."""
        scenario, clock, recorder = self._scenario, self._clock, self._recorder
        split, plan = scenario.layout.prefill_engines, scenario.fleet
        crew = Crew(engines[:split], engines[split:]) if split else Crew(engines, ())
        # The list of those who are told grows while the fleet is built: handovers come before it.
        tell: list[Callable[[Job], None]] = []
        handovers = Handovers(crew, self._link, self._state_bytes, recorder, lambda job: tell[0](job))
        migrations = None
        if plan.migration is not Migration.NEVER:
            migrations = Migrations(
                plan.migration,
                plan.migration_threshold,
                scenario.memory.page_tokens,
                crew,
                self._link,
                self._state_bytes,
                recorder,
            )
        fleet = Fleet(crew, self._router(crew), handovers, recorder, ended, migrations=migrations, store=self._store)
        tell.append(fleet.job_ended)
        over = partial(_over, jobs)
        if plan.resize:
            Resizing(plan.resize, fleet, clock, recorder, over)
        if scenario.faults:
            Faults(scenario.faults, scenario.seed, fleet, self._link, clock, recorder, jobs, over)
        return fleet

    def _router(self, crew: Crew) -> Router:
        layout = self._scenario.layout
        pages = sum(engine.scheduler.allocator.total_pages for engine in crew.engines)
        return Router(
            layout.routing,
            self._recorder,
            records=len(crew.arrivals) > 1 or bool(self._scenario.fleet.resize),
            cap=layout.affinity_cap,
            seed=self._scenario.seed,
            page_tokens=self._scenario.memory.page_tokens,
            seen=SeenPrefixes(pages) if layout.routing in AFFINE else None,
        )


def _over(jobs: Sequence[Job]) -> bool:
    return all(job.outcome is not Outcome.UNFINISHED for job in jobs)
