"""The requests of a run as columns: drawn, or read from a trace whose requests do not wait for each other."""

from __future__ import annotations

import numpy as np

from engine.scenario import Arrivals, Scenario
from engine.workload import requests
from engine.workload_columns import WorkloadColumns, columns


def independent(scenario: Scenario) -> WorkloadColumns | None:
    """The requests of a scenario that `covers` has let in; None if those of its trace depend on each other.

    Raises TraceError for a bad trace file.
    """
    if scenario.workload.arrivals is not Arrivals.TRACE:
        return columns(scenario)
    workload = requests(scenario)
    specs = workload.requests
    if any(spec.after >= 0 or spec.sample_of >= 0 for spec in specs):
        return None
    return WorkloadColumns(
        workload.title,
        workload.notes,
        np.array([spec.arrival_ns for spec in specs], dtype=np.int64),
        np.array([spec.prompt_tokens for spec in specs], dtype=np.int64),
        np.array([spec.output_tokens for spec in specs], dtype=np.int64),
        np.array([spec.priority for spec in specs], dtype=np.int64),
        np.array([spec.prompt[0][0] if spec.prompt else 0 for spec in specs], dtype=np.int64),
        np.array([bool(spec.rejected) for spec in specs], dtype=bool),
    )
