"""Random models on random layouts: every run balances its books, and every figure of its sheet is sound."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.ledgers import measure
from engine.models import cards
from engine.models.memory_split import DoesNotFit, split_memory
from engine.models.sharding import sharding
from engine.recording import Outcome
from engine.scenario import (
    Batching,
    Cache,
    Hardware,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.scenario_file import ScenarioError, dumps, loads, validate
from engine.simulate import simulate

DEGREES = (1, 1, 2, 4, 8)


@st.composite
def layouts(draw: st.DrawFn) -> Scenario:
    key = draw(st.sampled_from(tuple(cards.models())))
    pick = st.sampled_from(DEGREES)
    layout = Layout(
        engines=draw(st.integers(1, 2)),
        tensor_parallel=draw(pick),
        pipeline_parallel=draw(st.sampled_from((1, 1, 2, 3))),
        microbatches=draw(st.sampled_from((None, 1, 4))),
        data_parallel=draw(pick),
        context_parallel=draw(st.sampled_from((1, 1, 2))),
        expert_parallel=draw(pick),
        redundant_experts=draw(st.sampled_from((0, 0, 8))),
        expert_skew=draw(st.sampled_from((0.0, 0.7))),
    )
    return Scenario(
        model=Model(card=key, max_length=512),
        precision=Precision(weight_bits=draw(st.sampled_from((4.0, 8.0, 16.0))), activation_bits=8),
        hardware=Hardware(
            card=draw(st.sampled_from(("h100-sxm-80gb", "h200-sxm-141gb", "b200-sxm", "mi300x"))),
            workspace_bytes=draw(st.sampled_from((None, 10**9))),
        ),
        layout=layout,
        memory=Memory(cache=draw(st.sampled_from((Cache.NONE, Cache.HASH))), page_tokens=512),
        policy=Policy(batching=draw(st.sampled_from((Batching.CHUNKED, Batching.CONTINUOUS))), max_running=8),
        workload=Workload(
            requests=6, rate=50.0, prompt=Lengths(median=60.0, high=200), output=Lengths(median=12.0, high=30)
        ),
    )


def complaint(scenario: Scenario) -> ScenarioError | None:
    try:
        validate(scenario)
    except ScenarioError as error:
        return error
    return None


def fits(scenario: Scenario) -> bool:
    try:
        split_memory(scenario)
    except DoesNotFit:
        return False
    return True


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(layouts())
def test_any_layout_runs_or_is_refused_with_reasons(scenario: Scenario) -> None:
    refusal = complaint(scenario)
    if refusal is not None:
        assert refusal.field.startswith("layout.")
        assert refusal.expected
        return
    assert loads(dumps(scenario)) == scenario
    if not fits(scenario):
        with pytest.raises(DoesNotFit, match=r"usable.* weights.* workspace.* less than one page"):
            simulate(scenario)
        return
    recording = simulate(scenario)
    facts, split = recording.facts, split_memory(scenario)
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    assert facts["devices"] == sharding(scenario.layout, cards.model(scenario.model.card)).devices * len(
        recording.engines
    )
    used = split.weights + split.workspace + split.fixed_state + split.pool
    assert 0 <= split.usable - used < split.page
    assert facts["weight_bytes_whole_engine"] >= facts["weight_bytes_whole_model"] * (1 - 1e-9)
    for row in measure(recording).rows:
        assert (row.value is None) == bool(row.reason), row.quantity.key
        if row.value is not None:
            assert np.isfinite(row.value), row.quantity.key
            assert row.quantity.unit != "1" or -1e-9 <= row.value <= 1 + 1e-9, row.quantity.key


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(scenario=layouts(), more=st.sampled_from(("tensor_parallel", "pipeline_parallel")))
def test_more_devices_never_hold_more_each(scenario: Scenario, more: str) -> None:
    doubled = dataclasses.replace(scenario.layout, **{more: 2 * getattr(scenario.layout, more)})
    wider = dataclasses.replace(scenario, layout=doubled)
    assume(complaint(scenario) is None and complaint(wider) is None and fits(scenario))
    one, two = split_memory(scenario), split_memory(wider)
    assert two.weights <= one.weights * (1 + 1e-9)
    assert two.page <= one.page
