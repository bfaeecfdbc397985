"""What paged allocators share: block tables, reference counts, and copy-on-write between forked requests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from engine.memory.allocator import Hits, Sink, Wrong
from engine.memory.free_queue import FreeQueue
from engine.memory.tokens import TokenContent
from engine.recording import Event

HIT, COPY, RELEASE = Event.HIT, Event.COPY, Event.RELEASE
NEVER = 1 << 60  # as many registered pages: nothing more will be


class Held:
    """What one request holds."""

    __slots__ = ("content", "registered", "table")

    def __init__(self, table: list[int], registered: int, content: TokenContent | None) -> None:
        self.table = table  # its pages in logical order
        self.registered = registered  # leading pages that a look-up can find
        self.content = content  # None for a fork that has not written yet

    def forked(self) -> Held:
        """What a request holds that starts from this one's state."""
        return Held(list(self.table), self.registered, None)


H = TypeVar("H", bound=Held)


class PageTables(Generic[H]):
    """`pages` counts the first page, which is never handed out. Raises ValueError if there is no other."""

    def __init__(self, pages: int, page_tokens: int, first_page: int, sink: Sink | None) -> None:
        if pages < 2 or page_tokens < 1:
            raise ValueError(f"a pool of {pages} pages of {page_tokens} tokens, expected at least 2 pages of 1")
        self.page_tokens = page_tokens
        self.total_pages = pages
        self.usable_pages = pages - 1
        self._first = first_page
        self._sink = sink
        self._queue = FreeQueue(first_page + 1, first_page + pages, track=sink is not None)
        self._held: dict[int, H] = {}
        self._references: dict[int, int] = {}  # of pages that somebody holds
        self._forked: set[int] = set()  # requests that may be about to write into a page that others hold

    def references(self) -> dict[int, int]:
        """Reference counts of the pages that are held."""
        return dict(self._references)

    def pages_for(self, tokens: int) -> int:
        return -(-tokens // self.page_tokens)

    def pages_of(self, request: int, tokens: int) -> int:
        return self.pages_for(tokens)

    def block_table(self, request: int) -> Sequence[int]:
        held = self._held.get(request)
        return held.table if held is not None else ()

    def invalidate(self, wrong: Wrong) -> list[int]:
        pages = wrong_pages(wrong, self._first, self.total_pages)
        forgotten = self._forget(pages)
        holders = [request for request, held in self._held.items() if not pages.isdisjoint(held.table)]
        for request in holders:
            self._held[request].registered = NEVER
        self._queue.settle()  # a page whose content is gone comes back at the front
        if self._sink is not None:
            references = self._references
            for page in sorted(pages & references.keys() | forgotten):
                count = references.get(page, 0)
                self._sink(Event.INVALIDATE, -1, page, -1, count, 0, 0, 0 if count else self._queue.place(page))
        return sorted(holders)

    def _forget(self, pages: set[int]) -> set[int]:
        """Let nobody find `pages`; returns every page whose content has gone with that."""
        raise NotImplementedError

    def _content(self, page: int) -> int:
        """Hash under which `page` can be found, 0 = none."""
        raise NotImplementedError

    @property
    def free_pages(self) -> int:
        """Pages that can be handed out now."""
        raise NotImplementedError

    def _admit(self, request: int, content: TokenContent, hits: Hits | None, total: int, reserved: int) -> H | None:
        """Let a request in that is to hold `total` pages, or None if it does not fit."""
        raise NotImplementedError

    def _open(
        self, request: int, content: TokenContent, hits: Hits | None, computed: int, total: int, reserved: int
    ) -> H | None:
        """What `request` holds once it may grow to `total` pages and owns those it writes, or None if it may not."""
        held = self._held.get(request)
        if held is None:
            return self._admit(request, content, hits, total, reserved)
        copies = self._to_copy(request, held.table, computed, total) if request in self._forked else ()
        if len(copies) + max(0, total - len(held.table)) + reserved > self.free_pages:
            return None
        held.content = content
        if copies:
            self._copy(request, held.table, copies)
        return held

    def _fresh(self, count: int) -> list[int]:
        """Take `count` pages out of the queue, ready to be written. The caller has made sure that they are there."""
        raise NotImplementedError

    def _hold(self, request: int, pages: Sequence[int], first_block: int = 0) -> None:
        """Count `request` as one more holder of `pages` that have content."""
        references = self._references
        for block, page in enumerate(pages, start=first_block):
            count = references[page] = references.get(page, 0) + 1
            if self._sink is not None:
                self._sink(HIT, request, page, block, count, self._content(page), 0, 0)

    def fork(self, parent: int, child: int) -> None:
        """`child` shares every page of `parent`. Raises ValueError if `child` holds pages already."""
        held = self._held[parent]
        if child in self._held:
            raise ValueError(f"request {child} holds pages already, it cannot start as a fork of request {parent}")
        self._held[child] = held.forked()  # type: ignore[assignment]
        self._forked |= {parent, child}
        self._hold(child, held.table)

    def _to_copy(self, request: int, table: list[int], computed: int, total: int) -> list[int]:
        """Blocks about to be written, from token `computed` on, that somebody else holds too."""
        first = computed // self.page_tokens
        blocks = [block for block in range(first, min(total, len(table))) if self._references[table[block]] > 1]
        if not blocks and total > first:
            self._forked.discard(request)
        return blocks

    def _copy(self, request: int, table: list[int], blocks: Sequence[int]) -> None:
        for block, page in zip(blocks, self._fresh(len(blocks)), strict=True):
            source = table[block]
            left = self._references[source] = self._references[source] - 1
            self._references[page] = 1
            table[block] = page
            if self._sink is not None:
                self._sink(COPY, request, page, block, 1, 0, source, 0)
                self._sink(RELEASE, request, source, block, left, self._content(source), 0, 0)
        self._forked.discard(request)


def wrong_pages(wrong: Wrong, first_page: int, pages: int) -> set[int]:
    """The numbers that `wrong` stands for in a pool. Raises ValueError for one outside it."""
    pool = range(first_page, first_page + pages)
    if not isinstance(wrong, Iterable):
        return set(filter(wrong, pool))
    chosen = set(wrong)
    for page in chosen:
        if page not in pool:
            raise ValueError(f"page {page} is not in the pool, expected {first_page} to {first_page + pages - 1}")
    return chosen
