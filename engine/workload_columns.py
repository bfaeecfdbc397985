"""A workload as columns: a million independent requests in a fraction of a second.

The numbers are those of `engine.workload.requests`, which makes its rows from these columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.arrivals import Stream, arrival_times, generator
from engine.lengths import prompts_and_outputs
from engine.request_spec import FAR_BASE, OUTPUT_BASE, OUTPUT_STRIDE
from engine.scenario import Arrivals, QueueOrder, Scenario
from engine.workload_words import rejections, title

PRIORITIES = 3
ALONE = {"shared_prefix_tokens": 0, "tenants": 1, "adapters": 0, "turns": 1, "samples_per_request": 1}


@dataclass(frozen=True, slots=True, eq=False)
class WorkloadColumns:
    """One entry per request, in order of arrival. Row `i` is request `i`, named `r{i}`."""

    title: str
    notes: tuple[str, ...]
    arrival_ns: NDArray[np.int64]  # since the first arrival, not falling
    prompt_tokens: NDArray[np.int64]
    output_tokens: NDArray[np.int64]
    priority: NDArray[np.int64]  # smaller is more urgent
    prompt_first: NDArray[np.int64]  # token id of the first prompt token; the prompt is one run from there
    rejected: NDArray[np.bool_]  # turned away on arrival: too long

    def __len__(self) -> int:
        return len(self.arrival_ns)


def dependence(scenario: Scenario) -> str:
    """The field that ties requests to each other or to a file, "" if they are independent and can be columns."""
    workload = scenario.workload
    if workload.arrivals in (Arrivals.TRACE, Arrivals.CLOSED):
        return "workload.arrivals"
    for name, alone in ALONE.items():
        if getattr(workload, name) != alone:
            return f"workload.{name}"
    return "" if workload.agent.calls == 1 else "workload.agent.calls"


def columns(scenario: Scenario) -> WorkloadColumns:
    """The requests of a scenario whose requests are independent. Raises ValueError naming the field otherwise."""
    field = dependence(scenario)
    if field:
        raise ValueError(f"{field}: ties requests to each other or to a file, expected independent requests")
    count = scenario.workload.requests
    prompts, outputs = prompts_and_outputs(scenario, count)
    rejected = prompts + outputs > scenario.model.max_length
    rejected |= outputs >= OUTPUT_STRIDE
    return WorkloadColumns(
        title(scenario),
        rejections(scenario, int(rejected.sum())),
        arrival_times(scenario, count, scenario.workload.rate),
        prompts,
        outputs,
        priorities(scenario, count),
        _first_tokens(prompts),
        rejected,
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
