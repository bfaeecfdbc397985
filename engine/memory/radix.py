"""A radix tree over cached state, by the rules of SGLang 0.5.23.

Keys are sequences of units: token ids when a page is one token, page hashes when pages are longer. A node holds a
piece of a key and one page per unit. Looking up may split a node although nothing is inserted; a lock protects a
node and its way to the root; eviction takes whole unlocked leaves, so it may free more than was asked for, and a
parent becomes a candidate when its last child has gone.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

Rank = tuple[int, int]
Label = int | tuple[str, int]  # first unit of a key; just below the root together with the namespace, if it has one


class Node:
    """A piece of a key. `accessed` and `created` are readings of the tree's own clock, which counts its own calls."""

    __slots__ = (
        "accessed",
        "children",
        "created",
        "gone",
        "hits",
        "key",
        "label",
        "locks",
        "pages",
        "parent",
        "priority",
        "queued",
    )

    def __init__(
        self, parent: Node | None, label: Label, key: Sequence[int], pages: list[int], priority: int
    ) -> None:
        self.parent = parent
        self.label = label  # what its parent knows it by
        self.key = key
        self.pages = pages
        self.priority = priority
        self.children: dict[Label, Node] = {}
        self.locks = 0
        self.hits = 0
        self.accessed = 0
        self.created = 0
        self.queued = False  # it has an entry in the eviction queue
        self.gone = False  # cut off: nobody finds it, and it stays only as long as it is locked


SLRU_PROTECTED = 2  # hits from which a segmented-LRU node is protected

# Who goes first: the smallest. Nothing here ever falls while a node lives, which the eviction queue relies on.
POLICIES: dict[str, Callable[[Node], Rank]] = {
    "lru": lambda node: (0, node.accessed),
    "lfu": lambda node: (node.hits, node.accessed),
    "fifo": lambda node: (0, node.created),
    "slru": lambda node: (int(node.hits >= SLRU_PROTECTED), node.accessed),
    "priority": lambda node: (node.priority, node.accessed),
}


class Match(NamedTuple):
    """The longest known prefix: its pages, and the node in which it ends (the root if there is none)."""

    pages: list[int]
    node: Node


