"""Any instant of a run, asked for in any order, is what replaying the log up to it gives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from log_replay import Replay
from runs import SMALL, changed

from engine.instant import PageState, Timeline
from engine.reading.phases import Phase
from engine.recording import Event, Recording
from engine.scenario import Allocator, Batching, Cache, Reservation
from engine.simulate import simulate

SCENARIOS: dict[str, dict[str, Any]] = {
    "hash": {"memory": {"cache": Cache.HASH, "pages": 60}, "workload": {"shared_prefix_tokens": 70, "requests": 40}},
    "radix": {"memory": {"cache": Cache.RADIX, "pages": 60}, "workload": {"shared_prefix_tokens": 70, "turns": 2}},
    "samples": {"memory": {"pages": 90}, "workload": {"samples_per_request": 3}},
    "split": {"memory": {"pages": 60}, "layout": {"prefill_engines": 1, "engines": 2}},
    "contiguous": {
        "memory": {"allocator": Allocator.CONTIGUOUS, "reservation": Reservation.POWER_OF_TWO, "pages": 120},
        "policy": {"batching": Batching.STATIC, "max_running": 4},
    },
}


@pytest.fixture(scope="module", params=SCENARIOS)
def recording(request: pytest.FixtureRequest) -> Recording:
    return simulate(changed(SMALL, **SCENARIOS[request.param]))


def test_every_sampled_event_agrees_with_a_replay(recording: Recording) -> None:
    events, pages = recording.events, recording.pages
    timeline, naive = Timeline(recording), Replay()
    stops = set(np.linspace(0, len(events), 150, dtype=int).tolist())
    for done in range(len(events) + 1):
        if done:
            naive.apply(events[done - 1])
        if done not in stops:
            continue
        state = timeline.at_event(done)
        assert state.references.tolist() == [naive.references[page] for page in range(pages)]
        assert state.content.tolist() == [naive.content.get(page, 0) for page in range(pages)]
        tables = naive.block_tables()
        for request in range(len(recording.requests)):
            expected = _by_pool(recording, tables.get(request, []))
            assert _by_pool(recording, state.block_table(request).tolist()) == expected
        holders = Counter(page for table in tables.values() for page in table)
        assert {page for page in range(pages) if state.owner[page] >= 0} == set(holders)
        for page in list(holders)[:5]:
            assert state.holders(page).tolist() == sorted(r for r, table in tables.items() if page in table)


def _by_pool(recording: Recording, pages: list[int]) -> list[list[int]]:
    """During a transfer a request has one table in each of two pools."""
    return [[page for page in pages if pool.first <= page < pool.first + pool.pages] for pool in recording.pools]


def test_the_order_of_asking_does_not_matter(recording: Recording) -> None:
    timeline = Timeline(recording)
    places = np.linspace(0, len(recording.events), 12, dtype=int).tolist()
    forwards = {place: timeline.at_event(place).page_state.tolist() for place in places}
    assert {place: timeline.at_event(place).page_state.tolist() for place in reversed(places)} == forwards


def test_a_time_includes_what_happens_at_that_very_time(recording: Recording) -> None:
    timeline = Timeline(recording)
    for time in np.unique(recording.events["time"])[::40].tolist():
        assert timeline.at(time).event == int((recording.events["time"] <= time).sum())
        assert timeline.at(time - 1).event == int((recording.events["time"] < time).sum())


def test_before_and_after_the_run_nothing_is_held(recording: Recording) -> None:
    timeline = Timeline(recording)
    before, after = timeline.at(-1), timeline.at(recording.duration)
    assert (before.phase == Phase.UNSEEN).all()
    assert np.isin(after.phase, (Phase.FINISHED, Phase.REJECTED)).all()
    for state in (before, after):
        assert not state.references.any()
        assert not len(state.table_page)
        for pool in recording.pools:
            queue = state.free_queue(pool.first, pool.pages)
            assert sorted(queue.tolist()) == list(range(pool.first + pool.reserved, pool.first + pool.pages))


def test_states_say_what_a_page_is(recording: Recording) -> None:
    timeline = Timeline(recording)
    seen: set[PageState] = set()
    for place in np.linspace(0, len(recording.events), 200, dtype=int).tolist():
        state = timeline.at_event(place)
        kinds = state.page_state
        assert ((state.references == 0) == np.isin(kinds, (PageState.FREE, PageState.CACHED, PageState.NULL))).all()
        assert ((state.references > 1) == (kinds == PageState.SHARED)).all()
        assert (state.content[kinds == PageState.CACHED] > 0).all()
        assert (state.content[kinds == PageState.FREE] == 0).all()
        assert (state.filled[kinds == PageState.RESERVED] == 0).all()
        assert (state.filled[kinds == PageState.USED] > 0).all()
        assert ((state.filled >= 0) & (state.filled <= 1)).all()
        seen |= {PageState(kind) for kind in np.unique(kinds)}
    kinds = set(recording.events["kind"].tolist())
    assert (PageState.CACHED in seen) == (Event.FILL in kinds)
    assert (PageState.NULL in seen) == any(pool.reserved for pool in recording.pools)
    assert PageState.USED in seen
    assert PageState.RESERVED in seen
