"""The books balance: sheets against the recordings of random scenarios."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.instant import PageState, Timeline
from engine.ledgers import measure
from engine.ledgers.account import Account
from engine.recording import Outcome, Recording, Work
from engine.scenario import (
    Allocator,
    Arrivals,
    Batching,
    Cache,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Scenario,
    Speculation,
    Workload,
)
from engine.simulate import simulate


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Small runs over every allocator, cache, policy and layout that go together."""
    batching = draw(st.sampled_from(Batching))
    allocator = draw(st.sampled_from(Allocator))
    cache = draw(st.sampled_from(Cache)) if allocator is Allocator.PAGED else Cache.NONE
    static = batching is Batching.STATIC
    split = not static and draw(st.booleans())
    drafts = 0 if static else draw(st.sampled_from((0, 0, 3)))
    return Scenario(
        seed=draw(st.integers(0, 1000)),
        model=Model(card="llama2-7b", max_length=512),
        layout=Layout(engines=draw(st.integers(1, 2)), prefill_engines=int(split)),
        memory=Memory(allocator=allocator, cache=cache, pages=draw(st.integers(40, 120))),
        policy=Policy(batching=batching, max_running=draw(st.integers(1, 8)), token_budget=256),
        speculation=Speculation(draft_tokens=drafts),
        workload=Workload(
            requests=draw(st.integers(1, 16)),
            arrivals=draw(st.sampled_from((Arrivals.AT_ONCE, Arrivals.POISSON))),
            rate=20.0,
            prompt=Lengths(median=60.0, high=150),
            output=Lengths(median=20.0, high=60),
            shared_prefix_tokens=draw(st.sampled_from((0, 40))),
            turns=draw(st.integers(1, 2)),
            samples_per_request=draw(st.integers(1, 2)),
        ),
    )


SLOW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _tokens_balance(recording: Recording) -> None:
    """Scheduled + hit - drafts thrown away - computed again = state that the finished requests ended with."""
    requests, slices = recording.requests, recording.slices
    done = requests["outcome"] == Outcome.FINISHED
    assert (done | (requests["outcome"] == Outcome.REJECTED)).all()
    work = slices[slices["work"] != Work.PADDING]
    spent = np.bincount(work["request"], work["tokens"] - work["drafted"] + work["accepted"], len(requests))
    found = requests["hit_tokens"] + requests["resumed_hit_tokens"]
    ended = requests["prompt_tokens"] + requests["output_tokens"] - 1
    balance = spent + found - requests["recomputed_tokens"] - ended
    exact = done & (recording.facts["samples_per_request"] == 1)
    assert (balance[exact] >= 0).all()
    if not recording.facts["speculation"][
        "draft_tokens"
    ]:  # a last round may accept drafts beyond the length asked for
        # What a request finds again after a preemption it may have computed itself before: counted once each way.
        assert (balance <= requests["resumed_hit_tokens"])[exact].all()


@SLOW
@given(scenarios())
def test_tokens_and_bytes_balance(scenario: Scenario) -> None:
    recording = simulate(scenario)
    _tokens_balance(recording)
    sheet = measure(recording)
    facts = recording.facts
    assert sheet["prefill.tokens"].value == recording.iterations["prefill_tokens"].sum()
    hits = sheet["reuse.hit_tokens"].value
    assert (hits or 0) == recording.requests["hit_tokens"].sum()
    assert facts["pool_bytes"] == recording.pools[0].pages * recording.pools[0].page_bytes
    outputs = Account(recording).outputs
    finished = recording.requests["outcome"] == Outcome.FINISHED
    assert (outputs[finished] == recording.requests["output_tokens"][finished]).all()
    for row in sheet.rows:
        assert (row.value is None) == bool(row.reason), row.quantity.key
        assert row.value is None or np.isfinite(row.value), row.quantity.key
        if row.value is not None and row.quantity.unit == "1":
            assert -1e-9 <= row.value <= 1 + 1e-9, row.quantity.key


@SLOW
@given(scenarios())
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


def test_the_memory_of_a_device_is_weights_state_workspace_and_what_is_left() -> None:
    facts = simulate(Scenario(workload=Workload(requests=4))).facts
    left = facts["usable_bytes"] - facts["weight_bytes"] - facts["workspace_bytes"] - facts["pool_bytes"]
    assert 0 <= left < facts["page_bytes"]


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
