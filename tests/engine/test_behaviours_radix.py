"""What SGLang's own tests of its radix cache state, as a table: operations on a tree, and what they leave."""

from __future__ import annotations

from typing import Any

import pytest

from engine.memory.pages import PagedAllocator
from engine.memory.radix import Node, RadixCache
from engine.memory.radix_pages import RadixAllocator
from engine.memory.tokens import TokenContent
from engine.recording import Event


class Tree:
    """Operations: ("insert", key, namespace), ("match", ...), ("lock" / "unlock", key), ("evict", units)."""

    def __init__(self) -> None:
        self.freed: list[int] = []
        self.cache = RadixCache(self.freed.extend)
        self.found = 0
        self.slots = 0

    def insert(self, key: list[int], namespace: str = "") -> None:
        pages = range(self.slots, self.slots + len(key))
        self.slots += len(key)
        self.found = self.cache.insert(key, pages, namespace)

    def match(self, key: list[int], namespace: str = "") -> Node:
        pages, node = self.cache.match(key, namespace)
        self.found = len(pages)
        return node

    def lock(self, key: list[int]) -> None:
        self.cache.lock(self.match(key))

    def unlock(self, key: list[int]) -> None:
        self.cache.unlock(self.match(key))

    def evict(self, units: int) -> None:
        self.found = self.cache.evict(units)


THREE = ("insert", [1, 2, 3])
TABLE: list[tuple[str, list[tuple[Any, ...]], tuple[int, int, int, int]]] = [
    # name, operations, (result of the last one, total, evictable, protected)
    ("what is inserted counts as evictable", [THREE], (0, 3, 3, 0)),
    ("a beginning of it is found", [THREE, ("match", [1, 2])], (2, 3, 3, 0)),
    ("a longer key is found as far as it is there", [THREE, ("match", [1, 2, 3, 4])], (3, 3, 3, 0)),
    ("inserting it again finds all of it", [THREE, THREE], (3, 3, 3, 0)),
    ("disjoint keys add up", [THREE, ("insert", [8, 9])], (0, 5, 5, 0)),
    ("an empty key is nothing", [THREE, ("match", [])], (0, 3, 3, 0)),
    ("a namespace has entries of its own", [THREE, ("insert", [1, 2, 3], "a")], (0, 6, 6, 0)),
    ("a third one too", [THREE, ("insert", [1, 2, 3], "a"), ("insert", [1, 2, 3], "b")], (0, 9, 9, 0)),
    ("an unknown namespace finds nothing", [THREE, ("match", [1, 2, 3], "c")], (0, 3, 3, 0)),
    ("a lock moves units from evictable to protected", [THREE, ("lock", [1, 2, 3])], (3, 3, 0, 3)),
    ("unlocking moves them back", [THREE, ("lock", [1, 2, 3]), ("unlock", [1, 2, 3])], (3, 3, 3, 0)),
    ("a lock on a beginning leaves the rest evictable", [THREE, ("lock", [1])], (1, 3, 2, 1)),
    ("locked units are not evicted", [THREE, ("lock", [1, 2, 3]), ("evict", 9)], (0, 3, 0, 3)),
    ("evicting takes whole leaves", [("insert", [1, 2, 3, 4]), ("evict", 2)], (4, 0, 0, 0)),
    ("evicting less than is there", [("insert", [1, 2]), ("insert", [5, 6]), ("evict", 2)], (2, 2, 2, 0)),
    ("everything can go", [THREE, ("insert", [1, 2, 9]), ("evict", 99)], (4, 0, 0, 0)),
]


@pytest.mark.parametrize(("operations", "expected"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_radix_tree(operations: list[tuple[Any, ...]], expected: tuple[int, int, int, int]) -> None:
    tree = Tree()
    for what, *arguments in operations:
        getattr(tree, what)(*arguments)
    cache = tree.cache
    assert (tree.found, cache.total, cache.evictable, cache.protected) == expected


def test_the_slots_of_what_is_evicted_are_given_back() -> None:
    tree = Tree()
    tree.insert([1, 2, 3, 4])
    tree.insert([1, 2, 8])
    tree.evict(1)
    assert tree.freed == [2, 3]
    assert tree.cache.total == 3


@pytest.mark.parametrize("page", [2, 4])
@pytest.mark.parametrize("tokens", [5, 7, 9])
def test_the_length_of_a_match_is_a_multiple_of_the_page(page: int, tokens: int) -> None:
    pages = RadixAllocator(40, page)
    content = TokenContent([(1, tokens)], 0)
    pages.allocate(0, content, None, 0, tokens)
    pages.commit(0, tokens)
    assert pages.lookup(TokenContent([(1, tokens), (90, 3)], 0), tokens).tokens == tokens // page * page


def test_without_a_cache_nothing_is_kept() -> None:
    pages = PagedAllocator(40, 4, caching=False)
    content = TokenContent([(1, 12)], 0)
    pages.allocate(0, content, None, 0, 12)
    pages.commit(0, 12)
    assert (pages.cached_keys, pages.lookup(content, 11).tokens) == (0, 0)


def test_a_reset_leaves_nothing_evictable_and_nothing_protected() -> None:
    pages = RadixAllocator(40, 4)
    content = TokenContent([(1, 12)], 0)
    pages.allocate(0, content, None, 0, 12)
    pages.commit(0, 12)
    assert not pages.reset_cache()
    pages.release(0)
    assert pages.reset_cache()
    assert (pages.free_pages, pages.lookup(content, 12).tokens) == (39, 0)


def test_stores_and_removals_are_on_record_page_by_page_with_their_hashes() -> None:
    rows: list[tuple[int, ...]] = []
    pages = RadixAllocator(4, 4, sink=lambda *row: rows.append(row))
    content = TokenContent([(1, 12)], 0)
    pages.allocate(0, content, None, 0, 12)
    pages.commit(0, 12)
    stored = {row[2]: row[5] for row in rows if row[0] == Event.FILL}
    assert list(stored.values()) == content.hashes(3, 4)
    pages.release(0)
    pages.allocate(1, TokenContent([(900, 12)], 0), None, 0, 12)
    assert {row[2] for row in rows if row[0] == Event.EVICT} == stored.keys()


def test_repeated_content_in_two_pages_is_two_entries_one_below_the_other() -> None:
    pages = RadixAllocator(40, 2)
    content = TokenContent([(5, 1)] * 4, 0)
    pages.allocate(0, content, None, 0, 4)
    pages.commit(0, 4)
    assert len(set(content.hashes(2, 2))) == 2
    assert pages.lookup(TokenContent([(5, 1)] * 2 + [(9, 2)], 0), 4).tokens == 2
