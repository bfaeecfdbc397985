"""Workloads: reproducible, shaped as asked, and with token identities that let caches hit."""

from __future__ import annotations

import dataclasses
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.scenario import Arrivals, LengthLaw, Lengths, Model, Policy, QueueOrder, Scenario
from engine.scenario_file import validate
from engine.workloads.presets import presets
from engine.workloads.request_spec import OUTPUT_BASE, FreshTokens, Runs, joined
from engine.workloads.workload import RequestSpec, first_output_token, requests

LONG = Model(max_length=10_000_000)


def scenario(seed: int = 1, model: Model = LONG, policy: Policy | None = None, **workload: Any) -> Scenario:
    base = Scenario(seed=seed, model=model, policy=policy or Policy())
    return dataclasses.replace(base, workload=dataclasses.replace(base.workload, **workload))


def tokens(runs: Runs) -> list[int]:
    return [first + i for first, count in runs for i in range(count)]


def shared_prefix(a: RequestSpec, b: RequestSpec) -> int:
    pairs = zip(tokens(a.prompt), tokens(b.prompt), strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if x != y), min(a.prompt_tokens, b.prompt_tokens))


WORKLOADS = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**40),
        "requests": st.integers(1, 40),
        "users": st.integers(1, 50),
        "tenants": st.integers(1, 3),
        "adapters": st.integers(0, 2),
        "arrivals": st.sampled_from([a for a in Arrivals if a not in (Arrivals.TRACE, Arrivals.CLIENT)]),
        "rate": st.floats(0.01, 1000),
        "variation": st.floats(0.1, 10),
        "shared_prefix_tokens": st.integers(0, 40),
        "prefix_families": st.integers(1, 4),
        "turns": st.integers(1, 5),
        "samples_per_request": st.integers(1, 3),
        "prompt": st.builds(
            Lengths, st.sampled_from(LengthLaw), st.just(20.0), st.floats(0, 2), st.integers(1, 9), st.integers(9, 60)
        ),
    }
)


@given(WORKLOADS)
@settings(max_examples=60)
def test_every_workload_is_sound(drawn: dict[str, Any]) -> None:
    s = scenario(**drawn)
    specs = requests(s).requests
    assert specs == requests(s).requests
    assert len(specs) == s.workload.requests * s.workload.samples_per_request
    assert specs[0].arrival_ns == 0
    assert [r.arrival_ns for r in specs] == sorted(r.arrival_ns for r in specs)
    assert len({r.name for r in specs}) == len(specs)
    for row, spec in enumerate(specs):
        assert spec.prompt_tokens == sum(count for _, count in spec.prompt)
        assert s.workload.output.low <= spec.output_tokens <= s.workload.output.high
        assert not spec.rejected
        if spec.after >= 0:
            before = specs[spec.after]
            assert spec.after < row
            assert before.sample_of == -1
            assert spec.key == before.key
            if s.workload.turns == 1 or spec.name.endswith(".1"):  # a user's next conversation
                assert s.workload.arrivals is Arrivals.CLOSED
                continue
            history = [
                *tokens(before.prompt),
                *range(first := first_output_token(spec.after), first + before.output_tokens),
            ]
            assert tokens(spec.prompt)[: len(history)] == history
        if spec.sample_of >= 0:
            assert spec.prompt == specs[spec.sample_of].prompt
            assert specs[spec.sample_of].sample_of == -1


@given(drawn=WORKLOADS)
@settings(max_examples=30)
def test_no_two_prompts_share_more_than_they_should(drawn: dict[str, Any]) -> None:
    s = scenario(**{**drawn, "turns": 1, "samples_per_request": 1})
    specs = requests(s).requests
    for a, b in itertools.pairwise(specs):
        assert shared_prefix(a, b) in (0, s.workload.shared_prefix_tokens)


