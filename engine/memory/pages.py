"""Paged memory by the rules of vLLM 0.33.0: one free queue, hashed pages, copy-on-write.

The rules, as the engine's own logs show them: page 0 of the pool is never handed out; a released request is walked
from its last page to its first, pages without content go to the front of the queue and are reused at once, pages
with content go to the back; only full pages of known tokens are registered; a page loses its content when it is
handed out again; a request is served whole or not at all.
"""

from __future__ import annotations

from engine.memory.allocator import NO_HITS, Hits, Sink
from engine.memory.page_index import PageIndex
from engine.memory.page_tables import Held, PageTables
from engine.memory.tokens import TokenContent
from engine.recording import Event

ALLOCATE, FILL, RELEASE, EVICT = Event.ALLOCATE, Event.FILL, Event.RELEASE, Event.EVICT


class PagedAllocator(PageTables[Held]):
    """vLLM's block pool. `pages` counts its first page, which is never handed out (vLLM's null block)."""

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
        super().__init__(pages, page_tokens, first_page, sink)
        self.caching = caching
        self._index = PageIndex()

    @property
    def free_pages(self) -> int:
        return len(self._queue)

    def free_queue(self) -> list[int]:
        """Free and cached pages in the order in which they will be handed out."""
        return list(self._queue)

    @property
    def cached_keys(self) -> int:
        """Different page contents that a look-up can find."""
        return len(self._index)

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
        held = self._open(request, content, hits, computed, total, reserved)
        if held is None:
            return None
        new = self._take(request, held.table, total - len(held.table)) if total > len(held.table) else []
        if self.caching:
            full = min(end, content.length) // self.page_tokens
            if full > held.registered:
                self._register(request, held, full)
        return new

    def _admit(
        self, request: int, content: TokenContent, hits: Hits | None, total: int, reserved: int
    ) -> Held | None:
        """The first pages of a request, or None if it does not fit: hit pages that are free cost a free page too."""
        pages = hits.pages if hits is not None else ()
        references = self._references
        idle = [page for page in pages if page not in references]
        if max(0, total - len(pages)) + len(idle) + reserved > len(self._queue):
            return None
        held = self._held[request] = Held(list(pages), len(pages), content)
        if idle:
            self._queue.pull(idle)
        self._hold(request, pages)
        return held

    def _take(self, request: int, table: list[int], count: int) -> list[int]:
        pages = self._queue.take(count)
        if self._sink is not None:
            cached = self._index.of
            for block, page in enumerate(pages, start=len(table)):
                if page in cached:
                    self._evict(page)
                self._sink(ALLOCATE, request, page, block, 1, 0, 0, 0)
        elif self.caching:
            cached = self._index.of
            for page in pages:
                if page in cached:
                    self._index.drop(page)
        self._references.update(dict.fromkeys(pages, 1))
        table += pages
        return pages

    def _fresh(self, count: int) -> list[int]:
        pages = self._queue.take(count)
        for page in pages:
            self._evict(page)
        return pages

    def _content(self, page: int) -> int:
        return self._index.of.get(page, 0)

    def _evict(self, page: int) -> None:
        if self._index.drop(page) and self._sink is not None:
            self._sink(EVICT, -1, page, -1, 0, 0, 0, self._queue.place(page))

    def _forget(self, pages: set[int]) -> set[int]:
        return {page for page in pages if self._index.drop(page)}

    def _register(self, request: int, held: Held, full: int) -> None:
        assert held.content is not None
        index, table = self._index, held.table
        cached = index.of
        hashes = held.content.hashes(full, self.page_tokens)
        for block in range(held.registered, full):
            page = table[block]
            if page in cached:
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
        references, cached = self._references, self._index.of
        front: list[int] = []
        back: list[int] = []
        for page in reversed(held.table):
            left = references[page] - 1
            if left:
                references[page] = left
            else:
                del references[page]
                (back if page in cached else front).append(page)
        self._queue.give_front(front)
        self._queue.give_back(back)
        if self._sink is not None:
            self._report_release(request, held.table)

    def _report_release(self, request: int, table: list[int]) -> None:
        assert self._sink is not None
        sink, references, cached, place = self._sink, self._references, self._index.of, self._queue.place
        for block in range(len(table) - 1, -1, -1):
            page = table[block]
            left = references.get(page, 0)
            sink(RELEASE, request, page, block, left, cached.get(page, 0), 0, 0 if left else place(page))

    def reset_cache(self) -> bool:
        """Forget all content. Refused (False, nothing changes) while any page is held."""
        if self._held:
            return False
        for page in list(self._index.of):
            self._evict(page)
        return True
