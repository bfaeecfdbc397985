"""Every field of a scenario: its path, type, range and default. Files, settings and forms are checked against it."""

from __future__ import annotations

import math
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from engine.scenario import Scenario
from engine.scenario_ranges import CHOICES, RANGES, Range

LONGEST_LIST = 64
NONE = "none"  # how a file says "no limit" where TOML has no null


@dataclass(frozen=True, slots=True)
class Field:
    """One leaf field. `kind` is int, float, bool, str or a StrEnum; with `many` the value is a tuple of them."""

    path: str
    kind: type
    optional: bool
    default: Any
    range: Range | None
    choices: tuple[str, ...]
    many: bool = False

    @property
    def expected(self) -> str:
        """The expectation in words, for errors."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        words = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}[self.kind]
        if self.range is not None:
            words += f" {self.range}"
        if self.many:
            return f"a list of at most {LONGEST_LIST}, each {words}"
        return f'{words}, or "{NONE}"' if self.optional else words

    def convert(self, value: Any) -> Any:
        """The value as the scenario holds it. Raises ValueError (without a message of its own) if it does not fit."""
        if self.optional and (value is None or value == NONE):
            return None
        if not self.many:
            return self._single(value)
        if not isinstance(value, (list, tuple)) or len(value) > LONGEST_LIST:
            raise ValueError
        return tuple(self._single(entry) for entry in value)

    def _single(self, value: Any) -> Any:
        if self.choices:
            if value not in self.choices:
                raise ValueError
            return self.kind(value)
        if self.kind is bool or isinstance(value, bool):
            if self.kind is not bool or not isinstance(value, bool):
                raise ValueError
            return value
        if self.kind is str:
            if not isinstance(value, str):
                raise ValueError
            value.encode()  # UnicodeEncodeError, a ValueError: what UTF-8 cannot hold no file can keep
            return value
        return self._number(value)

    def _number(self, value: Any) -> Any:
        if not isinstance(value, int if self.kind is int else (int, float)):
            raise ValueError
        if not math.isfinite(value) or (self.range is not None and value not in self.range):
            raise ValueError
        return self.kind(value)


def _plain(annotation: Any) -> tuple[Any, bool, bool]:
    """The kind of one value, whether there may be none, whether there may be many."""
    if isinstance(annotation, types.UnionType):
        inner = [part for part in typing.get_args(annotation) if part is not type(None)]
        return inner[0], True, False
    if typing.get_origin(annotation) is tuple:
        return typing.get_args(annotation)[0], False, True
    return annotation, False, False


def _walk(base: Any, prefix: str) -> dict[str, Field]:
    hints = typing.get_type_hints(type(base))
    found: dict[str, Field] = {}
    for item in fields(base):
        path, default = f"{prefix}{item.name}", getattr(base, item.name)
        if is_dataclass(default):
            found |= _walk(default, f"{path}.")
            continue
        if not is_dataclass(_plain(hints[item.name])[0]):
            found[path] = _field(path, hints[item.name], default)
    return found


def _field(path: str, annotation: Any, default: Any) -> Field:
    return field_of(path, annotation, default, within=RANGES.get(path), choices=CHOICES.get(path, ()))


def field_of(path: str, annotation: Any, default: Any, *, within: Range | None, choices: tuple[str, ...]) -> Field:
    """The field of an annotated dataclass attribute; the members of a StrEnum are its choices."""
    inner, optional, many = _plain(annotation)
    if issubclass(inner, StrEnum):
        choices = tuple(str(member) for member in inner)
    return Field(path, inner, optional, default, within, choices, many)


@dataclass(frozen=True, slots=True)
class Rows:
    """An array of tables, such as [[faults]]. A field whose default is MISSING has to be given."""

    path: str
    kind: type
    fields: Mapping[str, Field]  # by name


def _walk_rows(base: Any, prefix: str) -> dict[str, Rows]:
    hints = typing.get_type_hints(type(base))
    found: dict[str, Rows] = {}
    for item in fields(base):
        path, default = f"{prefix}{item.name}", getattr(base, item.name)
        kind = _plain(hints[item.name])[0]
        if is_dataclass(default):
            found |= _walk_rows(default, f"{path}.")
        elif isinstance(kind, type) and is_dataclass(kind):
            inner = typing.get_type_hints(kind)
            columns = {c.name: _field(f"{path}.{c.name}", inner[c.name], c.default) for c in fields(kind)}
            found[path] = Rows(path, kind, types.MappingProxyType(columns))
    return found


@cache
def arrays() -> Mapping[str, Rows]:
    """Every array of tables by its dotted path."""
    return types.MappingProxyType(_walk_rows(Scenario(), ""))


@cache
def schema() -> Mapping[str, Field]:
    """Every leaf field by its dotted path, in the order of the dataclasses."""
    return types.MappingProxyType(_walk(Scenario(), ""))


@cache
def sections() -> tuple[str, ...]:
    """Dotted paths of the tables, outer before inner."""
    found: dict[str, None] = {}
    for path in schema():
        parts = path.split(".")[:-1]
        for depth in range(1, len(parts) + 1):
            found[".".join(parts[:depth])] = None
    return tuple(found)


def flatten(scenario: Scenario) -> dict[str, Any]:
    """The leaf values of a scenario by path, and the tuples of its arrays of tables."""
    return {path: _get(scenario, path) for path in (*schema(), *arrays())}


def _get(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = getattr(value, name)
    return value


def build(values: Mapping[str, Any]) -> Scenario:
    """A scenario from leaf values by path; a missing one takes its default."""
    result: Scenario = _build(Scenario, Scenario(), "", values)
    return result


def _build(kind: Any, base: Any, prefix: str, values: Mapping[str, Any]) -> Any:
    given: dict[str, Any] = {}
    for item in fields(kind):
        path, current = f"{prefix}{item.name}", getattr(base, item.name)
        if is_dataclass(current):
            given[item.name] = _build(type(current), current, f"{path}.", values)
        else:
            given[item.name] = values.get(path, current)
    return kind(**given)
