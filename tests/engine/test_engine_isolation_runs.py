"""Whole runs with tenants and adapters: who wrote a page, and who was given it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_scenarios import EVERYTHING, scenarios

from engine.memory.cache_key import CacheKey
from engine.recording import Event
from engine.scenario import Cache, Scenario
from engine.simulate import simulate
from engine.workloads.workload import requests

CACHED = replace(EVERYTHING, caches=(Cache.HASH, Cache.RADIX), shared_prefixes=(40, 64), requests=(9, 16))
SETTINGS = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SETTINGS
@given(scenarios(CACHED), st.integers(1, 3), st.integers(0, 2))
def test_no_content_is_shared_across_tenants_or_adapters(scenario: Scenario, tenants: int, adapters: int) -> None:
    scenario = replace(scenario, workload=replace(scenario.workload, tenants=tenants, adapters=adapters))
    recording, keys = simulate(scenario), [spec.key for spec in requests(scenario).requests]
    events = recording.events
    named = events[(events["content"] > 0) & np.isin(events["kind"], (Event.FILL, Event.HIT))]
    owner: dict[int, CacheKey] = {}
    for content, request in zip(named["content"].tolist(), named["request"].tolist(), strict=True):
        assert owner.setdefault(content, keys[request]) == keys[request]


@SETTINGS
@given(scenarios(EVERYTHING))
def test_references_are_never_negative_and_all_pages_come_back(scenario: Scenario) -> None:
    recording = simulate(scenario)
    events = recording.events
    paged = events[events["page"] >= 0]
    assert (paged["references"] >= 0).all()
    last = {row["page"]: row["references"] for row in paged}
    assert not any(last.values())


def test_another_precision_or_model_is_other_content() -> None:
    base = replace(Scenario(), workload=replace(Scenario().workload, requests=3))
    base = replace(base, memory=replace(base.memory, cache=Cache.HASH))
    contents = []
    for changed in (
        base,
        replace(base, precision=replace(base.precision, state_bits=8)),
        replace(base, model=replace(base.model, card="llama2-7b")),
    ):
        events = simulate(changed).events
        contents.append(set(events["content"][events["kind"] == Event.FILL].tolist()))
    assert all(contents)
    assert not contents[0] & contents[1]
    assert not contents[0] & contents[2]
