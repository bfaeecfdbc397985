"""No page is shared across tenants, adapters, models, revisions or precisions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory.cache_key import UNKEYED, CacheKey, chain_start
from engine.memory.pages import PagedAllocator
from engine.memory.radix_pages import RadixAllocator
from engine.memory.tokens import TokenContent

NAMES = st.sampled_from(["", "a", "b", "ab", "base"])
KEYS = st.builds(CacheKey, *[NAMES] * len(fields(CacheKey)))
STEPS = st.lists(
    st.tuples(st.sampled_from(["serve", "serve", "end", "lose"]), st.integers(0, 5), st.integers(5, 40)),
    min_size=10,
    max_size=50,
)
BUILDERS: list[Callable[[], Any]] = [
    lambda: PagedAllocator(40, 4),
    lambda: RadixAllocator(40, 4),
    lambda: RadixAllocator(160, 1, eviction="slru"),
]


class House:
    """Requests of several keys that all say the same, and who wrote each page that is in memory."""

    def __init__(self, pages: Any, keys: list[CacheKey]) -> None:
        self.pages, self.keys = pages, keys
        self.key_of: dict[int, CacheKey] = {}  # page -> key of the request that last wrote it
        self.live: dict[int, TokenContent] = {}

    def serve(self, request: int, tokens: int) -> None:
        key = self.keys[request % len(self.keys)]
        content = TokenContent([(1, tokens)], 10**9 + request * 10**6, key)
        hits = self.pages.lookup(content, tokens - 1)
        assert {self.key_of[page] for page in hits.pages} <= {key}
        new = self.pages.allocate(request, content, hits, hits.tokens, tokens - hits.tokens)
        if new is not None:
            self.live[request] = content
            self.key_of.update(dict.fromkeys(new, key))
            self.pages.commit(request, tokens)
            assert {self.key_of[page] for page in self.pages.block_table(request)} == {key}

    def end(self, request: int) -> None:
        self.pages.release(request)
        del self.live[request]


@pytest.mark.parametrize("build", BUILDERS)
@given(st.lists(KEYS, min_size=1, max_size=4), STEPS)
@settings(max_examples=60, deadline=None)
def test_a_page_serves_requests_of_one_key_only(
    build: Callable[[], Any], keys: list[CacheKey], steps: list[tuple[str, int, int]]
) -> None:
    house = House(build(), keys)
    for what, request, tokens in steps:
        if what == "lose":
            house.pages.invalidate(range(1 + request, house.pages.total_pages, tokens))
        elif request in house.live:
            house.end(request)
        elif what == "serve":
            house.serve(request, tokens)


@given(KEYS, KEYS)
def test_keys_are_told_apart_whatever_their_fields_spell_together(one: CacheKey, two: CacheKey) -> None:
    assert (chain_start(one) == chain_start(two)) == (one == two)


@pytest.mark.parametrize("field", [field.name for field in fields(CacheKey)])
def test_every_field_counts(field: str) -> None:
    base = CacheKey("t", "adapter", "v1", "model", "r1", "fp8")
    changed = replace(base, **{field: "other"})
    assert TokenContent([(1, 16)], 0, base).page_hash(0, 16) != TokenContent([(1, 16)], 0, changed).page_hash(0, 16)


def test_a_bare_salt_is_a_tenant_and_no_salt_is_no_key() -> None:
    assert chain_start("one") == chain_start(CacheKey(tenant="one"))
    assert chain_start("") == chain_start(CacheKey()) == UNKEYED


def test_an_adapter_named_as_another_requests_salt_is_not_that_salt() -> None:
    assert chain_start(CacheKey(tenant="x")) != chain_start(CacheKey(adapter="x"))


def test_equal_keys_do_share() -> None:
    pages = PagedAllocator(40, 4)
    key = CacheKey(tenant="t", adapter="a")
    for request in (0, 1):
        content = TokenContent([(1, 12)], request, replace(key))
        hits = pages.lookup(content, 11)
        pages.allocate(request, content, hits, hits.tokens, 12 - hits.tokens)
    assert list(pages.block_table(1)) == [1, 2, 4]
