"""Iterations put on record in one go are those that come out when each is thought about."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_scenarios import scenarios

from engine.scenario import Batching, Cache, Lengths, Memory, Policy, QueueOrder, Scenario, Workload
from engine.simulate import stepwise


@settings(max_examples=60, deadline=None)
@given(scenarios())
def test_every_scenario_has_the_same_recording(scenario: Scenario) -> None:
    assert stepwise(scenario).to_bytes() == stepwise(scenario, ahead=False).to_bytes()


@settings(max_examples=60, deadline=None)
@given(
    scenarios(),
    st.sampled_from(list(Cache)),
    st.sampled_from([Batching.CHUNKED, Batching.CONTINUOUS]),
    st.sampled_from([12, 40, 400]),
)
def test_caches_and_short_memory_change_nothing(
    scenario: Scenario, cache: Cache, batching: Batching, pages: int
) -> None:
    memory = replace(Memory(), cache=cache, page_tokens=4, pages=pages)
    policy = Policy(batching=batching, max_running=6, token_budget=64, reserve_full_prompt=False)
    workload = replace(scenario.workload, shared_prefix_tokens=10, prefix_families=2, samples_per_request=1)
    tight = Scenario(seed=scenario.seed, model=scenario.model, memory=memory, policy=policy, workload=workload)
    assert stepwise(tight).to_bytes() == stepwise(tight, ahead=False).to_bytes()


@pytest.mark.parametrize("order", list(QueueOrder))
def test_queues_of_every_order(order: QueueOrder) -> None:
    scenario = Scenario(
        memory=Memory(cache=Cache.RADIX, pages=90),
        policy=Policy(batching=Batching.CHUNKED, order=order, max_running=5, token_budget=128),
        workload=Workload(requests=60, rate=20.0, turns=3, prompt=Lengths(median=90), output=Lengths(median=60)),
    )
    assert stepwise(scenario).to_bytes() == stepwise(scenario, ahead=False).to_bytes()
