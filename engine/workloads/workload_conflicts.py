"""Values of a workload that do not go together."""

from __future__ import annotations

from collections.abc import Iterator

from engine.scenario import Arrivals, Workload


def workload_conflicts(w: Workload) -> Iterator[tuple[str, str, str]]:
    """(field, found, expected) of each conflict."""
    for part, lengths in (("prompt", w.prompt), ("output", w.output), ("agent.result", w.agent.result)):
        if lengths.high < lengths.low:
            yield f"workload.{part}.high", str(lengths.high), f"at least low = {lengths.low}"
    if w.ratio and w.prompt.low < 2:
        yield "workload.prompt.low", str(w.prompt.low), "at least 2: workload.ratio splits a total in two"
    if w.arrivals is Arrivals.TRACE and not w.trace:
        yield "workload.trace", '""', 'the path of a trace file, because workload.arrivals = "trace"'
    if w.arrivals is Arrivals.CLIENT:
        yield from _client_conflicts(w)
    columns = w.columns
    for part, other in (("prompt", "output"), ("output", "prompt")):
        if getattr(columns, other) and not getattr(columns, part):
            yield f"workload.columns.{part}", '""', f"a column, because workload.columns.{other} names one"
    for part in ("arrival", "prefix"):
        if getattr(columns, part) and not columns.prompt:
            yield "workload.columns.prompt", '""', f"a column, because workload.columns.{part} names one"
    if w.agent.calls > 1 and w.turns > 1:
        yield "workload.turns", str(w.turns), "1: the calls of an agent (workload.agent.calls) are its turns"
    if w.agent.calls > 1 and w.ratio:
        yield "workload.ratio", f"{w.ratio:g}", "0: the prompts of an agent follow workload.agent.result"


def _client_conflicts(w: Workload) -> Iterator[tuple[str, str, str]]:
    """A client's tables know neither prefixes nor conversations."""
    if not w.trace:
        yield "workload.trace", '""', 'the path of a rate table, because workload.arrivals = "client"'
    alone = {"shared_prefix_tokens": 0, "tenants": 1, "adapters": 0, "turns": 1, "samples_per_request": 1}
    for name, value in alone.items():
        if getattr(w, name) != value:
            yield f"workload.{name}", str(getattr(w, name)), f'{value}, because workload.arrivals = "client"'
    if w.agent.calls > 1:
        yield "workload.agent.calls", str(w.agent.calls), '1, because workload.arrivals = "client"'
