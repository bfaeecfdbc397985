"""Every policy with every kind of preemption, on random scenarios: the run ends, and its books balance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_scenarios import EVERYTHING, scenarios
from runs import check, check_pages

from engine.recording import HOST, Event, Outcome, Recording, Rejection, Work
from engine.scenario import Allocator, Arrivals, Batching, Cache, Offload, Preemption, QueueOrder, Scenario
from engine.simulate import simulate

TIGHT = replace(  # small pools, few slots and many requests: somebody has to give way
    EVERYTHING,
    cards=("llama2-7b",),
    batchings=(*Batching, Batching.MLFQ),
    orders=tuple(QueueOrder),
    allocators=(Allocator.PAGED,) * 5 + (Allocator.CONTIGUOUS,),
    page_tokens=(16, 16, 8),
    pool_tokens=(270, 330, 400, 600),
    slots=(2, 3, 4, 8),
    drafts=(0, 0, 3),
    requests=(5, 9, 16, 24),
    arrivals=(Arrivals.AT_ONCE, Arrivals.POISSON),
    rates=(20.0, 200.0),
    prompt_medians=(20, 60, 110),
    output_medians=(20, 60),
)
WAITS = (Event.SWAP_OUT, Event.PAUSE, Event.PREEMPT)
SLOW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def policies(draw: st.DrawFn) -> Scenario:
    """A small scenario with a policy of any kind, tight memory and strict admission included."""
    scenario = draw(scenarios(TIGHT))

    def one_of(*options: object) -> object:
        return draw(st.sampled_from(options))

    policy = replace(
        scenario.policy,
        prefill_interval=one_of(1, 1, 3),
        decode_floor=one_of(0, 2),
        length_error=one_of(0.0, 0.7),
        preemption=one_of(*Preemption),
        host_memory_bytes=one_of(0, 100_000_000, 64_000_000_000),
        host_link_bytes_per_s=one_of(1e8, 25e9),
        outstanding_tokens=one_of(0, 0, 0, 1500),
        early_rejection=one_of(False, False, False, True),
        mlfq_levels=one_of(1, 3, 6),
        mlfq_quantum_ms=one_of(1.0, 20.0, 500.0),
        mlfq_promote_s=one_of(0.01, 0.5, 60.0),
    )
    tiers = Offload(dram_bytes=one_of(0, 0, 50_000_000), dram_bytes_per_s=1e9)
    if scenario.memory.cache is Cache.HASH:
        scenario = replace(scenario, offload=tiers)
    return replace(scenario, policy=policy, contract=replace(scenario.contract, ttft_s=one_of(0.2, 2.0)))


@SLOW
@given(policies())
def test_every_policy_serves_or_rejects_everybody(scenario: Scenario) -> None:
    recording = simulate(scenario)
    check(recording, scenario.policy.max_running)
    check_pages(recording)
    _check_swaps(recording, scenario.policy.host_memory_bytes)
    if not scenario.offload.dram_bytes:
        _check_link(recording)
    _check_waits(recording)
    _check_reasons(recording, scenario)
    assert simulate(scenario).to_bytes() == recording.to_bytes()


def _kinds(recording: Recording, *kinds: Event) -> np.ndarray:
    return recording.events[np.isin(recording.events["kind"], kinds)]


def _check_swaps(recording: Recording, room: int) -> None:
    """What goes to host memory fits there, and comes back or is rejected."""
    lost = np.bincount(_kinds(recording, Event.PREEMPT)["request"], minlength=len(recording.requests))
    assert (recording.requests["recomputed_tokens"][lost == 0] == 0).all()
    swaps = _kinds(recording, Event.SWAP_OUT, Event.SWAP_IN, Event.REJECT)
    away: dict[int, int] = {}
    for row in swaps:
        who = int(row["request"])
        if row["kind"] == Event.SWAP_OUT:
            assert who not in away
            away[who] = int(row["amount"])
            assert sum(away.values()) <= room * len(recording.engines)
        elif row["kind"] == Event.SWAP_IN:
            assert 0 <= row["amount"] <= away.pop(who)
        else:
            away.pop(who, None)
    assert not away


def _check_link(recording: Recording) -> None:
    """One copy after the other between an engine and its host memory."""
    for engine in range(len(recording.engines)):
        copies = recording.transfers[
            ((recording.transfers["source"] == engine) & (recording.transfers["target"] == HOST))
            | ((recording.transfers["target"] == engine) & (recording.transfers["source"] == HOST))
        ]
        assert (copies["start"][1:] >= copies["end"][:-1]).all()


def _check_waits(recording: Recording) -> None:
    """Whoever lost the slot computes nothing until it has one again."""
    slices, iterations = recording.slices, recording.iterations
    work = slices[slices["work"] != Work.PADDING]
    for who in np.unique(_kinds(recording, *WAITS)["request"]):
        own = _kinds(recording, *WAITS, Event.ADMIT, Event.SWAP_IN, Event.RESUME, Event.REJECT)
        own = own[own["request"] == who]
        starts = iterations["start"][work["iteration"][work["request"] == who]]
        for row, following in zip(own, [*own[1:], None], strict=True):
            if row["kind"] in WAITS:
                assert following is not None
                assert not ((starts > row["time"]) & (starts < following["time"])).any()


def _check_reasons(recording: Recording, scenario: Scenario) -> None:
    rejected = _kinds(recording, Event.REJECT)
    reasons = set(rejected["order"].tolist())
    policy = scenario.policy
    assert Rejection.OUTSTANDING not in reasons or policy.outstanding_tokens
    assert Rejection.LATENCY not in reasons or policy.early_rejection
    early = rejected["request"][rejected["order"] != Rejection.TOO_LARGE]
    assert (recording.requests["first_scheduled"][early] == -1).all()
    assert (recording.requests["outcome"][early] == Outcome.REJECTED).all()
    if len(early):
        assert any("turned away" in note for note in recording.notes)
