"""The state of a run at one instant: page tables, owners, reference counts, queue, phases.

A row of the log is in force from its time until the next row with the same key. `Timeline` precomputes that next
row once, and keeps the rows in force at regular keyframes; an instant is then the keyframe's rows plus the few rows
after it, filtered by "next row is still to come". No event is ever replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.reading.held import BlockRows, PageRows
from engine.reading.in_force import InForce, columns
from engine.reading.phases import HOLDING, PHASE_KINDS, PLACE_KINDS, STATELESS, WAITING, entries, phases_after
from engine.recording import Event, Recording

_FREEING = (Event.RELEASE, Event.EVICT, Event.INVALIDATE)  # may leave a page free, and then say where it queues
_PAGE_KINDS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.FILL, *_FREEING)
_BLOCK_KINDS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.RELEASE)


class PageState(IntEnum):
    """What a physical page is at an instant."""

    FREE = 0
    CACHED = 1  # free, but its content can still be hit
    USED = 2
    SHARED = 3  # two or more references
    RESERVED = 4  # belongs to a request, nothing written yet (contiguous reservation: a hole)
    NULL = 5  # never handed out
    LOST = 6  # its engine is down


# PageState by registered (1) + written (2) + held (4) + held twice or more (8).
_IDLE = (PageState.FREE, PageState.CACHED) * 2
_HELD = (PageState.RESERVED, PageState.RESERVED, PageState.USED, PageState.USED)
_STATE_OF_FACTS = np.array([*_IDLE, *_HELD, *(PageState.SHARED,) * 8], dtype=np.uint8)


@dataclass(frozen=True)
class Instant:
    """The state at `time` (ns). Arrays over pages have length `pages`, over requests `len(requests)`."""

    time: int
    event: int  # events[:event] have happened
    page_state: NDArray[np.uint8]  # PageState per page
    references: NDArray[np.int32]  # per page
    filled: NDArray[np.float32]  # share of the page that holds computed tokens, 0..1
    phase: NDArray[np.uint8]  # Phase per request
    level: NDArray[np.int32]  # queue level per request, 0 = the most urgent (and where no policy has levels)
    computed: NDArray[np.int32]  # tokens with state in memory, per request
    outputs: NDArray[np.int32]  # output tokens so far, per request
    waiting: NDArray[np.int32]  # requests in queue order
    running: NDArray[np.int32]  # requests holding a slot, in order of admission
    active_iterations: NDArray[np.int64]  # rows of `iterations` under way
    _tables: BlockRows
    _pages: PageRows

    @property
    def owner(self) -> NDArray[np.int32]:
        """Request that last took each page and still holds it, -1 = none."""
        return self._tables.owner

    @property
    def owner_block(self) -> NDArray[np.int32]:
        """Logical block under which `owner` holds the page."""
        return self._tables.owner_block

    @property
    def content(self) -> NDArray[np.uint64]:
        """Hash registered for each page, 0 = none."""
        return self._pages.content

    @property
    def touched(self) -> NDArray[np.int64]:
        """Time of each page's last event, -1 = never."""
        return self._pages.touched

    @property
    def table_request(self) -> NDArray[np.int32]:
        """Block table rows, sorted by (request, pool, block): the request."""
        return self._tables.sorted[0]

    @property
    def table_block(self) -> NDArray[np.int32]:
        """The logical block, row by row as `table_request`."""
        return self._tables.sorted[1]

    @property
    def table_page(self) -> NDArray[np.int32]:
        """The physical page, row by row as `table_request`."""
        return self._tables.sorted[2]

    def block_table(self, request: int) -> NDArray[np.int32]:
        """Pages of `request` in logical order, shape (blocks,)."""
        low, high = np.searchsorted(self.table_request, [request, request + 1])
        return self.table_page[low:high]

    def holders(self, page: int) -> NDArray[np.int32]:
        """Requests that hold `page` now."""
        return np.sort(self._tables.request[self._tables.page == page])

    def free_queue(self, first: int = 0, pages: int | None = None) -> NDArray[np.int64]:
        """Free and cached pages of a pool in the order in which they will be handed out."""
        last = len(self.page_state) if pages is None else first + pages
        state = self.page_state[first:last]
        free = np.flatnonzero((state == PageState.FREE) | (state == PageState.CACHED)) + first
        key = np.arange(len(self.page_state), dtype=np.int64)
        given_back = np.isin(self._pages.kind, _FREEING)
        key[self._pages.page[given_back]] = self._pages.columns["order"][self._pages.rows[given_back]]
        return free[np.argsort(key[free], kind="stable")]


