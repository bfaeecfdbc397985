"""Read a request trace: recognise its layout, stream its rows, keep an account of every one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from engine.traces.assemble import assemble
from engine.traces.blocksize import with_block_size
from engine.traces.folder import Folder
from engine.traces.layouts import Layout, Shape
from engine.traces.lines import Lines
from engine.traces.options import ReadOptions
from engine.traces.pieces import Pieces, beside
from engine.traces.records import TraceError, TraceImport
from engine.traces.rowreader import Reader, Row
from engine.traces.rows import BadRow, Opened, open_rows
from engine.traces.sessions import Expander
from engine.traces.window import busiest_start

RECOGNISED = ReadOptions()


def load(
    path: Path | str, *, limit: int | None = None, start: int = 0, options: ReadOptions = RECOGNISED
) -> TraceImport:
    """Requests of a trace file, or of a folder of recorded conversations.

    `start` rows are passed over and at most `limit` rows are read, in the order of the file; rows that are set aside
    count as read. Only those rows are held in memory. Raises TraceError for a file that cannot be used, ValueError
    for a negative start or a limit below 1.
    """
    if start < 0 or (limit is not None and limit < 1):
        raise ValueError(f"start = {start}, limit = {limit}: expected start of at least 0 and limit of at least 1")
    path = Path(path)
    notes: list[str] = []
    if options.busiest and limit is not None:
        start, told = _busiest(path, limit, options)
        notes.append(told)
    rows, layout, skipped, complete, encoding = _read(path, limit, start, options)
    return assemble(str(path), layout, rows, skipped, complete, (encoding, *notes))


def _read(
    path: Path, limit: int | None, start: int, options: ReadOptions
) -> tuple[list[Row], Layout, int, bool, str]:
    file = str(path)
    source = _source(path)
    opened = _opened(path, options, source)
    layout = opened.layout
    flat = layout.shape is Shape.FLAT
    skipped = sum(1 for _ in islice(opened.lines, start)) if flat else 0
    pieces = beside(path) if layout.pieces else None
    if pieces is not None:
        layout = replace(layout, notes=(*layout.notes, pieces.note))
    wanted = limit if limit is None or flat else limit + start
    rows, complete = _rows(opened._replace(layout=layout), pieces, wanted, file, options)
    if not flat:
        skipped = min(start, len(rows))
        rows = _without_first(rows, skipped)
    if skipped < start:
        raise TraceError(file, None, f"{skipped:,} rows", f"more than start = {start:,} rows")
    if not rows:
        raise TraceError(file, None, f"no row after the first {start:,}", "at least one request")
    return rows, layout, skipped, complete, source.note


def _source(path: Path) -> Lines | Folder:
    return Folder(path) if path.is_dir() else Lines(path)


def _opened(path: Path, options: ReadOptions, source: Lines | Folder | None = None) -> Opened:
    opened = open_rows(iter(source or _source(path)), str(path), options)
    return with_block_size(opened, options.block_tokens, str(path))


def _each(opened: Opened, pieces: Pieces | None, file: str, options: ReadOptions) -> Iterator[list[Row]]:
    """The rows that each line of the file becomes; places in `after` count from the first line read."""
    expander = Expander(Reader(opened.layout, pieces))
    timeless = opened.layout.typed and not opened.layout.time and not options.mapped
    base = 0
    for line, text in opened.lines:
        try:
            cells = opened.split(text)
        except BadRow as bad:
            rows = [Row(line, None, 0, 0, (), str(bad))]
        else:
            if timeless and "timestamp" in cells:
                found, expected = "a timestamp, which the first row has not", "times on all rows or on none"
                raise TraceError(file, line, found, expected)
            rows = expander.expand(cells, line, base)
        base += len(rows)
        yield rows


def _rows(
    opened: Opened, pieces: Pieces | None, limit: int | None, file: str, options: ReadOptions
) -> tuple[list[Row], bool]:
    """At most `limit` rows, and whether these are all."""
    rows: list[Row] = []
    for group in _each(opened, pieces, file, options):
        if limit is not None and len(rows) + len(group) > limit:
            return rows + group[: limit - len(rows)], False
        rows += group
    return rows, True


def _without_first(rows: list[Row], count: int) -> list[Row]:
    """The rows after the first `count`; what followed one of those starts on its own."""
    for row in rows[count:]:
        row.after = max(-1, row.after - count)
    return rows[count:]


def _busiest(path: Path, limit: int, options: ReadOptions) -> tuple[int, str]:
    """Where the `limit` rows with the highest rate start, and that in words."""
    opened = _opened(path, options)
    if opened.layout.loose or not opened.layout.time:
        return 0, "the file has no common time line: its first rows are used, not its busiest"
    whole = opened._replace(layout=replace(opened.layout, blocks="", tokens=""))
    return busiest_start((row.time for group in _each(whole, None, str(path), options) for row in group), limit)
