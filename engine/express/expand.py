"""The recording of a run that skipped from decision to decision: the one that going step by step would give."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.express.events import arrival_events, decision_events, end_events, in_order
from engine.express.run import Run
from engine.express.tables import iteration_rows, slice_rows, stays_of
from engine.recording import REQUEST_DTYPE, TRANSFER_DTYPE, Event, Pool, Recording
from engine.refusals import Refusals
from engine.scenario_file import dumps


def expand(run: Run, facts: dict[str, Any], pool: Pool) -> Recording:
    """The recording of `run`, whose log was kept."""
    core, log = run.core, run.core.log
    assert log is not None
    size = core.page_tokens
    stays = stays_of(log)
    iterations = iteration_rows(log, core.iterations, size, 0)
    steps = np.flatnonzero(iterations["decode_tokens"])
    decisions = decision_events(stays, log, iterations, steps, size)
    events = in_order([end_events(stays, iterations), arrival_events(run, iterations), decisions])
    _count_pages(iterations, events, log.stretches)
    return Recording(
        scenario=dumps(run.scenario),
        pools=(pool,),
        engines=(pool.label,),
        request_names=tuple([f"r{row}" for row in range(len(run.workload))]),
        events=events,
        iterations=iterations,
        slices=slice_rows(stays, steps),
        requests=_requests(run),
        transfers=np.zeros(0, dtype=TRANSFER_DTYPE),
        facts=facts,
        notes=tuple(dict.fromkeys((*run.workload.notes, *run.cost.notes, *_too_large(run)))),
    )


def _count_pages(iterations: NDArray[Any], events: NDArray[Any], stretches: list[Any]) -> None:
    """Free pages after each iteration of a stretch: those before the stretch less what was handed out since."""
    if not stretches:
        return
    taken = np.bincount(events["iteration"][events["kind"] == Event.ALLOCATE], minlength=len(iterations)).cumsum()
    first = np.array([stretch.iteration for stretch in stretches])
    counts = np.array([stretch.length for stretch in stretches])
    at = np.repeat(first, counts) + np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    before = np.where(first > 0, taken[first - 1], 0)
    iterations["free_pages"][at] -= (taken[at] - np.repeat(before, counts)).astype(np.int32)


def _requests(run: Run) -> NDArray[Any]:
    ends, workload = run.ends, run.workload
    rows = np.zeros(len(workload), dtype=REQUEST_DTYPE)
    rows["arrival"] = workload.arrival_ns
    rows["first_scheduled"] = ends.first_scheduled
    rows["first_token"] = ends.first_token
    rows["finish"] = ends.finish
    rows["prompt_tokens"] = workload.prompt_tokens
    rows["output_tokens"] = workload.output_tokens
    rows["priority"] = workload.priority
    rows["outcome"] = ends.outcome
    for name, values in (("preemptions", ends.preemptions), ("recomputed_tokens", ends.recomputed)):
        if values:
            rows[name][list(values)] = list(values.values())
    return rows


def _too_large(run: Run) -> list[str]:
    """Notes on the requests that need more than the pool, in the order in which they were rejected."""
    core, log = run.core, run.core.log
    assert log is not None
    rows = run.too_large
    said = list(
        zip(run.workload.arrival_ns[rows].tolist(), rows.tolist(), run.pages_needed(rows).tolist(), strict=True)
    )
    said += [(moment.time, moment.row, moment.amount) for moment in log.rejections]
    said.sort(key=lambda entry: entry[0])
    refusals = Refusals()
    named = [refusals.add(f"r{row}", pages, core.usable) for _, row, pages in said]
    return [note for note in (*named, refusals.rest()) if note]
