"""Paged memory whose content is found again through a radix tree: SGLang 0.5.23 behind the allocator protocol.

A request holds a lock on the tree for the part of its pages that the tree owns, and owns the rest itself. What it
has computed goes into the tree when a chunk of its prompt is done and when it ends; pages whose content the tree
turns out to have already are given up for the tree's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.memory.allocator import NO_HITS, Hits, Sink
from engine.memory.page_tables import Held, PageTables
from engine.memory.radix import Node, RadixCache
from engine.memory.tokens import TokenContent
from engine.recording import Event

ALLOCATE, HIT, FILL = Event.ALLOCATE, Event.HIT, Event.FILL
RELEASE, EVICT = Event.RELEASE, Event.EVICT
AFTER_ALL_FREE = 1 << 40  # place of a cached page in the picture of the queue: behind every empty one


class _Branch(Held):
    """What a request holds, with the node down to which it locks the tree. `registered` pages belong to the tree."""

    __slots__ = ("counted", "node")

    def __init__(
        self, table: list[int], registered: int, content: TokenContent | None, node: Node, counted: int = 0
    ) -> None:
        super().__init__(table, registered, content)
        self.node = node
        self.counted = counted  # leading pages that it has put into the tree before: it hits each node once

    def forked(self) -> _Branch:
        return _Branch(list(self.table), self.registered, None, self.node, self.counted)


class RadixAllocator(PageTables[_Branch]):
    """`priority` gives the priority of a request, which the eviction policy "priority" protects by.

    The queue holds empty pages only; those that the tree keeps without a lock count as free as well. Slots of one
    token come back at the end of the queue, longer pages at its front, as SGLang's two allocators have it. Raises
    ValueError for an unknown policy.
    """

    policy = "sglang-0.5.23"
    caching = True

    def __init__(
        self,
        pages: int,
        page_tokens: int,
        *,
        eviction: str = "lru",
        priority: Callable[[int], int] | None = None,
        first_page: int = 0,
        sink: Sink | None = None,
    ) -> None:
        super().__init__(pages, page_tokens, first_page, sink)
        self._tree = RadixCache(self._evicted, eviction)
        self._priority = priority
        self._contents: dict[int, int] = {}  # page in the tree -> its hash
        self._resting: dict[int, int] = {}  # page in the tree that nobody holds -> its place in the picture
        self._rested = AFTER_ALL_FREE

    @property
    def free_pages(self) -> int:
        return len(self._queue) + self._tree.evictable

    def free_queue(self) -> list[int]:
        """Empty pages in the order in which they will be handed out, then the tree's idle ones as they came to rest.

        Which of the latter go first is for the eviction policy to say, when it is asked.
        """
        return [*self._queue, *self._resting]

    def lookup(self, content: TokenContent, limit_tokens: int) -> Hits:
        blocks = min(limit_tokens, content.length) // self.page_tokens
        if blocks <= 0:
            return NO_HITS
        pages = self._tree.match(content.hashes(blocks, self.page_tokens)[:blocks]).pages
        return Hits(len(pages) * self.page_tokens, pages)

    def allocate(
        self,
        request: int,
        content: TokenContent,
        hits: Hits | None,
        computed: int,
        new_tokens: int,
        lookahead: int = 0,
        reserved: int = 0,
    ) -> list[int] | None:
        """As the protocol says, except that content is registered by `commit` only: the tree never holds a page
        whose computation is still under way. Raises ValueError if `hits` are no longer in the tree.
        """
        total = -(-(computed + new_tokens + lookahead) // self.page_tokens)
        held = self._open(request, content, hits, computed, total, reserved)
        if held is None:
            return None
        new = self._fresh(max(0, total - len(held.table)))
        self._references.update(dict.fromkeys(new, 1))
        if self._sink is not None:
            for block, page in enumerate(new, start=len(held.table)):
                self._sink(ALLOCATE, request, page, block, 1, 0, 0, 0)
        held.table += new
        return new

    def _admit(
        self, request: int, content: TokenContent, hits: Hits | None, total: int, reserved: int
    ) -> _Branch | None:
        known = len(hits.pages) if hits is not None else 0
        pages, node = self._tree.match(content.hashes(known, self.page_tokens)[:known])
        if len(pages) < known:
            raise ValueError(f"request {request}: {known} pages were found before, only {len(pages)} are there now")
        self._tree.lock(node)
        if max(0, total - known) + reserved > self.free_pages:
            self._tree.unlock(node)
            return None
        held = self._held[request] = _Branch(pages, known, content, node)
        self._hold(request, pages)
        return held

    def _fresh(self, count: int) -> list[int]:
        if count > len(self._queue):
            self._tree.evict(count - len(self._queue))
        return self._queue.take(count)

    def _evicted(self, pages: list[int]) -> None:
        """The tree let go of a leaf."""
        self._give_back(pages)
        for page in pages:
            self._contents.pop(page, None)
            self._resting.pop(page, None)
            if self._sink is not None:
                self._sink(EVICT, -1, page, -1, 0, 0, 0, self._queue.place(page))

    def _give_back(self, pages: list[int]) -> None:
        if self.page_tokens == 1:
            self._queue.give_back(pages)
        else:
            self._queue.give_front(pages)

    def _forget(self, pages: set[int]) -> set[int]:
        """A radix tree finds nothing beyond a gap: what follows a wrong page goes with it."""
        free, locked = self._tree.cut(pages.__contains__)
        for page in (*free, *locked):
            del self._contents[page]
            self._resting.pop(page, None)
        self._give_back(free)
        return {*free, *locked}

    def _content(self, page: int) -> int:
        return self._contents.get(page, 0)

    def commit(self, request: int, computed: int) -> None:
        held = self._held.get(request)
        if held is None or held.content is None:
            return
        full = self._own_until(held, min(computed, held.content.length) // self.page_tokens)
        if full <= held.registered:
            return
        key = held.content.hashes(full, self.page_tokens)[:full]
        there = self._insert(request, held, key)
        pages, node = self._tree.match(key)
        self._tree.lock(node)
        self._tree.unlock(held.node)
        held.node = node
        self._give_up(request, held, pages, there)
        for block in range(max(there, held.registered), full):
            page = held.table[block]
            self._contents[page] = key[block]
            if self._sink is not None:
                self._sink(FILL, request, page, block, self._references[page], key[block], 0, 0)
        held.registered = full

    def _insert(self, request: int, held: _Branch, key: list[int]) -> int:
        """Put the first pages of `request` into the tree; its prompt gets nodes of its own, above the outputs."""
        assert held.content is not None
        priority = self._priority(request) if self._priority is not None else 0
        there = self._tree.insert(key, held.table[: len(key)], priority=priority, counted=held.counted)
        held.counted = len(key)
        prompt = held.content.prompt_tokens // self.page_tokens
        if 0 < prompt < len(key):
            self._tree.insert(key[:prompt], held.table, priority=priority + 1, counted=prompt)
        return there

    def _own_until(self, held: _Branch, full: int) -> int:
        """Leave out pages that a fork holds too: it has no lock on them, so the tree may not have them yet."""
        for block in range(held.registered, full):
            if self._references[held.table[block]] > 1:
                return block
        return full

    def _hold(self, request: int, pages: Sequence[int], first_block: int = 0) -> None:
        for page in pages:
            self._resting.pop(page, None)
        super()._hold(request, pages, first_block)

    def _give_up(self, request: int, held: _Branch, pages: list[int], there: int) -> None:
        """Blocks that the tree had already, computed twice: the request goes on with the tree's pages."""
        start = held.registered
        own = held.table[start:there]
        if not own:
            return
        held.table[start:there] = pages[start:there]
        self._drop(request, own, start)
        self._hold(request, pages[start:there], start)

    def _drop(self, request: int, pages: list[int], first_block: int) -> None:
        """`request` holds `pages` no more; those that nobody holds and the tree does not know become empty."""
        references, contents = self._references, self._contents
        empty: list[int] = []
        for page in reversed(pages):
            left = references[page] - 1
            if left:
                references[page] = left
            else:
                del references[page]
                if page in contents:
                    self._rested += 1
                    self._resting[page] = self._rested
                else:
                    empty.append(page)
        self._give_back(empty[::-1])  # in logical order
        if self._sink is not None:
            for block in range(first_block + len(pages) - 1, first_block - 1, -1):
                page = pages[block - first_block]
                left = references.get(page, 0)
                place = 0 if left else self._resting.get(page) or self._queue.place(page)
                self._sink(RELEASE, request, page, block, left, contents.get(page, 0), 0, place)

    def release(self, request: int) -> None:
        """What was not committed is lost; what was stays in the tree until somebody else needs the room."""
        held = self._held.pop(request, None)
        if held is None:
            return
        self._forked.discard(request)
        self._drop(request, held.table, 0)
        self._tree.unlock(held.node)

    def fork(self, parent: int, child: int) -> None:
        """`child` shares every page of `parent` and locks the tree as far. Raises ValueError if it holds pages."""
        super().fork(parent, child)
        self._tree.lock(self._held[child].node)

    def reset_cache(self) -> bool:
        """Forget all content. Refused (False, nothing changes) while any page is held."""
        if self._held:
            return False
        self._tree.evict(self._tree.evictable)
        return True
