"""The requests of a run as columns: drawn, or read from a trace whose requests do not wait for each other."""

from __future__ import annotations

from engine.scenario import Arrivals, Scenario
from engine.workloads.workload import requests
from engine.workloads.workload_columns import WorkloadColumns, columns, columns_of


def independent(scenario: Scenario) -> WorkloadColumns | None:
    """The requests of a scenario that `covers` has let in; None if those of its trace depend on each other.

    Raises TraceError for a bad trace file.
    """
    if scenario.workload.arrivals is not Arrivals.TRACE:
        return columns(scenario)
    return columns_of(requests(scenario))
