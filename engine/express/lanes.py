"""The engines of a run side by side: how the iterations of each are numbered among those of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.express.core import Core
from engine.express.log import Log
from engine.express.run import Run
from engine.express.tables import Ints, Stays, iteration_rows, spread, stays_of


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """One engine. Its own iterations are counted from 0; `numbers` are their rows in the recording."""

    engine: int
    core: Core
    log: Log
    stays: Stays
    iterations: NDArray[Any]
    steps: Ints  # its iteration of each of its decode steps
    numbers: Ints


class Lanes:
    """All engines. `iterations` are in the order in which they begin, at one instant by engine."""

    def __init__(self, run: Run) -> None:
        rows = [_rows(core, engine) for engine, core in enumerate(run.cores)]
        whole = np.concatenate(rows)
        self._engines = len(rows)
        keys = whole["start"] * self._engines + whole["engine"]
        order = np.argsort(keys, kind="stable")
        self.iterations = whole[order] if self._engines > 1 else whole
        self._keys = keys[order]
        numbers = np.empty(len(order), dtype=np.int64)
        numbers[order] = np.arange(len(order))
        self.lanes: list[Lane] = []
        first = 0
        for engine, core in enumerate(run.cores):
            assert core.log is not None
            stays = stays_of(core.log, engine * (core.usable + 1))
            own, first = numbers[first : first + len(rows[engine])], first + len(rows[engine])
            steps = np.flatnonzero(rows[engine]["decode_tokens"])
            self.lanes.append(Lane(engine, core, core.log, stays, rows[engine], steps, own))

    def begun(self, engine: int, times: Ints) -> Ints:
        """How many iterations have begun before `engine` decides at `times` (ns): the row of the one it begins."""
        return np.searchsorted(self._keys, times * self._engines + engine)

    def latest(self, times: Ints) -> Ints:
        """The iteration that was begun, ended or thought about last when something happens at `times` (ns)."""
        rows, count = self.iterations, len(self.iterations)
        moments = [rows["end"] * 2, rows["start"] * 2 + 1]  # at one instant ends come before beginnings
        ties, values = [np.arange(count), rows["engine"].astype(np.int64)], [np.arange(count), np.arange(count)]
        for lane in self.lanes:
            paused = np.array([time for time, _ in lane.log.pauses], dtype=np.int64)
            moments.append(paused * 2 + 1)
            ties.append(np.full(len(paused), lane.engine))
            values.append(self.begun(lane.engine, paused))
        moment = np.concatenate(moments)
        order = np.lexsort((np.concatenate(ties), moment))
        before = np.searchsorted(moment[order], times * 2 + 1)
        found = np.concatenate([[-1], np.concatenate(values)[order]])
        latest: Ints = found[before]
        return latest


def _rows(core: Core, engine: int) -> NDArray[Any]:
    assert core.log is not None
    rows = iteration_rows(core.log, core.iterations, engine)
    _count_pages(rows, core.log)
    return rows


def _count_pages(rows: NDArray[Any], log: Log) -> None:
    """Free pages after each iteration of a stretch: those before it, less what its decode steps have taken since."""
    if not log.stretches:
        return
    lengths = np.array([stretch.length for stretch in log.stretches])
    which, place = spread(lengths)
    first = np.array([stretch.iteration for stretch in log.stretches])
    taken = np.array(log.taken, dtype=np.int64)
    running = np.cumsum(taken)
    begin = np.cumsum(lengths) - lengths
    before = running[begin] - taken[begin]
    rows["free_pages"][first[which] + place] -= (running - before[which]).astype(np.int32)
