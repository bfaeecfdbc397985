"""The allocator before paging: one unbroken reservation per request, made at admission.

Memory is shown in the same pages as the paged allocator's, so that one picture serves both; a reservation is a run
of neighbouring pages. What it reserves and does not fill is lost inside it, and gaps too small for the next request
are lost between reservations.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence

from engine.memory.allocator import NO_HITS, Hits, Sink, Sizes, Wrong
from engine.memory.page_tables import wrong_pages
from engine.memory.tokens import TokenContent
from engine.recording import Event
from engine.scenario import Reservation


class _Held:
    """What one request holds: its own run, and the runs set aside for its parallel samples."""

    __slots__ = ("run", "spare", "tokens")

    def __init__(self, run: range, spare: list[range], tokens: int) -> None:
        self.run = run
        self.spare = spare
        self.tokens = tokens  # computed, or about to be


class ContiguousAllocator:
    """First fit. See `engine.memory.allocator.Allocator`; nothing is shared and nothing is found again.

    `max_length` is what `Reservation.MAXIMUM` sets aside and the most that any reservation takes. The others look at
    `sizes(request)`, the true lengths, which no real system knows: `ORACLE` reserves exactly them, `POWER_OF_TWO`
    rounds the outputs up (both as in the PagedAttention paper's comparison). Parallel samples cannot share a run, so
    each gets its own at admission and a copy of the prompt's state when it starts.
    """

    policy = "first-fit"
    caching = False

    def __init__(
        self,
        pages: int,
        page_tokens: int,
        *,
        reservation: Reservation,
        max_length: int,
        sizes: Callable[[int], Sizes],
        first_page: int = 0,
        sink: Sink | None = None,
    ) -> None:
        self.page_tokens = page_tokens
        self.total_pages = pages
        self.usable_pages = pages
        self._reservation = reservation
        self._max_length = max_length
        self._sizes = sizes
        self._first = first_page
        self._sink = sink
        self._held: dict[int, _Held] = {}
        self._gaps: list[tuple[int, int]] = [(first_page, pages)]  # free runs (first page, pages), in page order

    @property
    def free_pages(self) -> int:
        return sum(pages for _, pages in self._gaps)

    @property
    def gaps(self) -> tuple[tuple[int, int], ...]:
        """Free runs as (first page, pages), in page order. The next reservation has to fit into one of them."""
        return tuple(self._gaps)

    def free_queue(self) -> list[int]:
        """Free pages in page order, in which first fit looks at them."""
        return [page for first, pages in self._gaps for page in range(first, first + pages)]

    def pages_for(self, tokens: int) -> int:
        """What a request with `tokens` tokens in all reserves at least."""
        if self._reservation is Reservation.MAXIMUM:
            tokens = max(tokens, self._max_length)
        return -(-tokens // self.page_tokens)

    def pages_of(self, request: int, tokens: int) -> int:
        size = self._sizes(request)
        return size.samples * -(-self._wanted(size, tokens) // self.page_tokens)

    def lookup(self, content: TokenContent, limit_tokens: int) -> Hits:
        return NO_HITS

    def block_table(self, request: int) -> Sequence[int]:
        held = self._held.get(request)
        if held is None:
            return ()
        return [page for run in (held.run, *held.spare) for page in run]

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
        """The first call makes the reservation, later ones have to stay inside it.

        `reserved` is not looked at: it keeps room for growth, and a reservation never grows. Raises ValueError for
        tokens beyond the reservation: the sizes given for the request were wrong.
        """
        tokens = computed + new_tokens + lookahead
        held = self._held.get(request)
        if held is not None:
            if tokens > len(held.run) * self.page_tokens:
                room = len(held.run) * self.page_tokens
                raise ValueError(f"request {request} wants room for {tokens} tokens, it reserved {room}")
            held.tokens = tokens
            return []
        size = self._sizes(request)
        pages = -(-self._wanted(size, max(tokens, content.length)) // self.page_tokens)
        runs = self._find(pages, size.samples)
        if runs is None:
            return None
        self._held[request] = _Held(runs[0], runs[1:], tokens)
        self._report(Event.ALLOCATE, request, runs)
        return [page for run in runs for page in run]

    def _wanted(self, size: Sizes, known: int) -> int:
        """Tokens to reserve for a request of which `known` are known."""
        if self._reservation is Reservation.MAXIMUM:
            return max(known, self._max_length)
        output = size.output
        if self._reservation is Reservation.POWER_OF_TWO:
            output = 1 << max(0, output - 1).bit_length()
        return max(known, min(size.prompt + output, self._max_length))

    def _find(self, pages: int, count: int) -> list[range] | None:
        """Take `count` runs of `pages` pages from the first gaps that hold them, or nothing at all."""
        gaps = list(self._gaps)
        runs: list[range] = []
        while len(runs) < count:
            place = next((place for place, (_, gap) in enumerate(gaps) if gap >= pages), None)
            if place is None:
                return None
            first, gap = gaps[place]
            runs.append(range(first, first + pages))
            gaps[place : place + 1] = [(first + pages, gap - pages)] if gap > pages else []
        self._gaps = gaps
        return runs

    def _report(self, kind: Event, request: int, runs: Sequence[range]) -> None:
        if self._sink is not None:
            for block, page in enumerate(page for run in runs for page in run):
                self._sink(kind, request, page, block, 1, 0, 0, 0)

    def commit(self, request: int, computed: int) -> None:
        """Nothing is ever found again, so there is nothing to register."""

    def release(self, request: int) -> None:
        held = self._held.pop(request, None)
        if held is not None:
            runs = (held.run, *held.spare)
            for run in runs:
                self._give_back(run)
            self._report_release(request, [page for run in runs for page in run], 0)

    def _report_release(self, request: int, pages: Sequence[int], first_block: int) -> None:
        if self._sink is not None:
            for block in range(len(pages) - 1, -1, -1):
                page = pages[block]
                self._sink(Event.RELEASE, request, page, first_block + block, 0, 0, 0, page)

    def _give_back(self, run: range) -> None:
        insort(self._gaps, (run.start, len(run)))
        merged: list[tuple[int, int]] = []
        for first, pages in self._gaps:
            if merged and sum(merged[-1]) == first:
                merged[-1] = (merged[-1][0], merged[-1][1] + pages)
            else:
                merged.append((first, pages))
        self._gaps = merged

    def invalidate(self, wrong: Wrong) -> list[int]:
        """Nothing is ever found again, so this only says whose state is wrong, and puts it on record."""
        pages = wrong_pages(wrong, self._first, self.total_pages)
        holders = {}
        for request in self._held:
            hit = pages.intersection(self.block_table(request))
            if hit:
                holders[request] = hit
        if self._sink is not None:
            for page in sorted(page for hit in holders.values() for page in hit):
                self._sink(Event.INVALIDATE, -1, page, -1, 1, 0, 0, 0)
        return sorted(holders)

    def fork(self, parent: int, child: int) -> None:
        """`child` gets one of the runs set aside for it, and a copy of what `parent` has computed.

        Raises ValueError if `parent` has no run left: `sizes` announced fewer samples.
        """
        held = self._held[parent]
        if not held.spare:
            raise ValueError(f"request {parent} set aside no room for another sample (request {child})")
        run = held.spare.pop()
        self._held[child] = _Held(run, [], held.tokens)
        if self._sink is not None:
            self._report_release(parent, run, len(run) * (1 + len(held.spare)))
            written = -(-held.tokens // self.page_tokens)
            for block, page in enumerate(run):
                if block < written:
                    self._sink(Event.COPY, child, page, block, 1, 0, held.run[block], 0)
                else:
                    self._sink(Event.ALLOCATE, child, page, block, 1, 0, 0, 0)
