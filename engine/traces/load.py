"""Read a request trace: recognise its layout, stream its rows, keep an account of every one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from engine.traces.account import describe, set_aside
from engine.traces.layouts import Layout
from engine.traces.lines import Lines
from engine.traces.numbers import Cell, count
from engine.traces.records import TraceError, TraceImport, TraceReport, TraceRequest
from engine.traces.rowreader import Row, covers, read_row
from engine.traces.rows import BadRow, open_rows
from engine.traces.stamps import written

HEAD_ROWS = 64  # from which the block size is told
BLOCK_SIZES = (512, 16, 32, 64, 128, 256, 1024)

Numbered = Iterator[tuple[int, str]]


def load(path: Path | str, *, limit: int | None = None, start: int = 0) -> TraceImport:
    """Requests of a trace file.

    `start` rows are passed over and at most `limit` rows are read, in the order of the file; rows that are set aside
    count as read. Only those rows are held in memory. Raises TraceError for a file that cannot be used, ValueError
    for a negative start or a limit below 1.
    """
    if start < 0 or (limit is not None and limit < 1):
        raise ValueError(f"start = {start}, limit = {limit}: expected start of at least 0 and limit of at least 1")
    path = Path(path)
    source = Lines(path)
    layout, lines, split = open_rows(iter(source), str(path))
    layout, lines = _with_block_size(layout, lines, split)
    skipped = sum(1 for _ in islice(lines, start))
    if skipped < start:
        raise TraceError(str(path), None, f"{skipped:,} rows", f"more than start = {start:,} rows")
    rows, complete = _read(layout, lines, split, limit, str(path))
    if not rows:
        raise TraceError(str(path), None, f"no row after the first {start:,}", "at least one request")
    return _assemble(str(path), layout, rows, skipped, complete, source.note)


def _with_block_size(layout: Layout, lines: Numbered, split: Any) -> tuple[Layout, Numbered]:
    """The layout with the block size that its first rows agree with, the layout's own if they allow it."""
    if not layout.blocks:
        return layout, lines
    head = list(islice(lines, HEAD_ROWS))
    pairs = []
    for _, text in head:
        with suppress(BadRow):
            cells = split(text)
            ids, prompt = cells.get(layout.blocks), count(cells.get(layout.prompt))
            if isinstance(ids, list) and prompt:
                pairs.append((len(ids), prompt))
    sizes = [size for size in (layout.block_tokens, *BLOCK_SIZES) if all(covers(n, p, size) for n, p in pairs)]
    size = sizes[0] if sizes else layout.block_tokens
    note = f"prefix blocks of {size} tokens: the first {len(pairs)} rows agree" if sizes and pairs else ""
    return replace(layout, block_tokens=size, notes=(*layout.notes, note)), chain(head, lines)


def _read(layout: Layout, lines: Numbered, split: Any, limit: int | None, file: str) -> tuple[list[Row], bool]:
    rows: list[Row] = []
    seen: set[str] = set()
    for line, text in lines:
        if limit is not None and len(rows) == limit:
            return rows, False
        try:
            cells: Mapping[str, Cell] = split(text)
        except BadRow as bad:
            rows.append(Row(line, None, 0, 0, (), str(bad)))
            continue
        if layout.typed and not layout.time and "timestamp" in cells:
            raise TraceError(file, line, "a timestamp, which the first row has not", "times on all rows or on none")
        rows.append(read_row(layout, cells, line, seen))
    return rows, True


def _assemble(file: str, layout: Layout, rows: list[Row], skipped: int, complete: bool, encoding: str) -> TraceImport:
    timed = bool(layout.time)
    arrived = [row for row in rows if (row.time is not None if timed else not row.reason)]
    used = sum(not row.reason for row in arrived)
    aside = set_aside(rows)
    if not used:
        reasons = "; ".join(f"{entry.rows:,} rows: {entry.reason}" for entry in aside)
        raise TraceError(file, rows[0].line, f"no usable row ({reasons})", "at least one request to serve")
    ordered = sorted(arrived, key=lambda row: row.time or 0)
    origin = ordered[0].time or 0
    span = (ordered[-1].time or 0) - origin if timed else None
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
        origin=written(origin, layout.unit) if timed else "",
        span_ns=span,
        block_tokens=layout.block_tokens,
        notes=tuple(
            note for note in (encoding, *layout.notes, *describe(layout, rows, arrived, span, complete)) if note
        ),
    )
    return TraceImport(tuple(_request(row, origin, timed) for row in ordered), report)


def _request(row: Row, origin: int, timed: bool) -> TraceRequest:
    arrival = (row.time or 0) - origin if timed else None
    return TraceRequest(row.line, arrival, row.prompt, row.output, row.blocks, row.reason)
