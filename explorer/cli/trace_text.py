"""How a trace was read, as lines and as JSON."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.traces import SetAside, TraceReport


def as_text(report: TraceReport) -> str:
    """The account of an import: what was read, used and set aside, each reason with its first lines."""
    more = "" if report.complete else " (the file goes on)"
    skipped = f" after the first {report.rows_skipped}" if report.rows_skipped else ""
    first, last = report.lines
    lines = [
        f"trace {report.file}: {report.layout}; {times(report)}",
        f"  rows read {report.rows_read}{more}, used {report.rows_used}, set aside {aside_rows(report)}",
        f"  these are {report.place}s {first} to {last} of the file{skipped}",
    ]
    lines += [
        f"  set aside {entry.rows}: {entry.reason} ({places(entry, report.place)})" for entry in report.set_aside
    ]
    lines += [f"  note: {note}" for note in report.notes]
    return "\n".join(lines)


def times(report: TraceReport) -> str:
    """What is known about times: unit, how it was decided, first arrival, span."""
    from widgets import format as written

    if not report.time_unit:
        return "no arrival times"
    span = "" if report.span_ns is None else f", span {written.duration(report.span_ns)}"
    first = f", first {report.origin}" if report.origin else ""
    return f"time in {report.time_unit} ({report.time_unit_decided}){first}{span}"


def aside_rows(report: TraceReport) -> int:
    return sum(entry.rows for entry in report.set_aside)


def places(entry: SetAside, place: str) -> str:
    """The first line numbers of a reason: "lines 4, 9, …"."""
    more = ", …" if entry.rows > len(entry.first_lines) else ""
    word = place if entry.rows == 1 else f"{place}s"
    return f"{word} {', '.join(map(str, entry.first_lines))}{more}"


def as_json(report: TraceReport) -> dict[str, Any]:
    return dataclasses.asdict(report)
