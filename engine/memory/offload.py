"""The tiers below one engine's device memory, at work: what is dropped goes down, what is wanted comes back.

A page that the device drops is copied down before it is overwritten: the iteration waits for it. A prompt whose next
pages lie in a tier leaves the queue while they are copied back into pages of the device, and returns to its front as
a hit. Copies in the same direction over the same link follow each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine.clock import Clock, Rank
from engine.memory.allocator import Allocator, Hits, Sink
from engine.memory.tiers import Tiers
from engine.recorder import Recorder
from engine.recording import HOST, NANOSECONDS, Event
from engine.scheduling.job import Job

FILL, EVICT, INVALIDATE = Event.FILL, Event.EVICT, Event.INVALIDATE


class Offload:
    """One engine's tiers. Give `listen` to its allocator first, then set `allocator` and `back`."""

    def __init__(self, tiers: Tiers, page_tokens: int, clock: Clock, recorder: Recorder, engine: int) -> None:
        self.tiers = tiers
        self.allocator: Allocator
        self.back: Callable[[Job], None] = lambda job: None  # takes in a request whose pages are here
        self._page_tokens = page_tokens
        self._clock = clock
        self._recorder = recorder
        self._engine = engine
        self._contents: dict[int, tuple[int, int]] = {}  # page of the device -> its content, and that before it
        self._wrong: set[int] = set()  # contents that are to be forgotten before anything else happens
        self._dropped = 0  # pages to be copied down before the next iteration
        self._reading = [0] * len(tiers.tiers)  # ns: when the links will be idle
        self._writing = [0] * len(tiers.tiers)
        self._loading: dict[Job, int] = {}  # requests that wait for pages, and the number of their loads
        self._loads = 0
        self._ready: set[Job] = set()  # their pages have just come

    # -- down --------------------------------------------------------------------------------------------------------

    def listen(self, sink: Sink) -> Sink:
        """A sink for the allocator that also tells which pages have content and which are dropped."""

        def listening(
            kind: int, request: int, page: int, block: int, references: int, content: int, amount: int, order: int
        ) -> None:
            sink(kind, request, page, block, references, content, amount, order)
            if kind == FILL:
                self._fill(request, page, block, content)
            elif kind == EVICT and page in self._contents:
                self._drop(*self._contents.pop(page))
            elif kind == INVALIDATE and page in self._contents:
                self._wrong.add(self._contents.pop(page)[0])

        return listening

    def _fill(self, request: int, page: int, block: int, content: int) -> None:
        before = 0
        if block:
            table = self.allocator.block_table(request)
            before = self._contents.get(table[block - 1], (0, 0))[0] if block <= len(table) else 0
        self._contents[page] = (content, before)

    def _heed(self) -> None:
        if self._wrong:
            self.tiers.invalidate(self._wrong)
            self._wrong.clear()

    def _drop(self, content: int, before: int) -> None:
        self._heed()
        written = self.tiers.store(content, before)
        if written[:1] == [0]:
            self._dropped += 1
            written = written[1:]
        self._spill(written)

    def _spill(self, written: Sequence[int]) -> None:
        """Copies from tier to tier: nobody waits for them, but they keep the link busy."""
        now = self._recorder.now
        for tier in written:
            took = math.ceil(self.tiers.seconds(tier, 1) * NANOSECONDS)
            self._writing[tier] = max(now, self._writing[tier]) + took

    def wait(self, now: int) -> int:
        """Nanoseconds that the iteration about to start waits until what was dropped is copied down."""
        pages, self._dropped = self._dropped, 0
        if pages:
            start = max(now, self._writing[0])
            self._writing[0] = start + math.ceil(self.tiers.seconds(0, pages) * NANOSECONDS)
            size = pages * self.tiers.page_bytes
            self._recorder.transfers.append((start, self._writing[0], size, -1, self._engine, HOST))
        return max(0, self._writing[0] - now) if pages else 0

    # -- up ----------------------------------------------------------------------------------------------------------

    def fetch(self, job: Job, hits: Hits, headroom: Callable[[int, int], int]) -> bool:
        """Bring what the tiers have of `job` beyond its `hits`; `back` is told when it is here.

        `headroom(known, first)`: pages that must stay free. False, and nothing happens, if there is nothing to bring,
        no room, or the request has just been served.
        """
        if job in self._ready:
            self._ready.discard(job)
            return False
        self._heed()
        size = self._page_tokens
        first, blocks = hits.tokens // size, (job.known - 1) // size
        contents = job.content.hashes(blocks, size)[first:blocks] if blocks > first else ()
        places = self.tiers.find(contents)
        if not places:
            return False
        end = (first + len(places)) * size
        reserved = headroom(job.known, end)
        if self.allocator.allocate(job.row, job.content, hits, hits.tokens, 0, end - hits.tokens, reserved) is None:
            return False
        self._report(job, places)
        self._spill(self.tiers.use(contents[: len(places)]))
        self._loads += 1
        self._loading[job] = load = self._loads
        self._clock.at(self._read(job, places), Rank.TRANSFER_END, lambda: self._arrived(job, load, end))
        return True

    def _report(self, job: Job, places: list[int]) -> None:
        for tier in sorted(set(places)):
            tokens = places.count(tier) * self._page_tokens
            self._recorder.event(Event.LOAD, job.row, amount=tokens, order=tier)

    def _read(self, job: Job, places: Sequence[int]) -> int:
        """Book the links; returns when (ns) the last page is here."""
        now = self._recorder.now
        begin = min(max(now, self._reading[tier]) for tier, _ in self.tiers.traffic(places))
        for tier, pages in self.tiers.traffic(places):
            took = math.ceil(self.tiers.seconds(tier, pages) * NANOSECONDS)
            self._reading[tier] = max(now, self._reading[tier]) + took
        end = max(self._reading[tier] for tier, _ in self.tiers.traffic(places))
        size = len(places) * self.tiers.page_bytes
        self._recorder.transfers.append((begin, end, size, job.row, HOST, self._engine))
        return end

    def _arrived(self, job: Job, load: int, tokens: int) -> None:
        if self._loading.get(job) != load:
            return  # it waits no longer
        del self._loading[job]
        self.allocator.commit(job.row, tokens)
        self.allocator.release(job.row)
        self._ready.add(job)
        self.back(job)

    # -- faults ------------------------------------------------------------------------------------------------------

    @property
    def loading(self) -> tuple[Job, ...]:
        """Requests that wait for their pages."""
        return tuple(self._loading)

    def clear(self) -> None:
        """All that the tiers hold is lost."""
        self._wrong.clear()
        self.tiers.clear()

    def drop(self, job: Job) -> bool:
        """`job` waits for its pages no longer; False if it did not."""
        if self._loading.pop(job, None) is None:
            return False
        self.allocator.release(job.row)
        return True
