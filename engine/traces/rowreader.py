"""One row of a trace becomes a request, a failed arrival, or a row set aside, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.traces.layouts import CLOCK, Layout
from engine.traces.mapping import cell as cell_of
from engine.traces.numbers import Cell, count, missing, nanoseconds
from engine.traces.pieces import Pieces
from engine.traces.prefixes import NOTHING, Id, prefix_of

NO_PROMPT_LENGTH, NO_OUTPUT_LENGTH = "no prompt length", "no output length"
BAD_PROMPT = "the prompt length is not a whole number of tokens"
BAD_OUTPUT = "the output length is not a whole number of tokens"
NO_TIME, BAD_TIME = "no arrival time", "the arrival time is not a time"
ZERO_PROMPT = "no prompt tokens"
ZERO_OUTPUT = "failed: no output tokens"
ZERO_BOTH = "failed: no prompt and no output tokens"
BAD_BLOCKS = "the prefix ids do not match the prompt length"


@dataclass(slots=True)
class Row:
    """A row as read. `time` is nanoseconds, absolute or from a session's start; `reason` is set if not served."""

    line: int
    time: int | None
    prompt: int
    output: int
    blocks: tuple[Id, ...]
    reason: str
    lengths: tuple[int, ...] = ()
    lossy: bool = False
    wrong_total: bool = False
    text_time: bool = False
    orphan: bool = False
    scope: int = 0
    session: int = -1
    after: int = -1  # row, in the list of all rows
    think: int = 0
    guessed: bool = False  # the pause is not in the file: the gap between starts stands for it
    busy: int | None = None  # time its recorded server took, ns
    model: str = ""


class Reader:
    """Judges rows of one layout."""

    def __init__(self, layout: Layout, pieces: Pieces | None) -> None:
        self.layout = layout
        self._pieces = pieces
        self._prefixed = bool(layout.blocks or layout.tokens)
        self._seen: set[str] = set()  # conversation ids met so far (layouts that link turns)

    def row(self, cells: Mapping[str, Cell], line: int) -> Row:
        """A request of its own."""
        layout = self.layout
        cell = cell_of(cells, layout.time) if layout.time else None
        time = nanoseconds(cell, layout.unit) if layout.time else None
        prompt, output = cell_of(cells, layout.prompt), cell_of(cells, layout.output)
        tokens_in, tokens_out = count(prompt), count(output)
        reason = _time_reason(layout, cell, time) or _count_reason(prompt, output, tokens_in, tokens_out)
        prefix = prefix_of(layout, cells, tokens_in or 0, self._pieces) if self._prefixed else NOTHING
        if prefix is None:
            reason, prefix = reason or BAD_BLOCKS, NOTHING
        return Row(
            line,
            time,
            tokens_in or 0,
            tokens_out or 0,
            prefix.ids,
            reason,
            prefix.lengths,
            prefix.lossy,
            wrong_total=_wrong_total(layout, cells, tokens_in, tokens_out),
            text_time=layout.typed and isinstance(cell, str) and layout.unit != CLOCK,
            orphan=bool(layout.own) and self._orphan(cells),
        )

    def _orphan(self, cells: Mapping[str, Cell]) -> bool:
        """The row names a turn before it that the file does not hold."""
        layout = self.layout
        self._seen.add(str(cells.get(layout.own)))
        parent = str(cells.get(layout.parent, -1))
        return parent != "-1" and parent not in self._seen


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


def _wrong_total(layout: Layout, cells: Mapping[str, Cell], tokens_in: int | None, tokens_out: int | None) -> bool:
    if not layout.total or tokens_in is None or tokens_out is None:
        return False
    total = count(cells.get(layout.total))
    return total is not None and total != tokens_in + tokens_out
