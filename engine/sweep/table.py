"""What a sweep found: a row per cell in grid order, as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

from engine.scenario import Scenario
from engine.scenario_file import dumps
from engine.sheet import Evidence, Quantity
from engine.sweep.cell import Outcome
from engine.sweep.grid import Axis, Cell

RAN, FAILED = "ran", "failed"
FORMULA_STARTS = tuple("=+-@\t\r")  # what a spreadsheet takes for a formula


@dataclass(frozen=True)
class Row:
    """One cell and how it went."""

    cell: Cell
    outcome: Outcome

    @property
    def failure(self) -> str:
        """Why the cell could not be run, "" if it was."""
        return self.outcome.failure


@dataclass(frozen=True)
class Swept:
    """All cells of a sweep in grid order. `quantities` are the columns of figures."""

    scenario: Scenario
    axes: tuple[Axis, ...]
    quantities: tuple[Quantity, ...]
    rows: tuple[Row, ...]

    @property
    def failed(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.failure)

    def column(self, key: str) -> tuple[float | None, ...]:
        """The figure `key` of every row, None where the run does not exercise it or failed. Raises KeyError."""
        if key not in self._keys:
            raise KeyError(key)
        return tuple(self.figures(row).get(key) for row in self.rows)

    @property
    def _keys(self) -> tuple[str, ...]:
        return tuple(quantity.key for quantity in self.quantities)

    def figures(self, row: Row) -> Mapping[str, float | None]:
        """The figures of a row by key; none of a row that failed."""
        pairs = zip(self._keys, row.outcome.figures, strict=False)
        return {key: value if isinstance(value, float) else None for key, value in pairs}

    def reasons(self, row: Row) -> Mapping[str, str]:
        """Why a row that ran lacks figures, by key."""
        pairs = zip(self._keys, row.outcome.figures, strict=False)
        return {key: value for key, value in pairs if isinstance(value, str)}

    def evidence(self, row: Row) -> Evidence | None:
        """That of the weakest figure of the row, None when it has no figure."""
        filled = self.figures(row)
        found = {quantity.evidence for quantity in self.quantities if filled.get(quantity.key) is not None}
        return max(found, key=_WEAKNESS.index, default=None)


_WEAKNESS = (
    Evidence.REPRODUCIBLE,
    Evidence.AUTHOR_REPORTED,
    Evidence.PRODUCTION_INTERNAL,
    Evidence.TEACHING_ESTIMATE,
)


def to_csv(swept: Swept, delimiter: str = ",") -> str:
    """One line per cell under a header line: fields, figures, `evidence` (of the weakest figure), `state`, `reason`.

    An empty figure is one that the run does not exercise; `reason` says why, or why the cell failed.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    keys = [quantity.key for quantity in swept.quantities]
    writer.writerow([*(axis.key for axis in swept.axes), *keys, "evidence", "state", "reason"])
    for row in swept.rows:
        filled = swept.figures(row)
        given = [_safe(setting.partition("=")[2]) for setting in row.cell.settings]
        figures = [_number(filled.get(key)) for key in keys]
        reason = row.failure or "; ".join(dict.fromkeys(swept.reasons(row).values()))
        state = FAILED if row.failure else RAN
        writer.writerow([*given, *figures, swept.evidence(row) or "", state, _safe(reason)])
    return text.getvalue()


def _number(value: float | None) -> str:
    """Full precision; 64 rather than 64.0."""
    return "" if value is None else repr(value).removesuffix(".0")


def _safe(text: str) -> str:
    """Text that no spreadsheet takes for a formula; numbers stay numbers."""
    try:
        float(text)
    except ValueError:
        return f"'{text}" if text.startswith(FORMULA_STARTS) else text
    return text


def to_json(swept: Swept) -> str:
    """A JSON object: `title`, `scenario` (TOML), `over`, `columns` (with evidence and formula), `rows`."""
    found = {
        "title": swept.scenario.title,
        "scenario": dumps(swept.scenario),
        "over": {axis.key: [_plain(value) for value in axis.values] for axis in swept.axes},
        "columns": [_column(quantity) for quantity in swept.quantities],
        "rows": [_row(swept, row) for row in swept.rows],
    }
    return json.dumps(found, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _column(quantity: Quantity) -> dict[str, str]:
    return {
        "key": quantity.key,
        "name": quantity.name,
        "unit": quantity.unit,
        "direction": str(quantity.direction),
        "evidence": str(quantity.evidence),
        "formula": quantity.formula,
    }


def _row(swept: Swept, row: Row) -> dict[str, Any]:
    keys = [axis.key for axis in swept.axes]
    return {
        "settings": {key: _plain(value) for key, value in zip(keys, row.cell.values, strict=True)},
        "state": FAILED if row.failure else RAN,
        "reason": row.failure,
        "figures": dict(swept.figures(row)),
        "absent": dict(swept.reasons(row)),
    }


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {name: _plain(entry) for name, entry in asdict(value).items()}
    return str(value) if isinstance(value, str) else value