class RadixCache:
    """The tree. `give_back` receives the pages of each evicted node. Sizes are in units, that is in pages.

    Raises ValueError for an unknown policy.
    """

    def __init__(self, give_back: Callable[[list[int]], None], policy: str = "lru") -> None:
        if policy not in POLICIES:
            raise ValueError(f"eviction policy {policy!r}, expected one of {', '.join(POLICIES)}")
        self.evictable = 0
        self.protected = 0
        self._give_back = give_back
        self._rank = POLICIES[policy]
        self._root = Node(None, 0, (), [], 0)
        self._root.locks = 1
        self._queue: list[tuple[Rank, int, Node]] = []
        self._clock = 0
        self._entries = 0

    @property
    def total(self) -> int:
        return self.evictable + self.protected

    def match(self, key: Sequence[int], namespace: str = "") -> Match:
        """The longest prefix of `key` in the tree. Splits the node in which it ends.

        Namespaces (tenants, adapters) never share anything.
        """
        node, place = self._root, 0
        pages: list[int] = []
        if not key:
            return Match(pages, node)
        now = self._tick()
        while place < len(key) and (child := node.children.get(_label(key, place, namespace))) is not None:
            child.accessed = now
            same = _common(child.key, key, place)
            if same < len(child.key):
                child = self._split(child, same)
            pages += child.pages
            node = child
            place += same
            if same < len(child.key):
                break
        return Match(pages, node)

    def insert(
        self,
        key: Sequence[int],
        pages: Sequence[int],
        namespace: str = "",
        *,
        priority: int = 0,
        counted: int = 0,
    ) -> int:
        """Put `key` with one page per unit into the tree; returns how many leading units were there already.

        The caller keeps its own pages for those: the tree has taken none of them. Nodes within the first `counted`
        units get no hit: the same request has put them in before, and a request hits each node once.
        """
        node, place = self._root, 0
        now = self._tick()
        node.priority = max(node.priority, priority)
        while place < len(key) and (child := node.children.get(_label(key, place, namespace))) is not None:
            child.accessed = now
            same = _common(child.key, key, place)
            if same < len(child.key):
                child = self._split(child, same)
            child.priority = max(child.priority, priority)
            node = child
            place += same
            child.hits += place > counted
        if place < len(key):
            label = _label(key, place, namespace)
            leaf = node.children[label] = self._new(node, label, key[place:], list(pages[place : len(key)]), priority)
            leaf.hits = int(len(key) > counted)
            self.evictable += len(leaf.key)
            self._offer(leaf)
        return place

    def _new(self, parent: Node, label: Label, key: Sequence[int], pages: list[int], priority: int) -> Node:
        node = Node(parent, label, key, pages, priority)
        node.accessed = self._tick()
        node.created = self._tick()
        return node

    def _tick(self) -> int:
        self._clock += 1
        return self._clock

    def _split(self, node: Node, length: int) -> Node:
        """Cut `node` after `length` units; returns the new upper part."""
        assert node.parent is not None
        upper = self._new(node.parent, node.label, node.key[:length], node.pages[:length], node.priority)
        upper.locks = node.locks
        upper.hits = node.hits
        node.parent.children[node.label] = upper
        node.parent, node.label = upper, node.key[length]
        upper.children[node.label] = node
        node.key = node.key[length:]
        node.pages = node.pages[length:]
        return upper

    # -- locks and eviction ----------------------------------------------------------------------------------------

    def lock(self, node: Node) -> None:
        """Nobody may evict `node` or anything on its way to the root."""
        while node.parent is not None:
            if node.locks == 0:
                self.evictable -= len(node.key)
                self.protected += len(node.key)
            node.locks += 1
            node = node.parent

    def unlock(self, node: Node) -> None:
        """Undo one `lock`."""
        while node.parent is not None:
            node.locks -= 1
            if node.locks == 0:
                self.evictable += len(node.key)
                self.protected -= len(node.key)
                self._offer(node)
            node = node.parent

    def evict(self, units: int) -> int:
        """Free at least `units` units if unlocked leaves allow; returns how many were freed."""
        freed = 0
        while freed < units and self._queue:
            rank, _, node = heapq.heappop(self._queue)
            node.queued = False
            if node.locks or node.children or node.gone:
                continue
            if rank != self._rank(node):
                self._offer(node)  # it was used since it was queued
                continue
            assert node.parent is not None
            del node.parent.children[node.label]
            self.evictable -= len(node.key)
            freed += len(node.key)
            self._give_back(node.pages)
            self._offer(node.parent)
        return freed

    def _offer(self, node: Node) -> None:
        """Queue `node` for eviction if it is an unlocked leaf and not queued yet."""
        if not (node.queued or node.locks or node.children or node.gone):
            node.queued = True
            self._entries += 1
            heapq.heappush(self._queue, (self._rank(node), self._entries, node))

    def cut(self, wrong: Callable[[int], bool]) -> tuple[list[int], list[int]]:
        """Take every `wrong` page out of the tree, with all that follows it: none of it can be found any more.

        Returns the pages cut off that nobody has locked and those that somebody has; they are the callers' now.
        """
        free: list[int] = []
        locked: list[int] = []
        stack = list(self._root.children.values())
        while stack:
            node = stack.pop()
            place = next((place for place, page in enumerate(node.pages) if wrong(page)), None)
            if place is None:
                stack += node.children.values()
                continue
            if place:
                self._split(node, place)
            assert node.parent is not None
            del node.parent.children[node.label]
            self._lose(node, free, locked)
            self._offer(node.parent)
        return free, locked

    def _lose(self, top: Node, free: list[int], locked: list[int]) -> None:
        stack = [top]
        while stack:
            node = stack.pop()
            stack += node.children.values()
            node.gone = True
            if node.locks:
                self.protected -= len(node.key)
                locked += node.pages
            else:
                self.evictable -= len(node.key)
                free += node.pages
            node.key, node.pages = (), []  # a lock on it weighs nothing from here on

    def walk(self) -> Iterator[tuple[int, Node]]:
        """Depth and node of every node below the root, parents first, siblings in the order in which they came."""
        stack = [(0, child) for child in reversed(self._root.children.values())]
        while stack:
            depth, node = stack.pop()
            yield depth, node
            stack += [(depth + 1, child) for child in reversed(node.children.values())]


def _label(key: Sequence[int], place: int, namespace: str) -> Label:
    return (namespace, key[0]) if namespace and not place else key[place]


def _common(piece: Sequence[int], key: Sequence[int], place: int) -> int:
    """How many leading units of `piece` equal those of `key` from `place` on."""
    low, high = 0, min(len(piece), len(key) - place)
    if piece[:high] == key[place : place + high]:
        return high
    while high - low > 1:  # piece[:low] is equal, piece[:high] is not
        middle = (low + high) // 2
        if piece[low:middle] == key[place + low : place + middle]:
            low = middle
        else:
            high = middle
    return low
