"""Workloads as columns: the numbers of the rows, a million of them at once."""

from __future__ import annotations

import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import express
from engine.scenario import Agent, Arrivals, LengthLaw, Lengths, Memory, Model, Policy, QueueOrder, Scenario, Workload
from engine.scenario_file import ScenarioError, validate
from engine.simulate import simulate, stepwise
from engine.workloads.request_spec import FAR_BASE, OUTPUT_BASE, FreshTokens
from engine.workloads.workload import Workload as Requests
from engine.workloads.workload import requests
from engine.workloads.workload_columns import WorkloadColumns, columns, columns_of, dependence

TOTALS = Lengths(LengthLaw.UNIFORM, low=64, high=1024)


def scenario(seed: int = 1, max_length: int = 4096, order: QueueOrder = QueueOrder.FCFS, **workload: Any) -> Scenario:
    return Scenario(
        seed=seed, model=Model(max_length=max_length), policy=Policy(order=order), workload=Workload(**workload)
    )


DRAWN = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2**40),
        "max_length": st.integers(2, 700),
        "order": st.sampled_from([QueueOrder.FCFS, QueueOrder.PRIORITY]),
        "requests": st.integers(1, 60),
        "arrivals": st.sampled_from(
            [Arrivals.AT_ONCE, Arrivals.CONSTANT, Arrivals.POISSON, Arrivals.GAMMA, Arrivals.ON_OFF]
        ),
        "rate": st.floats(0.01, 1000),
        "variation": st.floats(0.1, 10),
        "on_s": st.floats(0.001, 100),
        "off_s": st.floats(0, 100),
        "ratio": st.just(0.0) | st.floats(0.001, 1000),
        "prompt": st.builds(
            Lengths,
            st.sampled_from(LengthLaw),
            st.just(20.0),
            st.floats(0, 2),
            st.integers(2, 9),
            st.integers(9, 600),
        ),
    }
)


@given(DRAWN)
@settings(max_examples=80)
def test_columns_are_the_rows(drawn: dict[str, Any]) -> None:
    s = scenario(**drawn)
    made, rows = columns(s), requests(s)
    assert (made.title, made.notes, len(made)) == (rows.title, rows.notes, len(rows.requests))
    for i, spec in enumerate(rows.requests):
        assert spec.name == f"r{i}"
        assert spec.arrival_ns == made.arrival_ns[i]
        assert spec.prompt == ((made.prompt_first[i], made.prompt_tokens[i]),)
        assert (spec.prompt_tokens, spec.output_tokens) == (made.prompt_tokens[i], made.output_tokens[i])
        assert spec.priority == made.priority[i]
        assert bool(spec.rejected) == made.rejected[i]
    assert made.prompt_tokens.min() >= 1
    assert made.output_tokens.min() >= 1
    assert (np.diff(made.arrival_ns) >= 0).all()


@pytest.mark.parametrize(
    "law", [Arrivals.AT_ONCE, Arrivals.CONSTANT, Arrivals.POISSON, Arrivals.GAMMA, Arrivals.ON_OFF]
)
def test_a_million_requests_are_quick_and_small(law: Arrivals) -> None:
    began = time.process_time()
    made = columns(scenario(requests=1_000_000, arrivals=law))
    assert time.process_time() - began < 1.0
    own = (made.arrival_ns, made.prompt_tokens, made.output_tokens, made.priority, made.prompt_first, made.rejected)
    assert sum(column.nbytes for column in own) < 50_000_000


def test_a_hundred_thousand_rows_are_quick() -> None:
    began = time.process_time()
    assert len(requests(scenario(requests=100_000)).requests) == 100_000
    assert time.process_time() - began < 1.0


def test_the_first_tokens_are_those_of_fresh_tokens() -> None:
    s = scenario(requests=40, prompt=Lengths(LengthLaw.UNIFORM, low=1, high=80_000_000), max_length=100_000_000)
    made, fresh = columns(s), FreshTokens()
    assert [((first, count),) for first, count in zip(made.prompt_first, made.prompt_tokens, strict=True)] == [
        fresh.take(int(count)) for count in made.prompt_tokens
    ]
    assert made.prompt_first.max() >= FAR_BASE
    below = made.prompt_first < FAR_BASE
    assert (made.prompt_first + made.prompt_tokens)[below].max() <= OUTPUT_BASE
    exact = FreshTokens()
    exact.take(OUTPUT_BASE)
    assert exact.take(1) == ((FAR_BASE, 1),)


