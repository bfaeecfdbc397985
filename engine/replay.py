"""The requests of a trace file, as a scenario asks for them."""

from __future__ import annotations

from pathlib import Path

from engine.arrivals import NANOSECONDS, arrival_times
from engine.request_spec import BLOCK_BASE, FreshTokens, RequestSpec, Runs, Workload, joined, over_limit
from engine.scenario import Scenario
from engine.traces import TraceImport, TraceReport, TraceRequest, load


def trace_workload(scenario: Scenario) -> Workload:
    """The rows of the scenario's trace in their order, at their times. Raises TraceError.

    Rows with a time that cannot be served (failed requests, unusable counts, over the context limit) stay as
    rejected arrivals; lengths are never cut.
    """
    workload = scenario.workload
    imported = load(workload.trace, limit=workload.trace_limit, start=workload.trace_start)
    rows, report = imported.requests, imported.report
    times = [row.arrival_ns for row in rows if row.arrival_ns is not None]
    if report.span_ns is None:
        times = [int(t) for t in arrival_times(scenario, len(rows), workload.rate)]
    fresh = FreshTokens()
    specs = tuple(
        _spec(i, row, at, report.block_tokens, fresh, scenario.model.max_length)
        for i, (row, at) in enumerate(zip(rows, times, strict=True))
    )
    name = Path(workload.trace).name
    return Workload(f"{report.rows_used:,} requests of {name}", specs, _notes(scenario, imported, specs))


def _spec(
    index: int, row: TraceRequest, arrival: int, block_tokens: int, fresh: FreshTokens, max_length: int
) -> RequestSpec:
    return RequestSpec(
        name=f"r{index}",
        arrival_ns=arrival,
        prompt=_prompt(row, block_tokens, fresh),
        prompt_tokens=row.prompt_tokens,
        output_tokens=row.output_tokens,
        rejected=row.failed or over_limit(row.prompt_tokens, row.output_tokens, max_length),
    )


def _prompt(row: TraceRequest, block_tokens: int, fresh: FreshTokens) -> Runs:
    """Equal prefix blocks are equal tokens, the last one as far as the prompt reaches; the rest is unique."""
    left = row.prompt_tokens
    parts: list[Runs] = []
    for block in row.blocks:
        tokens = min(block_tokens, left)
        parts.append(((BLOCK_BASE + block * block_tokens, tokens),))
        left -= tokens
    return joined(*parts, fresh.take(left))


def _notes(scenario: Scenario, imported: TraceImport, specs: tuple[RequestSpec, ...]) -> tuple[str, ...]:
    report, workload = imported.report, scenario.workload
    notes = [_account(report)]
    if report.span_ns is None:
        notes.append(f"arrivals are generated: Poisson at {workload.rate:g} per second, seed {scenario.seed}")
    else:
        rate = (len(specs) - 1) / (report.span_ns / NANOSECONDS) if report.span_ns else 0.0
        span = f"{report.span_ns / NANOSECONDS:,.3f} s" + (f", {rate:.3g} requests per second" if rate else "")
        notes.append(f"times in {report.time_unit} ({report.time_unit_decided}), first {report.origin}, span {span}")
    for entry in report.set_aside:
        fate = "kept as rejected arrivals" if entry.arrived else "left out"
        lines = ", ".join(str(line) for line in entry.first_lines)
        notes.append(f"{entry.rows:,} rows set aside ({entry.reason}), {fate}; first lines: {lines}")
    over = sum(bool(spec.rejected) and not row.failed for spec, row in zip(specs, imported.requests, strict=True))
    if over:
        notes.append(f"{over:,} requests exceed max_length = {scenario.model.max_length:,} and are rejected, not cut")
    if report.complete and report.rows_read < workload.trace_limit:
        notes.append(f"{workload.trace_limit:,} rows were asked for, the file has {report.rows_read:,}")
    return (*notes, *report.notes)


def _account(report: TraceReport) -> str:
    aside = sum(entry.rows for entry in report.set_aside)
    after = f" after the first {report.rows_skipped:,}" if report.rows_skipped else ""
    return f"{report.layout}: {report.rows_read:,} rows read{after} = {report.rows_used:,} used + {aside:,} set aside"
