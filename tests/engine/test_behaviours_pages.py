"""What vLLM's own tests of its paged cache state, as a table: operations on ten pages of 16, and what they leave.

Operations: (request, prompt runs) admits and computes a prompt, (request, n) decodes n tokens, ("free", request)
gives pages back. Where a number of pages other than ten matters it is named in the test.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.memory.pages import PagedAllocator
from engine.memory.tokens import TokenContent
from engine.recording import Event

SHARED, FOREIGN = (1000, 48), ((5000, 160),)
A, B = (SHARED, (1, 7)), (SHARED, (200, 5))
BOTH_FREED = (("admit", 0, A), ("admit", 1, B), ("free", 0), ("free", 1))


class Cache:
    """An allocator with its requests, and the last thing it handed out."""

    def __init__(self, pages: int = 10, size: int = 16, caching: bool = True) -> None:
        self.rows: list[tuple[int, int]] = []
        self.pages = PagedAllocator(pages + 1, size, caching=caching, sink=self._note)
        self.contents: dict[int, TokenContent] = {}
        self.computed: dict[int, int] = {}
        self.hit = 0
        self.new: list[int] | None = []

    def _note(self, kind: int, request: int, page: int, *rest: Any) -> None:
        self.rows.append((kind, page))

    def admit(self, request: int, prompt: tuple[tuple[int, int], ...], salt: str = "") -> None:
        content = TokenContent(prompt, 1_000_000 + request * 10_000, salt)
        hits = self.pages.lookup(content, content.length - 1)
        self.hit = hits.tokens
        self.new = self.pages.allocate(request, content, hits, hits.tokens, content.length - hits.tokens)
        if self.new is not None:
            self.contents[request], self.computed[request] = content, content.length

    def decode(self, request: int, tokens: int) -> None:
        content = self.contents[request]
        content.append(tokens)
        self.new = self.pages.allocate(request, content, None, self.computed[request], tokens)
        self.computed[request] += tokens

    def free(self, request: int) -> None:
        self.pages.release(request)

    def play(self, operations: tuple[Any, ...]) -> Cache:
        for what, *arguments in operations:
            getattr(self, what)(*arguments)
        return self

    def pages_of_kind(self, kind: Event, since: int = 0) -> list[int]:
        return [page for row, page in self.rows[since:] if row == kind]


@dataclass(frozen=True)
class Behaviour:
    """Operations, and what is true after them; None is not looked at."""

    name: str
    operations: tuple[Any, ...]
    new: list[int] | None = None
    hit: int | None = None
    hashed: int | None = None
    free: list[int] | int | None = None
    references: dict[int, int] | None = field(default=None)


TABLE = (
    Behaviour("a prompt takes pages in order", (("admit", 0, A),), new=[1, 2, 3, 4], hit=0, hashed=3, free=6),
    Behaviour(
        "a prompt that shares its beginning takes only the rest",
        (("admit", 0, A), ("admit", 1, B)),
        new=[5],
        hit=48,
        free=5,
        references={1: 2, 2: 2, 3: 2, 4: 1, 5: 1},
    ),
    Behaviour(
        "tails without content are reused first, tails of content before heads",
        BOTH_FREED,
        free=[5, 4, 6, 7, 8, 9, 10, 3, 2, 1],
    ),
    Behaviour(
        "a foreign prompt takes pages in the order of eviction",
        (*BOTH_FREED, ("admit", 2, FOREIGN)),
        new=[5, 4, 6, 7, 8, 9, 10, 3, 2, 1],
        free=0,
        hashed=10,
    ),
    Behaviour("tokens inside the last page take none", (("admit", 0, A), ("decode", 0, 4)), new=[], hashed=3),
    Behaviour("a page is hashed when it is full", (("admit", 0, A), ("decode", 0, 19)), new=[5], hashed=4),
    Behaviour(
        "of two requests the one given back first is reused first",
        (("admit", 0, ((1, 87),)), ("admit", 1, ((500, 48),)), ("free", 0), ("free", 1)),
        free=[6, 10, 5, 4, 3, 2, 1, 9, 8, 7],
    ),
    Behaviour(
        "a whole prompt in the cache computes its last page again",
        (("admit", 0, (SHARED,)), ("admit", 1, (SHARED,))),
        hit=32,
        new=[4],
        hashed=3,
    ),
    Behaviour("a prompt beyond capacity is refused", (("admit", 0, A), ("admit", 1, ((9000, 160),))), hit=0, free=6),
    Behaviour(
        "what was given back is found again and leaves the queue",
        (*BOTH_FREED, ("admit", 2, A)),
        hit=48,
        new=[5],
        free=[4, 6, 7, 8, 9, 10],
    ),
)


@pytest.mark.parametrize("behaviour", TABLE, ids=lambda behaviour: behaviour.name)
def test_paged_cache(behaviour: Behaviour) -> None:
    cache = Cache().play(behaviour.operations)
    pages = cache.pages
    if behaviour.new is not None:
        assert cache.new == behaviour.new
    if behaviour.hit is not None:
        assert cache.hit == behaviour.hit
    if behaviour.hashed is not None:
        assert pages.cached_keys == behaviour.hashed
    if behaviour.references is not None:
        assert pages.references() == behaviour.references
    if isinstance(behaviour.free, list):
        assert pages.free_queue() == behaviour.free
    elif behaviour.free is not None:
        assert pages.free_pages == behaviour.free


def test_a_pool_of_one_page_reused_for_a_shorter_prompt_forgets_what_it_had() -> None:
    cache = Cache(pages=1).play((("admit", 0, ((1, 16),)), ("free", 0)))
    assert cache.pages.cached_keys == 1
    cache.play((("admit", 1, ((900, 15),)),))
    assert cache.new == [1]
    assert cache.pages.cached_keys == 0


def test_a_page_that_is_hit_is_not_the_one_that_is_evicted() -> None:
    cache = Cache(pages=2).play((("admit", 0, ((1, 16), (50, 16))), ("free", 0)))
    assert cache.pages.free_queue() == [2, 1]
    cache.play((("admit", 1, ((1, 16), (900, 16))),))
    assert (cache.hit, cache.new) == (16, [2])


def test_without_caching_nothing_is_found_and_capacity_still_counts() -> None:
    cache = Cache(caching=False).play((("admit", 0, A), ("admit", 1, B)))
    assert (cache.hit, cache.new) == (0, [5, 6, 7, 8])
    cache.play((("admit", 2, ((9000, 48),)),))
    assert cache.new is None


@pytest.mark.parametrize(("tokens", "entries"), [((9,), 2), ((9, 4), 3), ((9, 4, 1), 3)])
def test_the_partial_page_never_enters(tokens: tuple[int, ...], entries: int) -> None:
    pages, content, computed = PagedAllocator(11, 4), TokenContent([(1, 14)], 0), 0
    for chunk in tokens:
        pages.allocate(0, content, None, computed, chunk)
        computed += chunk
    assert pages.cached_keys == entries


def test_a_salt_hits_itself_only() -> None:
    cache = Cache()
    cache.admit(0, (SHARED, (1, 1)), "one")
    found = []
    for request, salt in enumerate(("one", "two", ""), start=1):
        cache.admit(request, (SHARED, (1, 1)), salt)
        found.append(cache.hit)
        cache.free(request)
    assert found == [48, 0, 0]


def test_a_reset_is_refused_while_pages_are_held_and_clears_every_hash_afterwards() -> None:
    cache = Cache().play((("admit", 0, A),))
    assert not cache.pages.reset_cache()
    cache.admit(1, B)
    assert cache.hit == 48, "the cache was kept"
    cache.play((("free", 0), ("free", 1)))
    assert cache.pages.reset_cache()
    cache.admit(2, A)
    assert (cache.hit, cache.pages.free_pages) == (0, 6)


def test_of_two_pages_with_equal_content_one_may_go_and_the_other_still_serves() -> None:
    cache = Cache(pages=4)
    for request in (0, 1):
        content = TokenContent([(1, 17)], request)
        cache.pages.allocate(request, content, None, 0, 17)
    cache.free(0)
    cache.admit(2, ((700, 32),))  # takes the free pages 2 and 1
    cache.free(2)
    cache.admit(3, ((1, 17),))
    assert cache.hit == 16, "served by the second page"
    cache.play((("free", 3), ("free", 1), ("admit", 4, ((800, 64),)), ("free", 4), ("admit", 5, ((1, 17),))))
    assert cache.hit == 0


def test_storing_and_reusing_pages_is_on_record_page_by_page() -> None:
    cache = Cache(pages=3).play((("admit", 0, (SHARED,)),))
    assert cache.pages_of_kind(Event.FILL) == [1, 2, 3]
    cache.free(0)
    seen = len(cache.rows)
    cache.admit(1, ((5000, 48),))
    assert cache.pages_of_kind(Event.EVICT, seen) == [3, 2, 1]
    assert cache.pages_of_kind(Event.FILL, seen) == [3, 2, 1]
    cache.free(1)
    seen = len(cache.rows)
    assert cache.pages.reset_cache()
    assert sorted(cache.pages_of_kind(Event.EVICT, seen)) == [1, 2, 3]


@pytest.mark.parametrize(("reserved", "fits"), [(0, True), (4, True), (9, True), (10, False)])
def test_reserved_pages_stay_free_after_the_first_chunk(reserved: int, fits: bool) -> None:
    pages = PagedAllocator(11, 16)
    new = pages.allocate(0, TokenContent([(1, 160)], 0), None, 0, 16, reserved=reserved)
    assert (new is not None) == fits


@pytest.mark.parametrize("lookahead", [2, 4])
def test_look_ahead_tokens_make_room_in_advance(lookahead: int) -> None:
    pages = PagedAllocator(11, 4)
    assert pages.allocate(0, TokenContent([(1, 3)], 0), None, 0, 3, lookahead) == [1, 2]


def test_a_hit_page_that_is_free_counts_for_capacity_and_is_not_taken_again() -> None:
    cache = Cache(pages=3).play((("admit", 0, ((1, 16), (50, 16))), ("free", 0)))
    content = TokenContent([(1, 16), (90, 16)], 0)
    hits = cache.pages.lookup(content, 31)
    assert hits.tokens == 16
    assert cache.pages.allocate(1, content, hits, 16, 16, reserved=2) is None, "it needs two of the three"
    assert cache.pages.allocate(1, content, hits, 16, 16, reserved=1) == [3]


def test_a_finished_request_leaves_what_its_accepted_drafts_completed_and_not_the_rejected() -> None:
    pages, content = PagedAllocator(11, 16), TokenContent([(1, 14)], 1_000_000)
    pages.allocate(0, content, None, 0, 14)
    content.append(1)
    pages.allocate(0, content, None, 14, 4)  # one token and three drafts: places 14 to 17
    assert pages.cached_keys == 0, "a draft that may be rejected completes nothing"
    content.append(3)  # two accepted, one drawn
    pages.commit(0, 17)
    pages.release(0)
    assert pages.lookup(TokenContent([(1, 14), (1_000_000, 4)], 0), 17).tokens == 16


def test_nothing_leaks_when_all_are_done() -> None:
    cache = Cache().play(BOTH_FREED)
    assert cache.pages.references() == {}
    assert cache.pages.free_pages == cache.pages.total_pages - 1
    assert [list(cache.pages.block_table(request)) for request in (0, 1)] == [[], []]
