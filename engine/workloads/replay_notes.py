"""What the user should know about a trace that is replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.scenario import Scenario
from engine.traces import TraceImport, TraceReport
from engine.workloads.arrivals import NANOSECONDS
from engine.workloads.trace_plan import Waiting
from engine.workloads.workload_words import sending


def replay_notes(scenario: Scenario, imported: TraceImport, sent: int, changes: Sequence[str]) -> tuple[str, ...]:
    """The account, how times are known, what was set aside, and what the replay changes."""
    report, workload = imported.report, scenario.workload
    notes = [_account(report), *_times(scenario, report, len(imported.requests))]
    for entry in report.set_aside:
        fate = "kept as rejected arrivals" if entry.arrived else "left out"
        lines = ", ".join(str(line) for line in entry.first_lines)
        notes.append(f"{entry.rows:,} rows set aside ({entry.reason}), {fate}; first {report.place}s: {lines}")
    notes += changes
    if workload.replay.laps > 1:
        notes.append(
            f"{workload.replay.laps:,} laps of the rows, {sent:,} requests; a lap finds no prefix of another"
        )
    if report.complete and report.rows_read < workload.trace_limit:
        notes.append(f"{workload.trace_limit:,} rows were asked for, the file has {report.rows_read:,}")
    return (*notes, *report.notes)


def _times(scenario: Scenario, report: TraceReport, requests: int) -> Iterator[str]:
    workload = scenario.workload
    if report.sessions:
        yield from _conversations(scenario, report)
    elif report.span_ns is None:
        yield f"arrivals are generated: {sending(workload)}, seed {scenario.seed}"
    else:
        rate = (requests - 1) / (report.span_ns / NANOSECONDS) if report.span_ns else 0.0
        span = f"{report.span_ns / NANOSECONDS:,.3f} s" + (f", {rate:.3g} requests per second" if rate else "")
        yield f"times in {report.time_unit} ({report.time_unit_decided}), first {report.origin}, span {span}"


def _conversations(scenario: Scenario, report: TraceReport) -> Iterator[str]:
    if report.sessions > 1:
        yield (
            f"{report.sessions:,} conversations start at generated times: {sending(scenario.workload)}, "
            f"seed {scenario.seed}"
        )
    if scenario.workload.replay.conversations is Waiting.CLOSED_LOOP:
        yield "closed loop: a call is sent its think time after the simulated end of the call before it"
    else:
        yield "open loop: calls are sent when they were recorded, whether or not the one before has ended"


def _account(report: TraceReport) -> str:
    aside = sum(entry.rows for entry in report.set_aside)
    after = f" after the first {report.rows_skipped:,}" if report.rows_skipped else ""
    where = f" ({report.place}s {report.lines[0]:,} to {report.lines[1]:,})" if report.lines[0] else ""
    books = f"{report.rows_read:,} rows read{after} = {report.rows_used:,} used + {aside:,} set aside"
    return f"{report.layout}: {books}{where}"
