"""The books balance: sheets against the recordings of random scenarios."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fleet_runs import fleets
from hypothesis import HealthCheck, given, settings
from random_scenarios import EVERYTHING, WIDER, scenario_of, scenarios

from engine.instant import PageState, Timeline
from engine.ledgers import measure
from engine.ledgers.account import Account
from engine.reading.lifetimes import lifetimes
from engine.reading.reconcile import books
from engine.reading.token_flow import token_flow
from engine.recording import Outcome, Recording
from engine.scenario import Lengths, Memory, Model, Scenario, Speculation, Workload
from engine.simulate import simulate

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_books(scenario: Scenario) -> None:
    recording = simulate(scenario)
    for book in books(recording, Account(recording).holdings):
        assert book.balances, (book.title, book.difference, book.parts)
        assert all(line.value >= 0 or line.name.startswith("Free") for line in book.parts), book.parts


def ended(recording: Recording) -> np.ndarray:
    return recording.requests["outcome"] == Outcome.FINISHED


@SLOW
@given(scenarios(WIDER))
def test_the_books_balance(scenario: Scenario) -> None:
    check_books(scenario)


@SLOW
@given(fleets())
def test_the_books_balance_in_fleets_with_faults(scenario: Scenario) -> None:
    check_books(scenario)


@SLOW
@given(scenarios(WIDER))
def test_tokens_are_followed_as_the_scheduler_counted_them(scenario: Scenario) -> None:
    recording = simulate(scenario)
    flow, requests = token_flow(recording), recording.requests
    assert (flow.found == requests["hit_tokens"]).all()
    assert (flow.recomputed == requests["recomputed_tokens"]).all()
    assert (flow.found_again <= requests["resumed_hit_tokens"]).all()
    assert (flow.found + flow.found_again + flow.forked + flow.computed == flow.reach).all()
    asked = requests["prompt_tokens"] + requests["output_tokens"] - 1
    assert (flow.reach == asked)[ended(recording)].all()
    assert (flow.beyond >= 0).all()
    if not scenario.speculation.draft_tokens:
        assert not flow.beyond.any()
        assert not flow.rejected.any()


@SLOW
@given(scenarios(WIDER))
def test_the_time_of_a_request_is_the_sum_of_its_parts(scenario: Scenario) -> None:
    recording = simulate(scenario)
    requests, done = recording.requests, ended(recording)
    whole, first = lifetimes(recording), lifetimes(recording, requests["first_token"].astype(np.int64))
    assert (whole.total == requests["finish"] - requests["arrival"])[done].all()
    if not scenario.offload.dram_bytes:  # state that comes back from slower memory is awaited before it is scheduled
        assert (whole.queue == requests["first_scheduled"] - requests["arrival"])[done].all()
        assert not first.transfer.any()  # the first token comes from the engine that computed the prompt
    assert (first.total == requests["first_token"] - requests["arrival"])[done].all()
    assert not first.decode.any() or requests["preemptions"].any()
    for part in (whole, first):
        assert (part.stall >= 0)[done].all()
        assert (part.prefill >= 0)[done].all()


@SLOW
@given(scenarios(WIDER))
def test_the_sheet_agrees_with_the_recording(scenario: Scenario) -> None:
    recording = simulate(scenario)
    sheet = measure(recording)
    assert sheet["prefill.tokens"].value == recording.iterations["prefill_tokens"].sum()
    assert (sheet["reuse.hit_tokens"].value or 0) == recording.requests["hit_tokens"].sum()
    assert recording.facts["pool_bytes"] == recording.pools[0].pages * recording.pools[0].page_bytes
    outputs, finished = Account(recording).outputs, ended(recording)
    assert (outputs[finished] == recording.requests["output_tokens"][finished]).all()
    for row in sheet.rows:
        assert (row.value is None) == bool(row.reason), row.quantity.key
        assert row.value is None or np.isfinite(row.value), row.quantity.key
        if row.value is not None and row.quantity.unit == "1":
            assert -1e-9 <= row.value <= 1 + 1e-9, row.quantity.key


@settings(SLOW, max_examples=25)
@given(scenarios(WIDER))
def test_pages_balance_at_every_instant(scenario: Scenario) -> None:
    """Peaks and integrals of the sheet agree with the page tables that the timeline rebuilds."""
    recording = simulate(scenario)
    timeline = Timeline(recording)
    account = Account(recording)
    peak = 0
    for event in np.unique(np.linspace(0, len(recording.events), 60).astype(int)):
        instant = timeline.at_event(int(event))
        state = instant.page_state
        held = int((instant.references > 0).sum())
        free = int(np.isin(state, (PageState.FREE, PageState.CACHED)).sum())
        null = int((state == PageState.NULL).sum())
        assert held + free + null == recording.pages
        assert instant.references[instant.references > 0].sum() == len(instant.table_page)
        peak = max(peak, held)
    assert peak <= account.holdings.peak_pages <= recording.pages
    assert not (timeline.at(recording.duration).references > 0).any()


def test_random_scenarios_exercise_what_the_books_are_about() -> None:
    """Otherwise the properties above would hold for want of cases."""
    runs = [simulate(scenario_of(seed, replace(EVERYTHING, requests=(16,)))) for seed in range(40)]
    flows, spent = [token_flow(run) for run in runs], [lifetimes(run) for run in runs]
    for part in ("found", "forked", "recomputed", "rejected", "beyond", "padding"):
        assert any(getattr(flow, part).any() for flow in flows), part
    assert any(run.requests["resumed_hit_tokens"].any() for run in runs)
    for part in ("queue", "transfer", "requeued", "stall", "padding"):
        assert any(getattr(time, part).any() for time in spent), part


def test_the_memory_of_a_device_is_weights_state_workspace_and_what_is_left() -> None:
    facts = simulate(Scenario(workload=Workload(requests=4))).facts
    left = facts["usable_bytes"] - facts["weight_bytes"] - facts["workspace_bytes"] - facts["pool_bytes"]
    assert 0 <= left < facts["page_bytes"]


def test_a_draft_model_has_its_own_line_in_the_memory() -> None:
    scenario = Scenario(
        speculation=Speculation(draft_tokens=3, draft_model="gpt2"), workload=Workload(requests=4, rate=50.0)
    )
    recording = simulate(scenario)
    memory = books(recording, Account(recording).holdings)[0]
    lines = {line.name: line.value for line in memory.parts}
    assert memory.balances
    assert lines["Weights of the draft model"] > 0
    assert 0 <= lines["Free within the limit (negative: beyond it)"] < recording.pools[0].page_bytes


def test_time_integrals_agree_with_sampled_instants() -> None:
    """The held slots of the sheet are those of page tables sampled densely in time."""
    scenario = Scenario(
        model=Model(card="llama2-7b", max_length=512),
        memory=Memory(pages=100),
        workload=Workload(requests=12, rate=20.0, prompt=Lengths(median=60.0, high=150), output=Lengths(median=20.0)),
    )
    recording = simulate(scenario)
    timeline = Timeline(recording)
    times = np.linspace(0, recording.duration, 4001)[:-1] + recording.duration / 8000
    held = np.mean([(timeline.at(int(time)).references > 0).sum() for time in times])
    page = recording.pools[0].page_tokens
    assert held * page * recording.duration == pytest.approx(Account(recording).holdings.slots_held, rel=0.01)
