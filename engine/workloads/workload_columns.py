"""A workload as columns: a million requests that wait for nobody in a fraction of a second.

The numbers are those of `workload.requests`, which makes its rows from these columns where every prompt is unique.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.scenario import Arrivals, QueueOrder, Scenario
from engine.workloads.arrivals import Stream, arrival_times, generator
from engine.workloads.client import client_requests
from engine.workloads.lengths import prompts_and_outputs
from engine.workloads.request_spec import FAR_BASE, OUTPUT_BASE, OUTPUT_STRIDE, Workload
from engine.workloads.workload_words import rejections, title

PRIORITIES = 3
WAITS_FOR_NOBODY = {"turns": 1, "samples_per_request": 1}
SHARES_NOTHING = {"shared_prefix_tokens": 0, "tenants": 1, "adapters": 0}


@dataclass(frozen=True, slots=True, eq=False)
class WorkloadColumns:
    """One entry per request, in order of arrival. Row `i` is request `i`, named `r{i}`."""

    title: str
    notes: tuple[str, ...]
    arrival_ns: NDArray[np.int64]  # since the first arrival, not falling
    prompt_tokens: NDArray[np.int64]
    output_tokens: NDArray[np.int64]
    priority: NDArray[np.int64]  # smaller is more urgent
    prompt_first: NDArray[np.int64]  # token id from which a unique prompt is one run, -1 if prompts share tokens
    rejected: NDArray[np.bool_]  # turned away on arrival: too long, or failed in the trace

    def __len__(self) -> int:
        return len(self.arrival_ns)


def dependence(scenario: Scenario) -> str:
    """The field that makes requests wait for or fork each other, "" if there is none and they can be columns.

    What the requests of a trace do is known only once it has been read: see `columns_of`.
    """
    workload = scenario.workload
    if workload.arrivals in (Arrivals.TRACE, Arrivals.CLOSED):
        return "workload.arrivals"
    for name, alone in WAITS_FOR_NOBODY.items():
        if getattr(workload, name) != alone:
            return f"workload.{name}"
    return "" if workload.agent.calls == 1 else "workload.agent.calls"


def unique_prompts(scenario: Scenario) -> bool:
    """Whether no two prompts can have a token in common, and all belong to one tenant and the base model."""
    workload = scenario.workload
    return workload.arrivals is not Arrivals.TRACE and all(
        getattr(workload, name) == nothing for name, nothing in SHARES_NOTHING.items()
    )


def columns(scenario: Scenario) -> WorkloadColumns:
    """The requests of a scenario in which none waits for another. Raises ValueError naming the field otherwise."""
    field = dependence(scenario)
    if field:
        raise ValueError(f"{field}: makes requests wait for or fork each other, expected independent requests")
    if scenario.workload.arrivals is Arrivals.CLIENT:
        return _of_client(scenario)
    count = scenario.workload.requests
    prompts, outputs = prompts_and_outputs(scenario, count)
    firsts = _first_tokens(prompts) if unique_prompts(scenario) else np.full(count, -1)
    prompts += scenario.workload.shared_prefix_tokens
    rejected = prompts + outputs > scenario.model.max_length
    rejected |= outputs >= OUTPUT_STRIDE
    return WorkloadColumns(
        title(scenario),
        rejections(scenario, int(rejected.sum())),
        arrival_times(scenario, count, scenario.workload.rate),
        prompts,
        outputs,
        priorities(scenario, count),
        firsts,
        rejected,
    )


def _of_client(scenario: Scenario) -> WorkloadColumns:
    """Requests drawn from the tables of one client. Raises TraceError."""
    path, wanted = Path(scenario.workload.trace), scenario.workload.requests
    arrivals, prompts, outputs, note = client_requests(path, scenario.seed, wanted)
    rejected = prompts + outputs > scenario.model.max_length
    rejected |= outputs >= OUTPUT_STRIDE
    notes = [note]
    if len(arrivals) < wanted:
        notes.append(f"{wanted:,} requests were asked for, the windows give {len(arrivals):,}")
    return WorkloadColumns(
        f"{len(arrivals):,} requests like those of {path.name}",
        (*notes, *rejections(scenario, int(rejected.sum()))),
        arrivals,
        prompts,
        outputs,
        priorities(scenario, len(arrivals)),
        _first_tokens(prompts),
        rejected,
    )


def columns_of(workload: Workload) -> WorkloadColumns | None:
    """A workload's rows as columns, without the identity of their tokens; None if one waits for another."""
    specs = workload.requests
    if any(spec.after >= 0 or spec.sample_of >= 0 for spec in specs):
        return None

    def column(name: str) -> NDArray[np.int64]:
        return np.fromiter((getattr(spec, name) for spec in specs), dtype=np.int64, count=len(specs))

    return WorkloadColumns(
        workload.title,
        workload.notes,
        column("arrival_ns"),
        column("prompt_tokens"),
        column("output_tokens"),
        column("priority"),
        np.full(len(specs), -1),
        np.fromiter((bool(spec.rejected) for spec in specs), dtype=np.bool_, count=len(specs)),
    )


def priorities(scenario: Scenario, count: int) -> NDArray[np.int64]:
    """Uniform over the classes if the queue looks at them, 0 for all if it does not."""
    if scenario.policy.order is not QueueOrder.PRIORITY:
        return np.zeros(count, dtype=np.int64)
    return generator(scenario.seed, Stream.PRIORITIES).integers(0, PRIORITIES, count)


def _first_tokens(prompts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where prompts start if each takes ids that none before has, as `FreshTokens` hands them out."""
    ends = np.cumsum(prompts)
    firsts = ends - prompts
    if len(ends) and ends[-1] > OUTPUT_BASE:
        row = int(np.argmax(ends > OUTPUT_BASE))
        firsts[row:] += FAR_BASE - firsts[row]
    return firsts
