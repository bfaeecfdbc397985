"""Random fleets with random faults, and what every recording of one has to satisfy."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st
from random_scenarios import EVERYTHING, Space, scenarios

from engine.fleets.fleet_plan import (
    Fault,
    FaultKind,
    FaultPolicy,
    FleetPlan,
    Migration,
    PoolRole,
    Publish,
    Resize,
    Routing,
)
from engine.instant import PageState, Timeline
from engine.ledgers import measure
from engine.recording import Event, Outcome, Recording
from engine.scenario import Allocator, Batching, Cache, Layout, Offload, Preemption, QueueOrder, Scenario

BUSY: Space = replace(
    EVERYTHING,
    batchings=tuple(batching for batching in EVERYTHING.batchings if batching is not Batching.STATIC),
    requests=(5, 9, 16),
    rates=(20.0, 200.0),
)
MOMENTS = st.floats(0.0, 1.5)


@st.composite
def faults(draw: st.DrawFn, engines: int) -> Fault:
    kind = draw(st.sampled_from(FaultKind))
    factor = {FaultKind.STRAGGLER: 3.0, FaultKind.LINK_SLOWS: 0.01}.get(kind)
    return Fault(
        kind,
        draw(MOMENTS),
        draw(st.integers(0, engines - 1)),
        draw(st.sampled_from((None, 0.05, 0.4))),
        factor,
        draw(st.sampled_from((1.0, 0.3))),
        draw(st.sampled_from(FaultPolicy)),
    )


@st.composite
def fleets(draw: st.DrawFn) -> Scenario:
    """Two to four engines, all alike or split, with every kind of trouble."""
    scenario = draw(scenarios(BUSY))
    split = draw(st.integers(0, 2))
    engines = draw(st.integers(2, 3)) if not split else draw(st.integers(1, 2))
    total = split + engines
    cached = scenario.memory.cache is not Cache.NONE
    paged = scenario.memory.allocator is Allocator.PAGED
    modes = tuple(Migration) if paged else (Migration.NEVER, Migration.STOP)
    batching = draw(st.sampled_from((scenario.policy.batching, Batching.MLFQ, Batching.DECODE_FIRST)))
    order = QueueOrder.FCFS if batching is Batching.MLFQ else scenario.policy.order
    offloads = draw(st.sampled_from((0, 0, 10**9))) if cached else 0
    resize = (Resize(draw(MOMENTS), draw(st.integers(0, 1)), PoolRole.DECODE),) if split == 2 else ()
    return replace(
        scenario,
        layout=Layout(
            engines=engines,
            prefill_engines=split,
            link_bytes_per_s=draw(st.sampled_from((1e8, 25e9))),
            port_bytes_per_s=draw(st.sampled_from((None, 5e8))),
            routing=draw(st.sampled_from(Routing)),
        ),
        policy=replace(scenario.policy, batching=batching, order=order, preemption=draw(st.sampled_from(Preemption))),
        offload=Offload(dram_bytes=offloads),
        fleet=FleetPlan(
            store=draw(st.sampled_from(Publish)) if cached else Publish.NEVER,
            store_bytes=draw(st.sampled_from((10**8, 10**12))),
            migration=draw(st.sampled_from(modes)),
            migration_threshold=1.0,
            resize=resize if draw(st.booleans()) else (),
        ),
        faults=tuple(draw(st.lists(faults(total), max_size=4))),
    )


def check_fleet(recording: Recording) -> None:
    check_ends(recording)
    check_outputs(recording)
    check_pages(recording)
    check_instants(recording)
    check_sheet(recording)


def check_ends(recording: Recording) -> None:
    """Every request ends exactly once or is still there; it is still there only if engines are missing."""
    events, rows = recording.events, recording.requests
    ended = Counter(events["request"][np.isin(events["kind"], (Event.FINISH, Event.REJECT))].tolist())
    for row, outcome in enumerate(rows["outcome"]):
        assert ended[row] == (outcome != Outcome.UNFINISHED), row
    down = {int(row["order"]) for row in events[np.isin(events["kind"], (Event.FAIL, Event.RECOVER))]}
    if not down:
        assert (rows["outcome"] != Outcome.UNFINISHED).all()


def check_outputs(recording: Recording) -> None:
    """Outputs are delivered once, one after the other, never more than asked; nobody runs in two places at once."""
    slices, its, rows = recording.slices, recording.iterations, recording.requests
    order = np.lexsort((its["end"][slices["iteration"]], slices["request"]))
    last: dict[int, tuple[int, int]] = {}
    for row in slices[order]:
        who, iteration = int(row["request"]), its[row["iteration"]]
        outputs, end = last.get(who, (0, 0))
        assert row["outputs"] >= outputs
        assert iteration["start"] >= end or row["tokens"] == 0  # a fork gets its first token with its parent
        last[who] = int(row["outputs"]), int(iteration["end"])
    for who, row in enumerate(rows):
        outputs = last.get(who, (0, 0))[0]
        assert outputs <= row["output_tokens"]
        if row["outcome"] == Outcome.FINISHED:
            assert outputs == row["output_tokens"]
    for engine in range(len(recording.engines)):
        own = its[its["engine"] == engine]
        assert (own["start"][1:] >= own["end"][:-1]).all()


def check_pages(recording: Recording) -> None:
    """Replays the log: references count holders, nothing without content is hit, a dead engine's pages rest."""
    pool_engine = np.repeat([pool.engine for pool in recording.pools], [pool.pages for pool in recording.pools])
    references: dict[int, int] = defaultdict(int)
    content: dict[int, int] = {}
    holders: dict[int, set[int]] = defaultdict(set)
    down: dict[int, int] = {}  # engine -> when it died
    for row in recording.events:
        kind, page, request = row["kind"], int(row["page"]), int(row["request"])
        if kind == Event.FAIL:
            down[int(row["order"])] = int(row["time"])
        elif kind == Event.RECOVER:
            del down[int(row["order"])]
        if page < 0:
            continue
        engine = int(pool_engine[page])
        if engine in down:
            assert kind in (Event.RELEASE, Event.INVALIDATE), Event(kind)
            assert row["time"] == down[engine]
        _apply(row, references, content, holders)
        assert references[page] == row["references"] == len(holders[page]) >= 0, (Event(kind), page, request)
    unfinished = (recording.requests["outcome"] == Outcome.UNFINISHED).any()
    assert unfinished or not any(references.values())


