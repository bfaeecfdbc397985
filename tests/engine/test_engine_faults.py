"""Faults one by one: what is lost, what becomes of the requests, and what the ledgers say of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fleet_runs import check_ends, check_fleet, check_outputs
from runs import changed

from engine.fleets.fleet_plan import Fault, FaultKind, FaultPolicy, FleetPlan, Migration
from engine.instant import PageState, Timeline
from engine.ledgers import measure
from engine.recording import LINK, NANOSECONDS, Event, Outcome, Recording, Rejection
from engine.scenario import (
    Arrivals,
    Batching,
    Cache,
    Hardware,
    Kinds,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.simulate import simulate

DEATH = Fault(FaultKind.WORKER_DIES, 0.6, 1, 0.5)


def two(*faults: Fault, cache: Cache = Cache.HASH, **layout: object) -> Scenario:
    """Two engines under load for about two seconds."""
    scenario = changed(
        layout={"engines": 2, **layout},
        memory={"cache": cache, "pages": 400},
        policy={"batching": Batching.CHUNKED, "max_running": 8},
        workload={
            "requests": 24,
            "arrivals": Arrivals.CONSTANT,
            "rate": 24.0,
            "shared_prefix_tokens": 64,
            "prompt": Lengths(median=100.0, low=40, high=200),
            "output": Lengths(median=40.0, low=20, high=80),
        },
    )
    return replace(scenario, faults=faults)


def run(*faults: Fault, **layout: object) -> Recording:
    recording = simulate(two(*faults, **layout))
    check_fleet(recording)
    return recording


def rows(recording: Recording, *kinds: Event) -> np.ndarray:
    return recording.events[np.isin(recording.events["kind"], kinds)]


def value(recording: Recording, key: str) -> float:
    return float(measure(recording)[key].value or 0)


def test_a_death_takes_all_pages_at_once_and_nothing_of_the_iteration_under_way() -> None:
    recording = run(DEATH)
    (death,) = rows(recording, Event.FAIL)
    moment = round(0.6 * NANOSECONDS)
    assert (death["time"], death["order"]) == (moment, 1)
    timeline, pool = Timeline(recording), recording.pools[1]
    mine = slice(pool.first, pool.first + pool.pages)
    before = timeline.at(moment - 1)
    held, cached = before.references[mine] > 0, before.page_state[mine] == PageState.CACHED
    assert death["amount"] == (held | cached).sum()
    for time in (moment, moment + NANOSECONDS // 4):
        assert (timeline.at(time).page_state[mine] == PageState.LOST).all()
        assert not timeline.at(time).references[mine].any()
    (back,) = rows(recording, Event.RECOVER)
    assert back["time"] == moment + NANOSECONDS // 2
    assert not np.isin(timeline.at(int(back["time"])).page_state[mine], (PageState.LOST, PageState.CACHED)).any()
    its = recording.iterations
    (cut,) = np.flatnonzero((its["engine"] == 1) & (its["end"] == moment))
    assert not (recording.slices["iteration"] == cut).any()
    assert its["prefill_tokens"][cut] == its["decode_tokens"][cut] == 0
    assert its["flops"][cut] > 0


def test_requests_of_a_dead_engine_are_retried_elsewhere_from_what_they_have_delivered() -> None:
    recording = run(DEATH)
    lost = rows(recording, Event.LOSE)["request"]
    assert len(lost) > 2
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    iterations = recording.iterations[recording.slices["iteration"]]
    for who in lost:
        later = (recording.slices["request"] == who) & (iterations["start"] >= round(0.6 * NANOSECONDS))
        assert (iterations["engine"][later] == 0).all()
    assert value(recording, "faults.lost_requests") == len(lost)
    assert value(recording, "faults.recomputed_by_fault") > 0
    again = recording.requests["recomputed_tokens"].sum()
    assert value(recording, "faults.recomputed_by_fault") == again


def test_recompute_waits_for_the_engine_to_come_back() -> None:
    recording = run(replace(DEATH, policy=FaultPolicy.RECOMPUTE))
    lost = rows(recording, Event.LOSE)["request"]
    iterations = recording.iterations[recording.slices["iteration"]]
    later = np.isin(recording.slices["request"], lost) & (iterations["start"] >= round(0.6 * NANOSECONDS))
    assert (iterations["engine"][later] == 1).all()
    assert iterations["start"][later].min() >= round(1.1 * NANOSECONDS)
    assert value(recording, "faults.recovery_p50") > 0.5
    gone = run(replace(DEATH, policy=FaultPolicy.RECOMPUTE, duration_s=None))
    assert (gone.requests["outcome"] == Outcome.FINISHED).all()  # it never comes back: others take them


def test_rejecting_and_cutting_short_are_on_record() -> None:
    rejected = run(replace(DEATH, policy=FaultPolicy.REJECT))
    given_up = rows(rejected, Event.REJECT)
    assert (given_up["order"] == Rejection.FAULT).all()
    assert len(given_up) == value(rejected, "faults.given_up") > 0
    short = run(replace(DEATH, policy=FaultPolicy.DEGRADE))
    cut = np.flatnonzero(short.requests["outcome"] == Outcome.CUT)
    assert len(cut) == value(short, "faults.cut") > 0
    assert (short.requests["finish"][cut] == round(0.6 * NANOSECONDS)).all()


def test_when_no_engine_is_up_requests_wait_for_one() -> None:
    both = [replace(DEATH, engine=index) for index in range(2)]
    recording = run(*both)
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    its = recording.iterations
    assert not ((its["start"] >= 0.6e9) & (its["start"] < 1.1e9)).any()
    for_good = run(*(replace(fault, duration_s=None) for fault in both))
    assert (for_good.requests["outcome"] == Outcome.UNFINISHED).any()
    assert any("no engine was up" in note for note in for_good.notes)
    revived = run(
        *(replace(fault, duration_s=None) for fault in both), Fault(FaultKind.WORKER_RECOVERS, 1.0, engine=0)
    )
    assert (revived.requests["outcome"] == Outcome.FINISHED).all()


@pytest.mark.parametrize("cache", [Cache.HASH, Cache.RADIX])
@pytest.mark.parametrize("policy", [FaultPolicy.DEFAULT, FaultPolicy.RETRY, FaultPolicy.REJECT, FaultPolicy.DEGRADE])
def test_invalid_pages_are_never_served_and_their_holders_do_as_the_policy_says(
    cache: Cache, policy: FaultPolicy
) -> None:
    recording = run(Fault(FaultKind.PAGES_INVALIDATED, 0.6, 0, share=0.3, policy=policy), cache=cache)
    assert value(recording, "faults.pages_invalidated") > 0
    lost = rows(recording, Event.LOSE)["request"]
    assert len(lost)
    outcomes = set(recording.requests["outcome"][lost].tolist())
    expected = {FaultPolicy.REJECT: {Outcome.REJECTED}, FaultPolicy.DEGRADE: {Outcome.CUT, Outcome.FINISHED}}
    assert outcomes <= expected.get(policy, {Outcome.FINISHED})


def test_holders_of_invalid_pages_keep_what_lies_before() -> None:
    recording = run(Fault(FaultKind.PAGES_INVALIDATED, 0.6, 0, share=0.1))
    lost = rows(recording, Event.LOSE)
    admits = rows(recording, Event.ADMIT)
    found = [
        int(admits["amount"][(admits["request"] == row["request"]) & (admits["time"] >= row["time"])][0])
        for row in lost
    ]
    assert max(found) > 0
    assert value(recording, "faults.recomputed_by_fault") < value(recording, "faults.lost_tokens")


def test_a_straggler_takes_longer_and_routing_sends_it_less() -> None:
    calm, slow = run(), run(Fault(FaultKind.STRAGGLER, 0.2, 1, factor=8.0))
    (change,) = rows(slow, Event.SLOW)
    assert (change["order"], change["amount"]) == (1, 8000)
    shares = [np.bincount(one.requests["engine"], minlength=2)[1] for one in (calm, slow)]
    assert shares[1] < shares[0]
    pure = slow.iterations[(slow.iterations["engine"] == 1) & (slow.iterations["prefill_tokens"] == 0)]
    taken = pure["end"] - pure["start"]
    early = pure["start"] < 0.2e9
    assert np.median(taken[~early]) > 7 * np.median(taken[early])
    moved = run(Fault(FaultKind.STRAGGLER, 0.6, 1, 0.5, 8.0, policy=FaultPolicy.RETRY))
    assert len(rows(moved, Event.LOSE))
    assert rows(moved, Event.SLOW)["amount"].tolist() == [8000, 1000]


def test_a_slow_link_delays_transfers_under_way_or_state_is_computed_again() -> None:
    split = {"prefill_engines": 1, "engines": 1, "link_bytes_per_s": 1e9}
    calm = run(**split)
    busy = calm.transfers[np.argmax(calm.transfers["end"] - calm.transfers["start"])]
    at = float(busy["start"] + busy["end"]) / 2 / NANOSECONDS
    slow = run(Fault(FaultKind.LINK_SLOWS, at, duration_s=0.3, factor=0.01), **split)
    changes = rows(slow, Event.SLOW)
    assert changes["order"].tolist() == [LINK, LINK]
    assert changes["amount"].tolist() == [10, 1000]
    same = slow.transfers[(slow.transfers["request"] == busy["request"])][0]
    assert same["start"] == busy["start"]
    assert same["end"] > busy["end"] + 0.2 * NANOSECONDS
    again = run(Fault(FaultKind.LINK_SLOWS, at, factor=0.01, policy=FaultPolicy.RECOMPUTE), **split)
    halves = again.transfers[again.transfers["request"] == busy["request"]]
    assert len(halves) == 1
    assert 0 < halves["bytes"][0] < busy["bytes"]  # given up half way: the decode engine computes the prompt itself
    mine = again.slices["request"] == busy["request"]
    engines = again.iterations["engine"][again.slices["iteration"][mine]]
    assert (again.slices["work"][mine][engines == 1] == 0).any()


def test_a_decode_engine_that_dies_during_a_transfer_costs_only_the_transfer() -> None:
    split = {"prefill_engines": 1, "engines": 2, "link_bytes_per_s": 1e9}
    calm = run(**split)
    first = calm.transfers[0]
    at = float(first["start"] + first["end"]) / 2 / NANOSECONDS
    recording = run(Fault(FaultKind.WORKER_DIES, at, int(first["target"])), **split)
    assert not len(rows(recording, Event.LOSE))
    mine = recording.transfers[recording.transfers["request"] == first["request"]]
    assert mine["target"].tolist() == [1, 2]
    assert 0 < mine["bytes"][0] < mine["bytes"][1] == first["bytes"]


@pytest.mark.parametrize("split", [0, 1])
def test_models_with_several_kinds_of_state_survive_faults_too(split: int) -> None:
    scenario = Scenario(
        model=Model(card="gpt-oss-120b", max_length=8192),
        precision=Precision(weight_bits=4.25),
        hardware=Hardware(card="b300-sxm"),
        layout=Layout(engines=2, prefill_engines=split),
        memory=Memory(cache=Cache.HASH, kinds=Kinds.APART),
        policy=Policy(batching=Batching.CHUNKED, max_running=8, token_budget=512),
        workload=Workload(requests=24, rate=20.0, prompt=Lengths(median=300.0), output=Lengths(median=60.0)),
        fleet=FleetPlan(migration=Migration.LIVE, migration_threshold=1.0),
        faults=(
            Fault(FaultKind.PAGES_INVALIDATED, 0.4, 0, share=0.2),
            Fault(FaultKind.WORKER_DIES, 0.7, 1, 0.3),
        ),
    )
    recording = simulate(scenario)
    check_ends(recording)
    check_outputs(recording)
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    assert len(rows(recording, Event.LOSE))


@pytest.mark.parametrize("batching", [Batching.CHUNKED, Batching.MLFQ])
def test_requests_that_wait_for_a_dead_decode_engine_do_not_keep_others_starting_for_ever(batching: Batching) -> None:
    """Their pages stay held: whoever needs more than the rest of the pool waits instead of starting again."""
    scenario = Scenario(
        model=Model(card="llama2-7b", max_length=512),
        hardware=Hardware(card="a100-sxm-80gb"),
        layout=Layout(engines=1, prefill_engines=1),
        memory=Memory(pages=70),
        policy=Policy(batching=batching, max_running=16, token_budget=32, reserve_full_prompt=False),
        workload=Workload(
            requests=12,
            arrivals=Arrivals.AT_ONCE,
            prompt=Lengths(median=170.0, spread=0.3, high=256),
            output=Lengths(median=20.0),
        ),
        faults=(Fault(FaultKind.WORKER_DIES, 0.0, 1),),
    )
    recording = simulate(scenario)
    check_ends(recording)
    assert len(recording.iterations) < 500
    assert (recording.requests["outcome"] == Outcome.UNFINISHED).all()
