"""How the engine's predictions compare with measured machines, as plain data. Errors are shares: 0.12 is 12 %."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

TPOT_GOAL, TPOT_GOAL_NEW, TTFT_GOAL = 0.12, 0.20, 0.20  # median absolute error
OLDER = ("h100", "h200")  # systems that the tighter goal is for


@dataclass(frozen=True)
class TruthGroup:
    """Measured points of one system, model, backend and mode. `*_error` is the median absolute error, `*_bias` the
    median signed one (positive: predicted longer than measured); None where nothing was measured."""

    system: str
    model: str
    backend: str
    mode: str
    n: int
    held_out: int  # of the `n` points, those that no fit has seen
    ttft_error: float | None = None
    tpot_error: float | None = None
    ttft_bias: float | None = None
    tpot_bias: float | None = None
    ttft_error_held_out: float | None = None  # of the points kept back
    tpot_error_held_out: float | None = None

    @property
    def tpot_goal(self) -> float:
        older = any(name in self.system.lower() for name in OLDER)
        return TPOT_GOAL if older else TPOT_GOAL_NEW


@dataclass(frozen=True)
class TruthScope:
    """Many groups together, with the goal that was set for them; None where there is no goal."""

    system: str
    n: int
    held_out: int
    ttft_error: float | None = None
    tpot_error: float | None = None
    ttft_error_held_out: float | None = None
    tpot_error_held_out: float | None = None
    ttft_goal: float | None = None
    tpot_goal: float | None = None


@dataclass(frozen=True)
class TruthRun:
    """A percentile of a real run's requests, measured and predicted, in seconds."""

    name: str
    metric: str
    percentile: float
    measured: float
    predicted: float
    error: float


@dataclass(frozen=True)
class Truth:
    """`split` says in words which points were fitted and which were kept back."""

    generated_by: str
    label: str
    split: str
    groups: tuple[TruthGroup, ...]
    runs: tuple[TruthRun, ...]
    scopes: tuple[TruthScope, ...] = ()
    sources: str = ""

    def median(self, metric: str, held_out: bool = False) -> float | None:
        """The median of the groups' errors in "ttft" or "tpot"; of groups with points kept back only, if asked."""
        values = sorted(
            error
            for group in self.groups
            if (group.held_out or not held_out) and (error := getattr(group, f"{metric}_error")) is not None
        )
        if not values:
            return None
        middle = len(values) // 2
        return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def read(text: str, name: str) -> Truth:
    """The figures of a JSON text. Raises ValueError naming the file, the entry, what was found and expected."""
    try:
        top = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{name}:{error.lineno}: found no JSON ({error.msg})") from error
    if not isinstance(top, dict):
        raise ValueError(f"{name}: found {type(top).__name__}, expected an object with groups and runs")
    return Truth(
        generated_by=_text(top.get("generated_by", "")),
        label=_text(top.get("label", "teaching-estimate")),
        split=_text(top.get("split", "")),
        groups=_rows(top, "groups", name, TruthGroup),
        runs=_rows(top, "runs", name, TruthRun),
        scopes=_rows(top, "scopes", name, TruthScope),
        sources=_text(top.get("sources", "")),
    )


def _text(value: Any) -> str:
    """A text, or a table of texts in one line."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_text(inner)}" for key, inner in value.items())
    return ", ".join(map(_text, value)) if isinstance(value, list) else str(value)


def _rows(top: Mapping[str, Any], key: str, name: str, kind: type[Any]) -> tuple[Any, ...]:
    rows = top.get(key, [])
    if not isinstance(rows, list):
        raise ValueError(f"{name}: {key}: found {type(rows).__name__}, expected a list")
    return tuple(_row(kind, row, f"{name}: {key}[{place}]") for place, row in enumerate(rows))


def _row(kind: type[Any], row: Any, where: str) -> Any:
    if not isinstance(row, dict):
        raise ValueError(f"{where}: found {type(row).__name__}, expected an object")
    values = {}
    for field in fields(kind):
        optional = "None" in str(field.type)
        found = row.get(field.name)
        if found is None and not optional:
            raise ValueError(f"{where}: found no {field.name}, expected one")
        number = str(field.type) != "str"
        if number and found is not None and not isinstance(found, int | float):
            raise ValueError(f"{where}: {field.name}: found {found!r}, expected a number")
        if number and found is not None:
            found = int(found) if field.type == "int" else float(found)
        values[field.name] = found
    return kind(**values)
