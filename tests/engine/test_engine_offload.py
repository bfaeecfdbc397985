"""Slower memory below the device's: what goes down, what comes back, what it takes, what must never come back."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.memory.tiers import Tier, Tiers
from engine.recording import HOST, Event, Outcome, Recording
from engine.scenario import (
    Arrivals,
    Batching,
    Cache,
    LengthLaw,
    Lengths,
    Memory,
    Model,
    Offload,
    Policy,
    Scenario,
    Workload,
)
from engine.scenario_file import ScenarioError, loads
from engine.simulate import simulate


def tiers(*pages: int) -> Tiers:
    return Tiers([Tier(f"t{n}", count, 1000.0 / (n + 1), 0.5 * n) for n, count in enumerate(pages)], 100)


def test_a_full_tier_passes_its_oldest_page_down() -> None:
    t = tiers(2, 2)
    assert [t.store(c) for c in (1, 2)] == [[0], [0]]
    assert t.store(3) == [0, 1]
    assert (t.where(1), t.where(2), t.where(3)) == (1, 0, 0)
    assert t.store(2) == []  # it is there: only its age changes
    t.store(4)
    assert (t.where(3), t.where(2)) == (1, 0)
    t.store(5)
    assert 1 not in t  # out of the last tier for good
    assert len(t) == 4


class Naive:
    """Pages by age per tier, the newest last, moved about by hand."""

    def __init__(self, rooms: list[int]) -> None:
        self.rooms = rooms
        self.pages: list[list[int]] = [[] for _ in rooms]
        self.stands_on: dict[int, int] = {}

    def where(self, content: int) -> int | None:
        return next((tier for tier, pages in enumerate(self.pages) if content in pages), None)

    def newest(self, content: int) -> None:
        self.forget(content)
        for pages, room in zip(self.pages, self.rooms, strict=True):
            pages.append(content)
            if len(pages) <= room:
                return
            content = pages.pop(0)

    def forget(self, content: int) -> None:
        at = self.where(content)
        if at is not None:
            self.pages[at].remove(content)

    def wrong(self, content: int) -> None:
        for page in [page for pages in self.pages for page in pages]:
            below = page
            while below and below != content:
                below = self.stands_on.get(below, 0)
            if below == content:
                self.forget(page)


@given(
    rooms=st.lists(st.integers(0, 4), min_size=1, max_size=3),
    steps=st.lists(st.tuples(st.sampled_from("sssufi"), st.integers(1, 9)), max_size=60),
)
def test_tiers_against_lists_kept_by_hand(rooms: list[int], steps: list[tuple[str, int]]) -> None:
    """Page n stands on page n - 1. s: store, u: use it and the next, f: find them, i: it is wrong."""
    t, naive = Tiers([Tier(str(n), room, 1.0) for n, room in enumerate(rooms)], 1), Naive(rooms)
    for step, content in steps:
        pair = [content, content + 1]
        if step == "s":
            t.store(content, content - 1)
            naive.stands_on[content] = content - 1
            naive.newest(content)
        elif step == "u":
            t.use(pair)
            for one in reversed(pair):
                if naive.where(one) is not None:
                    naive.newest(one)
        elif step == "f":
            places = [naive.where(one) for one in pair]
            assert t.find(pair) == (places if None not in places else places[:1] if places[0] is not None else [])
        else:
            t.invalidate([content])
            naive.wrong(content)
        assert [t.where(one) for one in range(1, 11)] == [naive.where(one) for one in range(1, 11)]


def test_leading_pages_are_found_and_brought_up() -> None:
    t = tiers(2, 4)
    for content in (1, 2, 3, 4):
        t.store(content)
    assert t.find([1, 2, 9, 4]) == [1, 1]
    assert t.find([9, 1]) == []
    assert t.use([1, 2]) == [1, 1]  # what makes room goes down
    assert t.find([1, 2, 3, 4]) == [0, 0, 1, 1]
    t.store(7)
    assert t.where(2) == 1  # the beginning of a prompt is the last to go
    assert t.where(1) == 0


def test_loads_take_bytes_over_bandwidth() -> None:
    t = tiers(2, 4)
    assert t.load_seconds([]) == 0
    assert t.load_seconds([0, 0]) == 2 * 100 / 1000
    assert t.load_seconds([0, 1, 1]) == 0.5 + 2 * 100 / 500  # the slower link, which works at the same time
    assert t.traffic([0, 1, 1]) == [(0, 3), (1, 2)]


def test_what_was_computed_on_a_wrong_page_goes_with_it() -> None:
    t = tiers(3, 9)
    for content, parent in ((1, 0), (2, 1), (3, 2), (4, 1), (5, 0)):
        t.store(content, parent)
    assert t.invalidate([2]) == 2
    assert [content in t for content in (1, 2, 3, 4, 5)] == [True, False, False, True, True]
    assert t.invalidate([99]) == 0
    t.clear()
    assert len(t) == 0


CHAT = Scenario(
    model=Model(card="llama2-7b", max_length=512),
    memory=Memory(cache=Cache.HASH, pages=40),
    policy=Policy(batching=Batching.CHUNKED, max_running=4, token_budget=256),
    workload=Workload(
        requests=24,
        arrivals=Arrivals.CONSTANT,
        rate=2.0,
        prompt=Lengths(LengthLaw.CONSTANT, median=32.0, low=32, high=32),
        output=Lengths(LengthLaw.CONSTANT, median=8.0, low=8, high=8),
        shared_prefix_tokens=256,
        prefix_families=4,
    ),
)


def run(scenario: Scenario = CHAT, **offload: Any) -> Recording:
    return simulate(dataclasses.replace(scenario, offload=Offload(**offload)))


def loaded(recording: Recording) -> int:
    rows = recording.events[recording.events["kind"] == Event.LOAD]
    return int(rows["amount"].sum())


def test_an_evicted_prefix_is_loaded_and_not_computed_again() -> None:
    plain, helped = run(), run(dram_bytes=10**11)
    assert (plain.events["kind"] == Event.EVICT).any()
    assert loaded(plain) == 0
    assert loaded(helped) > 0
    computed = [int(r.iterations["prefill_tokens"].sum()) for r in (plain, helped)]
    hits = [int(r.requests["hit_tokens"].sum()) for r in (plain, helped)]
    assert computed[1] < computed[0]
    assert computed[0] + hits[0] == computed[1] + hits[1]  # what is hit is not computed
    back = helped.transfers[(helped.transfers["source"] == HOST) & (helped.transfers["request"] >= 0)]
    page = 524_288 * 16
    assert int(back["bytes"].sum()) == loaded(helped) // 16 * page
    took = back["end"] - back["start"]
    assert (took >= back["bytes"] / 31e9 * 1e9).all()  # the host link of the card


def test_a_slow_link_costs_time() -> None:
    fast, slow = run(dram_bytes=10**11), run(dram_bytes=10**11, dram_bytes_per_s=1e9)
    waits = [(r.requests["first_token"] - r.requests["arrival"]).mean() for r in (fast, slow)]
    assert waits[1] > 2 * waits[0]
    down = slow.transfers[(slow.transfers["target"] == HOST)]
    assert len(down)
    took = down["end"] - down["start"]
    assert (took >= down["bytes"]).all()  # 1 byte per ns


def test_a_small_tier_spills_to_the_next() -> None:
    page = 524_288 * 16
    small = run(dram_bytes=20 * page, ssd_bytes=10**12)
    rows = small.events[small.events["kind"] == Event.LOAD]
    assert set(rows["order"]) == {0, 1} or set(rows["order"]) == {1}
    only = run(dram_bytes=20 * page)
    assert loaded(small) > loaded(only)


def test_a_family_seen_first_is_computed_once_and_then_never_again() -> None:
    helped = run(dram_bytes=10**12)
    by_family: dict[int, int] = {}
    requests = helped.requests
    assert (requests["outcome"] == Outcome.FINISHED).all()
    for row in range(len(requests)):
        misses = int(requests["prompt_tokens"][row] - requests["hit_tokens"][row])
        if misses > 40:
            by_family[row] = misses
    assert len(by_family) <= 4 + 3  # the first of each family, and whoever came while it was computed


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_random_runs_lose_nothing(data: st.DataObject) -> None:
    draw = data.draw
    scenario = dataclasses.replace(
        CHAT,
        seed=draw(st.integers(0, 99)),
        memory=Memory(cache=draw(st.sampled_from([Cache.HASH, Cache.RADIX])), pages=draw(st.integers(24, 60))),
        policy=dataclasses.replace(
            CHAT.policy,
            batching=draw(st.sampled_from(Batching)),
            reserve_full_prompt=draw(st.booleans()),
            max_running=draw(st.integers(1, 6)),
        ),
        workload=dataclasses.replace(
            CHAT.workload,
            rate=draw(st.sampled_from([2.0, 30.0])),
            requests=12,
            turns=draw(st.integers(1, 2)),
            samples_per_request=draw(st.integers(1, 2)),
            output=Lengths(median=20.0, high=60),
        ),
        offload=Offload(
            dram_bytes=draw(st.sampled_from([0, 10**8, 10**11])), ssd_bytes=draw(st.sampled_from([0, 10**11]))
        ),
    )
    recording = simulate(scenario)
    outcome = recording.requests["outcome"]
    assert (outcome != Outcome.UNFINISHED).all()
    assert simulate(scenario).to_bytes() == recording.to_bytes()
    done = outcome == Outcome.FINISHED
    assert (recording.requests["finish"][done] >= recording.requests["first_token"][done]).all()
    kinds = recording.events["kind"]
    held = np.bincount(recording.events["request"][kinds == Event.LOAD] + 1, minlength=2)
    assert held[0] == 0  # every load has a request


def test_tiers_need_something_that_finds_pages_again() -> None:
    with pytest.raises(ScenarioError, match=r"offload\.dram_bytes: found 5, expected 0, because memory\.cache"):
        loads("[offload]\ndram_bytes = 5\n")
    assert loads('[memory]\ncache = "hash"\n[offload]\ndram_bytes = 5\n').offload.dram_bytes == 5


def test_runs_without_tiers_are_as_before() -> None:
    assert simulate(CHAT).to_bytes() == simulate(dataclasses.replace(CHAT, offload=Offload())).to_bytes()