def _apply(row: Any, references: dict[int, int], content: dict[int, int], holders: dict[int, set[int]]) -> None:
    kind, page, request = row["kind"], int(row["page"]), int(row["request"])
    if kind in (Event.ALLOCATE, Event.COPY, Event.HIT):
        if kind == Event.HIT:
            # A fork shares its parent's pages, full or not; everybody else finds content or nothing.
            assert content.get(page, 0) == int(row["content"])
            assert content.get(page, 0) or references[page]
        references[page] += 1
        holders[page].add(request)
    elif kind == Event.RELEASE:
        references[page] -= 1
        holders[page].remove(request)
    elif kind == Event.FILL:
        content[page] = int(row["content"])
    if kind in (Event.EVICT, Event.INVALIDATE, Event.ALLOCATE, Event.COPY):
        content.pop(page, None)


def check_instants(recording: Recording) -> None:
    """Held, free and lost pages add up at every sampled event."""
    timeline = Timeline(recording)
    for event in np.unique(np.linspace(0, len(recording.events), 40).astype(int)):
        state = timeline.at_event(int(event))
        held = state.references > 0
        counts = np.bincount(state.table_page, minlength=recording.pages)
        assert (counts == state.references).all()
        idle = np.isin(state.page_state, (PageState.FREE, PageState.CACHED, PageState.NULL, PageState.LOST))
        assert (held ^ idle)[state.page_state != PageState.LOST].all()


def check_sheet(recording: Recording) -> None:
    """Every figure is finite, the fleet's shares lie between 0 and 1, and its ledgers agree with themselves."""
    sheet = measure(recording)
    for row in sheet.rows:
        assert row.value is None or np.isfinite(row.value), row.quantity.key
        ours = row.quantity.ledger in ("routing", "faults", "network", "allocation", "reuse")
        if ours and row.value is not None and row.quantity.unit == "1":
            assert -1e-9 <= row.value <= 1 + 1e-9, row.quantity.key
    if sheet["faults.happened"].value:
        assert (sheet["faults.recomputed_by_fault"].value or 0) <= (sheet["faults.lost_tokens"].value or 0)
    purposes = ("handover", "migration", "fetched", "published")
    parts = [sheet[f"network.{purpose}_bytes"].value or 0 for purpose in purposes]
    assert sum(parts) == (sheet["network.state_bytes"].value or 0)
