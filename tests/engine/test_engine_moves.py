"""Engines that change their role, pages that travel through the shared store, requests that migrate."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from fleet_runs import check_fleet
from runs import changed

from engine.fleets.fleet_plan import Migration, PoolRole, Publish, Resize, Routing
from engine.instant import Timeline
from engine.ledgers import measure
from engine.reading.phases import Phase
from engine.recording import NANOSECONDS, STORE, Event, Outcome, Recording, Role, Work
from engine.scenario import Allocator, Arrivals, Batching, Cache, LengthLaw, Lengths, Reservation, Scenario
from engine.simulate import simulate


def base(**sections: dict[str, Any]) -> Scenario:
    scenario = changed(
        memory={"cache": Cache.HASH, "pages": 400},
        policy={"batching": Batching.CHUNKED, "max_running": 8},
        workload={
            "requests": 30,
            "arrivals": Arrivals.CONSTANT,
            "rate": 24.0,
            "prompt": Lengths(median=100.0, low=40, high=200),
            "output": Lengths(median=40.0, low=20, high=80),
        },
    )
    return changed(scenario, **sections)


def run(**sections: dict[str, Any]) -> Recording:
    recording = simulate(base(**sections))
    check_fleet(recording)
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    return recording


def rows(recording: Recording, *kinds: Event) -> np.ndarray:
    return recording.events[np.isin(recording.events["kind"], kinds)]


# -- roles --------------------------------------------------------------------------------------------------------


LONG: dict[str, dict[str, Any]] = {
    "workload": {"requests": 60},
    "policy": {"max_running": 32},
    "memory": {"pages": 1000},
}


def test_an_engine_drains_and_then_takes_its_new_role() -> None:
    recording = run(
        layout={"prefill_engines": 2, "engines": 1, "routing": Routing.ROUND_ROBIN},
        **LONG,
        fleet={"resize": (Resize(0.5, 1, PoolRole.DECODE),)},
    )
    begin, end = rows(recording, Event.ROLE)
    assert (begin["order"], begin["amount"], begin["time"]) == (1, Role.DRAINING, NANOSECONDS // 2)
    assert (end["order"], end["amount"]) == (1, Role.DECODE)
    slices, its = recording.slices, recording.iterations
    mine = its["engine"][slices["iteration"]] == 1
    start = its["start"][slices["iteration"]]
    assert not (slices["work"][mine & (start < end["time"])] == Work.DECODE).any()
    assert (slices["work"][mine & (start >= end["time"])] == Work.DECODE).all()
    assert (mine & (start >= end["time"])).any()
    routed = rows(recording, Event.ROUTE)
    assert set(routed["order"][routed["time"] < begin["time"]].tolist()) == {0, 1}
    handed = rows(recording, Event.HANDOVER)
    assert (handed["order"][handed["time"] < end["time"]] == 2).all()
    assert 1 in handed["order"][handed["time"] >= end["time"]]


def test_a_decode_engine_finishes_what_it_has_before_it_takes_prompts() -> None:
    recording = run(
        layout={"prefill_engines": 1, "engines": 2, "routing": Routing.ROUND_ROBIN},
        **LONG,
        fleet={"resize": (Resize(0.3, 2, PoolRole.PREFILL),)},
    )
    begin, end = rows(recording, Event.ROLE)
    assert (end["order"], end["amount"]) == (2, Role.PREFILL)
    assert end["time"] > begin["time"]  # it had requests to finish
    timeline = Timeline(recording)
    pool = recording.pools[2]
    assert not timeline.at(int(end["time"])).references[pool.first : pool.first + pool.pages].any()
    slices, its = recording.slices, recording.iterations
    later = (its["engine"][slices["iteration"]] == 2) & (its["start"][slices["iteration"]] >= end["time"])
    assert (slices["work"][later] == Work.PREFILL).all()
    assert later.any()


# -- the shared store ---------------------------------------------------------------------------------------------

SHARED: dict[str, dict[str, Any]] = {
    "layout": {"engines": 2, "routing": Routing.ROUND_ROBIN},
    "workload": {
        "requests": 30,
        "rate": 10.0,
        "shared_prefix_tokens": 256,
        "prefix_families": 3,
        "prompt": Lengths(law=LengthLaw.CONSTANT, median=60.0),
    },
}


@pytest.mark.parametrize("cache", [Cache.HASH, Cache.RADIX])
def test_what_one_engine_has_computed_another_one_fetches(cache: Cache) -> None:
    alone = run(**SHARED, memory={"cache": cache})
    shared = run(**SHARED, memory={"cache": cache}, fleet={"store": Publish.REGISTERED})
    fetched = rows(shared, Event.FETCH)
    assert len(fetched)
    transfers = shared.transfers
    incoming = transfers[transfers["source"] == STORE]
    per_token = shared.facts["state_bytes_per_token"]
    assert incoming["bytes"].sum() == pytest.approx(fetched["amount"].sum() * per_token, rel=1e-6)
    assert (transfers["target"] == STORE).any()
    assert shared.requests["hit_tokens"].sum() > alone.requests["hit_tokens"].sum()
    sheet = measure(shared)
    assert sheet["reuse.remote_hit_tokens"].value == fetched["amount"].sum()
    assert sheet["network.fetched_bytes"].value == incoming["bytes"].sum()
    assert measure(alone)["reuse.remote_hit_tokens"].value is None
    # Nobody fetches what has not been published yet.
    first = fetched["time"].min()
    assert (transfers["end"][transfers["target"] == STORE] <= first).any()


def test_an_evicted_page_goes_to_the_store_and_comes_back() -> None:
    workload = {**SHARED["workload"], "prefix_families": 8}
    small = {**SHARED, "memory": {"cache": Cache.HASH, "pages": 45}, "workload": workload}
    recording = run(**small, fleet={"store": Publish.EVICTED})
    published = recording.transfers[recording.transfers["target"] == STORE]
    evicted = rows(recording, Event.EVICT)
    assert 0 < published["bytes"].sum() <= len(evicted) * recording.pools[0].page_bytes
    assert len(rows(recording, Event.FETCH))


def test_a_full_store_keeps_what_was_used_last() -> None:
    roomy = run(**SHARED, fleet={"store": Publish.REGISTERED})
    tight = run(**SHARED, fleet={"store": Publish.REGISTERED, "store_bytes": 4 * roomy.pools[0].page_bytes})
    amounts = [int(rows(one, Event.FETCH)["amount"].sum()) for one in (roomy, tight)]
    assert amounts[1] < amounts[0]


# -- migration ----------------------------------------------------------------------------------------------------

UNEVEN: dict[str, dict[str, Any]] = {
    "layout": {"engines": 2, "routing": Routing.PREFIX_AFFINITY, "link_bytes_per_s": 5e9},
    "workload": {
        "requests": 20,
        "rate": 40.0,
        "shared_prefix_tokens": 64,
        "prompt": Lengths(law=LengthLaw.CONSTANT, median=100.0),
        "output": Lengths(law=LengthLaw.CONSTANT, median=80.0),
    },
    "policy": {"max_running": 12},
}


def stops(recording: Recording) -> np.ndarray:
    """Nanoseconds for which each migrated request stood still."""
    events = recording.events
    found = []
    for row in rows(recording, Event.HANDOVER):
        back = (
            (events["kind"] == Event.RESUME) & (events["request"] == row["request"]) & (events["time"] > row["time"])
        )
        found.append(int(events["time"][back][0] - row["time"]))
    return np.array(found)


@pytest.mark.parametrize("mode", [Migration.STOP, Migration.LIVE])
def test_running_requests_move_to_the_idle_engine(mode: Migration) -> None:
    """Affinity sends everything to one engine; only migration brings work to the other."""
    still = run(**UNEVEN)
    moved = run(**UNEVEN, fleet={"migration": mode})
    assert len(rows(moved, Event.MIGRATE)) >= 3
    assert set(still.iterations["engine"].tolist()) == {0}
    assert set(moved.iterations["engine"].tolist()) == {0, 1}
    assert not moved.requests["recomputed_tokens"].any()
    sheet = measure(moved)
    assert sheet["network.migration_bytes"].value == moved.transfers["bytes"].sum()
    assert sheet["network.handover_bytes"].value is None
    timeline = Timeline(moved)
    stop = rows(moved, Event.HANDOVER)[0]
    assert timeline.at(int(stop["time"])).phase[stop["request"]] == Phase.TRANSFER


def test_a_live_migration_stands_still_for_a_fraction_of_the_time() -> None:
    stop = run(**UNEVEN, fleet={"migration": Migration.STOP})
    live = run(**UNEVEN, fleet={"migration": Migration.LIVE})
    assert np.median(stops(live)) < 0.35 * np.median(stops(stop))
    who = rows(live, Event.MIGRATE)[0]
    slices, its = live.slices, live.iterations
    mine = its[slices["iteration"][slices["request"] == who["request"]]]
    halt = rows(live, Event.HANDOVER)
    halt = int(halt["time"][halt["request"] == who["request"]][0])
    assert ((mine["start"] >= who["time"]) & (mine["end"] <= halt)).sum() > 1  # it decodes during the copy
    assert set(mine["engine"][mine["end"] <= halt].tolist()) == {0}


def test_a_threshold_keeps_small_differences_where_they_are() -> None:
    calm = run(**UNEVEN, fleet={"migration": Migration.LIVE, "migration_threshold": 2.0})
    assert not len(rows(calm, Event.MIGRATE))  # with two engines nobody has more than twice the mean


def test_migration_between_decode_engines_of_a_split() -> None:
    scenario = base(
        layout={"prefill_engines": 1, "engines": 2, "link_bytes_per_s": 5e9},
        fleet={"migration": Migration.LIVE, "migration_threshold": 1.0},
        workload={"output": Lengths(median=60.0, spread=1.2, low=2, high=200)},
    )
    recording = simulate(replace(scenario, seed=3))
    check_fleet(recording)
    moves = rows(recording, Event.MIGRATE)
    assert len(moves)
    assert (moves["order"] > 0).all()
    sheet = measure(recording)
    assert sheet["network.migration_bytes"].value > 0
    assert sheet["network.handover_bytes"].value > 0


@pytest.mark.parametrize("reservation", Reservation)
def test_a_lonely_request_is_not_sent_to_and_fro(reservation: Reservation) -> None:
    """With reservations a request holds more than it needs; moving it evens nothing out."""
    recording = run(
        layout={"engines": 2},
        memory={"allocator": Allocator.CONTIGUOUS, "cache": Cache.NONE, "reservation": reservation, "pages": 600},
        model={"max_length": 512},
        fleet={"migration": Migration.STOP, "migration_threshold": 1.0},
        workload={"requests": 5},
    )
    moves = np.bincount(rows(recording, Event.MIGRATE)["request"], minlength=5)
    assert (moves <= recording.requests["output_tokens"]).all()
