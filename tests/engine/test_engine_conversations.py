"""Requests that wait for each other or share state: closed loops, agents, conversations, tenants and adapters."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import numpy as np
import pytest

from engine.memory.cache_key import CacheKey
from engine.recording import Outcome
from engine.scenario import (
    Agent,
    Arrivals,
    Cache,
    LengthLaw,
    Lengths,
    Memory,
    Model,
    Policy,
    Scenario,
    Workload,
)
from engine.scenario_file import ScenarioError, dumps, loads, validate
from engine.simulate import simulate
from engine.workloads.request_spec import ANYONE, RequestSpec, extended, first_output_token
from engine.workloads.workload import requests

SMALL = Lengths(LengthLaw.UNIFORM, low=8, high=40)


def scenario(**workload: Any) -> Scenario:
    base = Workload(requests=40, prompt=SMALL, output=SMALL)
    return Scenario(
        model=Model(max_length=100_000),
        memory=Memory(cache=Cache.HASH),
        policy=Policy(max_running=256),
        workload=dataclasses.replace(base, **workload),
    )


def chains(specs: tuple[RequestSpec, ...]) -> list[list[int]]:
    """Rows of requests that follow each other."""
    found: dict[int, list[int]] = {}
    for row, spec in enumerate(specs):
        found.setdefault(spec.after, []).append(row)
    assert all(len(rows) == 1 for after, rows in found.items() if after >= 0)
    result = []
    for head in found.get(-1, []):
        chain = [head]
        while chain[-1] in found:
            chain.append(found[chain[-1]][0])
        result.append(chain)
    return result


def test_a_closed_loop_never_has_more_requests_than_users() -> None:
    run = simulate(scenario(arrivals=Arrivals.CLOSED, users=5, think_s=0.0))
    rows = run.requests
    assert (rows["outcome"] == Outcome.FINISHED).all()
    moments = np.sort(rows["arrival"])
    outstanding = [int(((rows["arrival"] <= t) & (rows["finish"] > t)).sum()) for t in moments]
    assert max(outstanding) == 5
    assert min(outstanding[:-5]) == 5  # without pauses always


def test_a_user_waits_a_pause_after_the_end() -> None:
    s = scenario(arrivals=Arrivals.CLOSED, users=7, think_s=2.0)
    specs = requests(s).requests
    assert sorted(len(chain) for chain in chains(specs)) == [5, 5, 6, 6, 6, 6, 6]
    assert {spec.arrival_ns for spec in specs if spec.after < 0} == {0}
    assert len({spec.name for spec in specs}) == 40
    rows = simulate(s).requests
    for row, spec in enumerate(specs):
        if spec.after >= 0:
            assert rows["arrival"][row] == rows["finish"][spec.after] + spec.think_ns
    pauses = [spec.think_ns / 1e9 for spec in requests(scenario(arrivals=Arrivals.CLOSED, requests=5_000)).requests]
    assert np.mean(pauses) == pytest.approx(4.0, rel=0.05)


def test_more_users_than_requests_are_as_many_as_requests() -> None:
    specs = requests(scenario(arrivals=Arrivals.CLOSED, users=1000)).requests
    assert all(spec.after == -1 and spec.arrival_ns == 0 for spec in specs)


def test_a_user_of_a_closed_loop_has_one_conversation_after_the_other() -> None:
    specs = requests(scenario(arrivals=Arrivals.CLOSED, users=2, turns=4)).requests
    for chain in chains(specs):
        turns = [int(specs[row].name.rpartition(".")[2]) for row in chain]
        assert turns == [1, 2, 3, 4] * 5
        for before, row in itertools.pairwise(chain):
            grows = specs[row].prompt[: len(specs[before].prompt)] == specs[before].prompt
            assert grows == (not specs[row].name.endswith(".1"))


def test_every_call_of_an_agent_holds_all_before_it_and_a_result() -> None:
    agent = Agent(calls=5, tool_s=3.0, result=Lengths(LengthLaw.CONSTANT, median=100.0, high=100))
    s = scenario(agent=agent, requests=50, rate=10.0)
    specs = requests(s).requests
    assert len(chains(specs)) == 10
    for chain in chains(specs):
        for before, row in itertools.pairwise(chain):
            history = extended(specs[before].prompt, first_output_token(before), specs[before].output_tokens)
            assert specs[row].prompt[: len(history)] == history
            assert specs[row].prompt_tokens == specs[before].prompt_tokens + specs[before].output_tokens + 100
    rows = simulate(s).requests
    for row, spec in enumerate(specs):
        if spec.after >= 0:  # whole pages of the call before are found again
            known = specs[spec.after].prompt_tokens + specs[spec.after].output_tokens
            assert rows["hit_tokens"][row] == (known - 1) // 16 * 16
    tools = [
        spec.think_ns / 1e9 for spec in requests(scenario(agent=agent, requests=5_000)).requests if spec.think_ns
    ]
    assert np.mean(tools) == pytest.approx(3.0, rel=0.05)


@pytest.mark.parametrize(
    ("workload", "field"),
    [
        ({"agent": Agent(calls=2), "turns": 2}, "workload.turns"),
        ({"agent": Agent(calls=2), "ratio": 4.0}, "workload.ratio"),
        ({"agent": Agent(result=Lengths(low=9, high=8))}, "workload.agent.result.high"),
    ],
)
def test_conflicts_are_named(workload: dict[str, Any], field: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        validate(scenario(**workload))
    assert caught.value.field == field


def test_keys_name_tenants_and_adapters() -> None:
    specs = requests(scenario(requests=4_000, tenants=3, turns=2)).requests
    assert {spec.key for spec in specs} == {CacheKey("tenant 1"), CacheKey("tenant 2"), CacheKey("tenant 3")}
    assert all(spec.key == specs[spec.after].key for spec in specs if spec.after >= 0)
    shares = np.array([sum(spec.key.tenant == f"tenant {t}" for spec in specs) for t in (1, 2, 3)]) / 4_000
    assert shares == pytest.approx(np.array([6, 3, 2]) / 11, abs=0.04)
    even = requests(scenario(requests=4_000, adapters=1, popularity=0.0)).requests
    assert {spec.key.adapter for spec in even} == {"", "adapter 1"}
    assert sum(spec.key == ANYONE for spec in even) == pytest.approx(2_000, rel=0.1)
    both = requests(scenario(requests=200, tenants=2, adapters=1)).requests
    assert len({spec.key for spec in both}) == 4


@pytest.mark.parametrize("cache", [Cache.HASH, Cache.RADIX])
def test_no_prompt_is_found_under_another_key(cache: Cache) -> None:
    s = scenario(requests=60, tenants=3, adapters=2, shared_prefix_tokens=320, rate=2.0)
    s = dataclasses.replace(s, memory=Memory(cache=cache))
    specs, rows = requests(s).requests, simulate(s).requests
    seen: set[CacheKey] = set()
    for row, spec in enumerate(specs):
        assert rows["hit_tokens"][row] == (320 if spec.key in seen else 0)
        seen.add(spec.key)
    assert len(seen) > 4


def test_linked_workloads_are_written_and_read() -> None:
    agent = Agent(calls=3, tool_s=1.5)
    s = validate(scenario(arrivals=Arrivals.CLOSED, users=3, think_s=0.0, agent=agent, tenants=4, popularity=0.5))
    assert loads(dumps(s)) == s
    title = requests(s).title
    for part in ("agents with 3 calls and tools of 1.5 s each", "4 tenants", "3 users with pauses of 0 s"):
        assert part in title
