"""One row of a trace becomes a request, a failed arrival, or a row set aside, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.traces.layouts import Layout
from engine.traces.numbers import Cell, count, missing, nanoseconds

NO_PROMPT_LENGTH, NO_OUTPUT_LENGTH = "no prompt length", "no output length"
BAD_PROMPT = "the prompt length is not a whole number of tokens"
BAD_OUTPUT = "the output length is not a whole number of tokens"
NO_TIME, BAD_TIME = "no arrival time", "the arrival time is not a time"
ZERO_PROMPT = "no prompt tokens"
ZERO_OUTPUT = "failed: no output tokens"
ZERO_BOTH = "failed: no prompt and no output tokens"
BAD_BLOCKS = "the prefix ids do not match the prompt length"


@dataclass(frozen=True, slots=True)
class Row:
    """A row as read. `time` is absolute nanoseconds; `reason` is set when it is not served."""

    line: int
    time: int | None
    prompt: int
    output: int
    blocks: tuple[int, ...]
    reason: str
    wrong_total: bool = False
    text_time: bool = False
    orphan: bool = False


def read_row(layout: Layout, cells: Mapping[str, Cell], line: int, seen: set[str]) -> Row:
    """Judge one row. `seen` collects the conversation ids met so far (layouts that link turns)."""
    cell = cells.get(layout.time) if layout.time else None
    time = nanoseconds(cell, layout.unit) if layout.time else None
    prompt, output = cells.get(layout.prompt), cells.get(layout.output)
    tokens_in, tokens_out = count(prompt), count(output)
    blocks = _blocks(layout, cells.get(layout.blocks), tokens_in or 0) if layout.blocks else ()
    reason = _time_reason(layout, cell, time) or _count_reason(prompt, output, tokens_in, tokens_out)
    if not reason and blocks is None:
        reason = BAD_BLOCKS
    return Row(
        line,
        time,
        tokens_in or 0,
        tokens_out or 0,
        blocks or (),
        reason,
        wrong_total=_wrong_total(layout, cells, tokens_in, tokens_out),
        text_time=layout.typed and isinstance(cell, str) and layout.unit != "wall clock",
        orphan=_orphan(layout, cells, seen),
    )


def _time_reason(layout: Layout, cell: Cell, time: int | None) -> str:
    if not layout.time or time is not None:
        return ""
    return NO_TIME if missing(cell) else BAD_TIME


def _count_reason(prompt: Cell, output: Cell, tokens_in: int | None, tokens_out: int | None) -> str:
    if tokens_in is None:
        return NO_PROMPT_LENGTH if missing(prompt) else BAD_PROMPT
    if tokens_out is None:
        return NO_OUTPUT_LENGTH if missing(output) else BAD_OUTPUT
    if tokens_out == 0:
        return ZERO_OUTPUT if tokens_in else ZERO_BOTH
    return "" if tokens_in else ZERO_PROMPT


def _blocks(layout: Layout, cell: Cell, prompt: int) -> tuple[int, ...] | None:
    """The block ids, None if they cannot be those of the prompt. A partly filled last block may have an id or not."""
    if cell is None:
        return ()
    if not isinstance(cell, list):
        return None
    ids = [count(item) for item in cell if isinstance(item, int) and not isinstance(item, bool)]
    if len(ids) != len(cell) or None in ids:
        return None
    if not covers(len(cell), prompt, layout.block_tokens):
        return None
    return tuple(i for i in ids if i is not None)


def _wrong_total(layout: Layout, cells: Mapping[str, Cell], tokens_in: int | None, tokens_out: int | None) -> bool:
    if not layout.total or tokens_in is None or tokens_out is None:
        return False
    total = count(cells.get(layout.total))
    return total is not None and total != tokens_in + tokens_out


def _orphan(layout: Layout, cells: Mapping[str, Cell], seen: set[str]) -> bool:
    """The row names a turn before it that the file does not hold."""
    if not layout.own:
        return False
    seen.add(str(cells.get(layout.own)))
    parent = str(cells.get(layout.parent, -1))
    return parent != "-1" and parent not in seen


def covers(ids: int, prompt: int, block_tokens: int) -> bool:
    """`ids` blocks of this size are what a prompt has, with or without its partly filled last one."""
    whole, rest = divmod(prompt, block_tokens)
    return ids in (whole, whole + bool(rest))
