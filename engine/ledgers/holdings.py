"""What memory held over the run: integrals and peaks of pages, slots and computed tokens.

A page is held while its reference count is positive; a token slot is filled from the start of the iteration that
writes it until its page is released. Every row of the log stays in force until the next row with the same key, so
an integral over time is the sum of each row's value times the time until that next row. No instant is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.recording import Event, Recording

_BLOCK_KINDS = (Event.ALLOCATE, Event.HIT, Event.COPY, Event.RELEASE)
_PAGE_KINDS = (*_BLOCK_KINDS, Event.FILL, Event.EVICT, Event.INVALIDATE)
_IS_BLOCK_KIND = np.isin(np.arange(256), _BLOCK_KINDS)
_IS_PAGE_KIND = np.isin(np.arange(256), _PAGE_KINDS)


@dataclass(frozen=True)
class Holdings:
    """Integrals are in token·ns over all pools; peaks are the largest number at any moment."""

    slots_held: float  # token slots of held pages, a shared page counted once
    slots_empty: float  # of these, slots with nothing written
    slots_never: float  # of the empty ones, slots that their request never came to use
    tokens: float  # tokens with state, as the requests see them (a shared token counts for each)
    requests: float  # request·ns: requests holding at least one page
    peak_pages: int
    peak_shared: int  # pages with two or more references
    peak_by_pool: tuple[int, ...]
    pages_by_pool: tuple[float, ...]  # page·ns
    cached_by_pool: tuple[float, ...]  # page·ns of free pages whose content can still be found
    table_pages: float  # page·ns of block tables: a shared page counts for each holder


def holdings(recording: Recording, outputs: NDArray[np.int64]) -> Holdings:
    """Integrate a recording. `outputs`: output tokens of each request, shape (requests,)."""
    pool_of = np.repeat(np.arange(len(recording.pools)), [pool.pages for pool in recording.pools])
    pages = _pages(recording, pool_of)
    slots = np.array([pool.page_tokens * pool.counts_tokens for pool in recording.pools], dtype=np.float64)
    logical, never, held_by_requests = _blocks(recording, pool_of, outputs)
    tokens = _tokens(recording, pool_of)
    held = float((pages.integral * slots).sum())
    return Holdings(
        slots_held=held,
        slots_empty=min(held, max(0.0, logical - tokens)),  # forks that share a page see its empty slots each
        slots_never=never,
        tokens=tokens,
        requests=held_by_requests,
        peak_pages=pages.peak,
        peak_shared=pages.peak_shared,
        peak_by_pool=pages.peak_by_pool,
        pages_by_pool=tuple(float(value) for value in pages.integral),
        cached_by_pool=tuple(float(value) for value in pages.cached),
        table_pages=pages.table,
    )


@dataclass(frozen=True)
class _Pages:
    integral: NDArray[np.float64]  # page·ns per pool
    cached: NDArray[np.float64]  # the same for free pages with content
    table: float  # page·ns, every reference counted
    peak: int
    peak_shared: int
    peak_by_pool: tuple[int, ...]


def _pages(recording: Recording, pool_of: NDArray[Any]) -> _Pages:
    events = recording.events
    rows = np.flatnonzero(_IS_PAGE_KIND[events["kind"]] & (events["page"] >= 0))
    page = events["page"][rows]
    order = grouped(page)
    in_groups = page[order]
    same = in_groups[1:] == in_groups[:-1]
    references = events["references"][rows[order]]
    before = np.zeros_like(references)
    before[1:] = np.where(same, references[:-1], 0)
    steps = np.empty((2, len(rows)), dtype=np.int8)  # change of pages with at least one reference, at least two
    for least in (1, 2):
        steps[least - 1][order] = (references >= least).astype(np.int8) - (before >= least)
    span = _until_next(events["time"][rows[order]], same, recording.duration)
    pools = len(recording.pools)
    integral = np.bincount(pool_of[in_groups], span * (references >= 1), minlength=pools).astype(np.float64)
    idle = (references == 0) & (events["content"][rows[order]] != 0)
    cached = np.bincount(pool_of[in_groups], span * idle, minlength=pools).astype(np.float64)
    peak = _peak(steps[0])
    pool_in_time = pool_of[page]
    peaks = (peak,) if pools == 1 else tuple(_peak(steps[0][pool_in_time == index]) for index in range(pools))
    return _Pages(integral, cached, float((span * references).sum()), peak, _peak(steps[1]), peaks)


def _blocks(recording: Recording, pool_of: NDArray[Any], outputs: NDArray[np.int64]) -> tuple[float, float, float]:
    """Slot integrals of the block tables: held, of these never used, and request·ns with a page."""
    events = recording.events
    rows = np.flatnonzero(_IS_BLOCK_KIND[events["kind"]] & (events["request"] >= 0))
    rows = rows[_counting(recording)[pool_of[events["page"][rows]]]]
    if not len(rows):
        return 0.0, 0.0, 0.0
    who = events["request"][rows].astype(np.int64)
    block = events["block"][rows].astype(np.int64)
    pool = pool_of[events["page"][rows]]
    order = grouped((who * len(recording.pools) + pool) * (int(block.max()) + 1) + block)
    who, block, pool = who[order], block[order], pool[order]
    same = (who[1:] == who[:-1]) & (block[1:] == block[:-1]) & (pool[1:] == pool[:-1])
    span = _until_next(events["time"][rows][order], same, recording.duration)
    span[events["kind"][rows][order] == Event.RELEASE] = 0
    size = np.array([pool.page_tokens for pool in recording.pools], dtype=np.int64)[pool]
    final = recording.requests["prompt_tokens"] + np.maximum(outputs - 1, 0)
    unused = np.clip((block + 1) * size - final[who], 0, size)
    return float((span * size).sum()), float((span * unused).sum()), float(span[block == 0].sum())


def _tokens(recording: Recording, pool_of: NDArray[Any]) -> float:
    """Integral of computed tokens: in force from the start of their iteration until the request lets go."""
    slices, events = recording.slices, recording.events
    engine_of_pool = np.array([pool.engine for pool in recording.pools], dtype=np.int64)
    let_go = np.flatnonzero((events["kind"] == Event.RELEASE) & (events["block"] == 0) & (events["request"] >= 0))
    let_go = let_go[_counting(recording)[pool_of[events["page"][let_go]]]]
    kept = _kept(events)  # pages that a request holds while it waits for others
    pages = np.concatenate([let_go, kept])
    engine = np.concatenate(
        [
            engine_of_pool[pool_of[events["page"][pages]]],
            recording.iterations["engine"][slices["iteration"]],
        ]
    )
    key = np.concatenate([events["request"][pages], slices["request"]]) * np.int64(max(len(recording.engines), 1))
    key += engine
    time = np.concatenate([events["time"][pages], recording.iterations["start"][slices["iteration"]]])
    size = np.array([pool.page_tokens for pool in recording.pools], dtype=np.int64)[pool_of[events["page"][kept]]]
    found = (events["block"][kept] + 1) * size
    value = np.concatenate([np.zeros(len(let_go), dtype=np.int64), found, slices["computed"].astype(np.int64)])
    in_time = np.argsort(time, kind="stable")  # a release comes before the slice that starts at the same moment
    order = in_time[grouped(key[in_time])]
    same = key[order[1:]] == key[order[:-1]]
    return float((value[order] * _until_next(time[order], same, recording.duration)).sum())


def _counting(recording: Recording) -> NDArray[np.bool_]:
    """Pools in which every token of a request has its slot."""
    return np.array([pool.counts_tokens for pool in recording.pools], dtype=np.bool_)


def _kept(events: NDArray[Any]) -> NDArray[np.int64]:
    """Rows of the pages with state that requests hold from the moment they begin to fetch more, in logical order."""
    fetching = events[np.isin(events["kind"], (Event.FETCH, Event.LOAD))]
    if not len(fetching):
        return np.empty(0, dtype=np.int64)
    hits = np.flatnonzero(events["kind"] == Event.HIT)
    moments = set(zip(fetching["time"].tolist(), fetching["request"].tolist(), strict=True))
    held = zip(events["time"][hits].tolist(), events["request"][hits].tolist(), strict=True)
    return hits[np.fromiter((entry in moments for entry in held), dtype=np.bool_, count=len(hits))]


def grouped(keys: NDArray[Any]) -> NDArray[np.int64]:
    """Stable order that brings equal non-negative keys together. Narrow keys sort by radix, several times faster."""
    if len(keys) and keys.max() < 1 << 16:
        keys = keys.astype(np.uint16)
    return np.argsort(keys, kind="stable")


def _until_next(times: NDArray[Any], same: NDArray[np.bool_], end: int) -> NDArray[np.float64]:
    """Time from each row to the next one of its group; the last row of a group stays in force until `end`."""
    following = np.full(len(times), end, dtype=np.int64)
    following[:-1][same] = times[1:][same]
    return (following - times).astype(np.float64)


def _peak(steps: NDArray[np.int8]) -> int:
    return int(np.cumsum(steps, dtype=np.int64).max(initial=0))
