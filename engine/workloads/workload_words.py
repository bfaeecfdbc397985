"""A workload in words: its title, and what the user should know about it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.scenario import Arrivals, LengthLaw, Lengths, Scenario, Workload
from engine.workloads.arrivals import law_of


def title(scenario: Scenario) -> str:
    """One line about a synthetic workload."""
    w = scenario.workload
    parts = (f"{w.requests:,} requests", *_links(w), sending(w), _lengths(w.ratio, w.prompt, w.output))
    return ", ".join(parts)


def sending(w: Workload) -> str:
    """The law of arrivals in words."""
    return {
        Arrivals.AT_ONCE: "all at once",
        Arrivals.CONSTANT: f"every {1 / w.rate:.3g} s",
        Arrivals.POISSON: f"Poisson at {w.rate:g}/s",
        Arrivals.GAMMA: f"bursts at {w.rate:g}/s (variation {w.variation:g})",
        Arrivals.CLOSED: f"{w.users:,} users with pauses of {w.think_s:g} s",
        Arrivals.ON_OFF: f"{w.rate:g}/s in bursts of {w.on_s:g} s with {w.off_s:g} s of silence",
    }[law_of(w)]


def _links(w: Workload) -> Iterator[str]:
    """What ties requests to each other or keeps them apart."""
    if w.turns > 1:
        yield f"{w.turns} turns each"
    if w.agent.calls > 1:
        yield f"agents with {w.agent.calls} calls and tools of {w.agent.tool_s:g} s each"
    if w.tenants > 1:
        yield f"{w.tenants:,} tenants"
    if w.adapters:
        yield f"{w.adapters:,} adapters"


def _lengths(ratio: float, prompt: Lengths, output: Lengths) -> str:
    if ratio:
        return f"{_law(prompt)} tokens, prompt : output = {ratio:g} : 1"
    return f"prompts {_law(prompt)}, outputs {_law(output)}"


def _law(lengths: Lengths) -> str:
    if lengths.law is LengthLaw.UNIFORM:
        return f"{lengths.low:,} to {lengths.high:,}"
    return f"of {lengths.median:g}" if lengths.law is LengthLaw.CONSTANT else f"around {lengths.median:g}"


def rejections(scenario: Scenario, over: int) -> tuple[str, ...]:
    """The note on `over` requests that are too long."""
    if not over:
        return ()
    return (f"{over:,} requests exceed max_length = {scenario.model.max_length:,} and are rejected, not cut",)
