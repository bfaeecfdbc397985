"""The state of a run at one instant: page tables, owners, reference counts, queue, phases.

A row of the log is in force from its time until the next row with the same key. `Timeline` precomputes that next
row once, and keeps the rows in force at regular keyframes; an instant is then the keyframe's rows plus the few rows
after it, filtered by "next row is still to come". No event is ever replayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.recording import Event, Recording

KEYFRAME_ROWS = 8192
_NEVER = np.iinfo(np.int64).max

_PAGE_KINDS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.FILL, Event.RELEASE, Event.EVICT)
_BLOCK_KINDS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.RELEASE)
_PHASE_KINDS = (
    Event.ARRIVE,
    Event.ADMIT,
    Event.PREEMPT,
    Event.FIRST_TOKEN,
    Event.FINISH,
    Event.REJECT,
    Event.HANDOVER,
    Event.RESUME,
)


class PageState(IntEnum):
    """What a physical page is at an instant."""

    FREE = 0
    CACHED = 1  # free, but its content can still be hit
    USED = 2
    SHARED = 3  # two or more references
    RESERVED = 4  # belongs to a request, nothing written yet (contiguous reservation: a hole)
    NULL = 5  # never handed out


class Phase(IntEnum):
    """Where a request is in its life."""

    UNSEEN = 0
    QUEUED = 1
    PREFILL = 2
    DECODE = 3
    PREEMPTED = 4
    FINISHED = 5
    REJECTED = 6
    TRANSFER = 7


_PHASE_AFTER = {
    Event.ARRIVE: Phase.QUEUED,
    Event.ADMIT: Phase.PREFILL,
    Event.PREEMPT: Phase.PREEMPTED,
    Event.FIRST_TOKEN: Phase.DECODE,
    Event.FINISH: Phase.FINISHED,
    Event.REJECT: Phase.REJECTED,
    Event.HANDOVER: Phase.TRANSFER,
    Event.RESUME: Phase.DECODE,
}


@dataclass(frozen=True)
class Instant:
    """The state at `time` (ns). Arrays over pages have length `pages`, over requests `len(requests)`."""

    time: int
    event: int  # events[:event] have happened
    page_state: NDArray[np.uint8]  # PageState per page
    references: NDArray[np.int32]  # per page
    owner: NDArray[np.int32]  # request that last took the page and still holds it, -1 = none
    owner_block: NDArray[np.int32]  # logical block under which `owner` holds it
    content: NDArray[np.uint64]  # hash registered for the page, 0 = none
    touched: NDArray[np.int64]  # time of the page's last event, -1 = never
    filled: NDArray[np.float32]  # share of the page that holds computed tokens, 0..1
    phase: NDArray[np.uint8]  # Phase per request
    computed: NDArray[np.int32]  # tokens with state in memory, per request
    outputs: NDArray[np.int32]  # output tokens so far, per request
    table_request: NDArray[np.int32]  # block table rows, sorted by (request, pool, block)
    table_block: NDArray[np.int32]
    table_page: NDArray[np.int32]
    waiting: NDArray[np.int32]  # requests in queue order
    running: NDArray[np.int32]  # requests holding a slot, in order of admission
    active_iterations: NDArray[np.int64]  # rows of `iterations` under way
    _free_key: NDArray[np.int64]

    def block_table(self, request: int) -> NDArray[np.int32]:
        """Pages of `request` in logical order, shape (blocks,)."""
        low, high = np.searchsorted(self.table_request, [request, request + 1])
        return self.table_page[low:high]

    def holders(self, page: int) -> NDArray[np.int32]:
        """Requests that hold `page` now."""
        return self.table_request[self.table_page == page]

    def free_queue(self, first: int = 0, pages: int | None = None) -> NDArray[np.int64]:
        """Free and cached pages of a pool in the order in which they will be handed out."""
        last = len(self.page_state) if pages is None else first + pages
        state = self.page_state[first:last]
        free = np.flatnonzero((state == PageState.FREE) | (state == PageState.CACHED)) + first
        return free[np.argsort(self._free_key[free], kind="stable")]


def _next_with_same_key(keys: NDArray[Any]) -> NDArray[np.int64]:
    """For each row the index (within these rows) of the next row with the same key, or _NEVER."""
    following = np.full(len(keys), _NEVER, dtype=np.int64)
    if len(keys) > 1:
        order = np.argsort(keys, kind="stable")
        same = keys[order[1:]] == keys[order[:-1]]
        following[order[:-1][same]] = order[1:][same]
    return following


class _InForce:
    """Rows of one table keyed so that the newest row of each key at any position is found fast."""

    def __init__(self, rows: NDArray[np.int64], keys: NDArray[Any]) -> None:
        self.rows = rows  # positions in the parent table, ascending
        self._next = _next_with_same_key(keys)
        self._keyframes: list[NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]
        for start in range(KEYFRAME_ROWS, len(rows), KEYFRAME_ROWS):
            self._keyframes.append(self._at(start))

    def _at(self, count: int) -> NDArray[np.int64]:
        frame = min(count // KEYFRAME_ROWS, len(self._keyframes) - 1)
        start = frame * KEYFRAME_ROWS
        candidates = np.concatenate([self._keyframes[frame], np.arange(start, count, dtype=np.int64)])
        return candidates[self._next[candidates] >= count]

    def before(self, position: int) -> NDArray[np.int64]:
        """Parent-table rows in force when the parent's first `position` rows have happened."""
        return self.rows[self._at(int(np.searchsorted(self.rows, position)))]