class Timeline:
    """Random access to the instants of a recording. Build once per recording (vectorised, about 1 ms per 10,000
    events), then `at(time)`."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        events = recording.events
        self._event_times = np.ascontiguousarray(events["time"])
        kinds = events["kind"]
        pages = np.flatnonzero(np.isin(kinds, _PAGE_KINDS) & (events["page"] >= 0))
        self._pages = InForce(pages, events["page"][pages])
        self._page_columns = columns(events[pages], "page", "references", "content", "time", "order", "kind")
        blocks = np.flatnonzero(np.isin(kinds, _BLOCK_KINDS) & (events["request"] >= 0))
        # A request never holds a page twice; during a transfer it holds one block in two pools.
        holding = events["request"][blocks].astype(np.int64) << 32 | events["page"][blocks].astype(np.int64)
        self._blocks = InForce(blocks, holding, ends=kinds[blocks] == Event.RELEASE)
        self._block_columns = columns(events[blocks], "request", "block", "page")
        phases = np.flatnonzero(np.isin(kinds, PHASE_KINDS))
        self._phases = InForce(phases, events["request"][phases])
        entered = phases[entries(kinds[phases], events["request"][phases])]
        self._entries = InForce(entered, events["request"][entered])
        placed, levelled = np.flatnonzero(np.isin(kinds, PLACE_KINDS)), np.flatnonzero(kinds == Event.LEVEL)
        self._places = InForce(placed, events["request"][placed])
        self._levels = InForce(levelled, events["request"][levelled])
        sizes = [pool.pages for pool in recording.pools]
        self._pool_of = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        tokens = [1 if pool.whole else pool.page_tokens for pool in recording.pools]
        page_tokens = np.repeat(np.array(tokens, np.float32), sizes)
        self._block_columns["size"] = page_tokens[self._block_columns["page"]]
        deaths = np.flatnonzero(np.isin(kinds, (Event.FAIL, Event.RECOVER)))
        self._deaths = InForce(deaths, events["order"][deaths])
        self._last: tuple[tuple[int, int], Instant] | None = None
        slices = recording.slices
        self._iteration_end = np.ascontiguousarray(recording.iterations["end"])
        self._iteration_start = np.ascontiguousarray(recording.iterations["start"])
        ends = self._iteration_end[slices["iteration"]] if len(slices) else np.empty(0, np.int64)
        self._slice_order = np.argsort(ends, kind="stable")
        self._slice_ends = ends[self._slice_order]
        self._slices = InForce(np.arange(len(slices), dtype=np.int64), slices["request"][self._slice_order])
        self._running_end = np.maximum.accumulate(self._iteration_end) if len(ends) else self._iteration_end

    def event_index(self, time: int) -> int:
        """How many events have happened at `time` (those at exactly `time` have)."""
        return int(np.searchsorted(self._event_times, time, side="right"))

    def at(self, time: int) -> Instant:
        """The state when everything up to and including `time` (ns) has happened."""
        return self.at_event(self.event_index(time), time)

    def at_event(self, event: int, time: int | None = None) -> Instant:
        """The state after `events[:event]`: what stepping event by event shows."""
        if time is None:
            time = int(self._event_times[event - 1]) if event else 0
        done = int(np.searchsorted(self._slice_ends, time, side="right"))
        active = self._active(time)
        # Between two events nothing moves but time itself: several views, and most frames, ask for the same state.
        if self._last is not None and self._last[0] == (event, done):
            return replace(self._last[1], time=time, active_iterations=active)
        state = self._requests_at(event, done)
        state |= self._pages_at(event, state["computed"])
        instant = Instant(time=time, event=event, active_iterations=active, **state)
        self._last = (event, done), instant
        return instant

    def _active(self, time: int) -> NDArray[np.int64]:
        high = int(np.searchsorted(self._iteration_start, time, side="right"))
        low = int(np.searchsorted(self._running_end, time, side="right"))
        rows = np.arange(low, high, dtype=np.int64)
        return rows[self._iteration_end[rows] > time]

    def _requests_at(self, event: int, done: int) -> dict[str, Any]:
        events, count = self.recording.events, len(self.recording.requests)
        phase = np.zeros(count, dtype=np.uint8)
        rows = self._phases.before(event)
        kinds, who = events["kind"][rows], events["request"][rows]
        phase[who] = phases_after(kinds, events["amount"][rows])
        places = self._places.before(event)
        placed = places[np.isin(phase[events["request"][places]], WAITING)]
        waiting = events["request"][placed[np.argsort(events["order"][placed], kind="stable")]]
        entered = events["request"][self._entries.before(event)]
        holding = np.isin(phase[entered], HOLDING)
        level = np.zeros(count, dtype=np.int32)
        levels = self._levels.before(event)
        level[events["request"][levels]] = events["amount"][levels]
        computed = np.zeros(count, dtype=np.int32)
        outputs = np.zeros(count, dtype=np.int32)
        newest = self._slice_order[self._slices.before(done)]
        slices = self.recording.slices
        computed[slices["request"][newest]] = slices["computed"][newest]
        outputs[slices["request"][newest]] = slices["outputs"][newest]
        computed[np.isin(phase, STATELESS)] = 0
        computed[who[np.isin(kinds, (Event.FETCH, Event.LOAD))]] = 0  # it waits for state, and has none yet
        # A request just admitted already owns the tokens that the cache gave it.
        admits = rows[kinds == Event.ADMIT]
        fresh = events["request"][admits]
        computed[fresh] = np.maximum(
            np.where(self._computed_since(newest, fresh, events["time"][admits]), computed[fresh], 0),
            events["amount"][admits],
        )
        return {
            "phase": phase,
            "level": level,
            "computed": computed,
            "outputs": outputs,
            "waiting": waiting.astype(np.int32),
            "running": entered[holding].astype(np.int32),
        }

    def _computed_since(self, newest: NDArray[np.int64], who: NDArray[Any], since: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether the newest slice of each request started at or after `since` (its latest admission)."""
        slices = self.recording.slices
        start = np.full(len(self.recording.requests), -1, dtype=np.int64)
        start[slices["request"][newest]] = self._iteration_start[slices["iteration"][newest]]
        return start[who] >= since

    def _pages_at(self, event: int, computed: NDArray[np.int32]) -> dict[str, Any]:
        total = self.recording.pages
        references = np.zeros(total, dtype=np.int32)
        registered = np.zeros(total, dtype=np.bool_)
        filled = np.zeros(total, dtype=np.float32)
        last, pages = self._pages.places(event), self._page_columns
        page = pages["page"][last]
        references[page] = pages["references"][last]
        registered[page] = pages["content"][last] > 0
        kept, blocks = self._blocks.places(event), self._block_columns
        who, block, held = blocks["request"][kept], blocks["block"][kept], blocks["page"][kept]
        # A page that two requests hold shows the fill of the last holder, which is the owner.
        pages_full = computed.astype(np.float32)[who] / blocks["size"][kept] - block.astype(np.float32)
        filled[held] = np.clip(pages_full, 0.0, 1.0, out=pages_full)
        filled[registered] = 1.0
        return {
            "page_state": self._states(references, filled, registered, self._down(event)),
            "references": references,
            "filled": filled,
            "_tables": BlockRows(who, block, held, self._pool_of),
            "_pages": PageRows(total, last, pages, page),
        }

    def _down(self, event: int) -> set[int]:
        """Engines that are dead after `events[:event]`."""
        rows = self.recording.events[self._deaths.before(event)]
        return set(rows["order"][rows["kind"] == Event.FAIL].tolist())

    def _states(
        self,
        references: NDArray[np.int32],
        filled: NDArray[np.float32],
        registered: NDArray[np.bool_],
        down: set[int],
    ) -> NDArray[np.uint8]:
        facts = registered.view(np.uint8) + 2 * (filled > 0).view(np.uint8) + 4 * (references > 0).view(np.uint8)
        facts += 8 * (references > 1).view(np.uint8)
        state: NDArray[np.uint8] = _STATE_OF_FACTS[facts]
        for pool in self.recording.pools:
            null = state[pool.first : pool.first + pool.reserved]
            null[references[pool.first : pool.first + pool.reserved] == 0] = PageState.NULL
            if pool.engine in down:
                state[pool.first : pool.first + pool.pages] = PageState.LOST
        return state
