"""Traces as scenarios send them: exactly as recorded by default, and with every change named."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.ledgers import measure
from engine.memory.cache_key import CacheKey
from engine.scenario import Arrivals, Cache, Memory, Model, Policy, Scenario
from engine.scenario_file import ScenarioError, apply_settings, dumps, loads, validate
from engine.simulate import simulate
from engine.traces import saved
from engine.workloads.replay import trace_import
from engine.workloads.request_spec import RequestSpec, Runs, Workload
from engine.workloads.trace_plan import Replay, TraceColumns, Waiting
from engine.workloads.workload import requests

TRACES = Path(__file__).parents[3] / "shared" / "traces"
SECOND = 1_000_000_000


def scenario(trace: Path | str, limit: int = 256, rate: float = 4.0, seed: int = 1, **replay: Any) -> Scenario:
    base = Scenario(seed=seed, model=Model(max_length=10_000_000), policy=Policy(max_running=256))
    workload = dataclasses.replace(
        base.workload,
        arrivals=Arrivals.TRACE,
        trace=str(trace),
        trace_limit=limit,
        rate=rate,
        replay=Replay(**replay),
    )
    return dataclasses.replace(base, workload=workload, memory=Memory(cache=Cache.HASH, pages=100_000))


def table(path: Path, rows: list[tuple[float, int, int]], header: str = "t_s,in,out") -> Path:
    path.write_text(header + "\n" + "".join(f"{t},{i},{o}\n" for t, i, o in rows))
    return path


def seconds(workload: Workload) -> list[float]:
    return [spec.arrival_ns / SECOND for spec in workload.requests]


def told(workload: Workload) -> str:
    return " | ".join(workload.notes)


def ids(runs: Runs) -> list[int]:
    return [first + i for first, count in runs for i in range(count)]


def common(a: RequestSpec, b: RequestSpec) -> int:
    pairs = zip(ids(a.prompt), ids(b.prompt), strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if x != y), min(a.prompt_tokens, b.prompt_tokens))


def test_gaps_are_cut_before_the_speed_is_applied(tmp_path: Path) -> None:
    trace = table(tmp_path / "t.csv", [(0, 10, 1), (1, 10, 1), (86401, 10, 1)])
    assert seconds(requests(scenario(trace))) == [0, 1, 86401]
    cut = requests(scenario(trace, longest_gap_s=60.0, speed=10.0))
    assert seconds(cut) == [0, 0.1, 6.1]
    assert "1 gap of 86,400 s cut to 60 s: figures that depend on absolute time are not those" in told(cut)
    assert "divided by 10" in told(cut)


def test_equal_stamps_are_spread_only_on_request(tmp_path: Path) -> None:
    trace = table(tmp_path / "t.csv", [(862, 266, 9), (862, 166, 9), (862, 50, 9), (864, 60, 9), (867, 70, 9)])
    plain = requests(scenario(trace))
    assert seconds(plain) == [0, 0, 0, 2, 5]
    spread = requests(scenario(trace, spread=True))
    assert [spec.prompt_tokens for spec in spread.requests] == [266, 166, 50, 60, 70]
    times = seconds(spread)
    assert times[0] == 0
    assert 0 < times[1] < times[2] < 1
    assert spread == requests(scenario(trace, spread=True))
    assert "spread at random over the grain of their stamps, 1 s (seed 1)" in told(spread)


def test_laps_repeat_the_rows_later_and_without_their_prefixes(tmp_path: Path) -> None:
    rows = [{"timestamp": t, "input_length": 600, "output_length": 5, "hash_ids": [0, 1]} for t in (0, 1000, 2000)]
    trace = tmp_path / "t.jsonl"
    trace.write_text("".join(json.dumps(row) + "\n" for row in rows))
    w = requests(scenario(trace, laps=2))
    assert seconds(w) == [0, 1, 2, 3, 4, 5]
    assert [common(w.requests[0], spec) for spec in w.requests] == [600, 600, 600, 0, 0, 0]
    assert common(w.requests[3], w.requests[5]) == 600
    assert "2 laps of the rows, 6 requests" in told(w)
    assert len({spec.name for spec in w.requests}) == 6


def test_the_busiest_rows_are_named(tmp_path: Path) -> None:
    times = [0, 100, 200, 300, 301, 302, 303, 400, 500]
    trace = table(tmp_path / "t.csv", [(t, 10 + i, 5) for i, t in enumerate(times)])
    w = requests(scenario(trace, limit=4, busiest=True))
    assert [spec.prompt_tokens for spec in w.requests] == [13, 14, 15, 16]
    assert "the busiest 4 of 9 rows" in told(w)
    assert "after the first 3" in told(w)
    assert "(lines 5 to 8)" in told(w)
    few = requests(scenario(trace, limit=100, busiest=True))
    assert len(few.requests) == 9
    assert "no more than 100 rows" in told(few)


def test_the_busiest_rows_do_not_straddle_a_step_back_in_time(tmp_path: Path) -> None:
    trace = table(tmp_path / "t.csv", [(t, 10, 5) for t in (100, 200, 0, 50, 90)])
    assert trace_import(scenario(trace, limit=2, busiest=True)).report.rows_skipped == 3


def test_longer_outputs_and_requests_are_cut_only_on_request(tmp_path: Path) -> None:
    trace = table(tmp_path / "t.csv", [(0, 100, 5000), (1, 100, 20), (2, 9000, 7)])
    small = dataclasses.replace(scenario(trace), model=Model(max_length=4096))
    plain = requests(small)
    assert [bool(spec.rejected) for spec in plain.requests] == [True, False, True]
    assert [spec.prompt_tokens for spec in plain.requests] == [100, 100, 9000]
    cut = requests(dataclasses.replace(scenario(trace, cut=True), model=Model(max_length=4096)))
    assert [(s.prompt_tokens, s.output_tokens) for s in cut.requests] == [(100, 3996), (100, 20), (4095, 1)]
    assert [sum(count for _, count in s.prompt) for s in cut.requests] == [100, 100, 4095]
    assert "2 requests are cut to max_length = 4,096 (first at 2, 4)" in told(cut)
    short = requests(scenario(trace, longest_output=10))
    assert [spec.output_tokens for spec in short.requests] == [10, 10, 7]
    assert "outputs of 2 requests are cut to 10 tokens (first at 2, 3)" in told(short)


CALLS = [
    {"t": 0, "type": "n", "in": 128, "out": 10, "hash_ids": [1, 2], "api_time": 40, "think_time": 0},
    {"t": 50, "type": "n", "in": 192, "out": 10, "hash_ids": [1, 2, 3], "api_time": 5, "think_time": 10},
]


def conversation(name: str, calls: list[dict[str, Any]]) -> str:
    return json.dumps({"id": name, "block_size": 64, "hash_id_scope": "local", "requests": calls}) + "\n"


def test_think_time_does_not_hold_the_old_servers_work(tmp_path: Path) -> None:
    trace = tmp_path / "c1.json"
    trace.write_text(conversation("c1", CALLS))
    closed = scenario(trace)
    specs = requests(closed).requests
    assert (specs[1].after, specs[1].think_ns) == (0, 10 * SECOND)
    rows = simulate(closed).requests
    assert rows["arrival"][1] == rows["finish"][0] + 10 * SECOND
    assert rows["hit_tokens"][1] == 128
    opened = scenario(trace, conversations=Waiting.OPEN_LOOP)
    assert list(simulate(opened).requests["arrival"]) == [0, 50 * SECOND]
    assert "closed loop" in told(requests(closed))
    assert "open loop" in told(requests(opened))
    without = [{k: v for k, v in call.items() if k != "think_time"} for call in CALLS]
    trace.write_text(conversation("c1", without))
    gap = requests(closed)
    assert gap.requests[1].think_ns == 10 * SECOND  # 50 s between the starts less 40 s of service
    assert "an upper bound" in told(gap)
    capped = requests(scenario(trace, longest_gap_s=4.0))
    assert capped.requests[1].think_ns == 4 * SECOND


def test_two_conversations_share_nothing(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.json").write_text(conversation(name, [{**CALLS[0], "in": 64, "hash_ids": [1]}]))
    lines = tmp_path / "both.jsonl"
    lines.write_text("".join((tmp_path / f"{name}.json").read_text() for name in "ab"))
    for trace in (tmp_path, lines):
        w = requests(scenario(trace, rate=0.1))
        assert len(w.requests) == 2
        assert common(*w.requests) == 0
        assert w.requests[0].arrival_ns == 0 < w.requests[1].arrival_ns
        assert "2 conversations start at generated times: Poisson at 0.1/s" in told(w)
    shared = lines.read_text().replace('"local"', '"global"')
    lines.write_text(shared)
    assert common(*requests(scenario(lines)).requests) == 64


def test_models_of_one_conversation_keep_their_state_apart(tmp_path: Path) -> None:
    trace = tmp_path / "m.json"
    calls = [{**CALLS[0], "t": 60 * i, "model": model} for i, model in enumerate("aba")]
    trace.write_text(conversation("m", calls))
    s = scenario(trace)
    assert [spec.key for spec in requests(s).requests] == [CacheKey(model=m) for m in "aba"]
    assert list(simulate(s).requests["hit_tokens"]) == [0, 0, 112]


def test_sessions_of_calls_with_tools_between_them(tmp_path: Path) -> None:
    call = {"input_toks": 32, "output_toks": 5, "input_tok_ids": list(range(32)), "tool_duration_ns": 2 * SECOND}
    rows: list[dict[str, Any]] = [
        {"session_id": "a", "arrival_time_ns": 5, "sub_requests": [call, {**call, "tool_duration_ns": 0}]},
        {"arrival_time_ns": 1_000_000_005, "input_toks": 40, "output_toks": 5},
    ]
    trace = tmp_path / "s.jsonl"
    trace.write_text("".join(json.dumps(row) + "\n" for row in rows))
    w = requests(scenario(trace))
    assert [(s.arrival_ns, s.after, s.think_ns) for s in w.requests] == [
        (0, -1, 0),
        (SECOND, -1, 0),
        (2 * SECOND, 0, 2 * SECOND),
    ]
    assert common(w.requests[0], w.requests[2]) == 32
    assert common(w.requests[0], w.requests[1]) == 0


def test_columns_named_in_a_scenario(tmp_path: Path) -> None:
    trace = table(tmp_path / "t.csv", [(0, 7, 8), (1500, 9, 10)], "when,question,answer")
    text = f"""
