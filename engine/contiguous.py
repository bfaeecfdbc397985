"""The allocator before paging: one unbroken reservation per request, made at admission.

Memory is shown in the same pages as the paged allocator's, so that one picture serves both; a reservation is a run
of neighbouring pages. What it reserves and does not fill are its holes, and gaps too small for the next request are
lost between reservations.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence

from engine.allocator import NO_HITS, Hits, Sink, Sizes
from engine.recording import Event
from engine.scenario import Reservation
from engine.tokens import TokenContent


class ContiguousAllocator:
    """First fit. See `engine.allocator.Allocator`; nothing is shared and nothing is found again.

    `max_length` is what `Reservation.MAXIMUM` sets aside and the most that any reservation takes. `sizes` gives the
    true lengths by request, which only `Reservation.ORACLE` asks for: no real system knows them.
    """

    caching = False

    def __init__(
        self,
        pages: int,
        page_tokens: int,
        *,
        reservation: Reservation,
        max_length: int,
        sizes: Mapping[int, Sizes],
        first_page: int = 0,
        sink: Sink | None = None,
    ) -> None:
        self.page_tokens = page_tokens
        self.total_pages = pages
        self.usable_pages = pages
        self._reservation = reservation
        self._max_length = max_length
        self._sizes = sizes
        self._sink = sink
        self._held: dict[int, range] = {}  # request -> its pages
        self._gaps: list[tuple[int, int]] = [(first_page, pages)]  # free runs (first page, pages), in page order

    @property
    def free_pages(self) -> int:
        return sum(pages for _, pages in self._gaps)

    @property
    def largest_gap(self) -> int:
        """Pages of the longest free run: what the next reservation has to fit into."""
        return max((pages for _, pages in self._gaps), default=0)

    def pages_for(self, tokens: int) -> int:
        """What a request with `tokens` known tokens reserves, its true length not being known."""
        if self._reservation is Reservation.MAXIMUM:
            tokens = max(tokens, self._max_length)
        elif self._reservation is Reservation.POWER_OF_TWO:
            tokens = max(tokens, min(1 << max(0, tokens - 1).bit_length(), self._max_length))
        return -(-tokens // self.page_tokens)

    def lookup(self, content: TokenContent, limit_tokens: int) -> Hits:
        return NO_HITS

    def block_table(self, request: int) -> Sequence[int]:
        return self._held.get(request, ())

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
        """The first call makes the reservation, later ones only need it to be long enough.

        `reserved` counts only beyond the reservation itself, which holds the whole prompt anyway. A power-of-two
        reservation that is outgrown is extended in place if the pages behind it are free and refused otherwise:
        moving it would mean to copy the whole state.
        """
        tokens = computed + new_tokens + lookahead
        if request in self._held:
            return self._extend(request, tokens)
        pages = self._wanted(request, max(tokens, content.length))
        if max(pages, reserved) > self.free_pages:
            return None
        for place, (first, gap) in enumerate(self._gaps):
            if gap >= pages:
                return self._take(request, place, range(first, first + pages), 0)
        return None

    def commit(self, request: int, computed: int) -> None:
        """Nothing is ever found again, so there is nothing to register."""

    def release(self, request: int) -> None:
        held = self._held.pop(request, range(0))
        if not held:
            return
        self._give_back(held)
        if self._sink is not None:
            for block in range(len(held) - 1, -1, -1):
                page = held[block]
                self._sink(Event.RELEASE, request, page, block, 0, 0, 0, page)

    def fork(self, parent: int, child: int) -> None:
        """Raises ValueError: a contiguous reservation has one owner."""
        raise ValueError("a contiguous reservation cannot be shared: parallel samples need paged memory")

    def _wanted(self, request: int, known: int) -> int:
        if self._reservation is Reservation.ORACLE:
            size = self._sizes[request]
            return -(-max(known, min(size.prompt + size.output, self._max_length)) // self.page_tokens)
        return self.pages_for(known)

    def _extend(self, request: int, tokens: int) -> list[int] | None:
        held = self._held[request]
        if tokens <= len(held) * self.page_tokens:
            return []
        more = self.pages_for(tokens) - len(held)
        for place, (first, gap) in enumerate(self._gaps):
            if first == held.stop and gap >= more:
                return self._take(request, place, range(held.start, held.stop + more), len(held))
        return None

    def _take(self, request: int, place: int, held: range, known: int) -> list[int]:
        """`request` now holds `held`; its pages from block `known` on come from the start of a gap."""
        first, gap = self._gaps[place]
        new = len(held) - known
        if gap == new:
            del self._gaps[place]
        else:
            self._gaps[place] = (first + new, gap - new)
        self._held[request] = held
        if self._sink is not None:
            for block in range(known, len(held)):
                self._sink(Event.ALLOCATE, request, held[block], block, 1, 0, 0, 0)
        return list(held[known:])

    def _give_back(self, held: range) -> None:
        insort(self._gaps, (held.start, len(held)))
        merged: list[tuple[int, int]] = []
        for first, pages in self._gaps:
            if merged and sum(merged[-1]) == first:
                merged[-1] = (merged[-1][0], merged[-1][1] + pages)
            else:
                merged.append((first, pages))
        self._gaps = merged
