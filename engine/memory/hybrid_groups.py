"""How kinds of state that keep something of every token use their pages: all of them, and within a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.memory.allocator import Sink
from engine.memory.group_pages import GroupPages, Held

Hashes = Sequence[int]  # content hash of each hash block of a request, chained


class Group(Protocol):
    """One kind of state. Lengths are in hash blocks where the name says `blocks`, otherwise in tokens."""

    store: GroupPages

    def serves(self, hashes: Hashes, blocks: int) -> bool:
        """Whether everything is here to go on after the first `blocks` hash blocks."""

    def entry(self, hashes: Hashes, blocks: int, end: int) -> int:
        """Free pages that a new request needs to go on after `blocks` and to reach `end` tokens."""

    def enter(self, request: int, hashes: Hashes, blocks: int) -> int:
        """Hold, or copy, what `serves` spoke of; returns how many hash blocks of it are registered for good."""

    def growth(self, request: int, end: int) -> int:
        """Free pages that a request needs to reach `end` tokens."""

    def grow(self, request: int, end: int) -> list[int]:
        """Take them."""

    def trim(self, request: int, computed: int) -> None:
        """Let go of what will not be read any more after `computed` tokens."""

    def most(self, tokens: int) -> int:
        """Pages that a request of `tokens` tokens holds at most."""

    def register(self, request: int, hashes: Hashes, before: int, blocks: int) -> None:
        """Hash blocks from `before` to `blocks` can be found from here on."""

    def leave(self, request: int) -> None:
        """Give everything back."""

    def held(self, request: int) -> Sequence[Held]:
        """Pages of a request with their logical blocks."""


class FullGroup:
    """State of every token: a page for every `page_tokens`, each of them `page_tokens / hash_tokens` hash blocks.

    A hit may end inside a page. The rest of that page would be written by two requests, so the part that was found
    is copied into a page of the request's own.
    """

    def __init__(self, pages: int, page_tokens: int, hash_tokens: int, first_page: int, sink: Sink | None) -> None:
        self.store = GroupPages(pages, first_page, sink)
        self.page_tokens = page_tokens
        self.per = page_tokens // hash_tokens
        self._tables: dict[int, list[int]] = {}

    def matched(self, hashes: Hashes, blocks: int) -> int:
        """Hash blocks found from the start on: whole pages first, then hash block by hash block."""
        found = 0
        while found + self.per <= blocks and self.store.find(hashes[found + self.per - 1]) is not None:
            found += self.per
        while found < blocks and self.store.find(hashes[found]) is not None:
            found += 1
        return found

    def serves(self, hashes: Hashes, blocks: int) -> bool:
        return self.matched(hashes, blocks) == blocks

    def sources(self, hashes: Hashes, blocks: int) -> list[int]:
        """The pages of a hit, the last one perhaps found only in part."""
        ends = [*range(self.per, blocks + 1, self.per)] + ([blocks] if blocks % self.per else [])
        return [page for end in ends if (page := self.store.find(hashes[end - 1])) is not None]

    def entry(self, hashes: Hashes, blocks: int, end: int) -> int:
        whole = blocks // self.per
        return -(-end // self.page_tokens) - whole + self.store.idle(self.sources(hashes, blocks))

    def enter(self, request: int, hashes: Hashes, blocks: int) -> int:
        sources, whole = self.sources(hashes, blocks), blocks // self.per
        self._tables[request] = table = sources[:whole]
        self.store.hold(request, table, 0)
        if whole < len(sources):
            table.append(self.store.copy(request, sources[-1], whole, cached=True))
        return whole * self.per

    def growth(self, request: int, end: int) -> int:
        return max(0, -(-end // self.page_tokens) - len(self._tables[request]))

    def grow(self, request: int, end: int) -> list[int]:
        table = self._tables[request]
        new = self.store.take(request, len(table), self.growth(request, end))
        table += new
        return new

    def trim(self, request: int, computed: int) -> None:
        """Everything is read until the end."""

    def most(self, tokens: int) -> int:
        return -(-tokens // self.page_tokens)

    def register(self, request: int, hashes: Hashes, before: int, blocks: int) -> None:
        table = self._tables[request]
        for block in range(before, blocks):
            place = block // self.per
            self.store.register(request, table[place], place, hashes[block], (block + 1) % self.per == 0)

    def leave(self, request: int) -> None:
        self.store.give_back(request, self.held(request))
        del self._tables[request]

    def held(self, request: int) -> list[Held]:
        return [(page, block) for block, page in enumerate(self._tables.get(request, ()))]


class WindowGroup:
    """State of the newest `window` tokens: pages that have left the window are given back while the request runs.

    A stretch of more than `chunk` tokens at once is state that comes from elsewhere, or a prompt beyond the budget:
    of that only what the window still reads afterwards gets pages.
    """

    def __init__(
        self,
        pages: int,
        page_tokens: int,
        hash_tokens: int,
        window: int,
        first_page: int,
        sink: Sink | None,
        chunk: int = 1 << 60,
    ) -> None:
        self.store = GroupPages(pages, first_page, sink)
        self.page_tokens = page_tokens
        self.per = page_tokens // hash_tokens
        self.window = window
        self.chunk = chunk
        self._tables: dict[int, dict[int, int]] = {}  # request -> logical block -> page

    def _first(self, computed: int) -> int:
        """The first page that the token after `computed` ones still reads."""
        return max(0, computed - self.window + 1) // self.page_tokens

    def _blocks(self, blocks: int) -> range:
        """Pages of its own that a request needs to go on after `blocks` hash blocks."""
        return range(self._first(blocks * self.page_tokens // self.per), blocks // self.per)

    def serves(self, hashes: Hashes, blocks: int) -> bool:
        if blocks % self.per:
            return False
        return all(
            self.store.find(hashes[(b + 1) * self.per - 1]) is not None for b in reversed(self._blocks(blocks))
        )

    def matched(self, hashes: Hashes, blocks: int) -> int:
        """The most hash blocks after which a request could go on, where no other kind says how far that is."""
        ends = range(blocks - blocks % self.per, 0, -self.per)
        return next((end for end in ends if self.serves(hashes, end)), 0)

    def sources(self, hashes: Hashes, blocks: int) -> list[int]:
        """The pages of a hit that are still read."""
        found = [self.store.find(hashes[(block + 1) * self.per - 1]) for block in self._blocks(blocks)]
        return [page for page in found if page is not None]

    def entry(self, hashes: Hashes, blocks: int, end: int) -> int:
        new = self._new(blocks // self.per, end)
        return len(new) + self.store.idle(self.sources(hashes, blocks))

    def enter(self, request: int, hashes: Hashes, blocks: int) -> int:
        sources, places = self.sources(hashes, blocks), self._blocks(blocks)
        self.store.hold(request, sources, places.start)
        self._tables[request] = dict(zip(places, sources, strict=True))
        return blocks

    def _next(self, request: int) -> int:
        table = self._tables[request]
        return next(reversed(table)) + 1 if table else 0

    def _new(self, following: int, end: int) -> range:
        """Pages from `following` on that a request needs to reach `end` tokens."""
        if end - following * self.page_tokens > self.chunk:
            following = max(following, self._first(end))
        return range(following, -(-end // self.page_tokens))

    def growth(self, request: int, end: int) -> int:
        return len(self._new(self._next(request), end))

    def grow(self, request: int, end: int) -> list[int]:
        places = self._new(self._next(request), end)
        new = self.store.take(request, places.start, len(places))
        self._tables[request].update(zip(places, new, strict=True))
        return new

    def trim(self, request: int, computed: int) -> None:
        table, first = self._tables[request], self._first(computed)
        out = [(page, block) for block, page in table.items() if block < first]
        if len(out) == len(table):
            out = out[:-1]  # the last page says where the table goes on
        if out:
            self.store.give_back(request, out)
            for _, block in out:
                del table[block]

    def most(self, tokens: int) -> int:
        pages = -(-tokens // self.page_tokens)
        return min(pages, -(-(self.window - 1) // self.page_tokens) + 1)

    def register(self, request: int, hashes: Hashes, before: int, blocks: int) -> None:
        table = self._tables[request]
        for block in range(before // self.per, blocks // self.per):
            if block in table:
                self.store.register(request, table[block], block, hashes[(block + 1) * self.per - 1], True)

    def leave(self, request: int) -> None:
        self.store.give_back(request, self.held(request))
        del self._tables[request]

    def held(self, request: int) -> list[Held]:
        return [(page, block) for block, page in self._tables.get(request, {}).items()]
