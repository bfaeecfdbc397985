"""The grid of a sweep: fields of a scenario, the values each of them takes, and their cartesian product."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.scenario_file import setting_value
from engine.scenario_schema import Field, arrays, schema
from engine.scenario_values import ScenarioError
from engine.sweep.errors import SweepError

MOST_CELLS = 1_000_000
DIGITS = 12  # of values between two ends: 0.3, not 0.30000000000000004
LOG, LINEAR = "log", "linear"
OPENING, CLOSING = "[{", "]}"
FORM = "KEY=A,B,C or KEY=LOW:HIGH:COUNT or KEY=LOW:HIGH:COUNT:log"


@dataclass(frozen=True)
class Axis:
    """A field and the values it takes: `texts` as a setting has them, `values` as the scenario holds them."""

    key: str
    texts: tuple[str, ...]
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Cell:
    """One point of the grid; `values` and `settings` in the order of its axes."""

    number: int  # from 0
    values: tuple[Any, ...]
    settings: tuple[str, ...]  # "workload.rate=2.5"


@dataclass(frozen=True)
class Grid:
    axes: tuple[Axis, ...]

    def __len__(self) -> int:
        return math.prod(len(axis.texts) for axis in self.axes)

    def __iter__(self) -> Iterator[Cell]:
        """The cells; the last axis moves fastest."""
        places = itertools.product(*(range(len(axis.texts)) for axis in self.axes))
        for number, place in enumerate(places):
            at = tuple(zip(self.axes, place, strict=True))
            yield Cell(
                number,
                tuple(axis.values[i] for axis, i in at),
                tuple(f"{axis.key}={axis.texts[i]}" for axis, i in at),
            )


def grid(over: Sequence[str | Axis]) -> Grid:
    """The grid over the given axes. Raises SweepError."""
    axes = tuple(entry if isinstance(entry, Axis) else axis(entry) for entry in over)
    if not axes:
        raise SweepError("--over", "no field to sweep over", FORM)
    keys = [entry.key for entry in axes]
    for key in keys:
        if keys.count(key) > 1:
            raise SweepError("--over", f"{key} {keys.count(key)} times", "every field once, with all of its values")
    made = Grid(axes)
    if len(made) > MOST_CELLS:
        sizes = " × ".join(str(len(entry.texts)) for entry in axes)
        raise SweepError("--over", f"{sizes} = {len(made):,} cells", f"at most {MOST_CELLS:,}")
    return made


def axis(text: str) -> Axis:
    """The axis that "key=a,b,c", "key=low:high:count" or "key=low:high:count:log" describes.

    Both ends belong to a range. Ranges of whole numbers are rounded, each number once. Raises SweepError.
    """
    key, equals, listed = text.partition("=")
    key, option = key.strip(), f"--over {text}"
    if not equals or not listed.strip():
        raise SweepError(option, "no values", FORM)
    if key not in schema() and key not in arrays():
        raise _unknown(option, key)
    field = schema().get(key)
    if field is not None and _is_number(field) and ":" in listed:
        texts = tuple(_plain(value) for value in _range(field, listed, option))
    else:
        texts = tuple(_parts(listed))
    return Axis(key, texts, _values(key, texts, option))


def of_values(key: str, values: Sequence[float]) -> Axis:
    """The axis of a field that takes these numbers. Raises SweepError."""
    texts = tuple(_plain(value) for value in values)
    return Axis(key, texts, _values(key, texts, f"sweep over {key}"))


def _is_number(field: Field) -> bool:
    return not field.many and not field.choices and field.kind in (int, float)


def _unknown(option: str, key: str) -> SweepError:
    try:
        setting_value(key, "0", option)
    except ScenarioError as error:
        return SweepError(option, f"{error.found} {key}".strip(), error.expected)
    raise AssertionError(key)


def _values(key: str, texts: Sequence[str], option: str) -> tuple[Any, ...]:
    """The values that the texts stand for: each must fit the field, whatever the other fields are."""
    values: dict[Any, None] = {}
    for text in texts:
        try:
            value = setting_value(key, text, option)
        except ScenarioError as error:
            inside = "" if error.field == key else f" in {error.field}"
            raise SweepError(option, f"{error.found}{inside}", error.expected) from error
        if value in values:
            raise SweepError(option, f"{text} twice", "every value once")
        values[value] = None
    return tuple(values)


def _parts(listed: str) -> Iterator[str]:
    """The values between the commas that stand outside quotes, brackets and braces."""
    start, depth, quote = 0, 0, ""
    for place, character in enumerate(listed):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in OPENING:
            depth += 1
        elif character in CLOSING:
            depth -= 1
        elif character == "," and not depth:
            yield listed[start:place].strip()
            start = place + 1
    yield listed[start:].strip()


def _range(field: Field, listed: str, option: str) -> list[float]:
    parts = [part.strip() for part in listed.split(":")]
    spacing = parts[3].lower() if len(parts) == 4 else LINEAR
    if len(parts) not in (3, 4) or spacing not in (LOG, LINEAR):
        raise SweepError(option, repr(listed), "LOW:HIGH:COUNT or LOW:HIGH:COUNT:log")
    low, high = (_end(field, part, option) for part in parts[:2])
    count = int(parts[2]) if parts[2].isdecimal() and len(parts[2]) < 8 else 0
    if not 2 <= count <= MOST_CELLS:
        raise SweepError(option, f"a count of {parts[2] or 'nothing'}", f"a whole number from 2 to {MOST_CELLS:,}")
    if low == high:
        raise SweepError(option, f"a range from {parts[0]} to itself", "two different ends")
    if spacing == LOG and min(low, high) <= 0:
        raise SweepError(option, f"an end at {_plain(min(low, high))}", "ends above 0 for a logarithmic range")
    between = _between(low, high, count, spacing)
    if field.kind is int:
        return list(dict.fromkeys(round(value) for value in between))
    return list(dict.fromkeys(between))


def _end(field: Field, part: str, option: str) -> float:
    """An end of a range: whole for a field of whole numbers."""
    try:
        value = int(part) if field.kind is int else float(part)
    except ValueError as error:
        raise SweepError(option, f"an end {part!r}", field.expected) from error
    if not math.isfinite(value):
        raise SweepError(option, f"an end {part!r}", field.expected)
    return value


def _between(low: float, high: float, count: int, spacing: str) -> Iterator[float]:
    """`count` values from `low` to `high`, both exactly among them."""
    yield low
    for step in range(1, count - 1):
        share = step / (count - 1)
        value = low * (high / low) ** share if spacing == LOG else low + (high - low) * share
        yield float(f"{value:.{DIGITS}g}")
    yield high


def _plain(value: float) -> str:
    """A number as a setting has it: 4 rather than 4.0."""
    return str(value) if isinstance(value, int) else repr(float(value)).removesuffix(".0")
