"""One engine and its arrivals, from the first to the last."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cost import CostModel, pool_pages
from engine.express.core import NEVER, Core
from engine.express.ends import Ends
from engine.express.log import Log
from engine.policies import limits_of
from engine.scenario import Batching, Scenario
from engine.workload_columns import WorkloadColumns, columns

BETWEEN = 4096  # decisions or arrivals between two looks at the wall clock
PROGRESS_PERIOD_S = 0.02

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What a run leaves: the engine at its end, the fate of every request, and the log if one was kept."""

    scenario: Scenario
    workload: WorkloadColumns
    cost: CostModel
    core: Core
    ends: Ends
    places: NDArray[np.int64]  # in the waiting queue on arrival
    turned_away: NDArray[np.int64]  # rows that exceed the length limit
    too_large: NDArray[np.int64]  # rows whose prompt no empty pool could hold

    def pages_needed(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Pages that requests would take with all their outputs (the newest token has no state yet)."""
        prompts, size = self.workload.prompt_tokens[rows], self.core.page_tokens
        targets = np.array([self.ends.targets[row] for row in rows.tolist()], dtype=np.int64)
        pages: NDArray[np.int64] = -(-np.maximum(prompts, prompts + targets - 1) // size)
        return pages


def run(scenario: Scenario, log: Log | None, progress: Progress | None = None) -> Run:
    """Serve the requests of `scenario`, which `covers` has let in. Raises DoesNotFit, UnknownCard."""
    workload, cost, pages = columns(scenario), CostModel(scenario), pool_pages(scenario)
    limits = limits_of(scenario, pages)
    targets = np.minimum(workload.output_tokens, limits.max_length - workload.prompt_tokens)
    ends = Ends(_ints(workload.prompt_tokens), _ints(targets))
    core = Core(limits, pages, scenario.policy.batching is Batching.CONTINUOUS, cost, ends, log)
    too_large = -(-workload.prompt_tokens // limits.page_tokens) > core.usable
    turned_away = workload.rejected
    for row in np.flatnonzero(turned_away | too_large).tolist():
        ends.reject(row)
    places = np.cumsum(~turned_away)
    served = np.flatnonzero(~(turned_away | too_large))
    _serve(core, served, workload.arrival_ns[served], progress)
    if progress is not None:
        progress(1.0)
    return Run(
        scenario,
        workload,
        cost,
        core,
        ends,
        places.astype(np.int64),
        np.flatnonzero(turned_away),
        np.flatnonzero(too_large & ~turned_away),
    )


def _serve(core: Core, rows: NDArray[np.int64], arrivals: NDArray[np.int64], progress: Progress | None) -> None:
    told, total = time.monotonic(), max(1, len(rows))
    advance, offer = core.advance, core.offer
    for begin in range(0, len(rows), BETWEEN):
        part = slice(begin, begin + BETWEEN)
        for row, arrival in zip(rows[part].tolist(), arrivals[part].tolist(), strict=True):
            advance(arrival)
            offer(row, arrival)
        if progress is not None and time.monotonic() - told >= PROGRESS_PERIOD_S:
            progress((begin - len(core.waiting)) / total)
            told = time.monotonic()
    while core.running or core.waiting:
        advance(NEVER, core.decisions + BETWEEN)
        if progress is not None and time.monotonic() - told >= PROGRESS_PERIOD_S:
            progress(1 - (len(core.waiting) + len(core.running)) / total)
            told = time.monotonic()


def _ints(values: NDArray[np.int64]) -> array[int]:
    return array("q", np.ascontiguousarray(values, dtype=np.int64).tobytes())
