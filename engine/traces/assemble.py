"""From rows to the requests and the report of an import."""

from __future__ import annotations

from engine.traces.account import describe, set_aside
from engine.traces.layouts import Layout, Shape
from engine.traces.numbers import NANOSECONDS
from engine.traces.records import TraceError, TraceImport, TraceReport, TraceRequest
from engine.traces.rowreader import Row
from engine.traces.stamps import written

LONGEST_SPAN = 2**62  # ns; what a clock of 64 bits can tell
YEAR = 365 * 86_400 * NANOSECONDS


def assemble(
    file: str, layout: Layout, rows: list[Row], skipped: int, complete: bool, notes: tuple[str, ...]
) -> TraceImport:
    """The import of `rows`. Raises TraceError if none of them can be served."""
    timed = bool(layout.time)
    arrived = [row for row in rows if (row.time is not None if timed else not row.reason)]
    used = sum(not row.reason for row in arrived)
    aside = set_aside(rows)
    if not used:
        reasons = "; ".join(f"{entry.rows:,} rows: {entry.reason}" for entry in aside)
        line = None if layout.shape is Shape.CONVERSATION else rows[0].line
        raise TraceError(file, line, f"no usable row ({reasons})", "at least one request to serve")
    loose = len({row.session for row in arrived}) if layout.loose else 0
    ordered, origins = _ordered(arrived, loose)
    origin = min(row.time or 0 for row in ordered)
    span = max((row.time or 0) - origins[row.session] for row in ordered) if timed and loose < 2 else None
    if span is not None and span > LONGEST_SPAN:
        found = f"arrivals from {written(origin, layout.unit)} to {span / YEAR:,.0f} years later"
        raise TraceError(file, None, found, f"a span of at most {LONGEST_SPAN / YEAR:,.0f} years: is the unit right?")
    _drop_lossy(rows)
    told = (*notes, *layout.notes, *describe(layout, rows, arrived, span, complete))
    report = TraceReport(
        file=file,
        layout=layout.name,
        time_unit=layout.unit if timed else "",
        time_unit_decided=layout.decided if timed else "",
        rows_skipped=skipped,
        rows_read=len(rows),
        rows_used=used,
        set_aside=aside,
        complete=complete,
        origin=written(origin, layout.unit) if timed and not loose else "",
        span_ns=span,
        block_tokens=layout.block_tokens,
        notes=tuple(note for note in told if note),
        lines=(rows[0].line, rows[-1].line),
        place="call" if layout.shape is Shape.CONVERSATION else "line",
        sessions=loose,
        columns=(layout.time, layout.prompt, layout.output),
    )
    return TraceImport(_requests(rows, ordered, origins, timed), report)


def _ordered(arrived: list[Row], loose: int) -> tuple[list[Row], dict[int, int]]:
    """Rows in order of arrival, and the time that counts as 0 for each session.

    Sessions whose starts are not known each have a time of their own and stay one after the other.
    """
    if not loose:
        first = min(row.time or 0 for row in arrived)
        return sorted(arrived, key=lambda row: row.time or 0), dict.fromkeys({row.session for row in arrived}, first)
    origins: dict[int, int] = {}
    for row in arrived:
        origins[row.session] = min(origins.get(row.session, row.time or 0), row.time or 0)
    return sorted(arrived, key=lambda row: (row.session, row.time or 0)), origins


def _requests(rows: list[Row], ordered: list[Row], origins: dict[int, int], timed: bool) -> tuple[TraceRequest, ...]:
    waits = any(row.after >= 0 for row in ordered)
    places = {id(row): place for place, row in enumerate(ordered)} if waits else {}
    models = {row.model for row in ordered}
    found = []
    for place, row in enumerate(ordered):
        after = places.get(id(rows[row.after]), -1) if row.after >= 0 else -1
        if after >= place:  # recorded as starting before the call that it follows
            after = -1
        found.append(
            TraceRequest(
                row.line,
                (row.time or 0) - origins[row.session] if timed else None,
                row.prompt,
                row.output,
                row.blocks,
                row.reason,
                row.lengths,
                row.scope,
                row.session,
                after,
                row.think if after >= 0 else 0,
                row.model if len(models) > 1 else "",
            )
        )
    return tuple(found)


def _drop_lossy(rows: list[Row]) -> None:
    """Ids that have lost digits may be equal where the originals were not: then none of the file's are used."""
    if any(row.lossy for row in rows):
        for row in rows:
            row.blocks, row.lengths = (), ()
