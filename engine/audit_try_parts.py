"""Pieces of scenarios that several pairs share."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import Arrivals, LengthLaw, Lengths, Policy, Scenario, Workload

OWN_LENGTHS = "lengths are drawn from a lognormal law of ours, not from the data set"
MODELLED = "kernels and launch overhead are those of our cost model, not of the two systems"


def exactly(tokens: int) -> Lengths:
    """Every request the same."""
    return Lengths(law=LengthLaw.CONSTANT, median=float(tokens), spread=0.0, low=tokens, high=tokens)


def one_stream(prompt: int, output: int, requests: int = 4) -> Workload:
    """Requests one after the other: with one slot, nobody shares a step."""
    return Workload(requests=requests, arrivals=Arrivals.AT_ONCE, prompt=exactly(prompt), output=exactly(output))


def saturated(scenario: Scenario, requests: int | None = None) -> Scenario:
    """All requests at once: throughput is what the system can do, not what is asked of it."""
    workload = replace(scenario.workload, arrivals=Arrivals.AT_ONCE)
    return replace(scenario, workload=workload if requests is None else replace(workload, requests=requests))


SINGLE = Policy(max_running=1)
