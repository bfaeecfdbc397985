"""Metrics without a recording are those of the recording."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from express_scenarios import covered
from hypothesis import given, settings
from hypothesis import strategies as st
from random_scenarios import scenarios

from engine.express.covers import ROUTINGS
from engine.fleets.fleet_plan import Routing
from engine.ledgers import measure
from engine.recording import NANOSECONDS
from engine.scenario import Batching, Cache, Contract, Layout, Lengths, Memory, Policy, Scenario, Workload
from engine.simulate import simulate, stepwise
from engine.summary import summarise

CHAT = Scenario(
    policy=Policy(batching=Batching.CHUNKED, max_running=16, token_budget=256),
    workload=Workload(requests=300, rate=8.0, prompt=Lengths(median=150, high=700), output=Lengths(median=80)),
    contract=Contract(ttft_s=0.5, tpot_s=0.05, e2e_s=20.0),
)


@settings(max_examples=60, deadline=None)
@given(scenarios())
def test_every_request_has_the_times_of_the_recording(scenario: Scenario) -> None:
    summary, recording = summarise(scenario), simulate(scenario)
    for name in ("arrival", "first_scheduled", "first_token", "finish", "prompt_tokens", "outcome"):
        np.testing.assert_array_equal(getattr(summary, name), recording.requests[name], err_msg=name)
    assert summary.iterations == len(recording.iterations)
    assert summary.duration_ns == recording.duration


def test_its_figures_are_those_of_the_contract_ledger() -> None:
    figures = summarise(CHAT).figures()
    sheet = {row.quantity.key: row.value for row in measure(simulate(CHAT)).rows}
    assert figures["attainment"] == pytest.approx(sheet["contract.attainment"])
    assert figures["goodput_requests_per_s"] == pytest.approx(sheet["contract.goodput"])
    assert figures["ttft_s"]["p99"] == pytest.approx(sheet["contract.ttft_p99"])
    assert figures["tpot_s"]["p50"] == pytest.approx(sheet["contract.tpot_p50"])
    assert figures["queue_s"]["p90"] == pytest.approx(sheet["contract.ttft_queue_p90"])


def test_decisions_are_fewer_than_iterations_where_decode_is_skipped() -> None:
    summary = summarise(CHAT)
    assert 0 < summary.decisions < summary.iterations


def test_a_scenario_that_cannot_skip_is_recorded_first() -> None:
    cached = Scenario(memory=Memory(cache=Cache.HASH), workload=Workload(requests=20, shared_prefix_tokens=64))
    summary = summarise(cached)
    assert summary.decisions == summary.iterations
    assert summary.finished.all()


def test_no_requests_give_no_percentiles() -> None:
    figures = summarise(Scenario(workload=Workload(requests=1, prompt=Lengths(median=4, high=4)))).figures()
    assert figures["finished"] == 1
    assert figures["seconds"] * NANOSECONDS > 0


@settings(max_examples=60, deadline=None)
@given(covered(), st.sampled_from(list(ROUTINGS)), st.integers(2, 5))
def test_fleets_are_counted_like_they_are_recorded(scenario: Scenario, routing: Routing, engines: int) -> None:
    fleet = replace(scenario, layout=Layout(engines=engines, routing=routing))
    summary, recording = summarise(fleet), stepwise(fleet)
    for name in ("first_scheduled", "first_token", "finish", "outcome"):
        np.testing.assert_array_equal(getattr(summary, name), recording.requests[name], err_msg=name)
    assert summary.iterations == len(recording.iterations)
