"""How much history the engine replays per second of CPU time, on the workload that Vidur publishes for its own speed.

Uniform 64 to 1,024 tokens per request, prompt : output = 4 : 1, 10,000 requests, Poisson at 6.45/s, chunks of 512
tokens, at most 128 running; Llama-3.1-8B on one A100 80GB. Each figure is the best of five runs in one process: the
first ones also pay the operating system for fresh memory. A rate counts simulated requests, iterations (every one is
in the recording) or decisions (times at which the engine thought about what to do next).
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from engine.scenario import Arrivals, Batching, Hardware, LengthLaw, Lengths, Model, Policy, Scenario, Workload
from engine.simulate import simulate, stepwise
from engine.summary import summarise
from tests.bench.measure import Row

SCENARIO = Scenario(
    title="Uniform 64 to 1,024 tokens, 4 : 1, chunks of 512",
    model=Model(card="llama3.1-8b", max_length=4096),
    hardware=Hardware(card="a100-sxm-80gb", overhead_us=2000.0),
    policy=Policy(batching=Batching.CHUNKED, token_budget=512, max_running=128),
    workload=Workload(
        requests=10_000,
        rate=6.45,
        ratio=4.0,
        prompt=Lengths(law=LengthLaw.UNIFORM, low=64, high=1024),
    ),
)
R = TypeVar("R")
MILLION = "import json; from tests.bench.throughput import seconds_of_a_million as s; print(json.dumps(s()))"


def sized(requests: int) -> Scenario:
    return replace(SCENARIO, workload=replace(SCENARIO.workload, requests=requests))


def overload() -> Scenario:
    """Everything is there at once and answers are as long as prompts, so that 128 requests run all the time."""
    return replace(SCENARIO, workload=replace(SCENARIO.workload, arrivals=Arrivals.AT_ONCE, ratio=1.0))


def best(call: Callable[[], R], times: int = 5) -> tuple[float, R]:
    """CPU seconds of the fastest of `times` calls, and the last result."""
    fastest = float("inf")
    for _ in range(times):
        start = time.process_time()
        result = call()
        fastest = min(fastest, time.process_time() - start)
    return fastest, result


def run() -> list[Row]:
    rows: list[Row] = []
    small, summary = best(lambda: summarise(SCENARIO))
    count = len(summary.arrival)
    rows.append(Row("metrics only, requests", count / small, "/s", at_least=40_000))
    rows.append(Row("metrics only, iterations", summary.iterations / small, "/s"))
    rows.append(Row("metrics only, decisions", summary.decisions / small, "/s"))
    large, _ = best(lambda: summarise(sized(10 * count)), times=2)
    rows.append(Row("metrics only, time for ten times the requests", large / small, "x", budget=11))
    rows += _million()
    spent, recording = best(lambda: simulate(SCENARIO))
    rows.append(Row("with identities and recording, requests", count / spent, "/s", at_least=15_000))
    rows.append(Row("with identities and recording, iterations", len(recording.iterations) / spent, "/s"))
    rows.append(Row("with identities and recording, decisions", summary.decisions / spent, "/s"))
    rows += _overloaded()
    rows += _step_by_step()
    return rows


def _overloaded() -> list[Row]:
    spent, recording = best(lambda: simulate(overload()))
    iterations = recording.iterations
    return [
        Row("overload, iterations with identities", len(iterations) / spent, "/s", at_least=20_000),
        Row("overload, requests with identities", len(recording.requests) / spent, "/s"),
        Row("overload, requests running (mean)", float(iterations["running"].mean()), ""),
    ]


def _step_by_step() -> list[Row]:
    """What skipping is worth: the same recording, made one iteration at a time."""
    scenario = sized(1_000)
    slow, _ = best(lambda: stepwise(scenario))
    fast, _ = best(lambda: simulate(scenario))
    return [
        Row("step by step, requests", 1_000 / slow, "/s"),
        Row("step by step / skipping", slow / fast, "x"),
    ]


def seconds_of_a_million() -> dict[str, float]:
    """One run of 1,000,000 requests in this process, which has done nothing else."""
    import resource

    start = time.process_time()
    summary = summarise(sized(1_000_000))
    spent = time.process_time() - start
    assert int(summary.finished.sum()) == 1_000_000
    return {"seconds": spent, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def _million() -> list[Row]:
    answer = subprocess.run([sys.executable, "-c", MILLION], capture_output=True, text=True, check=True)
    found = json.loads(answer.stdout)
    return [
        Row("a million requests, metrics only, requests", 1_000_000 / found["seconds"], "/s", at_least=40_000),
        Row("a million requests, memory of the process", found["mb"], "MB", budget=500),
    ]
