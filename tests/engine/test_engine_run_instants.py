"""The instants rebuilt from a recording are the states that the engine really went through."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from runs import changed

from engine.fleets.fleet import Fleet
from engine.instant import Instant, Timeline
from engine.memory.pages import PagedAllocator
from engine.reading.phases import Phase
from engine.scenario import Allocator, Batching, Cache, Preemption, QueueOrder
from engine.simulate import stepwise

# Which orders one list over all engines can show: with two engines not the queues', with samples (which stand beside
# the request they were forked from) not the running ones', and a static batch's finished members run no more.
# Only vLLM's allocator keeps all free pages in one queue.
RUNS = [
    (
        "running waiting free",
        {"policy": {"batching": Batching.CHUNKED, "token_budget": 96}, "memory": {"pages": 50, "cache": Cache.HASH}},
    ),
    ("running waiting free", {"policy": {"batching": Batching.CONTINUOUS}, "memory": {"pages": 50}}),
    (
        "running waiting free",
        {"policy": {"batching": Batching.CHUNKED, "order": QueueOrder.PRIORITY}, "memory": {"pages": 50}},
    ),
    ("waiting free", {"policy": {"batching": Batching.STATIC, "max_running": 6}, "memory": {"pages": 300}}),
    ("running waiting free", {"speculation": {"draft_tokens": 3}, "memory": {"pages": 60, "cache": Cache.HASH}}),
    ("running free", {"layout": {"prefill_engines": 1}, "memory": {"pages": 60}}),
    ("running waiting", {"memory": {"pages": 60, "cache": Cache.RADIX}, "workload": {"shared_prefix_tokens": 64}}),
    ("running waiting", {"memory": {"pages": 400, "allocator": Allocator.CONTIGUOUS}, "model": {"max_length": 512}}),
    (
        "running waiting free",
        {
            "policy": {"batching": Batching.CHUNKED, "token_budget": 96},
            "memory": {"pages": 50, "cache": Cache.HASH},
            "workload": {"shared_prefix_tokens": 160, "prefix_families": 5},
            "offload": {"dram_bytes": 10**10, "dram_bytes_per_s": 5e9},
        },
    ),
    ("free", {"workload": {"samples_per_request": 3, "requests": 12}, "memory": {"pages": 120}}),
    ("running waiting free", {"policy": {"batching": Batching.DECODE_FIRST, "decode_floor": 2}}),
    ("running waiting free", {"policy": {"order": QueueOrder.SHORTEST}, "memory": {"pages": 50}}),
    (
        "waiting free",
        {"policy": {"batching": Batching.CHUNKED, "preemption": Preemption.SWAP}, "memory": {"pages": 50}},
    ),
    ("running waiting free", {"policy": {"batching": Batching.MLFQ, "max_running": 4, "mlfq_quantum_ms": 20.0}}),
    (
        "waiting free",
        {
            "policy": {"batching": Batching.MLFQ, "preemption": Preemption.SWAP, "mlfq_promote_s": 0.2},
            "memory": {"pages": 50},
        },
    ),
]


class Snapshots:
    """What the engines hold whenever none of them is in the middle of an iteration."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[dict[str, Any]] = []
        start = Fleet.start

        def recorded(fleet: Fleet) -> None:
            if not any(engine.busy for engine in fleet.engines):
                self.taken.append(_snapshot(fleet))
            start(fleet)

        monkeypatch.setattr(Fleet, "start", recorded)


def _snapshot(fleet: Fleet) -> dict[str, Any]:
    recorder = fleet.engines[0].scheduler.recorder
    schedulers = [engine.scheduler for engine in fleet.engines]
    exact = all(isinstance(scheduler.allocator, PagedAllocator) for scheduler in schedulers)
    running = [(scheduler, job) for scheduler in schedulers for job in scheduler.running]
    return {
        "events": len(recorder.events),
        "time": recorder.now,
        "slots": sum(scheduler.slots_held() - scheduler.unborn - scheduler.arriving for scheduler in schedulers),
        "running": [job.row for _, job in running],
        "levels": {
            job.row: job.level for scheduler in schedulers for job in (*scheduler.running, *scheduler.waiting)
        },
        "waiting": [job.row for scheduler in schedulers for job in scheduler.waiting],
        "computed": {job.row: job.computed for _, job in running},
        "outputs": {job.row: job.outputs for _, job in running},
        "tables": {job.row: list(scheduler.allocator.block_table(job.row)) for scheduler, job in running},
        "free": [scheduler.allocator.free_queue() for scheduler in schedulers if exact],
    }


@pytest.mark.parametrize(("order", "sections"), RUNS, ids=str)
def test_instants_agree_with_the_engine(
    order: str, sections: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots = Snapshots(monkeypatch)
    recording = stepwise(changed(**sections))
    timeline = Timeline(recording)
    assert len(snapshots.taken) > 20
    for taken in snapshots.taken:
        state = timeline.at_event(taken["events"], taken["time"])
        assert len(state.running) == taken["slots"]
        if "running" in order:
            assert state.running.tolist() == taken["running"]
        assert {row: state.level[row] for row in taken["levels"]} == taken["levels"]
        if "waiting" in order:
            assert state.waiting.tolist() == taken["waiting"]
        _compare_pages(state, taken)
        if "free" in order:
            for pool, queue in zip(recording.pools, taken["free"], strict=True):
                assert state.free_queue(pool.first, pool.pages).tolist() == queue


def _compare_pages(state: Instant, taken: dict[str, Any]) -> None:
    for row in taken["running"]:
        assert state.phase[row] in (Phase.PREFILL, Phase.DECODE)
        assert state.computed[row] == taken["computed"][row]
        assert state.outputs[row] == taken["outputs"][row]
        table = state.block_table(row)
        assert table.tolist() == taken["tables"][row]
        filled = np.clip(taken["computed"][row] / 16 - np.arange(len(table)), 0, 1)
        alone = state.references[table] == 1
        assert state.filled[table][alone] == pytest.approx(filled[alone])
