"""Whole runs: what must hold whatever the scenario."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from runs import SMALL, changed, check, check_pages

from engine.instant import Timeline
from engine.reading.phases import Phase
from engine.recording import Event, Outcome, Recording, Work
from engine.scenario import Allocator, Batching, Cache, QueueOrder, Reservation, Scenario
from engine.simulate import simulate

POLICIES = [
    {},
    {"policy": {"batching": Batching.CHUNKED, "token_budget": 128}},
    {"policy": {"batching": Batching.STATIC, "max_running": 8}},
    {"policy": {"batching": Batching.CHUNKED, "order": QueueOrder.PRIORITY}, "memory": {"pages": 60}},
    {"memory": {"pages": 60}},
    {"memory": {"pages": 60, "cache": Cache.HASH}, "workload": {"shared_prefix_tokens": 64}},
    {"memory": {"pages": 80, "cache": Cache.RADIX}, "workload": {"shared_prefix_tokens": 64}},
    {"memory": {"allocator": Allocator.CONTIGUOUS, "pages": 400}, "model": {"max_length": 512}},
    {"memory": {"allocator": Allocator.CONTIGUOUS, "pages": 200, "reservation": Reservation.ORACLE}},
    {"speculation": {"draft_tokens": 3, "acceptance": 0.7}},
    {"speculation": {"draft_tokens": 3}, "memory": {"pages": 60, "cache": Cache.HASH}},
    {"layout": {"engines": 3}},
    {"layout": {"engines": 1, "prefill_engines": 1}},
    {"layout": {"engines": 2, "prefill_engines": 2}, "memory": {"pages": 60}},
    {"workload": {"samples_per_request": 3}},
    {
        "workload": {"samples_per_request": 3, "requests": 12},
        "memory": {"allocator": Allocator.CONTIGUOUS, "pages": 700},
    },
    {"workload": {"samples_per_request": 3}, "memory": {"pages": 80, "cache": Cache.HASH}},
    {"workload": {"turns": 3, "requests": 18}, "memory": {"cache": Cache.HASH}},
]


@pytest.mark.parametrize("sections", POLICIES, ids=str)
def test_a_run_keeps_its_books(sections: dict) -> None:
    scenario = changed(memory={"pages": 400} | sections.pop("memory", {}), **sections)
    recording = simulate(scenario)
    check(recording, scenario.policy.max_running)
    check_pages(recording)


def test_equal_scenarios_give_equal_bytes() -> None:
    scenario = changed(
        memory={"pages": 80, "cache": Cache.HASH}, speculation={"draft_tokens": 2}, layout={"engines": 2}
    )
    assert simulate(scenario).to_bytes() == simulate(scenario).to_bytes()
    assert simulate(replace(scenario, seed=2)).to_bytes() != simulate(scenario).to_bytes()


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "import hashlib, sys; sys.path[:0] = sys.argv[1:]\n"
        "from engine.scenario import Cache\n"
        "from engine.simulate import simulate\n"
        "from runs import changed\n"
        "scenario = changed(memory={'pages': 60, 'cache': Cache.HASH}, workload={'shared_prefix_tokens': 40})\n"
        "print(hashlib.sha256(simulate(scenario).to_bytes()).hexdigest())"
    )
    here = Path(__file__)
    digests = {
        subprocess.run(
            [sys.executable, "-c", code, str(here.parents[2]), str(here.parent)],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_static_batches_pad_prompts_and_hold_slots_to_the_end() -> None:
    recording = simulate(changed(policy={"batching": Batching.STATIC, "max_running": 8}, memory={"pages": 400}))
    slices, its = recording.slices, recording.iterations
    padded = slices[slices["work"] == Work.PADDING]
    assert len(padded)
    for batch in _batches(recording):
        first = slices[slices["iteration"] == batch[0]]
        widths = np.bincount(first["request"], first["tokens"])
        assert len(set(widths[np.unique(first["request"])].tolist())) == 1  # all as wide as the longest prompt
        members = set(first["request"].tolist())
        for row in batch:
            assert set(slices["request"][slices["iteration"] == row].tolist()) == members
        ends = recording.requests["finish"][sorted(members)]
        assert (ends == its["end"][batch[-1]]).all()


def _batches(recording: Recording) -> list[list[int]]:
    """Iterations of each batch, found from its prefill."""
    batches: list[list[int]] = []
    for row, iteration in enumerate(recording.iterations):
        if iteration["prefill_tokens"]:
            batches.append([])
        batches[-1].append(row)
    return batches


def test_an_incomplete_batch_waits_and_then_starts() -> None:
    scenario = changed(
        policy={"batching": Batching.STATIC, "max_running": 8, "batch_wait_ms": 30.0},
        workload={"requests": 3, "rate": 1000.0},
    )
    recording = simulate(scenario)
    assert recording.iterations["start"][0] == recording.requests["arrival"][0] + 30_000_000


def test_prefill_stalls_decodes_under_continuous_batching_and_not_under_chunked() -> None:
    longest = {}
    for batching in (Batching.CONTINUOUS, Batching.CHUNKED):
        recording = simulate(changed(policy={"batching": batching, "token_budget": 256}))
        its = recording.iterations
        longest[batching] = [bool(row["prefill_tokens"] and row["decode_tokens"]) for row in its]
    assert not any(longest[Batching.CONTINUOUS])
    assert any(longest[Batching.CHUNKED])


def test_state_moves_once_from_prefill_to_decode() -> None:
    recording = simulate(changed(layout={"engines": 1, "prefill_engines": 2}))
    requests, transfers = recording.requests, recording.transfers
    assert recording.engines == ("prefill 0", "prefill 1", "decode 0")
    moved = np.flatnonzero(requests["output_tokens"] > 1)
    assert sorted(transfers["request"].tolist()) == moved.tolist()
    assert set(transfers["source"].tolist()) == {0, 1}
    assert set(transfers["target"].tolist()) == {2}
    per_token = recording.facts["state_bytes_per_token"]
    assert transfers["bytes"].tolist() == [
        round(per_token * int(requests["prompt_tokens"][row])) for row in transfers["request"]
    ]
    assert (transfers["start"] >= requests["first_token"][transfers["request"]]).all()
    work = recording.slices[recording.slices["work"] == Work.DECODE]
    assert (recording.iterations["engine"][work["iteration"]] == 2).all()
    timeline = Timeline(recording)
    busiest = transfers[np.argmax(transfers["bytes"])]
    during = timeline.at(int(busiest["start"] + busiest["end"]) // 2)
    assert during.phase[busiest["request"]] == Phase.TRANSFER
    pools = {int(page) // recording.pools[0].pages for page in during.block_table(int(busiest["request"]))}
    assert pools == {int(busiest["source"]), 2}


def test_transfers_that_overlap_share_the_link() -> None:
    slow = changed(
        layout={"engines": 1, "prefill_engines": 2, "link_bytes_per_s": 1e9, "link_latency_us": 0.0},
        workload={"rate": 200.0},
    )
    transfers = simulate(slow).transfers
    alone = transfers["bytes"] / 1e9
    taken = (transfers["end"] - transfers["start"]) / 1e9
    assert (taken >= alone - 1e-6).all()
    assert (taken > 1.5 * alone).any()
    busy = (transfers["end"].max() - transfers["start"].min()) / 1e9
    assert alone.sum() <= busy + 1e-6


def test_arrivals_go_to_the_engine_with_the_fewest_requests() -> None:
    recording = simulate(changed(layout={"engines": 4}, workload={"requests": 8, "rate": 1e6}))
    assert sorted(recording.requests["engine"].tolist()) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_drafts_are_verified_and_counted() -> None:
    recording = simulate(changed(speculation={"draft_tokens": 4, "acceptance": 0.6}, workload={"requests": 64}))
    drafting = recording.slices[recording.slices["drafted"] == 4]
    rate = 0.6
    expected = sum(rate**k for k in range(1, 5))
    assert drafting["accepted"].mean() == pytest.approx(expected, rel=0.1)
    assert (drafting["tokens"] == 5).all()


def test_cheaper_drafts_make_shorter_iterations() -> None:
    times = []
    for cost in (0.0, 0.2):
        recording = simulate(changed(speculation={"draft_tokens": 4, "draft_cost": cost}, workload={"requests": 1}))
        times.append(recording.duration)
    assert times[0] < times[1]


def test_a_prompt_that_can_never_fit_is_rejected_and_the_run_goes_on() -> None:
    recording = simulate(changed(memory={"pages": 12}))
    rejected = np.flatnonzero(recording.requests["outcome"] == Outcome.REJECTED)
    assert len(rejected)
    assert len(rejected) < len(recording.requests)
    needs = recording.events[recording.events["kind"] == Event.REJECT]["amount"]
    usable = recording.pages - recording.pools[0].reserved
    assert (needs > usable).all()
    name = recording.request_names[rejected[0]]
    assert any(f"{name} needs" in note and f"the pool has {usable}" in note for note in recording.notes)


@pytest.mark.parametrize("reservation", list(Reservation))
def test_a_reservation_that_can_never_be_made_is_named_in_full(reservation: Reservation) -> None:
    memory = {"allocator": Allocator.CONTIGUOUS, "reservation": reservation, "pages": 12}
    recording = simulate(changed(memory=memory, model={"max_length": 512}))
    rejected = recording.events[recording.events["kind"] == Event.REJECT]
    assert len(rejected)
    assert (rejected["amount"] > 12).all()


def test_parallel_samples_share_the_prompt_and_copy_on_write() -> None:
    scenario = changed(workload={"samples_per_request": 3, "requests": 12}, memory={"pages": 600})
    recording = simulate(scenario)
    kinds = recording.events["kind"]
    assert (kinds == Event.COPY).sum() > 0
    alone = simulate(changed(scenario, workload={"samples_per_request": 1, "requests": 36}))
    assert len(recording.requests) == len(alone.requests)
    prefilled = recording.slices["tokens"][recording.slices["work"] == Work.PREFILL].sum()
    assert prefilled * 3 == sum(recording.requests["prompt_tokens"])


def test_a_run_can_be_cancelled() -> None:
    class Cancelled(Exception):
        pass

    told = []

    def stop(fraction: float) -> None:
        told.append(fraction)
        raise Cancelled

    with pytest.raises(Cancelled):
        simulate(SMALL, progress=stop)
    assert 0.0 <= told[0] <= 1.0


def test_progress_ends_at_one() -> None:
    told: list[float] = []
    simulate(SMALL, progress=told.append)
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_static_batching_cannot_be_split() -> None:
    with pytest.raises(ValueError, match=r"layout\.prefill_engines"):
        simulate(changed(policy={"batching": Batching.STATIC}, layout={"prefill_engines": 1}))


def test_the_facts_are_all_there() -> None:
    facts = simulate(SMALL).facts
    assert facts["engines"] == 1
    assert facts["prefill_engines"] == 0
    assert facts["static_slots"] == 0
    assert set(facts["contract"]) >= {"ttft_s", "tpot_s", "e2e_s", "deadline_s", "percentile"}
    assert set(facts["speculation"]) >= {"draft_tokens", "acceptance", "draft_cost", "levels", "chances", "rollback"}
    assert facts["page_bytes"] * 16 <= facts["pool_bytes"]


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Small scenarios of every kind, tight ones included."""
    batching = draw(st.sampled_from(list(Batching)))
    allocator = draw(st.sampled_from(list(Allocator)))
    contiguous = allocator is Allocator.CONTIGUOUS
    cache = Cache.NONE if contiguous else draw(st.sampled_from(list(Cache)))
    split = 0 if batching is Batching.STATIC else draw(st.integers(0, 2))
    return changed(
        model={"max_length": draw(st.sampled_from([256, 400, 2048]))},
        memory={
            "allocator": allocator,
            "cache": cache,
            "pages": draw(st.integers(8, 120)),
            "page_tokens": draw(st.sampled_from([1, 4, 16, 32])),
            "watermark": draw(st.sampled_from([0.0, 0.05])),
        },
        policy={
            "batching": batching,
            "order": draw(st.sampled_from(list(QueueOrder))),
            "max_running": draw(st.integers(1, 12)),
            "token_budget": draw(st.sampled_from([16, 64, 512])),
            "long_prefill_threshold": draw(st.sampled_from([0, 32])),
            "reserve_full_prompt": draw(st.booleans()),
        },
        layout={"engines": draw(st.integers(1, 2)), "prefill_engines": split},
        speculation={"draft_tokens": draw(st.sampled_from([0, 0, 3]))},
        workload={
            "requests": draw(st.integers(1, 12)),
            "rate": draw(st.sampled_from([5.0, 500.0])),
            "shared_prefix_tokens": draw(st.sampled_from([0, 48])),
            "samples_per_request": draw(st.sampled_from([1, 1, 2])),
            "turns": draw(st.sampled_from([1, 1, 2])),
        },
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(scenarios())
def test_every_run_ends_and_keeps_its_books(scenario: Scenario) -> None:
    recording = simulate(scenario)
    check(recording, scenario.policy.max_running)
    check_pages(recording)
