"""Speculation: the exact law against runs, what drafting and verifying cost, and how rejections are undone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import prod, sqrt

import numpy as np
import pytest
from driving import Bench
from hypothesis import given
from hypothesis import strategies as st

from engine.costs.cost import CostModel
from engine.drafting.draft_cost import DraftCost
from engine.drafting.rollback import rollback_kind, snapshots
from engine.drafting.speculation import SeededAcceptance
from engine.drafting.speculation_counts import draft_counts
from engine.drafting.speculation_law import draft_plan
from engine.memory.tokens import TokenContent
from engine.models.memory_facts import memory_facts
from engine.recording import SLICE_DTYPE, Outcome, Recording, Work
from engine.scenario import (
    Arrivals,
    Batching,
    Drafting,
    Lengths,
    Model,
    Policy,
    Rollback,
    Scenario,
    Speculation,
    Workload,
)
from engine.scenario_file import ScenarioError, loads
from engine.scheduling.job import Job
from engine.scheduling.step import Load
from engine.simulate import simulate

TREE = Speculation(draft_tokens=3, method=Drafting.TREE, widths=(4, 2, 1), acceptance=0.5)
BY_POSITION = Speculation(draft_tokens=4, acceptance_by_position=(0.9, 0.7, 0.4))

speculations = st.builds(
    Speculation,
    draft_tokens=st.integers(1, 4),
    method=st.sampled_from(Drafting),
    widths=st.lists(st.integers(1, 3), min_size=1, max_size=4).map(tuple),
    acceptance=st.floats(0, 1),
    acceptance_by_position=st.lists(st.floats(0, 1), max_size=4).map(tuple),
)


@given(speculations)
def test_the_expectation_is_that_of_every_outcome_weighed(speculation: Speculation) -> None:
    """All ways in which candidates can be accepted, one by one."""
    plan = draft_plan(speculation)
    expected = 0.0
    for passed in product((True, False), repeat=plan.depth):
        weight = prod(c if yes else 1 - c for yes, c in zip(passed, plan.chances, strict=True))
        accepted = passed.index(False) if False in passed else plan.depth
        expected += weight * (1 + accepted)
    assert plan.expected_tokens == pytest.approx(expected)
    assert sum(plan.accepted_law) == pytest.approx(1)
    mean = sum(count * chance for count, chance in enumerate(plan.accepted_law))
    assert plan.expected_tokens == pytest.approx(1 + mean)


def test_a_chain_of_equal_chances_yields_the_geometric_sum() -> None:
    plan = draft_plan(Speculation(draft_tokens=5, acceptance=0.8))
    assert plan.levels == (1,) * 5
    assert plan.expected_tokens == pytest.approx((1 - 0.8**6) / (1 - 0.8))
    assert draft_plan(Speculation()).nodes == 0


def test_a_tree_passes_a_position_unless_all_its_candidates_fail() -> None:
    plan = draft_plan(TREE)
    assert plan.levels == (4, 8, 8)
    assert plan.starts == (1, 4, 8)
    assert plan.chances == pytest.approx((1 - 0.5**4, 1 - 0.5**2, 0.5))
    assert [plan.whole_levels(drafts) for drafts in (0, 3, 4, 11, 12, 20)] == [0, 0, 1, 1, 2, 3]
    assert [plan.touched_levels(drafts) for drafts in (0, 1, 4, 5, 12, 20)] == [0, 1, 1, 2, 2, 3]


def run(speculation: Speculation) -> Recording:
    return simulate(
        Scenario(
            model=Model(card="llama2-7b", max_length=2048),
            speculation=speculation,
            policy=Policy(batching=Batching.CHUNKED, max_running=16),
            workload=Workload(requests=40, rate=50.0, output=Lengths(median=300.0, spread=0.3, high=600)),
        )
    )


def whole_rounds(recording: Recording, plan_depth: int, nodes: int) -> np.ndarray:
    """Accepted drafts of the verifications that had room for all their drafts before the end of the answer.

    Whether a round starts at a position does not depend on the luck from there on, so this choice is fair.
    """
    slices = recording.slices
    order = np.argsort(slices["request"], kind="stable")
    rows = slices[order]
    before = np.zeros(len(rows), dtype=np.int64)
    same = rows["request"][1:] == rows["request"][:-1]
    before[1:][same] = rows["outputs"][:-1][same]
    room = recording.requests["output_tokens"][rows["request"]] - before > plan_depth
    return rows["accepted"][room & (rows["drafted"] == nodes) & (rows["work"] == Work.DECODE)]


@pytest.mark.parametrize(
    "speculation",
    [Speculation(draft_tokens=3, acceptance=0.6), Speculation(draft_tokens=6, acceptance=0.85), BY_POSITION, TREE],
)
def test_runs_yield_what_the_law_expects(speculation: Speculation) -> None:
    plan = draft_plan(speculation)
    accepted = whole_rounds(run(speculation), plan.depth, plan.nodes)
    assert len(accepted) > 2000
    error = accepted.std(ddof=1) / sqrt(len(accepted))
    assert abs(1 + accepted.mean() - plan.expected_tokens) < 4 * error
    seen = np.bincount(accepted, minlength=plan.depth + 1) / len(accepted)
    for share, chance in zip(seen, plan.accepted_law, strict=True):
        assert abs(share - chance) < 4 * sqrt(max(chance * (1 - chance), 1e-12) / len(accepted))


def test_only_whole_levels_of_a_cut_tree_count() -> None:
    accept = SeededAcceptance(draft_plan(replace(TREE, acceptance=1.0)), seed=1)
    job = Job(0, TokenContent([(0, 8)], 100), 8, 400)
    assert accept(job, 20) == 0, "nobody has drafted for a request that is still in its prompt"
    job.decoding = True
    assert [accept(job, drafts) for drafts in (3, 4, 11, 12, 20)] == [0, 1, 1, 2, 3]


@pytest.mark.parametrize(
    ("accepted", "tokens", "per_position"), [(3, 4, (1, 1, 1)), (1, 2, (1, 0, 0)), (0, 1, (0, 0, 0))]
)
def test_a_verification_is_counted_by_position(accepted: int, tokens: int, per_position: tuple[int, ...]) -> None:
    bench = Bench(draft_tokens=3, accept=lambda job, drafts: min(accepted, drafts))
    bench.add(80)
    bench.step()
    bench.step()
    slices = np.zeros(2, dtype=SLICE_DTYPE)
    slices["work"] = [row[7] for row in bench.recorder.slices]
    slices["drafted"] = [row[5] for row in bench.recorder.slices]
    slices["accepted"] = [row[6] for row in bench.recorder.slices]
    counts = draft_counts(slices)
    assert (counts.verifications, counts.drafted, counts.accepted) == (1, 3, accepted)
    assert (counts.tokens, counts.per_position) == (tokens, per_position)
    assert counts.rejections == (accepted < 3)


@pytest.mark.parametrize(("accepted", "cached"), [(3, 6), (0, 5)])
def test_a_finished_request_leaves_pages_completed_by_accepted_drafts_only(accepted: int, cached: int) -> None:
    bench = Bench(caching=True, draft_tokens=3, accept=lambda job, drafts: min(accepted, drafts))
    bench.add(80, outputs=17 if accepted else 16)
    bench.run()
    assert bench.allocator.cached_keys == cached


def test_a_prompt_chunk_carries_no_drafts() -> None:
    bench = Bench(draft_tokens=3, budget=50, accept=lambda job, drafts: drafts)
    bench.add(80, outputs=9)
    assert [bench.step() for _ in range(3)] == [[50], [30], [4]]
    assert [row[5] for row in bench.recorder.slices] == [0, 0, 3]


def load(drafts: int, sequences: int = 8, context: int = 8000, prefill: tuple[tuple[int, int], ...] = ()) -> Load:
    tokens = sequences * (1 + drafts)
    return Load(list(prefill), context, tokens, sequences, sequences if drafts else 0, drafts, 0, tokens)


def test_a_share_is_of_plain_steps_as_many_as_positions_are_drafted() -> None:
    scenario = Scenario(speculation=replace(TREE, draft_cost=0.1))
    cost = CostModel(scenario)
    plain = cost.iteration((), 8000, 8, 8)
    drafted = DraftCost(scenario, cost).of(load(draft_plan(TREE).nodes))
    assert drafted is not None
    assert drafted.picoseconds == pytest.approx(0.3 * plain.picoseconds, rel=1e-6)
    assert DraftCost(scenario, cost).of(load(0)) is None


def test_a_draft_model_is_timed_by_its_own_card_and_computes_prompts_too() -> None:
    scenario = Scenario(model=Model(card="llama2-7b"), speculation=Speculation(draft_tokens=4, draft_model="gpt2"))
    target = CostModel(scenario)
    drafting = DraftCost(scenario, target)
    chain, longer = drafting.of(load(2)), drafting.of(load(4))
    assert chain is not None
    assert longer is not None
    assert longer.picoseconds == pytest.approx(2 * chain.picoseconds, rel=0.01)
    assert longer.weight_bytes == pytest.approx(2 * chain.weight_bytes)
    assert 0 < chain.picoseconds < target.iteration((), 8000, 8, 8).picoseconds
    prompt = drafting.of(load(0, prefill=((256, 0),)))
    assert prompt is not None
    assert prompt.flops > 0
    larger = DraftCost(replace(scenario, speculation=replace(scenario.speculation, draft_model="gpt2-xl")), target)
    assert (larger.of(load(4)) or chain).picoseconds > longer.picoseconds


def speedup(slots: int, batch_limit: int = 0) -> float:
    """Run time without drafts over run time with them, everything queued at the start."""
    base = Scenario(
        model=Model(card="llama2-7b", max_length=512),
        policy=Policy(batching=Batching.CHUNKED, max_running=slots),
        workload=Workload(
            requests=2 * slots,
            arrivals=Arrivals.AT_ONCE,
            prompt=Lengths(median=32.0, high=64),
            output=Lengths(median=60.0, spread=0.2, high=90),
        ),
    )
    drafts = Speculation(draft_tokens=5, acceptance=0.7, draft_cost=0.02, batch_limit=batch_limit)
    return simulate(base).duration / simulate(replace(base, speculation=drafts)).duration


def test_drafts_pay_at_small_batch_and_not_at_large_batch() -> None:
    small, large = speedup(1), speedup(192)
    assert small > 1.5
    assert large < 0.6 * small


def test_with_a_batch_limit_a_crowded_engine_drafts_nothing() -> None:
    assert speedup(1, batch_limit=8) == speedup(1)
    assert speedup(192) < 1 < speedup(192, batch_limit=8)
    crowded = simulate(Scenario(speculation=Speculation(draft_tokens=3, batch_limit=4), workload=Workload(rate=20.0)))
    verified = crowded.slices[crowded.slices["drafted"] > 0]
    assert 0 < len(verified) < (crowded.slices["work"] == Work.DECODE).sum()


HYBRID = Scenario(
    model=Model(card="qwen3-next-80b-a3b", max_length=1024),
    speculation=Speculation(draft_tokens=3, acceptance=0.5),
    workload=Workload(
        requests=6, rate=20.0, prompt=Lengths(median=40.0, high=80), output=Lengths(median=40.0, high=60)
    ),
)
HYBRID = replace(HYBRID, hardware=replace(HYBRID.hardware, card="b300-sxm"))


def test_how_a_rejection_is_undone_follows_from_the_kinds_of_state() -> None:
    replay = replace(HYBRID, speculation=replace(HYBRID.speculation, rollback=Rollback.REPLAY))
    paged = replace(HYBRID, model=Model(card="llama2-7b"))
    assert [rollback_kind(s) for s in (Scenario(), paged, HYBRID, replay)] == ["none", "trim", "snapshot", "replay"]
    assert [snapshots(s) for s in (Scenario(), paged, HYBRID, replay)] == [0, 0, 3, 1]


def test_replay_takes_time_where_snapshots_take_memory() -> None:
    kept = simulate(HYBRID)
    again = simulate(replace(HYBRID, speculation=replace(HYBRID.speculation, rollback=Rollback.REPLAY)))
    assert (again.requests["outcome"] == Outcome.FINISHED).all()
    assert again.iterations["flops"].sum() > kept.iterations["flops"].sum()
    assert again.duration > kept.duration
    assert draft_counts(again.slices).replayed > 0


def test_a_draft_model_and_snapshots_take_memory_from_the_pages() -> None:
    plain = replace(Scenario(), speculation=Speculation(draft_tokens=4))
    drafted = replace(plain, speculation=replace(plain.speculation, draft_model="gpt2"))
    alone, both = memory_facts(plain), memory_facts(drafted)
    assert both["draft_weight_bytes"] == pytest.approx(2 * 124e6, rel=0.03)
    assert both["weight_bytes"] == alone["weight_bytes"]
    assert both["page_bytes"] == alone["page_bytes"] + 16 * 36_864  # the card's own bytes per token of GPT-2
    assert both["pool_bytes"] < alone["pool_bytes"]
    off = replace(HYBRID, speculation=Speculation())
    kept, none = memory_facts(HYBRID), memory_facts(off)
    assert kept["fixed_state_bytes_per_request"] == pytest.approx(4 * none["fixed_state_bytes_per_request"])


def test_lists_and_cards_of_a_scenario_are_checked() -> None:
    read = loads(
        '[speculation]\ndraft_tokens = 3\nmethod = "tree"\nwidths = [4, 2]\nacceptance_by_position = [0.9, 0.5]'
    )
    assert read.speculation.widths == (4, 2)
    assert read.speculation.acceptance_by_position == (0.9, 0.5)
    for text, named in (
        ("acceptance_by_position = [0.9, 1.5]", "acceptance_by_position"),
        ("widths = 3", "widths"),
        ('draft_model = "gpt9"', "draft_model"),
        ('draft_tokens = 8\nmethod = "tree"\nwidths = [4]', "87,380 drafts"),
    ):
        with pytest.raises(ScenarioError, match=named):
            loads(f"[speculation]\n{text}")
