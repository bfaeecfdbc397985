"""The requests of a scenario: drawn from its laws, or replayed from a trace."""

from __future__ import annotations

from engine.replay import trace_workload
from engine.request_spec import OUTPUT_BASE, OUTPUT_STRIDE, RequestSpec, Workload, first_output_token
from engine.scenario import Arrivals, LengthLaw, Lengths, Scenario
from engine.synthetic import synthetic_requests

__all__ = ["OUTPUT_BASE", "OUTPUT_STRIDE", "RequestSpec", "Workload", "first_output_token", "requests"]


def requests(scenario: Scenario) -> Workload:
    """The scenario's requests; equal scenarios give equal workloads. Raises TraceError for a bad trace file."""
    if scenario.workload.arrivals is Arrivals.TRACE:
        return trace_workload(scenario)
    specs = synthetic_requests(scenario)
    return Workload(_title(scenario), specs, _notes(scenario, specs))


def _title(scenario: Scenario) -> str:
    w = scenario.workload
    arrivals = {
        Arrivals.AT_ONCE: "all at once",
        Arrivals.CONSTANT: f"every {1 / w.rate:.3g} s",
        Arrivals.POISSON: f"Poisson at {w.rate:g}/s",
        Arrivals.GAMMA: f"bursts at {w.rate:g}/s (variation {w.variation:g})",
    }[w.arrivals]
    turns = f", {w.turns} turns each" if w.turns > 1 else ""
    return f"{w.requests:,} requests{turns}, {arrivals}, prompts {_law(w.prompt)}, outputs {_law(w.output)}"


def _law(lengths: Lengths) -> str:
    if lengths.law is LengthLaw.UNIFORM:
        return f"{lengths.low:,} to {lengths.high:,}"
    return f"of {lengths.median:g}" if lengths.law is LengthLaw.CONSTANT else f"around {lengths.median:g}"


def _notes(scenario: Scenario, specs: tuple[RequestSpec, ...]) -> tuple[str, ...]:
    over = sum(bool(spec.rejected) for spec in specs)
    if not over:
        return ()
    return (f"{over:,} requests exceed max_length = {scenario.model.max_length:,} and are rejected, not cut",)
