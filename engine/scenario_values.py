"""One value of a scenario file: converted to what the scenario holds, or an error that names its place."""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Callable, Mapping
from typing import Any

from engine.scenario_schema import Field, Rows

Locate = Callable[[str], int | None]  # line of a dotted path


class ScenarioError(ValueError):
    """A scenario is wrong: names the file, line and field, what was found and what was expected."""

    def __init__(self, file: str, line: int | None, field: str, found: str, expected: str) -> None:
        self.file, self.line, self.field, self.found, self.expected = file, line, field, found, expected
        place = file if line is None else f"{file}, line {line}"
        name = f" {field}:" if field else ""
        super().__init__(f"{place}:{name} found {found}, expected {expected}")


def converted(field: Field, value: Any, name: str, line: int | None) -> Any:
    try:
        return field.convert(value)
    except ValueError as error:
        hint = ""
        if field.choices and isinstance(value, str):
            close = difflib.get_close_matches(value, field.choices, n=1, cutoff=0.4)
            hint = f" (closest: {close[0]})" if close else ""
        raise ScenarioError(name, line, field.path, shown(value), field.expected + hint) from error


def rows_of(rows: Rows, value: Any, name: str, locate: Locate) -> tuple[Any, ...]:
    """An array of tables as the scenario holds it."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise ScenarioError(name, locate(rows.path), rows.path, shown(value), f"tables [[{rows.path}]]")
    return tuple(_row(rows, f"{rows.path}[{index}]", row, name, locate) for index, row in enumerate(value))


def _row(rows: Rows, place: str, row: Mapping[str, Any], name: str, locate: Locate) -> Any:
    for key in row.keys() - rows.fields.keys():
        path = f"{place}.{key}"
        close = difflib.get_close_matches(key, rows.fields, n=1, cutoff=0.4) or rows.fields
        raise ScenarioError(name, locate(path), path, "an unknown field", "one of " + ", ".join(close))
    for key, field in rows.fields.items():
        if field.default is dataclasses.MISSING and key not in row:
            raise ScenarioError(name, locate(place), f"{place}.{key}", "nothing", field.expected)
    given = {
        key: converted(
            dataclasses.replace(rows.fields[key], path=f"{place}.{key}"), value, name, locate(f"{place}.{key}")
        )
        for key, value in row.items()
    }
    return rows.kind(**given)


def shown(value: Any) -> str:
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=True)
        return text if len(text) <= 80 else text[:77] + "..."
    if isinstance(value, bool):
        return "true" if value else "false"
    return "a table" if isinstance(value, dict) else repr(value)
