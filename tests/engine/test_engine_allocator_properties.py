"""What holds for every sequence of operations, on every allocator."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from allocator_driver import KINDS_OF_USE, OPERATIONS, PAGE, REQUESTS, Driver, recording_of
from hypothesis import given, settings
from log_replay import Replay
from naive_pages import NaivePages

from engine.instant import PageState, Timeline
from engine.memory.allocator import Sizes
from engine.memory.contiguous import ContiguousAllocator
from engine.memory.pages import PagedAllocator
from engine.memory.radix_pages import RadixAllocator
from engine.recorder import Recorder
from engine.recording import Event, Pool
from engine.scenario import Reservation

POOL = 24
RESERVED = 15  # pages of a contiguous reservation


def paged(recorder: Recorder) -> PagedAllocator:
    return PagedAllocator(POOL, PAGE, sink=recorder.sink)


def uncached(recorder: Recorder) -> PagedAllocator:
    return PagedAllocator(POOL, PAGE, caching=False, sink=recorder.sink)


def radix(recorder: Recorder) -> RadixAllocator:
    return RadixAllocator(POOL, PAGE, sink=recorder.sink)


def radix_of_tokens(recorder: Recorder) -> RadixAllocator:
    return RadixAllocator(POOL * PAGE, 1, eviction="slru", sink=recorder.sink)


def contiguous(recorder: Recorder) -> ContiguousAllocator:
    sizes = Sizes(26, RESERVED * PAGE - 26, samples=2)
    return ContiguousAllocator(
        5 * RESERVED,
        PAGE,
        reservation=Reservation.ORACLE,
        max_length=1000,
        sizes=lambda request: sizes,
        sink=recorder.sink,
    )


class Reserving(Driver):
    """Stays inside the reservations: so many tokens, and one more sample for each that was admitted."""

    def grow(self, request: int, tokens: int, drafts: int) -> list[int] | None:
        if self.contents[request].length + 12 > RESERVED * PAGE:
            return None
        return super().grow(request, tokens, drafts)

    def fork(self, parent: int, child: int) -> None:
        if len(self.allocator.block_table(parent)) > RESERVED:
            super().fork(parent, child)


BUILDERS: list[Callable[[Recorder], Any]] = [paged, uncached, radix, radix_of_tokens, contiguous]


def drive(build: Callable[[Recorder], Any]) -> Driver:
    return Reserving(build) if build is contiguous else Driver(build)


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=30, deadline=None)
def test_pages_are_never_lost_and_never_held_without_a_count(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = drive(build)
    allocator = driver.allocator
    for operation in operations:
        driver.play(*operation)
        holders = Counter(page for table in driver.tables().values() for page in table)
        assert len(holders) + allocator.free_pages == allocator.usable_pages
        assert not set(holders) & set(allocator.free_queue())
        if build is not contiguous:
            assert allocator.references() == holders
        for request, table in driver.tables().items():
            assert len(table) * allocator.page_tokens >= driver.computed[request]
            assert len(set(table)) == len(table)
    for request in list(driver.contents):
        driver.free(request, commit=True)
    assert allocator.free_pages == allocator.usable_pages


@given(OPERATIONS)
@settings(max_examples=60, deadline=None)
def test_every_result_is_that_of_the_rules_written_down_naively(operations: list[tuple[str, int, int]]) -> None:
    driver, naive = Driver(paged), NaivePages(POOL, PAGE)
    seen = Mirror(driver, naive)
    for operation in operations:
        seen.play(*operation)
        assert driver.allocator.free_queue() == naive.queue
        assert driver.allocator.references() == {p: n for p, n in enumerate(naive.references) if n}
        assert driver.allocator.cached_keys == len({entry for entry, _ in naive.hashed})
        assert driver.tables() == naive.tables


class Mirror:
    """Sees every call that the driver makes and makes it on the naive model too."""

    def __init__(self, driver: Driver, naive: NaivePages) -> None:
        self.driver, self.naive = driver, naive
        self.play = driver.play
        real = driver.allocator
        allocate, release, fork, commit = real.allocate, real.release, real.fork, real.commit
        invalidate = real.invalidate

        def both(
            request: int, content: Any, hits: Any, computed: int, new: int, lookahead: int = 0, reserved: int = 0
        ) -> Any:
            found = naive.find(content, content.length - 1) if hits is not None else []
            if hits is not None:
                assert list(hits.pages) == found
            result = allocate(request, content, hits, computed, new, lookahead, reserved)
            assert result == naive.allocate(request, content, found, computed, new, reserved)
            return result

        def committed(request: int, computed: int) -> None:
            commit(request, computed)
            naive.register(request, driver.contents[request], computed)

        def released(request: int) -> None:
            release(request)
            naive.release(request)

        def forked(parent: int, child: int) -> None:
            fork(parent, child)
            naive.fork(parent, child)

        def invalidated(wrong: list[int]) -> list[int]:
            holders: list[int] = invalidate(wrong)
            assert holders == naive.invalidate(wrong)
            return holders

        real.allocate, real.release, real.fork, real.commit = both, released, forked, committed
        real.invalidate = invalidated


def _steps(driver: Driver, operations: list[tuple[str, int, int]]) -> Iterator[tuple[int, Any, Any]]:
    """How many events there are after each operation, with the block tables and the free queue."""
    for operation in operations:
        driver.play(*operation)
        yield len(driver.recorder.events), driver.tables(), driver.allocator.free_queue()


@pytest.mark.parametrize("build", BUILDERS)
@given(OPERATIONS)
@settings(max_examples=15, deadline=None)
def test_any_instant_is_what_replaying_the_log_gives(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    driver = drive(build)
    steps = {events: (tables, queue) for events, tables, queue in _steps(driver, operations)}
    pages = driver.allocator.total_pages
    reserved = pages - driver.allocator.usable_pages
    pool = Pool(0, 0, pages, driver.allocator.page_tokens, 1, "engine", reserved, build is contiguous)
    recording = recording_of(driver.recorder, [pool])
    timeline, naive = Timeline(recording), Replay()
    for event in range(len(recording.events) + 1):
        if event:
            naive.apply(recording.events[event - 1])
        state = timeline.at_event(event)
        assert state.references.tolist() == [naive.references[page] for page in range(pages)]
        assert state.content.tolist() == [naive.content.get(page, 0) for page in range(pages)]
        free = np.isin(state.page_state, (PageState.FREE, PageState.CACHED))
        assert (free == (state.references == 0))[reserved:].all()
        if event in steps:
            tables, queue = steps[event]
            assert {request: state.block_table(request).tolist() for request in tables} == tables
            assert naive.block_tables() == tables
            assert state.free_queue().tolist() == queue


EVERYWHERE = {Event.ALLOCATE, Event.COPY, Event.RELEASE, Event.INVALIDATE}
FOUND = {Event.HIT, Event.FILL, Event.EVICT}
KINDS: dict[Any, set[Event]] = {
    paged: EVERYWHERE | FOUND,
    uncached: EVERYWHERE | {Event.HIT},  # forks
    radix: EVERYWHERE | FOUND,
    radix_of_tokens: EVERYWHERE - {Event.COPY} | FOUND,  # a page of one token is never part filled
    contiguous: EVERYWHERE,
}


@pytest.mark.parametrize("build", BUILDERS)
def test_such_operations_do_everything_that_can_be_done(build: Callable[[Recorder], Any]) -> None:
    """The properties above would hold of an allocator that refused everything."""
    choice, driver, refused = random.Random(1), drive(build), 0
    for _ in range(600):
        result = driver.play(choice.choice(KINDS_OF_USE), choice.randrange(REQUESTS), choice.randrange(41))
        refused += isinstance(result, tuple) and result[1] is None
    assert {event[-1] for event in driver.recorder.events} == KINDS[build]
    assert refused
