"""Whole runs of models with several kinds of state."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from engine.instant import PageState, Timeline
from engine.ledgers import measure
from engine.ledgers.account import Account
from engine.memory.hybrid_pools import kind_pools, kinds_of
from engine.reading.reconcile import books
from engine.recording import Event, Outcome, Recording
from engine.scenario import (
    Batching,
    Cache,
    Hardware,
    Kinds,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.scenario_file import ScenarioError, apply_settings, loads
from engine.simulate import simulate

WORKLOAD = Workload(
    requests=24,
    rate=6.0,
    shared_prefix_tokens=640,
    prefix_families=2,
    turns=2,
    prompt=Lengths(median=300.0, high=900),
    output=Lengths(median=40.0, high=120),
)


def scenario_of(card: str, **memory: object) -> Scenario:
    return Scenario(
        model=Model(card=card, max_length=8192),
        precision=Precision(weight_bits=4.25),
        hardware=Hardware(card="b300-sxm"),
        layout=Layout(tensor_parallel=8 if card == "kimi-k3" else 1),
        memory=replace(Memory(cache=Cache.HASH, kinds=Kinds.APART), **memory),  # type: ignore[arg-type]
        policy=Policy(batching=Batching.CHUNKED, max_running=8, token_budget=512),
        workload=WORKLOAD,
    )


SCENARIOS = {
    "recurrent": scenario_of("kimi-k3", page_tokens=128),
    "windows": scenario_of("gpt-oss-120b"),
    "tight": scenario_of("qwen3-next-80b-a3b", pages=3),
    "uncached": scenario_of("kimi-linear-48b", cache=Cache.NONE),
}


@pytest.fixture(scope="module")
def runs() -> dict[str, Recording]:
    return {name: simulate(scenario) for name, scenario in SCENARIOS.items()}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_request_ends_and_the_books_balance(runs: dict[str, Recording], name: str) -> None:
    recording = runs[name]
    assert (recording.requests["outcome"] == Outcome.FINISHED).all()
    for book in books(recording, Account(recording).holdings):
        assert book.balances, book
    assert measure(recording)


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_kind_has_a_pool_of_its_own(runs: dict[str, Recording], name: str) -> None:
    recording, pools = runs[name], kind_pools(SCENARIOS[name])
    assert [pool.pages for pool in recording.pools] == [pool.pages for pool in pools]
    assert len({pool.group for pool in recording.pools}) == len(pools) == 2
    assert [pool.counts_tokens for pool in recording.pools] == [True, False]
    timeline = Timeline(recording)
    for share in (0.1, 0.4, 0.7):
        state = timeline.at(int(recording.duration * share))
        for request in state.running:
            pages = state.block_table(int(request))
            for pool in recording.pools:
                assert ((pages >= pool.first) & (pages < pool.first + pool.pages)).any()
    last = timeline.at(recording.duration)
    assert np.isin(last.page_state, (PageState.FREE, PageState.CACHED)).all()


def test_pages_that_have_left_the_window_are_given_back_while_the_request_runs(runs: dict[str, Recording]) -> None:
    recording = runs["windows"]
    window, events = recording.pools[1], recording.events
    mine = (events["page"] >= window.first) & (events["kind"] == Event.RELEASE)
    finished = set(events["time"][events["kind"] == Event.FINISH].tolist())
    assert sum(time not in finished for time in events["time"][mine].tolist()) > 100


def test_reuse_needs_a_copy_of_the_recurrent_state(runs: dict[str, Recording]) -> None:
    """One kind of page finds more than the model can use: it forgets that recurrent layers have to be there too."""
    apart = runs["recurrent"].requests["hit_tokens"].sum()
    scenario = SCENARIOS["recurrent"]
    single = simulate(replace(scenario, memory=replace(scenario.memory, kinds=Kinds.SINGLE)))
    assert 0 < apart < single.requests["hit_tokens"].sum()
    assert not runs["uncached"].requests["hit_tokens"].any()


def test_whoever_does_not_find_room_waits(runs: dict[str, Recording]) -> None:
    assert (runs["tight"].events["kind"] == Event.REFUSE).any()


def test_kimi_k3_at_one_device_has_the_pages_of_its_report() -> None:
    attention, recurrent = kinds_of(replace(scenario_of("kimi-k3", page_tokens=512), layout=Layout()))
    assert (attention.page_tokens, attention.page_tokens // attention.hash_tokens) == (6144, 12)
    assert recurrent.bytes_per_page == attention.bytes_per_page


def test_the_shipped_scenario_has_pages_of_twelve_hash_blocks() -> None:
    scenario = loads((files("assets") / "scenarios" / "k3-hybrid.toml").read_text("utf-8"))
    attention = kinds_of(scenario)[0]
    assert (attention.page_tokens, attention.hash_tokens) == (1536, 128)


@pytest.mark.parametrize(
    ("setting", "field", "expected"),
    [
        ("model.card=opt-13b", "memory.kinds", 'expected "single": opt-13b keeps one kind of state'),
        ("memory.cache=radix", "memory.cache", 'expected "hash" or "none", because memory.kinds = "apart"'),
        ("workload.samples_per_request=2", "workload.samples_per_request", "no sample shares a recurrent state"),
        ("offload.dram_bytes=1000000", "offload.dram_bytes", "expected 0"),
    ],
)
def test_what_does_not_go_with_pools_of_each_kind_is_named(setting: str, field: str, expected: str) -> None:
    with pytest.raises(ScenarioError) as error:
        apply_settings(SCENARIOS["recurrent"], [setting, "layout.tensor_parallel=1"])
    assert field in str(error.value)
    assert expected in str(error.value)