[workload]
arrivals = "trace"
trace = "{trace}"
columns = {{arrival = "when", prompt = "question", output = "answer", unit = "ms"}}
"""
    s = loads(text)
    assert s.workload.columns == TraceColumns("when", "question", "answer", "", "ms")
    assert seconds(requests(s)) == [0, 1.5]
    assert loads(dumps(s)) == s
    assert "times in ms (declared by the user)" in told(requests(s))
    with pytest.raises(ScenarioError) as caught:
        apply_settings(s, ["workload.columns.prompt="])
    assert caught.value.field == "workload.columns.prompt"
    with pytest.raises(ScenarioError) as caught:
        validate(scenario(trace, speed=0.0))
    assert caught.value.field == "workload.replay.speed"


@pytest.mark.parametrize("name", ["trace_0277.json", "trace_0332.json", "trace_0460.json", "trace_0091.json"])
def test_recorded_conversations_find_their_prefixes_again(name: str) -> None:
    file = TRACES / "kv_cache_tester_agentic" / name
    if not file.exists():
        pytest.skip("no trace samples beside the checkout")
    imported = trace_import(scenario(file))
    w = requests(scenario(file, conversations=Waiting.OPEN_LOOP))
    known: set[tuple[str, int | str]] = set()
    for row, (request, spec) in enumerate(zip(imported.requests, w.requests, strict=True)):
        assert request.prompt_tokens == sum(count for _, count in spec.prompt)
        assert len(request.blocks) == request.prompt_tokens // 64
        before = [common(spec, other) for other in w.requests[max(0, row - 3) : row]]
        assert all(tokens % 64 == 0 for tokens in before)
        known.update((request.model, block) for block in request.blocks)
    assert len(known) < sum(len(request.blocks) for request in imported.requests) / 2


def test_ragpulse_pieces_are_prefixes_of_their_own_lengths() -> None:
    file = TRACES / "ragpulse" / "0_trace.first3000.jsonl"
    if not file.exists():
        pytest.skip("no trace samples beside the checkout")
    imported = trace_import(scenario(file, limit=3000))
    chains: set[tuple[int | str, ...]] = set()
    hits = pieces = 0
    for request in imported.requests:
        assert 0 <= request.prompt_tokens - sum(request.lengths) <= 12  # separators, says their documentation
        heads = [request.blocks[: i + 1] for i in range(len(request.blocks))]
        hits += sum(head in chains for head in heads)
        pieces += len(heads)
        chains.update(heads)
    assert hits / pieces == pytest.approx(0.181, abs=0.0005)
    w = requests(scenario(file, limit=300))
    first = imported.requests[0].lengths[0]
    assert max(common(w.requests[0], other) for other in w.requests[1:]) >= first


def test_a_saved_trace_has_the_same_hits_to_the_token(tmp_path: Path) -> None:
    file = TRACES / "mooncake_fast25" / "conversation_trace.first3400.jsonl"
    if not file.exists():
        pytest.skip("no trace samples beside the checkout")
    copy = tmp_path / "copy.jsonl"
    copy.write_text(saved(trace_import(scenario(file, limit=40))))
    first, second = (simulate(scenario(trace, limit=40)).requests for trace in (file, copy))
    assert first["hit_tokens"].sum() > 0
    for column in ("arrival", "finish", "prompt_tokens", "hit_tokens"):
        assert (first[column] == second[column]).all()


def test_failed_requests_arrive_and_are_rejected_but_have_no_lengths(tmp_path: Path) -> None:
    trace = tmp_path / "burst.csv"
    trace.write_text(
        "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
        "5,ChatGPT,472,18,490,Conversation log\n9,ChatGPT,0,0,0,Conversation log\n12,GPT-4,300,0,300,API log\n"
    )
    sheet = {row.quantity.key: row.value for row in measure(simulate(scenario(trace))).rows}
    assert sheet["request.requests"] == 3
    assert sheet["request.rejected_share"] == pytest.approx(2 / 3)
    assert (sheet["request.prompt_mean"], sheet["request.output_mean"]) == (472, 18)
    assert sheet["request.output_p50"] == 18


@pytest.mark.parametrize("law", ["poisson", "constant", "gamma", "on-off", "at-once"])
def test_arrivals_that_a_file_does_not_have_follow_a_law(tmp_path: Path, law: str) -> None:
    trace = tmp_path / "lengths.csv"
    trace.write_text("num_prefill_tokens,num_decode_tokens\n" + "10,5\n" * 50)
    w = requests(scenario(trace, rate=2.0, generated=law))
    other = dataclasses.replace(scenario(trace, rate=2.0).workload, arrivals=Arrivals(law), requests=50)
    assert seconds(w) == seconds(requests(dataclasses.replace(scenario(trace), workload=other)))
    assert "arrivals are generated: " in told(w)
    assert told(w).count("seed 1") == 1


def test_users_take_the_requests_of_a_file_without_times_in_turn(tmp_path: Path) -> None:
    trace = tmp_path / "lengths.csv"
    trace.write_text("num_prefill_tokens,num_decode_tokens\n" + "".join(f"{10 + i},5\n" for i in range(12)))
    base = scenario(trace, generated="closed-loop")
    s = dataclasses.replace(base, workload=dataclasses.replace(base.workload, users=4, think_s=0.5))
    w = requests(s)
    assert "4 users with pauses of 0.5 s" in told(w)
    followers = [spec for spec in w.requests if spec.after >= 0]
    assert len(followers) == 8
    rows = simulate(s).requests
    for row, spec in enumerate(w.requests):
        if spec.after >= 0:
            assert spec.think_ns > 0
            assert spec.prompt_tokens == w.requests[spec.after].prompt_tokens + 4
            assert rows["arrival"][row] == rows["finish"][spec.after] + spec.think_ns


def test_users_have_one_recorded_conversation_after_the_other(tmp_path: Path) -> None:
    trace = tmp_path / "many.jsonl"
    trace.write_text("".join(conversation(f"c{i}", CALLS) for i in range(6)))
    base = scenario(trace, generated="closed-loop")
    s = dataclasses.replace(base, workload=dataclasses.replace(base.workload, users=2, think_s=1.0))
    rows = simulate(s).requests
    moments = np.sort(rows["arrival"])
    outstanding = [int(((rows["arrival"] <= t) & (rows["finish"] > t)).sum()) for t in moments]
    assert max(outstanding) <= 2
    assert len([spec for spec in requests(s).requests if spec.after < 0]) == 2
