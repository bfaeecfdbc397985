"""Paged memory by the rules of vLLM 0.33.0: one free queue, hashed pages, copy-on-write.

The rules, as the engine's own logs show them: page 0 of the pool is never handed out; a released request is walked
from its last page to its first, pages without content go to the front of the queue and are reused at once, pages
with content go to the back; only full pages of known tokens are registered; a page loses its content when it is
handed out again; a request is served whole or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.allocator import NO_HITS, Hits, Sink
from engine.free_queue import FreeQueue
from engine.page_index import PageIndex
from engine.recording import Event
from engine.tokens import TokenContent

ALLOCATE, HIT, COPY, FILL = Event.ALLOCATE, Event.HIT, Event.COPY, Event.FILL
RELEASE, EVICT = Event.RELEASE, Event.EVICT


class _Held:
    """What one request holds."""

    __slots__ = ("content", "registered", "table")

    def __init__(self, table: list[int], registered: int, content: TokenContent | None) -> None:
        self.table = table  # its pages in logical order
        self.registered = registered  # leading pages that have their content registered
        self.content = content


class PagedAllocator:
    """`pages` counts the reserved first page, as vLLM does. Raises ValueError for a pool without a usable page."""

    policy = "vllm-0.33"

    def __init__(
        self,
        pages: int,
        page_tokens: int,
        *,
        caching: bool = True,
        first_page: int = 0,
        sink: Sink | None = None,
    ) -> None:
        if pages < 2 or page_tokens < 1:
            raise ValueError(f"a pool of {pages} pages of {page_tokens} tokens, expected at least 2 pages of 1")
        self.caching = caching
        self.page_tokens = page_tokens
        self.total_pages = pages
        self.usable_pages = pages - 1
        self._sink = sink
        self._queue = FreeQueue(first_page + 1, first_page + pages, track=sink is not None)
        self._index = PageIndex()
        self._held: dict[int, _Held] = {}
        self._references: dict[int, int] = {}  # of pages that somebody holds
        self._forked: set[int] = set()  # requests that may hold a shared page they are about to write into

    @property
    def free_pages(self) -> int:
        return len(self._queue)

    def free_queue(self) -> list[int]:
        """Free and cached pages in the order in which they will be handed out."""
        return list(self._queue)

    def references(self) -> dict[int, int]:
        """Reference counts of the pages that are held."""
        return dict(self._references)

    @property
    def cached_keys(self) -> int:
        """Different page contents that a look-up can find."""
        return len(self._index)

    def pages_for(self, tokens: int) -> int:
        return -(-tokens // self.page_tokens)

    def block_table(self, request: int) -> Sequence[int]:
        held = self._held.get(request)
        return held.table if held is not None else ()

    def lookup(self, content: TokenContent, limit_tokens: int) -> Hits:
        blocks = min(limit_tokens, content.length) // self.page_tokens
        if not self.caching or blocks <= 0:
            return NO_HITS
        pages = self._index.find(content.hashes(blocks, self.page_tokens), blocks)
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
        end = computed + new_tokens
        total = -(-(end + lookahead) // self.page_tokens)
        held = self._held.get(request)
        copies: list[int] = []
        if held is None:
            held = self._admit(request, content, hits, total, reserved)
            if held is None:
                return None
        else:
            if request in self._forked:
                copies = self._to_copy(request, held.table, computed, total)
            wanted = len(copies) + max(0, total - len(held.table))
            if wanted + reserved > len(self._queue):
                return None
            held.content = content
        if copies:
            self._copy(request, held.table, copies)
        new = self._take(request, held.table, total - len(held.table)) if total > len(held.table) else []
        if self.caching:
            full = min(end, content.length) // self.page_tokens
            if full > held.registered:
                self._register(request, held, full)
        return new

    def _admit(
        self, request: int, content: TokenContent, hits: Hits | None, total: int, reserved: int
    ) -> _Held | None:
        """The first pages of a request, or None if it does not fit: hit pages that are free cost a free page too."""
        pages = hits.pages if hits is not None else ()
        references = self._references
        idle = [page for page in pages if page not in references]
        if max(0, total - len(pages)) + len(idle) + reserved > len(self._queue):
            return None
        held = self._held[request] = _Held(list(pages), len(pages), content)
        if idle:
            self._queue.pull(idle)
        for block, page in enumerate(pages):
            count = references[page] = references.get(page, 0) + 1
            if self._sink is not None:
                self._sink(HIT, request, page, block, count, self._index.content(page), 0, 0)
        return held

    def _take(self, request: int, table: list[int], count: int) -> list[int]:
        pages = self._queue.take(count)
        if self._sink is not None:
            for block, page in enumerate(pages, start=len(table)):
                self._evict(page)
                self._sink(ALLOCATE, request, page, block, 1, 0, 0, 0)
        elif self.caching:
            for page in pages:
                self._index.drop(page)
        self._references.update(dict.fromkeys(pages, 1))
        table += pages
        return pages

    def _evict(self, page: int) -> None:
        if self._index.drop(page) and self._sink is not None:
            self._sink(EVICT, -1, page, -1, 0, 0, 0, self._queue.place(page))

    def _register(self, request: int, held: _Held, full: int) -> None:
        assert held.content is not None
        index, table = self._index, held.table
        hashes = held.content.hashes(full, self.page_tokens)
        for block in range(held.registered, full):
            page = table[block]
            if page in index:
                continue  # a forked request shares it and was first
            index.register(page, hashes[block])
            if self._sink is not None:
                self._sink(FILL, request, page, block, self._references[page], hashes[block], 0, 0)
        held.registered = full

    def commit(self, request: int, computed: int) -> None:
        held = self._held.get(request)
        if self.caching and held is not None and held.content is not None:
            full = min(computed, held.content.length) // self.page_tokens
            if full > held.registered:
                self._register(request, held, full)

    def release(self, request: int) -> None:
        held = self._held.pop(request, None)
        if held is None:
            return
        self._forked.discard(request)
        references, index = self._references, self._index
        front: list[int] = []
        back: list[int] = []
        for page in reversed(held.table):
            left = references[page] - 1
            if left:
                references[page] = left
            else:
                del references[page]
                (back if page in index else front).append(page)
        self._queue.give_front(front)
        self._queue.give_back(back)
        if self._sink is not None:
            self._report_release(request, held.table)

    def _report_release(self, request: int, table: list[int]) -> None:
        assert self._sink is not None
        for block in range(len(table) - 1, -1, -1):
            page = table[block]
            left = self._references.get(page, 0)
            place = 0 if left else self._queue.place(page)
            self._sink(RELEASE, request, page, block, left, self._index.content(page), 0, place)

    def reset_cache(self) -> bool:
        """Forget all content. Refused (False, nothing changes) while any page is held."""
        if self._held:
            return False
        for page in self._index.pages():
            self._evict(page)
        return True

    # -- copy-on-write -------------------------------------------------------------------------------------------

    def fork(self, parent: int, child: int) -> None:
        """`child` shares every page of `parent`. Raises ValueError if `child` holds pages already."""
        held = self._held[parent]
        if child in self._held:
            raise ValueError(f"request {child} holds pages already, it cannot start as a fork of request {parent}")
        self._held[child] = _Held(list(held.table), held.registered, None)
        self._forked |= {parent, child}
        for block, page in enumerate(held.table):
            self._references[page] += 1
            if self._sink is not None:
                self._sink(HIT, child, page, block, self._references[page], self._index.content(page), 0, 0)

    def _to_copy(self, request: int, table: list[int], computed: int, total: int) -> list[int]:
        """Blocks about to be written, from token `computed` on, that somebody else holds too."""
        first = computed // self.page_tokens
        blocks = [block for block in range(first, min(total, len(table))) if self._references[table[block]] > 1]
        if not blocks and total > first:
            self._forked.discard(request)
        return blocks

    def _copy(self, request: int, table: list[int], blocks: list[int]) -> None:
        for block, page in zip(blocks, self._queue.take(len(blocks)), strict=True):
            source = table[block]
            self._evict(page)
            left = self._references[source] = self._references[source] - 1
            self._references[page] = 1
            table[block] = page
            if self._sink is not None:
                self._sink(COPY, request, page, block, 1, 0, source, 0)
                self._sink(RELEASE, request, source, block, left, self._index.content(source), 0, 0)
        self._forked.discard(request)
