"""Rows of a trace file as mappings from column to cell."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import chain, islice
from typing import Any

from engine.traces.layouts import KNOWN, Layout, of_header, of_object
from engine.traces.numbers import Cell
from engine.traces.records import TraceError

DELIMITERS = (",", ";", "\t")


class BadRow(Exception):
    """A row that cannot be split into cells; the message is the reason."""


def open_rows(lines: Iterator[tuple[int, str]], file: str) -> tuple[Layout, Iterator[tuple[int, str]], Any]:
    """Recognise the layout. Returns it, the lines of data rows, and a function that splits a line into cells.

    The function raises BadRow. Raises TraceError if the file is empty or of no known layout.
    """
    first = next(lines, None)
    if first is None:
        raise TraceError(file, None, "an empty file", KNOWN)
    number, text = first
    if text.lstrip().startswith(("{", "[")):
        layout = of_object(_object_at(number, text, lines, file), file, number)
        return replace(layout, typed=True), chain([first], lines), cells_of_object
    return _table(number, text, lines, file)


def _object_at(number: int, text: str, lines: Iterator[tuple[int, str]], file: str) -> Mapping[str, Cell]:
    try:
        return cells_of_object(text)
    except BadRow as error:
        expected = "one JSON object per line (JSON lines), a log of requests"
        if any('_tokens": "{' in ahead for _, ahead in islice(lines, 4)):
            raise TraceError(file, number, "ServeGen length distributions of one client", expected) from error
        raise TraceError(file, number, f"a line that is no complete object ({error})", expected) from error


def _table(
    number: int, text: str, lines: Iterator[tuple[int, str]], file: str
) -> tuple[Layout, Iterator[tuple[int, str]], Any]:
    delimiter = max(DELIMITERS, key=text.count)
    try:
        names = [name.strip() for name in _split(text, delimiter)]
    except BadRow as error:
        raise TraceError(file, number, str(error), KNOWN) from error
    second = next(lines, None)
    sample = second[1].split(delimiter) if second else []
    layout = of_header(names, sample, file, number)
    if second is None:
        raise TraceError(file, number, "a header without rows", "at least one request")

    def cells(line: str) -> Mapping[str, Cell]:
        parts = _split(line, delimiter)
        extra = [part for part in parts[len(names) :] if part.strip()]
        if extra:
            raise BadRow("more fields than the header")
        return dict(zip(names, parts, strict=False))

    return layout, chain([second], lines), cells


def _split(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        raise BadRow(f"quotes that do not match ({error})") from error


def _no_constant(name: str) -> Decimal:
    raise ValueError(f"{name} is not a number")


def cells_of_object(line: str) -> Mapping[str, Cell]:
    """The keys and values of one JSON object; numbers stay exact. Raises BadRow."""
    try:
        row = json.loads(line, parse_float=Decimal, parse_constant=_no_constant)
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise BadRow("a line that is not JSON") from error
    if not isinstance(row, dict):
        raise BadRow("a line that is not a JSON object")
    return row
