"""State of several kinds: joint hits, pages of several sizes, windows that give back, copies of recurrent state."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from allocator_driver import KINDS_OF_USE, OPERATIONS, REQUESTS, Driver, recording_of
from hybrid_allocators import HASH, content_of, recurrent, threefold, windowed
from hypothesis import given, settings
from log_replay import Replay

from engine.instant import PageState, Timeline
from engine.memory.hybrid import HybridAllocator
from engine.memory.hybrid_groups import FullGroup, WindowGroup
from engine.memory.recurrent_group import RecurrentGroup
from engine.recorder import Recorder
from engine.recording import Event, Pool

BUILDERS: list[Callable[[Recorder], Any]] = [recurrent, windowed, threefold]


class Unforked(Driver):
    def fork(self, parent: int, child: int) -> None:
        """There are no parallel samples of recurrent state."""


def pools_of(allocator: HybridAllocator) -> list[Pool]:
    pools = []
    for group in allocator.groups:
        whole = isinstance(group, RecurrentGroup)
        tokens = group.page_tokens if isinstance(group, FullGroup | WindowGroup) else HASH
        store = group.store
        pools.append(
            Pool(0, store.first_page, store.pages, tokens, 1, "engine", group=type(group).__name__, whole=whole)
        )
    return pools


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=40, deadline=None)
def test_pages_of_every_kind_are_held_or_free(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = Unforked(build)
    allocator = driver.allocator
    for operation in operations:
        driver.play(*operation)
        for group in allocator.groups:
            holders = Counter(page for request in driver.contents for page, _ in group.held(request))
            assert group.store.references() == holders
            assert len(holders) + group.store.free == group.store.pages
            assert sorted([*holders, *group.store.free_queue()]) == sorted(
                range(group.store.first_page, group.store.first_page + group.store.pages)
            )
    for request in list(driver.contents):
        driver.free(request, commit=True)
    assert allocator.free_pages == allocator.usable_pages


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=15, deadline=None)
def test_any_instant_is_what_replaying_the_log_gives(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = Unforked(build)
    steps: dict[int, Any] = {}
    for operation in operations:
        driver.play(*operation)
        steps[len(driver.recorder.events)] = driver.tables(), driver.allocator.free_queue()
    pools = pools_of(driver.allocator)
    timeline, naive = Timeline(recording_of(driver.recorder, pools)), Replay()
    for event in range(len(driver.recorder.events) + 1):
        if event:
            naive.apply(timeline.recording.events[event - 1])
        if event not in steps:
            continue
        state, (tables, queue) = timeline.at_event(event), steps[event]
        free = np.isin(state.page_state, (PageState.FREE, PageState.CACHED))
        assert (free == (state.references == 0)).all()
        assert {request: state.block_table(request).tolist() for request in tables} == tables
        assert [page for pool in pools for page in state.free_queue(pool.first, pool.pages)] == queue
        assert state.content.tolist() == [naive.content.get(page, 0) for page in range(driver.allocator.total_pages)]


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=40, deadline=None)
def test_an_invalidated_page_is_never_served(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = Unforked(build)
    lost: set[int] = set()
    for what, request, number in operations:
        seen = len(driver.recorder.events)
        if what == "lose":
            lost |= set(driver.wrong(request, number))
        driver.play(what, request, number)
        for _, _, _, _, _, _, page, _, _, kind in driver.recorder.events[seen:]:
            assert not (kind == Event.HIT and page in lost)
            if kind in (Event.ALLOCATE, Event.COPY):
                lost.discard(page)


def test_every_kind_must_have_room() -> None:
    allocator = recurrent(Recorder(), full=16, states=2)
    for request in (0, 1):
        content = content_of((100 * request, 5))
        assert allocator.allocate(request, content, None, 0, 5) is not None
    content = content_of((900, 5))
    assert allocator.allocate(2, content, None, 0, 5) is None, "attention has pages, recurrent state has none"
    assert list(allocator.block_table(2)) == []
    assert allocator.pages_for(200) > allocator.usable_pages


def test_a_parallel_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="request 1 cannot start from request 0"):
        recurrent(Recorder()).fork(0, 1)


def test_a_reset_waits_for_pages_that_are_held() -> None:
    allocator = recurrent(Recorder())
    content = content_of((1, 12))
    allocator.allocate(0, content, None, 0, 12)
    allocator.commit(0, 12)
    assert not allocator.reset_cache()
    allocator.release(0)
    assert allocator.lookup(content, 12).tokens == 12
    assert allocator.reset_cache()
    assert allocator.lookup(content, 12).tokens == 0


@pytest.mark.parametrize("build", BUILDERS)
def test_such_operations_do_everything_that_can_be_done(build: Callable[[Recorder], Any]) -> None:
    """The properties above would hold of an allocator that refused everything."""
    choice, driver, refused, hit = random.Random(2), Unforked(build), 0, 0
    for _ in range(800):
        result = driver.play(choice.choice(KINDS_OF_USE), choice.randrange(REQUESTS), choice.randrange(41))
        if isinstance(result, tuple):
            refused += result[1] is None
            hit += result[0].tokens > 0
    kinds = {event[-1] for event in driver.recorder.events}
    copies = set() if build is windowed else {Event.COPY}
    assert kinds == {Event.ALLOCATE, Event.HIT, Event.FILL, Event.RELEASE, Event.EVICT, Event.INVALIDATE} | copies
    assert refused
    assert hit