def test_arrival_laws() -> None:
    once = requests(scenario(arrivals=Arrivals.AT_ONCE)).requests
    assert {r.arrival_ns for r in once} == {0}
    even = requests(scenario(arrivals=Arrivals.CONSTANT, rate=8.0)).requests
    assert even[10].arrival_ns == 1_250_000_000
    for law, variation in ((Arrivals.POISSON, 1.0), (Arrivals.GAMMA, 4.0), (Arrivals.GAMMA, 0.5)):
        w = requests(scenario(arrivals=law, rate=10.0, variation=variation, requests=20_000)).requests
        gaps = np.diff([r.arrival_ns for r in w]) / 1e9
        assert gaps.mean() == pytest.approx(0.1, rel=0.12)
        assert gaps.std() / gaps.mean() == pytest.approx(variation, rel=0.12)


def test_length_laws() -> None:
    law = Lengths(LengthLaw.LOGNORMAL, 300.0, 0.7, 1, 100_000)
    drawn = np.array([r.prompt_tokens for r in requests(scenario(requests=20_000, prompt=law)).requests])
    assert np.median(drawn) == pytest.approx(300, rel=0.03)
    assert np.log(drawn).std() == pytest.approx(0.7, rel=0.03)
    flat = Lengths(LengthLaw.UNIFORM, 0.0, 0.0, 10, 12)
    assert {r.prompt_tokens for r in requests(scenario(prompt=flat)).requests} == {10, 11, 12}
    fixed = Lengths(LengthLaw.CONSTANT, 64.0, 0.0, 1, 128)
    assert {r.prompt_tokens for r in requests(scenario(prompt=fixed)).requests} == {64}


def test_one_law_does_not_disturb_another() -> None:
    base, faster = requests(scenario()).requests, requests(scenario(rate=40.0)).requests
    assert [r.prompt_tokens for r in base] == [r.prompt_tokens for r in faster]
    assert [r.output_tokens for r in base] == [r.output_tokens for r in faster]
    assert requests(scenario(seed=2)).requests != base


