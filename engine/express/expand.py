"""The recording of a run that skipped from decision to decision: the one that going step by step would give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.express.events import arrival_events, decision_events, end_events, in_order
from engine.express.lanes import Lanes
from engine.express.run import Run
from engine.express.tables import slice_rows
from engine.recording import REQUEST_DTYPE, TRANSFER_DTYPE, Pool, Recording
from engine.scenario_file import dumps
from engine.scheduling.refusals import Refusals


def expand(run: Run, facts: dict[str, Any], pools: Sequence[Pool]) -> Recording:
    """The recording of `run`, whose log was kept. `pools` are those of its engines, in order."""
    lanes = Lanes(run)
    decisions = [decision_events(lanes, lane) for lane in lanes.lanes]
    events = in_order([end_events(lanes), arrival_events(run, lanes), *decisions])
    slices = [slice_rows(lane.stays, lane.steps, lane.numbers) for lane in lanes.lanes]
    return Recording(
        scenario=dumps(run.scenario),
        pools=tuple(pools),
        engines=tuple(pool.label for pool in pools),
        request_names=tuple([f"r{row}" for row in range(len(run.workload))]),
        events=events,
        iterations=lanes.iterations,
        slices=_merged(slices),
        requests=_requests(run),
        transfers=np.zeros(0, dtype=TRANSFER_DTYPE),
        facts=facts,
        notes=tuple(dict.fromkeys((*run.workload.notes, *run.cost.notes, *_too_large(run)))),
    )


def _merged(slices: list[NDArray[Any]]) -> NDArray[Any]:
    if len(slices) == 1:
        return slices[0]
    whole = np.concatenate(slices)
    return whole[np.argsort(whole["iteration"], kind="stable")]


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
    if run.sent is not None:
        rows["engine"] = np.maximum(run.sent, 0)
    for name, values in (("preemptions", ends.preemptions), ("recomputed_tokens", ends.recomputed)):
        if values:
            rows[name][list(values)] = list(values.values())
    return rows


def _too_large(run: Run) -> list[str]:
    """Notes on the requests that need more than the pool, in the order in which they were rejected."""
    rows = run.too_large
    said = list(
        zip(run.workload.arrival_ns[rows].tolist(), rows.tolist(), run.pages_needed(rows).tolist(), strict=True)
    )
    for core in run.cores:
        assert core.log is not None
        said += [(moment.time, moment.row, moment.amount) for moment in core.log.rejections]
    said.sort(key=lambda entry: entry[0])
    refusals = Refusals()
    named = [refusals.add(f"r{row}", pages, run.core.usable) for _, row, pages in said]
    return [note for note in (*named, refusals.rest()) if note]
