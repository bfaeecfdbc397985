"""The nine scheduler logs of vLLM 0.33.0, replayed field by field."""

from __future__ import annotations

import pytest
from golden_replay import Replay, read_log

from engine.recording import Event

LOGS = (
    "vllm_basic_fcfs",
    "vllm_prefix_shared",
    "vllm_evict_lru",
    "vllm_preempt_nocache",
    "vllm_preempt_cache",
    "vllm_multi_turn",
    "vllm_chunk_long",
    "vllm_spec_ngram",
    "vllm_priority",
)


@pytest.mark.parametrize("name", LOGS)
def test_every_step_of_the_log_is_reproduced(name: str) -> None:
    header, expected, _ = read_log(name)
    assert list(Replay(header).steps()) == expected


@pytest.mark.parametrize("name", LOGS)
def test_the_log_ends_with_the_same_queue_and_the_same_totals(name: str) -> None:
    header, _, totals = read_log(name)
    replay = Replay(header)
    rows = list(replay.steps())
    kinds = [event[9] for event in replay.recorder.events]
    assert sum(sum(row["sched"].values()) for row in rows) == totals["tokens"]
    assert kinds.count(Event.PREEMPT) == totals["preempt"]
    assert kinds.count(Event.EVICT) == totals["evicted"]
    assert kinds.count(Event.FINISH) == totals["finished"]
    assert sum(sum(row.get("hit_tokens", {}).values()) for row in rows) == totals["hits"]
    assert replay.allocator.free_queue() == totals["final_free_queue"]