def test_popularity_of_prefix_families_falls_with_rank() -> None:
    w = requests(scenario(requests=3_000, shared_prefix_tokens=100, prefix_families=3)).requests
    counts = np.bincount([r.prompt[0][0] // 100 for r in w], minlength=3)
    assert counts / counts.sum() == pytest.approx(np.array([6, 3, 2]) / 11, abs=0.03)


def test_turns_keep_the_request_rate() -> None:
    w = requests(scenario(requests=4_000, turns=4, rate=10.0)).requests
    starts = [r.arrival_ns for r in w if r.after == -1]
    assert len(starts) == 1_000
    assert np.diff(starts).mean() / 1e9 == pytest.approx(0.4, rel=0.1)
    assert all(r.think_ns > 0 for r in w if r.after >= 0)


def test_priorities_only_when_the_queue_uses_them() -> None:
    assert {r.priority for r in requests(scenario()).requests} == {0}
    ranked = requests(scenario(policy=Policy(order=QueueOrder.PRIORITY))).requests
    assert {r.priority for r in ranked} == {0, 1, 2}


def test_over_the_limit_is_rejected_not_cut() -> None:
    law = Lengths(LengthLaw.CONSTANT, 100.0, 0.0, 1, 100)
    w = requests(scenario(model=Model(max_length=150), prompt=law))
    over = [r for r in w.requests if r.output_tokens > 50]
    assert over
    assert [r for r in w.requests if r.rejected] == over
    assert all(r.prompt_tokens == 100 for r in w.requests)
    assert any(f"{len(over)} requests exceed max_length = 150" in note for note in w.notes)


def test_runs_join_where_they_continue() -> None:
    assert joined(((0, 3),), ((3, 2), (9, 1)), ()) == ((0, 5), (9, 1))


def test_fresh_tokens_never_meet_output_tokens() -> None:
    fresh = FreshTokens()
    first = fresh.take(OUTPUT_BASE - 10)
    assert first == ((0, OUTPUT_BASE - 10),)
    assert fresh.take(20)[0][0] > OUTPUT_BASE + 1_000_000 * 1_000_000
    assert fresh.take(0) == ()


@pytest.mark.parametrize("key", tuple(presets()))
def test_presets_are_valid_and_near_their_medians(key: str) -> None:
    preset = presets()[key]
    assert preset.source
    assert preset.statistics
    s = validate(dataclasses.replace(scenario(), workload=dataclasses.replace(preset.workload, requests=4_000)))
    w = requests(s).requests
    first = [r for r in w if r.after == -1]
    prompts, outputs = np.array([(r.prompt_tokens, r.output_tokens) for r in first]).T
    if preset.workload.ratio:
        assert np.median(prompts + outputs) == pytest.approx(preset.workload.prompt.median, rel=0.1)
        assert prompts.sum() / outputs.sum() == pytest.approx(preset.workload.ratio, rel=0.02)
        return
    own = preset.workload.prompt.median + preset.workload.shared_prefix_tokens
    assert np.median(prompts) == pytest.approx(own, rel=0.1)
    assert np.median([r.output_tokens for r in w]) == pytest.approx(preset.workload.output.median, rel=0.1)


def test_agents_have_the_prompts_of_their_traces() -> None:
    preset = presets()["coding-agents"]
    w = requests(dataclasses.replace(scenario(), workload=preset.workload)).requests
    assert np.median([r.prompt_tokens for r in w]) == pytest.approx(103_659, rel=0.1)


def mooncake(path: Path, rows: list[dict[str, Any]]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def replay(trace: str, limit: int = 256, start: int = 0, max_length: int = 10_000_000, rate: float = 4.0) -> Any:
    return requests(
        scenario(
            model=Model(max_length=max_length),
            arrivals=Arrivals.TRACE,
            trace=trace,
            trace_limit=limit,
            trace_start=start,
            rate=rate,
        )
    )


def test_shared_blocks_are_equal_tokens_up_to_the_prompt(tmp_path: Path) -> None:
    row = {"input_length": 600, "output_length": 5}
    ids = ([0, 1], [0, 1], [0, 2])
    trace = mooncake(tmp_path / "t.jsonl", [{"timestamp": i, **row, "hash_ids": h} for i, h in enumerate(ids)])
    a, b, c = replay(trace).requests
    assert a.prompt_tokens == 600
    assert shared_prefix(a, b) == 600  # 600 tokens, not 2 x 512
    assert shared_prefix(a, c) == 512


def test_a_partial_block_without_an_id_is_unique(tmp_path: Path) -> None:
    row = {"input_length": 600, "output_length": 5, "hash_ids": [7]}
    trace = mooncake(tmp_path / "t.jsonl", [{"timestamp": i, **row} for i in range(2)])
    a, b = replay(trace).requests
    assert a.prompt_tokens == b.prompt_tokens == 600
    assert shared_prefix(a, b) == 512


def test_failed_and_oversized_rows_stay_as_rejected_arrivals(tmp_path: Path) -> None:
    rows = [(0, 100, 20), (1000, 100, 0), (2000, 0, 5), (3000, 100, 5000)]
    trace = mooncake(
        tmp_path / "t.jsonl", [{"timestamp": t, "input_length": i, "output_length": o} for t, i, o in rows]
    )
    w = replay(trace, max_length=4096)
    assert [bool(r.rejected) for r in w.requests] == [False, True, True, True]
    assert [r.arrival_ns // 10**9 for r in w.requests] == [0, 1, 2, 3]
    assert w.requests[3].prompt_tokens == 100
    text = " ".join(w.notes)
    for part in ("4 rows read = 2 used + 2 set aside", "failed: no output tokens", "1 requests exceed max_length"):
        assert part in text


def test_a_trace_without_times_gets_labelled_arrivals(tmp_path: Path) -> None:
    file = tmp_path / "lengths.csv"
    file.write_text("num_prefill_tokens,num_decode_tokens\n" + "10,5\n" * 300)
    w = replay(str(file), limit=300, rate=50.0)
    assert len({r.arrival_ns for r in w.requests}) == 300
    assert any("arrivals are generated: Poisson at 50/s" in note for note in w.notes)
    assert w == replay(str(file), limit=300, rate=50.0)


def test_asking_for_more_than_there_is_is_said(tmp_path: Path) -> None:
    trace = mooncake(tmp_path / "t.jsonl", [{"timestamp": 0, "input_length": 10, "output_length": 20}])
    w = replay(trace)
    assert w.requests[0].output_tokens == 20
    assert any("256 rows were asked for, the file has 1" in note for note in w.notes)
