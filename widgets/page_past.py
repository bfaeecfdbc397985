"""The whole run as one picture: time across, pages down, the state (or owner) of each page at each moment.

Built once per recording without asking for a single instant: each event is written where it happened, and a running
maximum along time carries it on until the page's next event.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.instant import PageState
from engine.recording import Event, Pool, Recording
from widgets.page_codes import STATES
from widgets.palette import owner_slot

COLUMNS = 1600
MOST_ROWS = 1024
_KINDS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.FILL, Event.RELEASE, Event.EVICT, Event.INVALIDATE)


@dataclass(frozen=True)
class Part:
    """From `start` to `end` (ns), pages `first` to `last` − 1 of the pool."""

    start: float
    end: float
    first: int
    last: int


def page_past(recording: Recording, pool: Pool, part: Part | None = None) -> tuple[NDArray[np.uint16], ...]:
    """Codes of `widgets.page_codes`, by state and by owner, each of shape (rows, COLUMNS), of the whole or of a part.

    More than 1,024 pages are shown by an even sample of them, one page per row.
    """
    part = part or Part(0.0, float(max(1, recording.duration)), 0, pool.pages)
    rows = min(part.last - part.first, MOST_ROWS)
    shown = pool.first + np.linspace(part.first, part.last - 1, rows).round().astype(np.int64)
    row_of = np.full(pool.pages, -1, dtype=np.int64)
    row_of[shown - pool.first] = np.arange(rows)
    events = recording.events
    mine = np.isin(events["kind"], _KINDS) & (events["page"] >= pool.first)
    mine &= events["page"] < pool.first + pool.pages
    mine[mine] = row_of[events["page"][mine] - pool.first] >= 0
    table = events[mine]
    state, owner = _looks(table)
    times, row = table["time"].copy(), row_of[table["page"] - pool.first]
    if pool.contiguous:
        times, row, state, owner = _with_writing(recording, pool, times, row, state, owner, table)
    else:
        state[state == PageState.RESERVED] = PageState.USED  # written within the same iteration
    column = np.floor((times - part.start) / (part.end - part.start) * COLUMNS).astype(np.int64)
    if part.end < recording.duration:
        seen = column < COLUMNS  # what was before the part is the state it begins with
        column, row, state, owner = column[seen], row[seen], state[seen], owner[seen]
    column = np.clip(column, 0, COLUMNS - 1)
    newest = np.zeros((rows, COLUMNS), dtype=np.int32)
    np.maximum.at(newest, (row, column), np.arange(1, len(row) + 1, dtype=np.int32))
    np.maximum.accumulate(newest, axis=1, out=newest)
    by_state = np.concatenate([[PageState.FREE], state]).astype(np.uint16)
    by_owner = np.concatenate([[PageState.FREE], state + np.where(owner >= 0, owner_slot(owner) + 1, 0) * STATES])
    pictures = by_state[newest], by_owner.astype(np.uint16)[newest]
    for codes in pictures:
        codes[shown - pool.first < pool.reserved] = PageState.NULL
    return pictures


def _looks(table: NDArray[np.void]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """State and owner (−1 where the state says it all) after each event."""
    references, kind = table["references"], table["kind"]
    idle = np.where(table["content"] > 0, int(PageState.CACHED), int(PageState.FREE))
    held = np.where(kind == Event.ALLOCATE, int(PageState.RESERVED), int(PageState.USED))
    state = np.select([references > 1, references == 1], [int(PageState.SHARED), held], idle).astype(np.int64)
    known = (references > 0) & (kind != Event.RELEASE) & (table["request"] >= 0)
    return state, np.where(known, table["request"].astype(np.int64), -1)


def _with_writing(
    recording: Recording,
    pool: Pool,
    times: NDArray[np.int64],
    row: NDArray[np.int64],
    state: NDArray[np.int64],
    owner: NDArray[np.int64],
    table: NDArray[np.void],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Add the moments at which reserved pages are first written: until then they are holes."""
    taken = np.flatnonzero(table["kind"] == Event.ALLOCATE)
    first_write = _first_writes(recording, pool, table[taken])
    written = (first_write >= 0) & (first_write < _next_change(times, row)[taken])
    taken, first_write = taken[written], first_write[written]
    order = np.argsort(np.concatenate([times, first_write]), kind="stable")
    used = np.full(len(taken), int(PageState.USED), dtype=np.int64)
    return (
        np.concatenate([times, first_write])[order],
        np.concatenate([row, row[taken]])[order],
        np.concatenate([state, used])[order],
        np.concatenate([owner, owner[taken]])[order],
    )


def _next_change(times: NDArray[np.int64], row: NDArray[np.int64]) -> NDArray[np.int64]:
    """When the page of each event changes next."""
    following = np.full(len(times), np.iinfo(np.int64).max)
    order = np.argsort(row, kind="stable")
    same = row[order[1:]] == row[order[:-1]]
    following[order[:-1][same]] = times[order[1:][same]]
    return following


def _first_writes(recording: Recording, pool: Pool, taken: NDArray[np.void]) -> NDArray[np.int64]:
    """When each allocated block first holds a token: −1 if never before the block is given up."""
    slices = recording.slices
    ends = recording.iterations["end"][slices["iteration"]]
    order = np.lexsort((ends, slices["request"]))
    requests, computed, ends = slices["request"][order], slices["computed"][order], ends[order]
    result = np.full(len(taken), -1, dtype=np.int64)
    for request in np.unique(taken["request"]):
        low, high = np.searchsorted(requests, [request, request + 1])
        mine = np.flatnonzero(taken["request"] == request)
        most = np.maximum.accumulate(computed[low:high])
        place = low + np.searchsorted(most, taken["block"][mine] * pool.page_tokens, side="right")
        reached = place < high
        result[mine[reached]] = ends[place[reached]]
    return result
