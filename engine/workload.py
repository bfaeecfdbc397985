"""The requests of a scenario: synthetic arrivals and lengths, or a trace."""

from __future__ import annotations

from dataclasses import dataclass

from engine.scenario import Scenario

OUTPUT_BASE = 1_000_000_000  # output j of request i is token OUTPUT_BASE + i * OUTPUT_STRIDE + j
OUTPUT_STRIDE = 1_000_000


def first_output_token(index: int) -> int:
    """Token id of the first output of request `index` (its row in the workload)."""
    return OUTPUT_BASE + index * OUTPUT_STRIDE


@dataclass(frozen=True, slots=True)
class RequestSpec:
    """One request. Its row in `Workload.requests` is its index everywhere."""

    name: str
    arrival_ns: int  # since the first arrival
    prompt: tuple[tuple[int, int], ...]  # runs (first token id, count)
    prompt_tokens: int
    output_tokens: int  # asked for, at least 1
    priority: int = 0  # smaller is more urgent
    after: int = -1  # row of the turn before: this one is sent no earlier than `think_ns` after that one finished
    think_ns: int = 0
    sample_of: int = -1  # row of the request whose prompt's pages this parallel sample shares
    rejected: str = ""  # why the request is turned away on arrival (over the context limit), "" = it is served


@dataclass(frozen=True)
class Workload:
    """Requests in order of arrival (stable), and what the user should know about them."""

    title: str
    requests: tuple[RequestSpec, ...]
    notes: tuple[str, ...] = ()


def requests(scenario: Scenario) -> Workload:
    """The scenario's requests; equal scenarios give equal workloads. Raises TraceError for a bad trace file."""
    raise NotImplementedError
