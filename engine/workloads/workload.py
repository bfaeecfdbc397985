"""The requests of a scenario: drawn from its laws, or replayed from a trace."""

from __future__ import annotations

from engine.scenario import Arrivals, Scenario
from engine.workloads.replay import trace_workload
from engine.workloads.request_spec import OUTPUT_BASE, OUTPUT_STRIDE, RequestSpec, Workload, first_output_token
from engine.workloads.synthetic import independent_requests, linked_requests
from engine.workloads.workload_columns import columns, dependence, unique_prompts
from engine.workloads.workload_words import rejections, title

__all__ = ["OUTPUT_BASE", "OUTPUT_STRIDE", "RequestSpec", "Workload", "first_output_token", "requests"]


def requests(scenario: Scenario) -> Workload:
    """The scenario's requests; equal scenarios give equal workloads. Raises TraceError for a bad trace file."""
    if scenario.workload.arrivals is Arrivals.TRACE:
        return trace_workload(scenario)
    if not dependence(scenario) and unique_prompts(scenario):
        drawn = columns(scenario)
        return Workload(drawn.title, independent_requests(scenario, drawn), drawn.notes)
    specs = linked_requests(scenario)
    return Workload(title(scenario), specs, rejections(scenario, sum(bool(spec.rejected) for spec in specs)))
