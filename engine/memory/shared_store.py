"""A store of pages that all engines share: what one has computed, another one can fetch over the link."""

from __future__ import annotations

from collections.abc import Callable

from engine.fleets.fleet_plan import Publish
from engine.fleets.link import Link, Transfer
from engine.fleets.replica import Engine
from engine.memory.allocator import Sink
from engine.recorder import Recorder
from engine.recording import STORE, Event
from engine.scheduling.job import Job

FILL, EVICT, INVALIDATE = Event.FILL, Event.EVICT, Event.INVALIDATE


class SharedStore:
    """Room for `capacity` pages of `page_bytes` (all devices together); the page used longest ago makes room.

    A page is in the store when its transfer has ended. Fetched pages become cached pages of the engine, where the
    request that wanted them finds them when it is admitted.
    """

    def __init__(
        self, publish: Publish, capacity: int, page_tokens: int, page_bytes: int, link: Link, recorder: Recorder
    ) -> None:
        self._publish = publish
        self._capacity = capacity
        self._page_tokens = page_tokens
        self._page_bytes = page_bytes
        self._link = link
        self._recorder = recorder
        self._pages: dict[int, None] = {}  # hashes, in order of use
        self._contents: dict[int, int] = {}  # page of an engine -> hash, for those that can still be found there
        self._pending: dict[int, dict[int, None]] = {}  # engine -> hashes to be sent when its iteration ends
        self._sending: dict[Transfer, int] = {}  # to the store, by engine
        self._fetching: dict[Job, tuple[Engine, Transfer]] = {}

    def __contains__(self, content: int) -> bool:
        return content in self._pages

    # -- publishing --------------------------------------------------------------------------------------------------

    def listen(self, engine: int, sink: Sink) -> Sink:
        """A sink for the allocator of `engine` that also tells the store which pages there are to publish."""
        pending = self._pending[engine] = {}
        contents, evicted = self._contents, self._publish is Publish.EVICTED

        def listening(
            kind: int, request: int, page: int, block: int, references: int, content: int, amount: int, order: int
        ) -> None:
            sink(kind, request, page, block, references, content, amount, order)
            if kind == FILL:
                contents[page] = content
                if not evicted:
                    pending[content] = None
            elif kind == EVICT and page in contents:
                content = contents.pop(page)
                if evicted:
                    pending[content] = None
            elif kind == INVALIDATE and page in contents:
                pending.pop(contents.pop(page), None)

        return listening

    def flush(self, engine: int) -> None:
        """The iteration of `engine` has ended: what it filled is computed and goes to the store."""
        pending = self._pending[engine]
        fresh = [content for content in pending if content not in self._pages]
        pending.clear()
        if fresh:
            size = len(fresh) * self._page_bytes
            transfer = self._link.send(-1, engine, STORE, size, lambda: self._keep(transfer, fresh))
            self._sending[transfer] = engine

    def _keep(self, transfer: Transfer, contents: list[int]) -> None:
        del self._sending[transfer]
        for content in reversed(contents):  # the beginning of a prompt is the last to go
            self._pages.pop(content, None)
            self._pages[content] = None
        while len(self._pages) > self._capacity:
            del self._pages[next(iter(self._pages))]

    # -- fetching ----------------------------------------------------------------------------------------------------

    def fetch(self, job: Job, engine: Engine, then: Callable[[], None]) -> bool:
        """Bring what the store has of `job` and `engine` has not; `then` is called when it is there.

        False, and nothing happens, if there is no such page or no room for them.
        """
        size, allocator = self._page_tokens, engine.scheduler.allocator
        local = allocator.lookup(job.content, job.known - 1)
        blocks = (job.known - 1) // size
        hashes = job.content.hashes(blocks, size)
        depth = first = local.tokens // size
        while depth < blocks and hashes[depth] in self._pages:
            depth += 1
        if depth == first:
            return False
        tokens = (depth - first) * size
        if allocator.allocate(job.row, job.content, local, local.tokens, 0, tokens, 0) is None:
            return False
        for content in reversed(hashes[first:depth]):
            self._pages[content] = self._pages.pop(content)
        engine.scheduler.parked += 1
        self._recorder.event(Event.FETCH, job.row, amount=tokens, order=engine.index)

        def arrived() -> None:
            allocator.commit(job.row, depth * size)
            self._let_go(job)
            then()

        wanted = (depth - first) * self._page_bytes
        self._fetching[job] = engine, self._link.send(job.row, STORE, engine.index, wanted, arrived)
        return True

    def _let_go(self, job: Job) -> Engine:
        engine, _ = self._fetching.pop(job)
        engine.scheduler.allocator.release(job.row)
        engine.scheduler.parked -= 1
        return engine

    # -- faults ------------------------------------------------------------------------------------------------------

    def on_link(self) -> list[tuple[Job, int]]:
        """Requests that wait for pages, and their engines."""
        return [(job, engine.index) for job, (engine, _) in self._fetching.items()]

    def drop(self, job: Job) -> bool:
        """`job` waits for its pages no longer; False if it did not."""
        if job not in self._fetching:
            return False
        self._link.cancel(self._fetching[job][1])
        self._let_go(job)
        return True

    def died(self, engine: int) -> None:
        """What `engine` was publishing is lost."""
        self._pending[engine].clear()
        for transfer in [transfer for transfer, source in self._sending.items() if source == engine]:
            self._link.cancel(transfer)
            del self._sending[transfer]
