"""Rows of a trace file as mappings from column to cell."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import chain, islice
from typing import NamedTuple

from engine.traces import documents
from engine.traces.layouts import KNOWN, Layout, of_header, of_object
from engine.traces.mapping import declared, with_unit
from engine.traces.numbers import Cell
from engine.traces.options import ReadOptions
from engine.traces.records import TraceError

DELIMITERS = (",", ";", "\t", "|")

Numbered = Iterator[tuple[int, str]]
Split = Callable[[str], Mapping[str, Cell]]


class BadRow(Exception):
    """A row that cannot be split into cells; the message is the reason."""


class Opened(NamedTuple):
    """A recognised file: its layout, the text of its rows, and how to split a row (raises BadRow)."""

    layout: Layout
    lines: Numbered
    split: Split


def open_rows(lines: Numbered, file: str, options: ReadOptions) -> Opened:
    """Recognise the layout. Raises TraceError if the file is empty or of no known layout."""
    first = next(lines, None)
    if first is None:
        raise TraceError(file, None, "an empty file", KNOWN)
    opened = (
        _json(first, lines, file, options) if first[1].lstrip()[:1] in "{[" else _table(first, lines, file, options)
    )
    return opened._replace(layout=with_unit(opened.layout, options))


def _json(first: tuple[int, str], lines: Numbered, file: str, options: ReadOptions) -> Opened:
    if first[1].lstrip().startswith("["):
        lines = documents.elements(*documents.joined(first, lines, file), file)
        found = next(lines, None)
        if found is None:
            raise TraceError(file, first[0], "an array without elements", "at least one request")
        first = found
    try:
        row = cells_of_object(first[1])
    except BadRow as error:
        first, row = _spread(first, lines, file, error)
    layout = declared(options, row, file, first[0]) if options.mapped else of_object(row, file, first[0])
    return Opened(replace(layout, typed=True), chain([first], lines), cells_of_object)


def _spread(
    first: tuple[int, str], lines: Numbered, file: str, error: BadRow
) -> tuple[tuple[int, str], Mapping[str, Cell]]:
    """The one object that the whole file is, over many lines. Raises TraceError if it is not."""
    expected = "one JSON object per line (JSON lines), a log of requests"
    head = list(islice(lines, 4))
    if any('_tokens": "{' in text for _, text in head):
        raise TraceError(file, first[0], "ServeGen length distributions of one client", expected) from error
    text, _ = documents.joined(first, chain(head, lines), file)
    try:
        return (first[0], text), cells_of_object(text)
    except BadRow:
        raise TraceError(file, first[0], f"a line that is no complete object ({error})", expected) from error


def _table(first: tuple[int, str], lines: Numbered, file: str, options: ReadOptions) -> Opened:
    number, text = first
    delimiter = max(DELIMITERS, key=text.count)
    try:
        names = [name.strip() for name in _split(text, delimiter)]
    except BadRow as error:
        raise TraceError(file, number, str(error), KNOWN) from error
    second = next(lines, None)
    sample = second[1].split(delimiter) if second else []
    if options.mapped:
        if len(set(names)) < len(names):
            raise TraceError(file, number, "two columns of one name", "every column once")
        padded = [*sample, *[""] * len(names)]
        layout = declared(options, dict(zip(names, padded, strict=False)), file, number)
    else:
        layout = of_header(names, sample, file, number)
    if second is None:
        raise TraceError(file, number, "a header without rows", "at least one request")

    def cells(line: str) -> Mapping[str, Cell]:
        parts = _split(line, delimiter)
        if any(part.strip() for part in parts[len(names) :]):
            raise BadRow("more fields than the header")
        if line == text:
            raise BadRow("the header again")
        return dict(zip(names, parts, strict=False))

    return Opened(layout, chain([second], lines), cells)


def _split(line: str, delimiter: str) -> list[str]:
    if '"' not in line:
        return line.split(delimiter)
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
