"""The layout that the user declares by naming columns, and what a declared unit changes."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import replace

from engine.traces.layouts import FIXED, Layout, unit_of
from engine.traces.numbers import Cell
from engine.traces.options import DECLARED, RECOGNISE, ReadOptions
from engine.traces.records import TraceError

USUAL_BLOCK = 16  # tokens per prefix id if the rows do not show another size


def declared(options: ReadOptions, sample: Mapping[str, Cell], file: str, line: int) -> Layout:
    """Layout of the named columns; `sample` is the first row by column. Raises TraceError."""
    for part in ("prompt", "output"):
        if not getattr(options, part):
            raise TraceError(file, line, f"no column for the {part} tokens", "columns for both prompt and output")
    arrival, prompt, output, prefix = (
        _column(name, sample, file, line)
        for name in (options.arrival, options.prompt, options.output, options.prefix)
    )
    unit, decided = unit_of(arrival, cell(sample, arrival)) if arrival else ("s", FIXED)
    return Layout(
        "columns named by the user", arrival, prompt, output, unit, decided, "", prefix, 16 if prefix else 0
    )


def with_unit(layout: Layout, options: ReadOptions) -> Layout:
    """The layout with the unit that the user declares, if any."""
    if options.unit == RECOGNISE or not layout.time:
        return layout
    return replace(layout, unit=options.unit, decided=DECLARED)


def cell(cells: Mapping[str, Cell], name: str) -> Cell:
    """The cell of a column; a name with dots reaches into nested objects if no column has it."""
    if name in cells or "." not in name:
        return cells.get(name)
    value: Cell = dict(cells)
    for part in name.split("."):
        if not isinstance(value, dict):
            return None
        value = value.get(part)  # type: ignore[assignment]
    return value


def _column(name: str, sample: Mapping[str, Cell], file: str, line: int) -> str:
    if not name or name in sample or cell(sample, name) is not None:
        return name
    folded = {key.strip().casefold(): key for key in sample}
    if name.strip().casefold() in folded:
        return folded[name.strip().casefold()]
    close = difflib.get_close_matches(name, sample, n=1, cutoff=0.5)
    hint = f"the closest is {close[0]!r}" if close else f"there are {', '.join(sample)[:120]}"
    raise TraceError(file, line, f"no column {name!r}", f"a column of the file ({hint})")
