"""A JSON file that is one document (an array, or one object over many lines) as numbered rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from engine.traces.records import TraceError

LARGEST_DOCUMENT = 256 * 2**20  # characters
BLANK = " \t\n\r"
EXPECTED = "a JSON array of requests, or one JSON object per line"


def joined(first: tuple[int, str], lines: Iterator[tuple[int, str]], file: str) -> tuple[str, list[tuple[int, int]]]:
    """The text from `first` on, and where in it each line starts: (offset, line number). Raises TraceError."""
    parts: list[str] = []
    starts: list[tuple[int, int]] = []
    size = 0
    for number, text in chain([first], lines):
        starts.append((size, number))
        parts.append(text)
        size += len(text) + 1
        if size > LARGEST_DOCUMENT:
            raise TraceError(file, number, f"one document of over {LARGEST_DOCUMENT:,} characters", EXPECTED)
    return "\n".join(parts), starts


def elements(text: str, starts: list[tuple[int, int]], file: str) -> Iterator[tuple[int, str]]:
    """The objects of an array, each as text with the line it starts on. Raises TraceError where it breaks off."""
    decoder = json.JSONDecoder(parse_float=str, parse_constant=str)
    line = 0

    def number(offset: int) -> int:
        nonlocal line
        while line + 1 < len(starts) and starts[line + 1][0] <= offset:
            line += 1
        return starts[line][1]

    place = _after(text, text.index("[") + 1)
    while text[place : place + 1] != "]":
        start = place
        try:
            _, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise TraceError(file, number(start), "an array that breaks off", EXPECTED) from error
        yield number(start), text[start:place]
        place = _after(text, place)
        if text[place : place + 1] == ",":
            place = _after(text, place + 1)
        elif text[place : place + 1] != "]":
            raise TraceError(file, number(min(place, len(text) - 1)), "an array that breaks off", EXPECTED)
    if _after(text, place + 1) < len(text):
        raise TraceError(file, number(place + 1), "text after the end of the array", EXPECTED)


def _after(text: str, place: int) -> int:
    while place < len(text) and text[place] in BLANK:
        place += 1
    return place
