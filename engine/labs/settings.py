"""Settings of labs as TOML files and as links, checked field by field like a scenario.

A file begins with `lab = "KEY"`. A link is `eighteen-ledgers:KEY?name=value&…` and carries what differs from the
defaults.
"""

from __future__ import annotations

import dataclasses
import difflib
import json
import tomllib
import typing
from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl, quote

from engine.scenario_ranges import Range
from engine.scenario_schema import Field, field_of
from engine.scenario_values import ScenarioError, converted

SCHEME = "eighteen-ledgers"
S = TypeVar("S")


def setting(default: Any, within: Range | None = None, choices: tuple[str, ...] = ()) -> Any:
    """A field of a settings dataclass: whole or other number, text, switch, StrEnum, or a tuple of numbers."""
    return dataclasses.field(default=default, metadata={"range": within, "choices": choices})


def fields_of(kind: type[Any]) -> Mapping[str, Field]:
    """The fields of a settings dataclass by name, in order."""
    hints = typing.get_type_hints(kind)
    return {
        item.name: field_of(
            item.name,
            hints[item.name],
            item.default,
            within=item.metadata.get("range"),
            choices=item.metadata.get("choices", ()),
        )
        for item in dataclasses.fields(kind)
    }


def dumps(lab: str, settings: Any) -> str:
    """The settings as TOML that `loads` reads back to equal ones. Every field is written."""
    lines = [f'lab = "{lab}"']
    for name in fields_of(type(settings)):
        lines.append(f"{name} = {_toml(getattr(settings, name))}")
    return "\n".join(lines) + "\n"


def lab_of(text: str) -> str:
    """The key of the lab that a TOML text is about, "" if it is no lab's."""
    try:
        key = tomllib.loads(text).get("lab", "")
    except tomllib.TOMLDecodeError:
        return ""
    return key if isinstance(key, str) else ""


def loads(kind: type[S], lab: str, text: str, name: str = "<text>") -> S:
    """Settings from TOML. Raises ScenarioError naming file, line and field, what was found and what was expected."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(name, None, "", f"text that is not TOML ({error})", "name = value lines") from error
    found = values.pop("lab", None)
    if found != lab:
        raise ScenarioError(name, _line_of(text, "lab"), "lab", repr(found), f'"{lab}"')
    return _built(kind, values, name, text)


def link(lab: str, settings: Any) -> str:
    """The settings as one line of text to send to somebody."""
    given = []
    for name, field in fields_of(type(settings)).items():
        value = getattr(settings, name)
        if value != field.default:
            given.append(f"{name}={quote(json.dumps(value, ensure_ascii=False), safe='')}")
    return f"{SCHEME}:{lab}" + (f"?{'&'.join(given)}" if given else "")


def lab_of_link(text: str) -> str:
    """The key of the lab that a link leads to, "" if it is no link."""
    scheme, _, rest = text.strip().partition(":")
    return rest.partition("?")[0] if scheme == SCHEME else ""


def from_link(kind: type[S], lab: str, text: str) -> S:
    """Settings from a link. Raises ScenarioError naming the field, what was found and what was expected."""
    if lab_of_link(text) != lab:
        raise ScenarioError("link", None, "", repr(text[:80]), f"{SCHEME}:{lab}?…")
    values: dict[str, Any] = {}
    for name, value in parse_qsl(text.strip().partition("?")[2], keep_blank_values=True):
        try:
            values[name] = json.loads(value)
        except json.JSONDecodeError:
            values[name] = value
    return _built(kind, values, "link", "")


def _built(kind: type[S], values: Mapping[str, Any], name: str, text: str) -> S:
    fields = fields_of(kind)
    given: dict[str, Any] = {}
    for key, value in values.items():
        line = _line_of(text, key)
        if key not in fields:
            close = difflib.get_close_matches(key, fields, n=1, cutoff=0.4) or list(fields)
            raise ScenarioError(name, line, key, "an unknown field", "one of " + ", ".join(close))
        given[key] = converted(fields[key], value, name, line)
    return kind(**given)


def _line_of(text: str, key: str) -> int | None:
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("=")[0].strip() == key:
            return number
    return None


def _toml(value: Any) -> str:
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007F")
    return str(list(value)) if isinstance(value, tuple) else repr(value)
