"""The instants of fleets in trouble are the states that their engines really went through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fleet_runs import BUSY
from random_scenarios import scenario_of

from engine.fleets.fleet import Fleet
from engine.fleets.fleet_plan import Fault, FaultKind, FaultPolicy, FleetPlan, Migration, Publish
from engine.instant import Timeline
from engine.scenario import Allocator, Cache, Scenario
from engine.simulate import stepwise

PAGED = replace(BUSY, allocators=(Allocator.PAGED,), caches=(Cache.NONE, Cache.HASH, Cache.HASH), requests=(16,))
FAULTS = (
    Fault(FaultKind.WORKER_DIES, 0.2, 1, 0.3, policy=FaultPolicy.RECOMPUTE),
    Fault(FaultKind.WORKER_DIES, 0.35, 0, 0.2),
    Fault(FaultKind.PAGES_INVALIDATED, 0.4, 0, share=0.3),
    Fault(FaultKind.PAGES_INVALIDATED, 0.9, 1, share=0.5, policy=FaultPolicy.RETRY),
    Fault(FaultKind.STRAGGLER, 0.6, 1, 0.3, 4.0, policy=FaultPolicy.RETRY),
)


def trouble(seed: int) -> Scenario:
    scenario = scenario_of(seed, PAGED)
    cached = scenario.memory.cache is not Cache.NONE
    return replace(
        scenario,
        layout=replace(scenario.layout, engines=2, prefill_engines=seed % 2, link_bytes_per_s=5e8),
        fleet=FleetPlan(
            store=Publish.REGISTERED if cached and seed % 3 else Publish.NEVER,
            migration=Migration.LIVE if seed % 4 < 2 else Migration.STOP,
            migration_threshold=1.0,
        ),
        faults=FAULTS,
    )


class Snapshots:
    """Block tables, queues and free pages of all engines, between any two moments of the clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[dict[str, Any]] = []
        start = Fleet.start

        def recorded(fleet: Fleet) -> None:
            self.taken.append(_snapshot(fleet))
            start(fleet)

        monkeypatch.setattr(Fleet, "start", recorded)


def _snapshot(fleet: Fleet) -> dict[str, Any]:
    schedulers = [engine.scheduler for engine in fleet.engines]
    recorder = schedulers[0].recorder
    return {
        "events": len(recorder.events),
        "time": recorder.now,
        "running": {job.row: engine for engine, one in enumerate(schedulers) for job in one.running},
        "tables": [{job.row: list(one.allocator.block_table(job.row)) for job in one.running} for one in schedulers],
        "waiting": [[job.row for job in one.waiting] for one in schedulers],
        "references": {page: count for one in schedulers for page, count in one.allocator.references().items()},
        "free": [one.allocator.free_queue() for one in schedulers],
        "up": [engine.up for engine in fleet.engines],
    }


@pytest.mark.parametrize("seed", range(12))
def test_instants_agree_with_the_engines(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshots = Snapshots(monkeypatch)
    recording = stepwise(trouble(seed))
    timeline = Timeline(recording)
    assert len(snapshots.taken) > 20
    for taken in snapshots.taken[:: max(1, len(snapshots.taken) // 150)]:
        state = timeline.at_event(taken["events"], taken["time"])
        assert {page: int(count) for page, count in enumerate(state.references) if count} == taken["references"]
        assert set(state.running.tolist()) == set(taken["running"])
        queued = [row for row in state.waiting.tolist() if any(row in queue for queue in taken["waiting"])]
        for queue in taken["waiting"]:
            assert [row for row in queued if row in queue] == queue
        for pool, tables, queue, up in zip(recording.pools, taken["tables"], taken["free"], taken["up"], strict=True):
            for row, table in tables.items():
                own = state.table_page[state.table_request == row]
                assert own[(own >= pool.first) & (own < pool.first + pool.pages)].tolist() == table
            assert state.free_queue(pool.first, pool.pages).tolist() == (queue if up else [])
