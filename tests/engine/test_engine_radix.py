"""The radix tree, and paged memory on top of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.memory.radix import POLICIES, Node, RadixCache
from engine.memory.radix_pages import RadixAllocator
from engine.memory.tokens import TokenContent


class Tree:
    """A cache with pages numbered as they come, and the pages that it let go."""

    def __init__(self, policy: str = "lru") -> None:
        self.freed: list[list[int]] = []
        self.cache = RadixCache(self.freed.append, policy)
        self.used = 0

    def insert(self, *key: int, namespace: str = "", priority: int = 0) -> int:
        self.used += len(key)
        pages = range(self.used - len(key), self.used)
        return self.cache.insert(list(key), pages, namespace, priority=priority)

    def match(self, *key: int, namespace: str = "") -> int:
        return len(self.cache.match(list(key), namespace).pages)

    def shape(self) -> list[tuple[int, list[int]]]:
        return [(depth, list(node.key)) for depth, node in self.cache.walk()]


class TestTree:
    def test_what_was_inserted_is_found(self) -> None:
        tree = Tree()
        assert tree.insert(1, 2, 3) == 0
        assert (tree.cache.total, tree.cache.evictable) == (3, 3)
        assert tree.cache.match([1, 2]).pages == [0, 1]
        assert tree.match(9) == 0
        assert tree.match() == 0

    def test_a_look_up_may_split_a_node_although_nothing_is_inserted(self) -> None:
        tree = Tree()
        tree.insert(1, 2, 3, 4)
        assert tree.match(1, 2, 9) == 2
        assert tree.shape() == [(0, [1, 2]), (1, [3, 4])]
        assert tree.cache.match([1, 2, 3, 4]).pages == [0, 1, 2, 3]

    def test_an_insertion_says_how_much_was_there(self) -> None:
        tree = Tree()
        tree.insert(1, 2, 3)
        assert tree.insert(1, 2, 7, 8) == 2
        assert tree.shape() == [(0, [1, 2]), (1, [3]), (1, [7, 8])]
        assert tree.cache.match([1, 2, 7, 8]).pages == [0, 1, 5, 6]

    def test_disjoint_keys_add_up(self) -> None:
        tree = Tree()
        tree.insert(1, 2, 3)
        tree.insert(8, 9)
        assert tree.cache.total == 5

    def test_namespaces_share_nothing(self) -> None:
        tree = Tree()
        for namespace in ("", "a", "b"):
            assert tree.insert(1, 2, namespace=namespace) == 0
        assert tree.cache.total == 6
        assert [tree.match(1, 2, namespace=name) for name in ("", "a", "b", "c")] == [2, 2, 2, 0]

    def test_a_lock_protects_a_node_and_its_way_to_the_root(self) -> None:
        tree = Tree()
        tree.insert(1, 2, 3)
        tree.insert(1, 2, 9)
        node = tree.cache.match([1, 2, 3]).node
        tree.cache.lock(node)
        assert (tree.cache.evictable, tree.cache.protected) == (1, 3)
        assert tree.cache.evict(100) == 1
        assert tree.match(1, 2, 3) == 3
        tree.cache.unlock(node)
        assert (tree.cache.evictable, tree.cache.protected) == (3, 0)
        assert tree.cache.evict(100) == 3
        assert tree.shape() == []

    def test_eviction_takes_whole_leaves_and_then_their_parents(self) -> None:
        tree = Tree()
        tree.insert(1, 2, 3, 4)
        tree.insert(1, 2, 7)
        assert tree.cache.evict(1) == 2, "a leaf goes as a whole"
        assert tree.cache.evict(2) == 3, "the parent becomes a leaf when its last child has gone"
        assert tree.freed == [[2, 3], [6], [0, 1]]
        assert tree.cache.evict(5) == 0

    def test_an_unknown_policy_is_named(self) -> None:
        with pytest.raises(ValueError, match="'mru', expected one of lru, lfu, fifo, slru, priority"):
            RadixCache(print, "mru")

    @pytest.mark.parametrize(
        ("policy", "order"),
        [
            ("lru", [2, 3, 4, 1]),  # 1 was used last
            ("lfu", [2, 4, 1, 3]),  # 3 was inserted again twice, 1 once
            ("fifo", [1, 2, 3, 4]),
            ("slru", [2, 4, 3, 1]),  # hit again: protected
            ("priority", [2, 4, 1, 3]),
        ],
    )
    def test_each_policy_has_its_own_order(self, policy: str, order: list[int]) -> None:
        tree = Tree(policy)
        for key, priority in ((1, 1), (2, 0), (3, 2), (4, 0)):
            tree.insert(key, priority=priority)
        for key in (3, 3, 4, 1):
            tree.insert(key) if key != 4 else tree.match(key)
        for _ in order:
            tree.cache.evict(1)
        assert [pages[0] + 1 for pages in tree.freed] == order

    @given(
        st.sampled_from(sorted(POLICIES)),
        st.lists(st.tuples(st.sampled_from(["insert", "match", "evict"]), st.lists(st.integers(0, 2), max_size=6))),
    )
    @settings(max_examples=150, deadline=None)
    def test_the_tree_is_a_set_of_prefixes_and_evicts_the_least_leaf(
        self, policy: str, steps: list[tuple[str, list[int]]]
    ) -> None:
        tree, known = Tree(policy), set[tuple[int, ...]]()
        for step, key in steps:
            prefixes = [tuple(key[: end + 1]) for end in range(len(key))]
            there = sum(prefix in known for prefix in prefixes)
            if step == "insert":
                assert tree.insert(*key, priority=len(key)) == there
                known |= set(prefixes)
            elif step == "match":
                assert tree.match(*key) == there
            elif known:
                leaf = min(_leaves(tree), key=POLICIES[policy])
                pages = list(leaf.pages)
                assert tree.cache.evict(1) == len(pages)
                assert tree.freed[-1] == pages
                known = {tuple(path) for path in _paths(tree)}
            assert tree.cache.total == len(known)


def _leaves(tree: Tree) -> list[Node]:
    return [node for _, node in tree.cache.walk() if not node.children]


def _paths(tree: Tree) -> list[list[int]]:
    paths, above = [], list[int]()
    lengths: list[int] = []
    for depth, node in tree.cache.walk():
        above = above[: sum(lengths[:depth])]
        lengths[depth:] = [len(node.key)]
        for unit in node.key:
            above = [*above, unit]
            paths.append(above)
    return paths


def content_of(*runs: tuple[int, int], row: int = 0, salt: str = "") -> TokenContent:
    return TokenContent(runs, 1_000_000 + row * 10_000, salt)


def serve(pages: RadixAllocator, request: int, content: TokenContent) -> list[int] | None:
    """Look up, take room for the prompt, compute it."""
    hits = pages.lookup(content, content.length - 1)
    new = pages.allocate(request, content, hits, hits.tokens, content.length - hits.tokens)
    if new is not None:
        pages.commit(request, content.length)
    return new


class TestAllocator:
    @pytest.mark.parametrize(("page", "hit"), [(2, 6), (4, 4)])
    def test_a_hit_is_a_multiple_of_the_page(self, page: int, hit: int) -> None:
        pages = RadixAllocator(20, page)
        serve(pages, 0, content_of((1, 7)))
        assert pages.lookup(content_of((1, 7), (90, 3)), 9).tokens == hit

    def test_with_pages_of_one_token_every_token_counts(self) -> None:
        pages = RadixAllocator(40, 1)
        serve(pages, 0, content_of((1, 7)))
        assert serve(pages, 1, content_of((1, 5), (90, 3), row=1)) == [8, 9, 10]
        assert list(pages.block_table(1)) == [1, 2, 3, 4, 5, 8, 9, 10]

    def test_nothing_is_found_before_it_is_computed(self) -> None:
        pages = RadixAllocator(20, 4)
        content = content_of((1, 12))
        pages.allocate(0, content, None, 0, 8)
        assert pages.lookup(content, 11).tokens == 0
        pages.commit(0, 8)
        assert pages.lookup(content, 11).tokens == 8

    def test_what_two_requests_computed_at_once_is_kept_once(self) -> None:
        pages = RadixAllocator(20, 4)
        contents = [content_of((1, 12), row=row) for row in (0, 1)]
        assert [pages.allocate(row, content, None, 0, 12) for row, content in enumerate(contents)] == [
            [1, 2, 3],
            [4, 5, 6],
        ]
        for row in (0, 1):
            pages.commit(row, 12)
        assert list(pages.block_table(1)) == [1, 2, 3]
        assert pages.references() == {1: 2, 2: 2, 3: 2}
        assert pages.free_queue()[:3] == [4, 5, 6]

    def test_outputs_are_kept_when_a_request_ends_and_the_open_page_is_not(self) -> None:
        pages = RadixAllocator(20, 4)
        content = content_of((1, 6))
        serve(pages, 0, content)
        content.append(5)
        pages.allocate(0, content, None, 6, 4)
        pages.commit(0, 10)
        pages.release(0)
        turn = TokenContent([(1, 6), (1_000_000, 5), (70, 5)], 0)
        assert pages.lookup(turn, 15).tokens == 8
        assert pages.free_pages == 19

    def test_a_preempted_request_loses_what_was_not_committed(self) -> None:
        pages = RadixAllocator(20, 4)
        content = content_of((1, 16))
        pages.allocate(0, content, None, 0, 8)
        pages.commit(0, 8)
        pages.allocate(0, content, None, 8, 8)
        pages.release(0)
        assert pages.lookup(content, 15).tokens == 8

    def test_cached_pages_make_room_and_held_ones_do_not(self) -> None:
        pages = RadixAllocator(9, 4)
        serve(pages, 0, content_of((1, 16)))
        serve(pages, 1, content_of((500, 16), row=1))
        assert serve(pages, 2, content_of((900, 8), row=2)) is None
        pages.release(0)
        assert pages.free_pages == 4
        assert serve(pages, 2, content_of((900, 8), row=2)) == [1, 2]
        assert pages.lookup(content_of((1, 16), (7, 7)), 20).tokens == 0, "the leaf went as a whole"
        assert pages.lookup(content_of((500, 16), (7, 7)), 20).tokens == 16

    def test_a_refused_request_locks_nothing(self) -> None:
        pages = RadixAllocator(9, 4)
        serve(pages, 0, content_of((1, 16)))
        pages.release(0)
        assert serve(pages, 1, content_of((1, 16), (90, 40), row=1)) is None
        assert pages.free_pages == 8
        assert pages.reset_cache()
        assert pages.lookup(content_of((1, 16), (7, 7)), 20).tokens == 0

    def test_reserved_pages_stay_free(self) -> None:
        pages = RadixAllocator(9, 4)
        content = content_of((1, 8))
        assert pages.allocate(0, content, None, 0, 8, reserved=7) is None
        assert pages.allocate(0, content, None, 0, 8, reserved=6) == [1, 2]

    def test_a_reset_waits_for_pages_that_are_held(self) -> None:
        pages = RadixAllocator(9, 4)
        serve(pages, 0, content_of((1, 16)))
        assert not pages.reset_cache()
        pages.release(0)
        assert pages.reset_cache()
        assert pages.free_pages == 8

    def test_a_salt_keeps_requests_apart(self) -> None:
        pages = RadixAllocator(20, 4)
        serve(pages, 0, content_of((1, 16), salt="tenant"))
        assert pages.lookup(content_of((1, 16), (7, 7)), 20).tokens == 0
        assert pages.lookup(content_of((1, 16), (7, 7), salt="tenant"), 20).tokens == 16

    def test_hits_that_have_gone_since_are_an_error(self) -> None:
        pages = RadixAllocator(9, 4)
        serve(pages, 0, content_of((1, 16)))
        pages.release(0)
        again = content_of((1, 16), (90, 4), row=1)
        hits = pages.lookup(again, 19)
        serve(pages, 2, content_of((500, 32), row=2))
        pages.release(2)
        with pytest.raises(ValueError, match="request 1: 4 pages were found before, only 0 are there now"):
            pages.allocate(1, again, hits, 16, 4)

    def test_samples_share_the_prompt_and_copy_the_open_page(self) -> None:
        pages = RadixAllocator(20, 4)
        contents = [content_of((1, 10), row=row) for row in (0, 1)]
        serve(pages, 0, contents[0])
        pages.fork(0, 1)
        for content in contents:
            content.append(1)
        assert [pages.allocate(row, content, None, 10, 1) for row, content in enumerate(contents)] == [[], []]
        assert [list(pages.block_table(row)) for row in (0, 1)] == [[1, 2, 4], [1, 2, 3]]
        pages.release(0)
        assert pages.references() == {1: 1, 2: 1, 3: 1}, "the sample still locks the prompt"
        assert pages.free_pages == 16

    def test_the_urgent_are_kept_under_the_priority_policy(self) -> None:
        pages = RadixAllocator(9, 4, eviction="priority", priority={0: 5, 1: 1, 2: 0}.__getitem__)
        serve(pages, 0, content_of((1, 16)))
        serve(pages, 1, content_of((500, 16), row=1))
        pages.release(0)
        pages.release(1)
        serve(pages, 2, content_of((900, 8), row=2))
        assert pages.lookup(content_of((1, 16), (7, 7)), 20).tokens == 16
        assert pages.lookup(content_of((500, 16), (7, 7)), 20).tokens == 0
