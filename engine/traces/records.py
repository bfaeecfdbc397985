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
    arrival_ns: int | None  # since the first arrival; None = the file has no times
    prompt_tokens: int
    output_tokens: int
    blocks: tuple[int, ...] = ()  # ids of the prompt's prefix blocks, in order
    failed: str = ""


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
    time_unit_decided: str  # fixed by the layout, named by the column, assumed
    rows_skipped: int  # before the start
    rows_read: int
    rows_used: int
    set_aside: tuple[SetAside, ...]
    complete: bool  # False: reading stopped at the limit and the file goes on
    origin: str  # the first arrival as the file writes it
    span_ns: int | None
    block_tokens: int  # tokens per prefix block, 0 = the file has no prefix ids
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraceImport:
    """Requests in order of arrival (stable), and the report."""

    requests: tuple[TraceRequest, ...]
    report: TraceReport
