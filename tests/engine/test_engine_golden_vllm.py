"""The scheduler logs of vLLM 0.33.0, replayed: every field of every step, and every total."""

from __future__ import annotations

import hashlib
import json

import pytest
from golden_replay import GOLDEN, Replay, read_log

from engine.recording import Event

LOGS = sorted(path.stem for path in GOLDEN.glob("vllm_*.jsonl") if "requests" in read_log(path.stem)[0])


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
    queue = replay.allocator.free_queue()
    assert totals == {
        "steps": len(rows),
        "tokens": sum(sum(row["sched"].values()) for row in rows),
        "preempt": kinds.count(Event.PREEMPT),
        "hits": sum(sum(row.get("hit_tokens", {}).values()) for row in rows),
        "evicted": kinds.count(Event.EVICT),
        "free_queue_tail_sha1": hashlib.sha1(json.dumps(queue).encode()).hexdigest(),
        "final_free_queue": queue,
        "final_cached": replay.allocator.cached_keys,
        "finished": kinds.count(Event.FINISH),
    }


def test_all_nine_logs_are_replayed() -> None:
    assert len(LOGS) >= 9
