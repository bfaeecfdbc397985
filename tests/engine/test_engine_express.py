"""Skipping from decision to decision gives the recording that going iteration by iteration gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from express_scenarios import covered
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from plain_run import PlainRun

from engine import express
from engine.express.core import started
from engine.express.covers import ROUTINGS
from engine.fleets.fleet_plan import Routing
from engine.recording import Event, Outcome
from engine.scenario import (
    Arrivals,
    Batching,
    Cache,
    Hardware,
    Layout,
    LengthLaw,
    Lengths,
    Memory,
    Model,
    Policy,
    QueueOrder,
    Scenario,
    Workload,
)
from engine.simulate import simulate, stepwise


@settings(max_examples=200, deadline=None)
@given(covered())
def test_the_recording_is_that_of_the_plainest_loop(scenario: Scenario) -> None:
    recording, plain = simulate(scenario), PlainRun(scenario).run()
    assert _columns(recording.iterations, ITERATION) == plain.iterations
    assert _columns(recording.slices, SLICE) == plain.slices
    assert _columns(recording.events, EVENT) == plain.events
    assert _columns(recording.requests, REQUEST) == [tuple(getattr(r, name) for name in REQUEST) for r in plain.all]


ITERATION = ("start", "end", "prefill_tokens", "decode_tokens", "budget", "running", "waiting", "free_pages")
SLICE = ("iteration", "request", "tokens", "computed", "outputs", "work")
EVENT = ("time", "iteration", "kind", "request", "page", "block", "references", "amount", "order")
REQUEST = ("arrival", "first_scheduled", "first_token", "finish", "preemptions", "recomputed_tokens", "outcome")


def _columns(rows: NDArray[Any], names: Sequence[str]) -> list[tuple[int, ...]]:
    return list(zip(*(rows[name].tolist() for name in names), strict=True))


@settings(max_examples=150, deadline=None)
@given(covered())
def test_the_recording_is_the_same_to_the_byte(scenario: Scenario) -> None:
    assert simulate(scenario).to_bytes() == stepwise(scenario).to_bytes()


@settings(max_examples=150, deadline=None)
@given(covered(), st.sampled_from(list(ROUTINGS)), st.integers(2, 5))
def test_fleets_have_the_same_recording_too(scenario: Scenario, routing: Routing, engines: int) -> None:
    fleet = replace(scenario, layout=Layout(engines=engines, routing=routing))
    assert express.covers(fleet)
    assert simulate(fleet).to_bytes() == stepwise(fleet).to_bytes()


def test_the_random_scenarios_meet_what_is_hard() -> None:
    """Preemption, refusal, rejection, prompts in parts: with all of them the comparison says something."""
    scenario = Scenario(
        model=Model(card="llama3.1-8b", max_length=900),
        hardware=Hardware(card="h100-sxm-80gb"),
        memory=Memory(pages=40),
        policy=Policy(batching=Batching.CHUNKED, max_running=16, token_budget=64, reserve_full_prompt=False),
        workload=Workload(requests=60, rate=50.0, prompt=Lengths(median=150, high=700), output=Lengths(median=80)),
    )
    recording = simulate(scenario)
    kinds = set(recording.events["kind"].tolist())
    assert {Event.PREEMPT, Event.REFUSE, Event.REJECT, Event.RESUME} <= kinds
    assert set(recording.requests["outcome"].tolist()) == {Outcome.FINISHED, Outcome.REJECTED}
    assert np.bincount(recording.slices["request"][recording.slices["work"] == 0]).max() > 2
    assert recording.to_bytes() == stepwise(scenario).to_bytes()


@pytest.mark.parametrize(
    "other",
    [
        {"policy": Policy(batching=Batching.STATIC)},
        {"policy": Policy(batching=Batching.CHUNKED, order=QueueOrder.PRIORITY)},
        {"policy": Policy(batching=Batching.CHUNKED, max_running=64, token_budget=32)},
        {"memory": Memory(cache=Cache.HASH)},
        {"layout": Layout(engines=2, routing=Routing.LEAST_TOKENS)},
        {"layout": Layout(prefill_engines=1)},
        {"workload": Workload(turns=2)},
        {"workload": Workload(samples_per_request=2)},
    ],
)
def test_what_it_does_not_cover_goes_step_by_step(other: dict[str, object]) -> None:
    base = Scenario(policy=Policy(batching=Batching.CHUNKED))
    assert express.covers(base)
    assert not express.covers(replace(base, **other))  # type: ignore[arg-type]


def _trace(path: Path, rows: Sequence[tuple[float, int, int]]) -> Path:
    lines = ["TIMESTAMP,ContextTokens,GeneratedTokens"]
    lines += [f"2023-11-16 18:{int(t // 60):02}:{t % 60:010.7f},{prompt},{output}" for t, prompt, output in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_traces_without_conversations_are_skipped_through_too(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    times = np.cumsum(random.exponential(0.1, 120))
    rows = [(float(t), int(random.integers(1, 300)), int(random.integers(1, 80))) for t in times]
    path = _trace(tmp_path / "trace.csv", rows)
    scenario = Scenario(
        policy=Policy(batching=Batching.CHUNKED, max_running=8, token_budget=128),
        memory=Memory(pages=60),
        workload=Workload(arrivals=Arrivals.TRACE, trace=str(path)),
    )
    assert express.covers(scenario)
    assert express.independent(scenario) is not None
    recording = simulate(scenario)
    assert len(recording.requests) == 120
    assert recording.to_bytes() == stepwise(scenario).to_bytes()


@pytest.mark.parametrize("rate", [6.0, 600.0])
def test_progress_never_goes_back_and_can_cancel(rate: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.progress.PERIOD_S", 0.0)
    scenario = Scenario(
        policy=Policy(batching=Batching.CHUNKED, max_running=128),
        workload=Workload(requests=10_000, rate=rate, prompt=Lengths(law=LengthLaw.UNIFORM, low=4, high=64)),
    )
    workload = express.independent(scenario)
    assert workload is not None
    told: list[float] = []
    express.run(scenario, workload, False, told.append)
    assert told[-1] == 1.0
    assert told == sorted(told)

    class Cancelled(Exception):
        pass

    def cancel(_: float) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        express.run(scenario, workload, False, cancel)


@given(st.integers(1, 10**10), st.integers(0, 10**7), st.integers(1, 10**14))
def test_how_many_iterations_start_before_a_limit(duration: int, growth: int, limit: int) -> None:
    count = started(duration, growth, limit)

    def begin(k: int) -> int:
        return k * duration + growth * (k * (k - 1) // 2)

    assert begin(count - 1) < limit <= begin(count)