def test_a_total_split_by_a_ratio() -> None:
    made = columns(scenario(requests=20_000, ratio=4.0, prompt=TOTALS))
    total = made.prompt_tokens + made.output_tokens
    assert (total.min(), total.max()) == (64, 1024)
    assert total.mean() == pytest.approx(544, rel=0.01)
    assert (made.output_tokens == np.ceil(total / 5)).all()
    assert "64 to 1,024 tokens, prompt : output = 4 : 1" in made.title
    with pytest.raises(ScenarioError, match=r"at least 2: workload\.ratio splits"):
        validate(scenario(ratio=4.0, prompt=dataclasses.replace(TOTALS, low=1)))


def test_bursts_and_silences() -> None:
    s = scenario(requests=60_000, arrivals=Arrivals.ON_OFF, rate=10.0, on_s=5.0, off_s=15.0)
    gaps = np.diff(columns(s).arrival_ns) / 1e9
    assert gaps.mean() == pytest.approx(0.1, rel=0.05)  # silences are part of the rate
    assert np.median(gaps) == pytest.approx(np.log(2) / 40, rel=0.05)  # four times the rate inside a burst
    silent = gaps > 1.0  # a gap inside a burst is 25 ms on average
    assert silent.sum() == pytest.approx(gaps.sum() / 20 * np.exp(-1 / 15), rel=0.1)  # a burst every 20 s
    assert gaps[silent].mean() == pytest.approx(16.0, rel=0.1)
    steady = columns(scenario(requests=100, arrivals=Arrivals.ON_OFF, off_s=0.0))
    assert (steady.arrival_ns == columns(scenario(requests=100)).arrival_ns).all()


@pytest.mark.parametrize("field", ["turns", "samples_per_request"])
def test_requests_that_wait_are_no_columns(field: str) -> None:
    linked: dict[str, Any] = {field: 2}
    s = scenario(**linked)
    assert dependence(s) == f"workload.{field}"
    with pytest.raises(ValueError, match=rf"workload\.{field}: makes requests wait"):
        columns(s)
    assert dependence(scenario(arrivals=Arrivals.CLOSED)) == "workload.arrivals"
    assert dependence(scenario(agent=Agent(calls=2))) == "workload.agent.calls"


@given(DRAWN, st.integers(0, 300), st.integers(1, 3), st.integers(0, 2))
@settings(max_examples=40)
def test_columns_of_prompts_that_share_are_the_rows_too(
    drawn: dict[str, Any], prefix: int, tenants: int, adapters: int
) -> None:
    s = scenario(**drawn, shared_prefix_tokens=prefix, tenants=tenants, adapters=adapters, prefix_families=2)
    compare(columns(s), requests(s))


def compare(made: WorkloadColumns, rows: Requests) -> None:
    assert (made.title, made.notes, len(made)) == (rows.title, rows.notes, len(rows.requests))
    for name in ("arrival_ns", "prompt_tokens", "output_tokens", "priority"):
        assert getattr(made, name).tolist() == [getattr(spec, name) for spec in rows.requests]
    assert made.rejected.tolist() == [bool(spec.rejected) for spec in rows.requests]


def test_traces_are_columns_unless_a_call_waits(tmp_path: Path) -> None:
    trace = tmp_path / "t.jsonl"
    rows = [{"timestamp": 10 * i, "input_length": 40 + i, "output_length": i % 4, "hash_ids": [0]} for i in range(30)]
    trace.write_text("".join(json.dumps(row) + "\n" for row in rows))
    s = scenario(arrivals=Arrivals.TRACE, trace=str(trace), max_length=60)
    assert dependence(s) == "workload.arrivals"  # nobody knows before it has been read
    workload = requests(s)
    made = columns_of(workload)
    assert made is not None
    compare(made, workload)
    assert made.rejected.sum() > 8
    call = {"t": 0, "in": 5, "out": 6}
    trace.write_text(json.dumps({"id": "c", "requests": [call, {**call, "t": 9}]}) + "\n")
    assert columns_of(requests(s)) is None


@pytest.mark.parametrize("workload", [{"shared_prefix_tokens": 64, "tenants": 2}, {"arrivals": Arrivals.ON_OFF}, {}])
def test_what_is_skipped_over_is_what_goes_step_by_step(tmp_path: Path, workload: dict[str, Any]) -> None:
    if not workload:
        trace = tmp_path / "t.csv"
        trace.write_text("t_ms,in,out\n" + "".join(f"{40 * i},{20 + 7 * i % 90},{i % 30}\n" for i in range(60)))
        workload = {"arrivals": Arrivals.TRACE, "trace": str(trace)}
    s = dataclasses.replace(scenario(requests=60, rate=40.0, **workload), memory=Memory(pages=60))
    assert express.covers(s)
    assert simulate(s).to_bytes() == stepwise(s).to_bytes()
