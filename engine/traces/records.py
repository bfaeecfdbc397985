"""What a trace file turns into: requests, and an account of every row."""

from __future__ import annotations

from dataclasses import dataclass

FIRST_LINES = 5  # line numbers kept per reason


class TraceError(ValueError):
    """A trace file cannot be used: names the file, line, what was found and what was expected."""

    def __init__(self, file: str, line: int | None, found: str, expected: str) -> None:
        self.file, self.line, self.found, self.expected = file, line, found, expected
        place = file if line is None else f"{file}, line {line}"
        super().__init__(f"{place}: found {found}, expected {expected}")


@dataclass(frozen=True, slots=True)
class TraceRequest:
    """One row that arrived. `failed` says why it is not served; its counts are then as the file has them."""

    line: int
    arrival_ns: int | None  # since the first arrival (of its session, if sessions have no starts); None = no times
    prompt_tokens: int
    output_tokens: int
    blocks: tuple[int | str, ...] = ()  # ids of the prompt's prefix pieces, in order
    failed: str = ""
    lengths: tuple[int, ...] = ()  # tokens of each piece where they are not all `block_tokens`
    scope: int = 0  # ids are equal pieces only within one scope
    session: int = -1  # conversation it belongs to, numbered from 0
    after: int = -1  # place in `TraceImport.requests` of the call that it follows
    think_ns: int = 0  # between the end of that call and this one
    model: str = ""  # as the file names it, where several serve one conversation


@dataclass(frozen=True, slots=True)
class SetAside:
    """Rows that are not used, for one reason."""

    reason: str
    rows: int
    first_lines: tuple[int, ...]
    arrived: bool  # they have an arrival time, so they stay in the arrival process as rejected requests


@dataclass(frozen=True, slots=True)
class TraceReport:
    """The account of an import: `rows_read` = `rows_used` + the rows of `set_aside`."""

    file: str
    layout: str
    time_unit: str
    time_unit_decided: str  # fixed by the layout, named by the column, assumed, guessed, declared by the user
    rows_skipped: int  # before the start
    rows_read: int
    rows_used: int
    set_aside: tuple[SetAside, ...]
    complete: bool  # False: reading stopped at the limit and the file goes on
    origin: str  # the first arrival as the file writes it
    span_ns: int | None
    block_tokens: int  # tokens per prefix id, 0 = the file has no prefix ids, or pieces of various lengths
    notes: tuple[str, ...]
    lines: tuple[int, int] = (0, 0)  # first and last line that was read as a row
    place: str = "line"  # what line numbers count: lines of the file, or calls of its conversations
    sessions: int = 0  # conversations whose starts the file does not give
    columns: tuple[str, ...] = ()  # arrival, prompt and output as the file names them, "" = none


@dataclass(frozen=True, slots=True)
class TraceImport:
    """Requests in order of arrival (stable), and the report.

    Where sessions have no starts, requests are in the order of the file, session after session.
    """

    requests: tuple[TraceRequest, ...]
    report: TraceReport
