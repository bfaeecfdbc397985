"""Workloads shaped like public traces, from assets/workloads/presets.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.scenario import Workload
from engine.scenario_schema import build, schema


@dataclass(frozen=True)
class Preset:
    """A workload section and where its numbers come from. The fit to a law is a teaching-estimate."""

    key: str
    title: str
    source: str
    statistics: str
    notes: str
    workload: Workload


def _values(table: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in table.items():
        path = f"{prefix}{key}"
        values |= _values(value, f"{path}.") if isinstance(value, dict) else {path: schema()[path].convert(value)}
    return values


@cache
def presets() -> Mapping[str, Preset]:
    """All presets by key."""
    with files("assets").joinpath("workloads", "presets.toml").open("rb") as file:
        tables = tomllib.load(file)["preset"]
    found = {}
    for table in tables:
        workload = build(_values(table.pop("workload"), "workload.")).workload
        found[table["key"]] = Preset(**table, workload=workload)
    return MappingProxyType(found)
