"""Engines and their arrivals, from the first to the last."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.costs.cost import CostModel, pool_pages
from engine.express.core import Core
from engine.express.door import Door
from engine.express.ends import Ends
from engine.express.log import Log
from engine.progress import Progress
from engine.recording import Route
from engine.scenario import Batching, Scenario
from engine.scheduling.policies import limits_of
from engine.workloads.workload_columns import WorkloadColumns


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What a run leaves: the engines at its end, the fate of every request, and the log if one was kept."""

    scenario: Scenario
    workload: WorkloadColumns
    cost: CostModel
    cores: tuple[Core, ...]
    ends: Ends
    places: NDArray[np.int64]  # in the waiting queue on arrival, 0 = in none
    sent: NDArray[np.int64] | None  # engine of each request, -1 = none; None = there is only one
    reason: Route  # why it went there
    turned_away: NDArray[np.int64]  # rows that exceed the length limit
    too_large: NDArray[np.int64]  # rows whose prompt no empty pool could hold

    @property
    def core(self) -> Core:
        """The engine, where there is one."""
        return self.cores[0]

    def pages_needed(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Pages that requests would take with all their outputs (the newest token has no state yet)."""
        prompts, size = self.workload.prompt_tokens[rows], self.core.page_tokens
        targets = np.array([self.ends.targets[row] for row in rows.tolist()], dtype=np.int64)
        pages: NDArray[np.int64] = -(-np.maximum(prompts, prompts + targets - 1) // size)
        return pages


def run(scenario: Scenario, workload: WorkloadColumns, record: bool, progress: Progress | None = None) -> Run:
    """Serve `workload` as `scenario` says, which `covers` has let in. With `record` logs are kept to be expanded.

    Raises DoesNotFit, UnknownCard.
    """
    cost, pages = CostModel(scenario), pool_pages(scenario)
    limits = limits_of(scenario, pages)
    targets = np.minimum(workload.output_tokens, limits.max_length - workload.prompt_tokens)
    ends = Ends(_ints(workload.prompt_tokens), _ints(targets))
    whole = scenario.policy.batching is Batching.CONTINUOUS
    engines = range(scenario.layout.engines)
    cores = tuple(Core(limits, pages, whole, cost, ends, Log() if record else None) for _ in engines)
    too_large = -(-workload.prompt_tokens // limits.page_tokens) > cores[0].usable
    turned_away = workload.rejected
    for row in np.flatnonzero(turned_away | too_large).tolist():
        ends.reject(row)
    door = Door(scenario, cores, too_large)
    door.serve(np.flatnonzero(~turned_away), workload.arrival_ns, progress)
    return Run(
        scenario=scenario,
        workload=workload,
        cost=cost,
        cores=cores,
        ends=ends,
        places=_places(door.sent, len(cores)),
        sent=door.sent if len(cores) > 1 else None,
        reason=door.reason,
        turned_away=np.flatnonzero(turned_away),
        too_large=np.flatnonzero(too_large & ~turned_away),
    )


def _places(sent: NDArray[np.int64], engines: int) -> NDArray[np.int64]:
    """The place of each request in its engine's queue: the n-th to come there."""
    places = np.zeros(len(sent), dtype=np.int64)
    for engine in range(engines):
        there = sent == engine
        places[there] = np.arange(1, int(there.sum()) + 1)
    return places


def _ints(values: NDArray[np.int64]) -> array[int]:
    return array("q", np.ascontiguousarray(values, dtype=np.int64).tobytes())
