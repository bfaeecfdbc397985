"""The engine against a naive model of the same rules, on workloads that nobody has recorded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from golden_replay import Replay, read_log
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_scheduler import NaiveScheduler
from random_logs import random_header
from test_engine_golden_vllm import LOGS

SEEDS = st.integers(0, 1 << 32)


@pytest.mark.parametrize("name", LOGS)
def test_the_naive_model_gives_what_was_recorded(name: str) -> None:
    header, expected, totals = read_log(name)
    model = NaiveScheduler(header)
    assert list(model.steps()) == expected
    assert model.pool.queue == totals["final_free_queue"]


@given(SEEDS)
@settings(max_examples=250, deadline=None)
def test_every_step_of_any_workload_is_that_of_the_naive_model(seed: int) -> None:
    header = random_header(seed)
    engine, model = Replay(header), NaiveScheduler(header)
    for row, expected in zip(engine.steps(), model.steps(), strict=True):
        assert row == expected
        assert engine.allocator.free_queue() == model.pool.queue
        assert engine.allocator.references() == {page: n for page, n in enumerate(model.pool.holders) if n}


def rows_of(seeds: range) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for seed in seeds:
        header = random_header(seed)
        for row in NaiveScheduler(header).steps():
            yield header["params"], row


def test_the_workloads_combine_what_no_log_combines() -> None:
    """The property above would hold of workloads in which nothing happens."""
    seen = set()
    for params, row in rows_of(range(300)):
        drafts, capped = params["num_speculative_tokens"] > 0, params["long_prefill_token_threshold"] > 0
        cached, ranked = params["enable_prefix_caching"], params["policy"] == "priority"
        hit = any(row.get("hit_tokens", {}).values())
        preempted = "preempt" in row
        seen |= {("watermark, cache and priority", params["watermark"] > 0 and cached and ranked and preempted)}
        seen |= {("drafts and cache", drafts and hit), ("drafts and preemption", drafts and preempted)}
        seen |= {("threshold and preemption", capped and preempted), ("hits by rank", ranked and hit)}
        seen |= {
            (
                "drafts of a late comer",
                any(row["sched"][n] > 1 for n in row.get("spec", {}) if n in row.get("admit", ())),
            )
        }
    assert {name for name, happened in seen if happened} == {name for name, _ in seen}
