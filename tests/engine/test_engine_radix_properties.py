"""The radix cache against a naive model on random operations: policies, page sizes, namespaces, locks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_radix import NaiveRadix, Piece

from engine.memory.radix import POLICIES, Node, RadixCache

OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["insert", "insert", "match", "evict", "lock", "unlock"]),
        st.lists(st.integers(0, 1), max_size=14),
        st.sampled_from(["", "", "a", "b"]),
        st.integers(0, 7),
    ),
    min_size=20,
    max_size=90,
)


class Both:
    """Does the same to the cache and to the model."""

    def __init__(self, policy: str, page: int) -> None:
        self.freed: list[list[int]] = []
        self.cache = RadixCache(self.freed.append, policy)
        self.model = NaiveRadix(policy, page)
        self.page = page
        self.slots = 0
        self.locked: list[tuple[Node, Piece]] = []

    def units(self, tokens: list[int]) -> list[Any]:
        if self.page == 1:
            return tokens
        ends = range(self.page, len(tokens) + 1, self.page)
        return [hash(tuple(tokens[end - self.page : end])) for end in ends]

    def play(self, what: str, tokens: list[int], space: str, number: int) -> None:
        key = self.units(tokens)
        if what == "insert":
            slots = list(range(self.slots, self.slots + len(key)))
            self.slots += len(key)
            counted = min(len(key), number) if number % 2 else 0
            there = self.cache.insert(key, slots, space, priority=number % 3, counted=counted)
            assert there == self.model.insert(tokens, slots, space, number % 3, counted)
        elif what == "evict":
            assert self.cache.evict(number) == self.model.evict(number)
        elif what == "unlock":
            if self.locked:
                node, piece = self.locked.pop(number % len(self.locked))
                self.cache.unlock(node)
                self.model.lock(piece, -1)
        else:
            pages, node = self.cache.match(key, space)
            found, piece = self.model.match(tokens, space)
            assert pages == found
            if what == "lock":
                self.cache.lock(node)
                self.model.lock(piece, 1)
                self.locked.append((node, piece))
        assert (self.cache.evictable, self.cache.protected) == self.model.sizes()
        assert self.freed == self.model.freed


@pytest.mark.parametrize("policy", POLICIES)
@given(st.sampled_from([1, 2, 4]), OPERATIONS)
@settings(max_examples=50, deadline=None)
def test_every_operation_gives_what_the_naive_model_gives(
    policy: str, page: int, operations: list[tuple[str, list[int], str, int]]
) -> None:
    both = Both(policy, page)
    for operation in operations:
        both.play(*operation)
