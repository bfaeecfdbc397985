"""Scenarios as TOML: read, checked, written. What is wrong is named by file, line and field."""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.drafting.speculation_conflicts import speculation_conflicts
from engine.fleets.fleet_rules import fleet_conflicts
from engine.models.cards import UnknownCard, hardware_card, model
from engine.models.hf_config_reader import ConfigError
from engine.models.sharding import layout_conflicts
from engine.models.state_conflicts import state_conflicts
from engine.scenario import Allocator, Cache, Scenario
from engine.scenario_schema import NONE, Field, arrays, build, flatten, schema, sections
from engine.scenario_values import Locate, ScenarioError, converted, rows_of, shown
from engine.scheduling.policy_conflicts import policy_conflicts
from engine.workloads.workload_conflicts import workload_conflicts

HEADER = re.compile(r"^\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
ARRAY_HEADER = re.compile(r"^\s*\[\[\s*([^\[\]]+?)\s*\]\]\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
DECODE_PLACE = re.compile(r"\s*\(at line (\d+), column (\d+)\)$")


def load(path: Path | str) -> Scenario:
    """Read a scenario file; a relative trace path is taken from the file's folder. Raises ScenarioError."""
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or str(error)
        raise ScenarioError(str(path), None, "", f"no readable file ({reason})", "a scenario in TOML") from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        found = f"byte 0x{error.object[error.start]:02x}"
        raise ScenarioError(str(path), line, "", found, "UTF-8 text") from error
    scenario = loads(text, str(path))
    trace = scenario.workload.trace
    if not trace or Path(trace).is_absolute():
        return scenario
    workload = dataclasses.replace(scenario.workload, trace=str((path.parent / trace).resolve()))
    return dataclasses.replace(scenario, workload=workload)


def loads(text: str, name: str = "<text>") -> Scenario:
    """Read a scenario from TOML text; `name` is used in errors. Raises ScenarioError."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = DECODE_PLACE.search(str(error))
        line = int(place.group(1)) if place else text.count("\n") + 1
        reason = DECODE_PLACE.sub("", str(error))
        raise ScenarioError(name, line, "", f"text that is not TOML ({reason})", "key = value lines") from error
    except RecursionError as error:
        raise ScenarioError(name, None, "", "values nested too deeply", "key = value lines") from error
    where = _lines(text)

    def locate(path: str) -> int | None:
        while path and path not in where:
            path = path.rpartition(".")[0]
        return where.get(path)

    values = dict(_leaves(tables, "", name, locate))
    return _checked(build(values), name, locate)


def _lines(text: str) -> dict[str, int]:
    """Line of every table header and key, by dotted path."""
    found: dict[str, int] = {}
    table = ""
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if array := ARRAY_HEADER.match(line):
            path = _unquoted(array.group(1))
            found.setdefault(path, number)
            table = f"{path}[{counts.setdefault(path, 0)}]"
            counts[path] += 1
            found[table] = number
        elif header := HEADER.match(line):
            table = _unquoted(header.group(1))
            found.setdefault(table, number)
        elif key := KEY.match(line):
            path = _unquoted(key.group(1))
            found.setdefault(f"{table}.{path}" if table else path, number)
    return found


def _unquoted(dotted: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in dotted.split("."))


def _leaves(table: Mapping[str, Any], prefix: str, name: str, locate: Locate) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        path = f"{prefix}{key}"
        if path in sections():
            if not isinstance(value, dict):
                raise ScenarioError(name, locate(path), path, shown(value), f"a table [{path}]")
            yield from _leaves(value, f"{path}.", name, locate)
        elif path in schema():
            yield path, converted(schema()[path], value, name, locate(path))
        elif path in arrays():
            yield path, rows_of(arrays()[path], value, name, locate)
        else:
            raise ScenarioError(name, locate(path), path, "an unknown field", _nearest(path, prefix))


def _nearest(path: str, prefix: str = "") -> str:
    """The keys to choose from, the closest first where one is close."""
    known = [*schema(), *sections()]
    leaf = path.rpartition(".")[2]
    same = [k for k in known if k.rpartition(".")[2] == leaf]
    close = same or difflib.get_close_matches(path, known, n=1, cutoff=0.6)
    if not close:
        siblings = [k for k in known if k.startswith(prefix) and "." not in k[len(prefix) :]]
        close = difflib.get_close_matches(path, siblings, n=1, cutoff=0.4)
        if not close:
            return "one of " + ", ".join(siblings)
    return f"{close[0]} (the closest field)"


def dumps(scenario: Scenario) -> str:
    """The scenario as TOML that `loads` reads back to an equal scenario. Every field is written."""
    values = flatten(scenario)
    lines = [_line(path, values[path]) for path in schema() if "." not in path]
    for section in sections():
        lines += ["", f"[{section}]"]
        own = [path for path in schema() if path.rpartition(".")[0] == section]
        lines += [_line(path, values[path]) for path in own if values[path] is not None or schema()[path].default]
    for path, rows in arrays().items():
        for row in values[path]:
            lines += ["", f"[[{path}]]", *(_line(field, getattr(row, field)) for field in rows.fields)]
    return "\n".join(lines) + "\n"


def _line(path: str, value: Any) -> str:
    name = path.rpartition(".")[2]
    if value is None:
        return f'{name} = "{NONE}"'
    if isinstance(value, bool):
        return f"{name} = {'true' if value else 'false'}"
    if isinstance(value, str):
        return f"{name} = {_quoted(str(value))}"
    return f"{name} = {list(value) if isinstance(value, tuple) else value!r}"


def _quoted(text: str) -> str:
    """A TOML basic string: JSON's escapes are TOML's, except that TOML also wants DEL escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def apply_settings(scenario: Scenario, settings: Sequence[str]) -> Scenario:
    """Scenario with settings such as "memory.page_tokens=32" applied. Raises ScenarioError."""
    values = flatten(scenario)
    for setting in settings:
        path, equals, raw = setting.partition("=")
        path, name = path.strip(), f"setting {setting!r}"
        if not equals:
            raise ScenarioError(name, None, path, "no value", "FIELD=VALUE such as memory.page_tokens=32")
        values[path] = setting_value(path, raw, name)
    return _checked(build(values), f"settings {', '.join(settings)}", lambda _: None)


def setting_value(path: str, raw: str, name: str) -> Any:
    """The value of field `path` that a setting's text stands for; `name` is used in errors. Raises ScenarioError."""
    raw = raw.strip()
    if path in arrays():
        return rows_of(arrays()[path], _toml_value(raw), name, lambda _: None)
    if path in schema():
        return converted(schema()[path], _bare_value(schema()[path], raw), name, None)
    raise ScenarioError(name, None, path, "an unknown field", _nearest(path))


def _bare_value(field: Field, raw: str) -> Any:
    if issubclass(field.kind, str):
        quoted = len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'"
        return raw[1:-1] if quoted else raw
    if field.optional and raw.lower() == NONE:
        return None
    return _toml_value(raw)


def _toml_value(raw: str) -> Any:
    try:
        read = tomllib.loads(f"value = {raw}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return raw
    return read["value"] if len(read) == 1 else raw


def validate(scenario: Scenario, name: str = "<scenario>") -> Scenario:
    """Check types, ranges, card names and combinations; returns the scenario. Raises ScenarioError."""
    values = flatten(scenario)
    for path, field in schema().items():
        converted(field, values[path], name, None)
    for path, rows in arrays().items():
        rows_of(rows, [vars(row) for row in values[path]], name, lambda _: None)
    return _checked(scenario, name, lambda _: None)


def _checked(scenario: Scenario, name: str, locate: Locate) -> Scenario:
    for field, found, expected in _conflicts(scenario):
        raise ScenarioError(name, locate(field), field, found, expected)
    return scenario


def _conflicts(s: Scenario) -> Iterator[tuple[str, str, str]]:
    """What no single field shows: unknown cards, and values that do not go together."""
    draft = [("speculation.draft_model", s.speculation.draft_model, model)] if s.speculation.draft_model else []
    for field, key, find in (
        ("model.card", s.model.card, model),
        ("hardware.card", s.hardware.card, hardware_card),
        *draft,
    ):
        try:
            find(key)
        except UnknownCard as error:
            close = ", ".join(error.close) if error.close else "a key of the shipped cards"
            yield field, shown(key), f"a known card: {close}"
            return
        except ConfigError as error:
            yield field, shown(key), f"the path of a config.json that gives a card ({error})"
            return
    heads, own = model(s.model.card).q_heads, s.model.kv_heads
    if own is not None and heads % own:
        yield "model.kv_heads", str(own), f"a divisor of the {heads} query heads of {s.model.card}"
    if heads % s.layout.tensor_parallel:
        tp = s.layout.tensor_parallel
        yield "layout.tensor_parallel", str(tp), f"a divisor of the {heads} query heads of {s.model.card}"
    yield from layout_conflicts(s.layout, model(s.model.card))
    yield from speculation_conflicts(s)
    yield from workload_conflicts(s.workload)
    yield from fleet_conflicts(s)
    yield from state_conflicts(s)
    yield from policy_conflicts(s)
    if s.memory.allocator is Allocator.CONTIGUOUS and s.memory.cache is not Cache.NONE:
        yield "memory.cache", f'"{s.memory.cache}"', '"none": a contiguous reservation is not shared'
