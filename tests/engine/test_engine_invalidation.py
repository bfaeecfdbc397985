"""Pages whose content is wrong: never served again, and nothing derived from them either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allocator_driver import OPERATIONS, PAGE, Driver
from hypothesis import given, settings

from engine.memory.allocator import Sizes
from engine.memory.contiguous import ContiguousAllocator
from engine.memory.pages import PagedAllocator
from engine.memory.radix_pages import RadixAllocator
from engine.memory.tokens import TokenContent
from engine.recorder import Recorder
from engine.recording import Event
from engine.scenario import Reservation

POOL = 24


def paged(recorder: Recorder) -> PagedAllocator:
    return PagedAllocator(POOL, PAGE, sink=recorder.sink)


def radix(recorder: Recorder) -> RadixAllocator:
    return RadixAllocator(POOL, PAGE, sink=recorder.sink)


def radix_of_tokens(recorder: Recorder) -> RadixAllocator:
    return RadixAllocator(POOL * PAGE, 1, eviction="lfu", sink=recorder.sink)


CACHES = [paged, radix, radix_of_tokens]


def content_of(tokens: int, row: int = 0) -> TokenContent:
    return TokenContent([(1, tokens)], 1_000_000 + row * 10_000)


def serve(pages: Any, request: int, content: TokenContent) -> None:
    hits = pages.lookup(content, content.length - 1)
    assert pages.allocate(request, content, hits, hits.tokens, content.length - hits.tokens) is not None
    pages.commit(request, content.length)


def found(pages: Any, tokens: int) -> int:
    return int(pages.lookup(content_of(tokens), tokens).tokens)


@pytest.mark.parametrize("build", CACHES)
@given(OPERATIONS)
@settings(max_examples=60, deadline=None)
def test_an_invalidated_page_is_never_served(
    build: Callable[[Recorder], Any], operations: list[tuple[str, int, int]]
) -> None:
    """Not the page until it is written anew, and nothing that a holder of it computes from then on."""
    driver = Driver(build)
    lost: set[int] = set()
    spoilt: set[int] = set()
    for what, request, number in operations:
        wrong = driver.wrong(request, number) if what == "lose" else []
        parents = set(driver.contents)
        seen = len(driver.recorder.events)
        result = driver.play(what, request, number)
        if what == "lose":
            lost |= set(wrong)
            spoilt |= set(result)
            assert result == sorted(r for r, table in driver.tables().items() if set(table) & set(wrong))
        if what == "admit" and result is not None:
            assert lost.isdisjoint(result[0].pages)
        if what == "fork" and request in spoilt:
            spoilt |= set(driver.contents) - parents
        for _, _, _, _, _, who, page, _, _, kind in driver.recorder.events[seen:]:
            if kind in (Event.ALLOCATE, Event.COPY):
                lost.discard(page)
            assert kind != Event.FILL or who not in spoilt
        spoilt &= set(driver.contents)


@pytest.mark.parametrize("build", CACHES)
def test_a_prefix_is_found_up_to_the_lost_page(build: Callable[[Recorder], Any]) -> None:
    pages = build(Recorder())
    serve(pages, 0, content_of(16))
    third = pages.block_table(0)[8 // pages.page_tokens]
    pages.release(0)
    assert found(pages, 16) == 16
    assert pages.invalidate([third]) == []
    assert found(pages, 16) == 8
    serve(pages, 1, content_of(16, row=1))
    assert found(pages, 16) == 16, "computed anew it is found again"
    pages.release(1)
    assert pages.free_pages == pages.usable_pages


@pytest.mark.parametrize("build", CACHES)
def test_whoever_holds_a_lost_page_is_named_and_registers_nothing_more(build: Callable[[Recorder], Any]) -> None:
    pages = build(Recorder())
    contents = [content_of(12, row) for row in range(3)]
    serve(pages, 0, contents[0])
    serve(pages, 1, contents[1])  # shares all but the last page
    assert pages.invalidate([pages.block_table(0)[0]]) == [0, 1]
    assert found(pages, 12) == 0
    contents[0].append(4)
    assert pages.allocate(0, contents[0], None, 12, 4) is not None
    pages.commit(0, 16)
    assert pages.lookup(TokenContent([(1, 12), (1_000_000, 4)], 0), 16).tokens == 0
    for request in (0, 1):
        pages.release(request)
    assert pages.free_pages == pages.usable_pages
    assert found(pages, 12) == 0


def test_a_second_copy_of_the_content_is_served_instead() -> None:
    pages = PagedAllocator(POOL, PAGE)
    for request in (0, 1):
        pages.allocate(request, content_of(8, request), None, 0, 8)
    assert pages.invalidate([1]) == [0]
    assert list(pages.lookup(content_of(8), 8).pages) == [3, 2]


def test_pages_are_chosen_by_number_or_by_what_is_true_of_them() -> None:
    pages = PagedAllocator(POOL, PAGE, first_page=100)
    serve(pages, 0, content_of(16))
    assert pages.invalidate(lambda page: page > 102) == [0]
    assert found(pages, 16) == 8
    with pytest.raises(ValueError, match="page 7 is not in the pool, expected 100 to 123"):
        pages.invalidate([7])


def test_the_record_says_which_pages_were_lost() -> None:
    recorder = Recorder()
    pages = PagedAllocator(6, PAGE, sink=recorder.sink)
    serve(pages, 0, content_of(8))
    serve(pages, 1, TokenContent([(500, 8)], 0))
    pages.release(1)
    seen = len(recorder.events)
    pages.invalidate([1, 3, 5])
    rows = [(page, references, kind) for _, _, _, _, _, _, page, _, references, kind in recorder.events[seen:]]
    assert rows == [(1, 1, Event.INVALIDATE), (3, 0, Event.INVALIDATE)], "an empty page has nothing to lose"
    assert pages.free_queue() == [5, 4, 3], "it keeps its place"


def test_a_reservation_only_says_whose_state_is_gone() -> None:
    recorder = Recorder()
    pages = ContiguousAllocator(
        20,
        PAGE,
        reservation=Reservation.ORACLE,
        max_length=100,
        sizes=lambda request: Sizes(8, 8),
        sink=recorder.sink,
    )
    for request in (0, 1):
        pages.allocate(request, content_of(8), None, 0, 8)
    assert pages.invalidate([4, 5, 19]) == [1]
    assert [event[-1] for event in recorder.events].count(Event.INVALIDATE) == 2
