"""Free memory that is no use: runs of free pages of a contiguous allocator, when it had to refuse."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.instant import Timeline
from engine.recording import Event, Pool, Recording

MOST = 400  # refusals looked at, evenly spread over the run


@dataclass(frozen=True)
class Gaps:
    """Pages summed over the refusals looked at."""

    refusals: int
    free: int
    largest: int  # in the largest run of neighbouring free pages


def gaps_at_refusals(recording: Recording) -> Gaps:
    """The pools at the moments just before an allocation was refused. Pools of pages have no gaps that matter."""
    rows = np.flatnonzero(recording.events["kind"] == Event.REFUSE)
    if len(rows) > MOST:
        rows = rows[np.linspace(0, len(rows) - 1, MOST).astype(int)]
    pools = {pool.engine: pool for pool in recording.pools if pool.contiguous}
    if not len(rows) or not pools:
        return Gaps(0, 0, 0)
    timeline = Timeline(recording)
    free = largest = seen = 0
    engines = recording.iterations["engine"]
    for row in rows.tolist():
        iteration = int(recording.events["iteration"][row])
        pool = pools.get(int(engines[iteration]) if 0 <= iteration < len(engines) else -1)
        if pool is not None:
            empty = timeline.at_event(row).references == 0
            free, largest, seen = free + _free(empty, pool), largest + _largest(empty, pool), seen + 1
    return Gaps(seen, free, largest)


def _own(empty: np.ndarray, pool: Pool) -> np.ndarray:
    return empty[pool.first + pool.reserved : pool.first + pool.pages]


def _free(empty: np.ndarray, pool: Pool) -> int:
    return int(_own(empty, pool).sum())


def _largest(empty: np.ndarray, pool: Pool) -> int:
    edges = np.diff(np.concatenate([[0], _own(empty, pool).astype(np.int8), [0]]))
    runs = np.flatnonzero(edges == -1) - np.flatnonzero(edges == 1)
    return int(runs.max(initial=0))