class Timeline:
    """Random access to the instants of a recording. Build once per recording (vectorised, about 1 ms per 10,000
    events), then `at(time)`."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        events = recording.events
        self._event_times = np.ascontiguousarray(events["time"])
        kinds = events["kind"]
        pages = np.flatnonzero(np.isin(kinds, _PAGE_KINDS) & (events["page"] >= 0))
        self._pages = _InForce(pages, events["page"][pages])
        blocks = np.flatnonzero(np.isin(kinds, _BLOCK_KINDS) & (events["request"] >= 0))
        # A request never holds a page twice; during a transfer it holds one block in two pools.
        holding = events["request"][blocks].astype(np.int64) << 32 | events["page"][blocks].astype(np.int64)
        self._blocks = _InForce(blocks, holding)
        phases = np.flatnonzero(np.isin(kinds, _PHASE_KINDS))
        self._phases = _InForce(phases, events["request"][phases])
        self._pool_of = np.repeat(np.arange(len(recording.pools)), [pool.pages for pool in recording.pools])
        slices = recording.slices
        self._iteration_end = np.ascontiguousarray(recording.iterations["end"])
        self._iteration_start = np.ascontiguousarray(recording.iterations["start"])
        ends = self._iteration_end[slices["iteration"]] if len(slices) else np.empty(0, np.int64)
        self._slice_order = np.argsort(ends, kind="stable")
        self._slice_ends = ends[self._slice_order]
        self._slices = _InForce(np.arange(len(slices), dtype=np.int64), slices["request"][self._slice_order])
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
        state = self._requests_at(event, time)
        state |= self._pages_at(event, state["computed"])
        state["active_iterations"] = self._active(time)
        return Instant(time=time, event=event, **state)

    def _active(self, time: int) -> NDArray[np.int64]:
        high = int(np.searchsorted(self._iteration_start, time, side="right"))
        low = int(np.searchsorted(self._running_end, time, side="right"))
        rows = np.arange(low, high, dtype=np.int64)
        return rows[self._iteration_end[rows] > time]

    def _requests_at(self, event: int, time: int) -> dict[str, Any]:
        events, count = self.recording.events, len(self.recording.requests)
        phase = np.zeros(count, dtype=np.uint8)
        rows = self._phases.before(event)
        after = np.zeros(max(Event) + 1, dtype=np.uint8)
        for kind, result in _PHASE_AFTER.items():
            after[kind] = result
        kinds, who = events["kind"][rows], events["request"][rows]
        phase[who] = after[kinds]
        queued = np.isin(phase[who], (Phase.QUEUED, Phase.PREEMPTED))
        waiting = who[queued][np.argsort(events["order"][rows][queued], kind="stable")]
        holding = np.isin(phase[who], (Phase.PREFILL, Phase.DECODE))
        computed = np.zeros(count, dtype=np.int32)
        outputs = np.zeros(count, dtype=np.int32)
        done = int(np.searchsorted(self._slice_ends, time, side="right"))
        newest = self._slice_order[self._slices.before(done)]
        slices = self.recording.slices
        computed[slices["request"][newest]] = slices["computed"][newest]
        outputs[slices["request"][newest]] = slices["outputs"][newest]
        computed[np.isin(phase, (Phase.UNSEEN, Phase.QUEUED, Phase.PREEMPTED, Phase.REJECTED))] = 0
        # A request just admitted already owns the tokens that the cache gave it.
        admits = rows[kinds == Event.ADMIT]
        fresh = events["request"][admits]
        computed[fresh] = np.maximum(
            np.where(self._computed_since(newest, fresh, events["time"][admits]), computed[fresh], 0),
            events["amount"][admits],
        )
        return {
            "phase": phase,
            "computed": computed,
            "outputs": outputs,
            "waiting": waiting.astype(np.int32),
            "running": who[holding].astype(np.int32),
        }

    def _computed_since(self, newest: NDArray[np.int64], who: NDArray[Any], since: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether the newest slice of each request started at or after `since` (its latest admission)."""
        slices = self.recording.slices
        start = np.full(len(self.recording.requests), -1, dtype=np.int64)
        start[slices["request"][newest]] = self._iteration_start[slices["iteration"][newest]]
        return start[who] >= since

    def _pages_at(self, event: int, computed: NDArray[np.int32]) -> dict[str, Any]:
        recording, events = self.recording, self.recording.events
        total = recording.pages
        references = np.zeros(total, dtype=np.int32)
        content = np.zeros(total, dtype=np.uint64)
        touched = np.full(total, -1, dtype=np.int64)
        free_key = np.arange(total, dtype=np.int64)
        rows = self._pages.before(event)
        page = events["page"][rows]
        references[page] = events["references"][rows]
        content[page] = events["content"][rows]
        touched[page] = events["time"][rows]
        released = events["kind"][rows] == Event.RELEASE
        free_key[page[released]] = events["order"][rows][released]
        rows = self._blocks.before(event)
        rows = rows[events["kind"][rows] != Event.RELEASE]
        who, block, held = events["request"][rows], events["block"][rows], events["page"][rows]
        owner = np.full(total, -1, dtype=np.int32)
        owner_block = np.full(total, -1, dtype=np.int32)
        owner[held], owner_block[held] = who, block
        order = np.lexsort((block, self._pool_of[held], who))
        size = np.ones(total, dtype=np.int32)
        state = np.where(content > 0, PageState.CACHED, PageState.FREE).astype(np.uint8)
        for pool in recording.pools:
            size[pool.first : pool.first + pool.pages] = pool.page_tokens
            state[pool.first : pool.first + pool.reserved] = PageState.NULL
        filled = np.zeros(total, dtype=np.float32)
        filled[held] = np.clip((computed[who] - block * size[held]) / size[held], 0.0, 1.0)
        filled[content > 0] = 1.0
        used = references > 0
        state[used] = np.where(filled[used] > 0, PageState.USED, PageState.RESERVED)
        state[references > 1] = PageState.SHARED
        return {
            "page_state": state,
            "references": references,
            "owner": owner,
            "owner_block": owner_block,
            "content": content,
            "touched": touched,
            "filled": filled,
            "table_request": who[order].astype(np.int32),
            "table_block": block[order].astype(np.int32),
            "table_page": held[order].astype(np.int32),
            "_free_key": free_key,
        }
