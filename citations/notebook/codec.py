"""Sources as JSON: what a field says unless it says nothing, and back again by the types of the fields."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import Any

from citations.records import Source, Text


def dumps(source: Source) -> str:
    return json.dumps(_plain(source), ensure_ascii=False, separators=(",", ":"))


def loads(record: str) -> Source:
    """Fields that are absent say nothing; those that are not known are passed over."""
    source: Source = _reader(Source)(json.loads(record))
    return source


def renamed(source: Source, key: str) -> Source:
    return replace(source, key=key)


def storable(text: str) -> str:
    """Half characters, which Qt texts may hold, cannot be stored: halves that fit are joined, others replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _plain(value: Any) -> Any:
    kind: Any = type(value)
    if hasattr(kind, "__dataclass_fields__"):
        defaults = _defaults(kind)
        items = ((name, getattr(value, name)) for name in defaults)
        return {name: _plain(item) for name, item in items if item != defaults[name]}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return storable(value) if isinstance(value, str) else value


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What turns JSON into that kind of value. Looked up once: thousands of sources are read at a time."""
    if hasattr(kind, "__dataclass_fields__"):
        defaults, readers = _defaults(kind), {name: _reader(field) for name, field in _kinds(kind).items()}

        def read(value: Any) -> Any:
            given = {name: readers[name](item) for name, item in value.items() if name in readers}
            return kind(**{**defaults, **given})

        return read
    if typing.get_origin(kind) is tuple:
        read_one = _reader(typing.get_args(kind)[0])
        return lambda value: tuple(map(read_one, value))
    return (lambda value: value) if isinstance(kind, types.UnionType) else kind


@cache
def _defaults(kind: Any) -> dict[str, Any]:
    """What each field is when the JSON does not name it: its default, else the nothing of its type."""
    kinds = _kinds(kind)
    return {
        field.name: field.default if field.default is not MISSING else _nothing(kinds[field.name])
        for field in fields(kind)
    }


def _nothing(kind: Any) -> Any:
    if isinstance(kind, types.UnionType):
        return None
    if typing.get_origin(kind) is tuple:
        return ()
    return Text("") if kind is Text else kind()


@cache
def _kinds(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)
