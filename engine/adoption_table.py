"""A walk as a table: the headline of every ledger after every step, as CSV and JSON, in full precision."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.adoption import Step, Walk
from engine.sheet import LEDGERS, Delta, DeltaSheet, LedgerSheet, Measured

COLUMNS = (
    *(
        "place",
        "key",
        "technique",
        "outcome",
        "reason",
        "ledger",
        "quantity",
        "name",
        "unit",
        "direction",
        "evidence",
    ),
    *("value", "before", "ratio_to_before", "verdict", "start", "ratio_to_start", "verdict_since_start"),
)


def headlines(walk: Walk) -> dict[str, str]:
    """The quantity that stands for each ledger in all of a walk: its headline if any sheet has it, else the one that
    most sheets have. A ledger shows one quantity throughout, whatever single sheets would show."""
    sheets = [walk.base, *(sheet for step in walk.steps for sheet in measured(step))]
    return {ledger: _shown([sheet.ledger(ledger) for sheet in sheets]) for ledger in LEDGERS}


def measured(step: Step) -> tuple[LedgerSheet, ...]:
    """The sheets that a step has measured: its ground, if it brings one, and itself."""
    ground = () if step.ground is None else (step.ground.sheet,)
    return ground if step.sheet is None else (*ground, step.sheet)


def _shown(sheets: list[tuple[Measured, ...]]) -> str:
    counts: dict[str, int] = {}
    for rows in sheets:
        for row in rows:
            counts[row.quantity.key] = counts.get(row.quantity.key, 0) + (row.value is not None)
    for row in sheets[0]:
        if row.quantity.headline and counts[row.quantity.key]:
            return row.quantity.key
    best = max(counts, key=lambda key: counts[key])  # the first of equals, in the order of the sheet
    return best if counts[best] else next(row.quantity.key for row in sheets[0] if row.quantity.headline)


def to_csv(walk: Walk, names: Mapping[str, str] | None = None, delimiter: str = ",") -> str:
    """One line per place of the path and ledger; what was passed over has one line, with its reason.

    Place 0 is the start. A new ground has a line of its own before its step, with outcome "ground".
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, delimiter=delimiter, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(_rows(walk, names or {}))
    return text.getvalue()


def to_json(walk: Walk, names: Mapping[str, str] | None = None) -> str:
    """An object with `title`, `headlines` and `places`: each has its outcome, what it changed, and its figures."""
    shown = headlines(walk)
    places: list[dict[str, Any]] = [
        {"place": 0, "key": "", "outcome": "start", "title": walk.base.title, "figures": _figures(walk.base, shown)}
    ]
    for index, step in enumerate(walk.steps):
        places.append(_step_json(walk, index, step, shown, (names or {}).get(step.key, step.key)))
    table = {"title": walk.base.title, "headlines": shown, "places": places}
    return json.dumps(table, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _step_json(walk: Walk, index: int, step: Step, shown: Mapping[str, str], name: str) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "place": index + 1,
        "key": step.key,
        "title": name,
        "outcome": str(step.outcome),
        "reason": step.reason,
        "changes": [vars(change) for change in step.changes],
    }
    if step.ground is not None:
        entry["ground"] = {
            "title": step.ground.sheet.title,
            "carried": list(step.ground.carried),
            "left": dict(step.ground.left),
            "figures": _figures(step.ground.sheet, shown),
        }
    if step.sheet is not None:
        entry["figures"] = _figures(step.sheet, shown, walk.to_before(index), walk.to_start(index))
    return entry


def _figures(
    sheet: LedgerSheet, shown: Mapping[str, str], before: DeltaSheet | None = None, start: DeltaSheet | None = None
) -> list[dict[str, Any]]:
    to_before, to_start = _by_key(before), _by_key(start)
    return [_figure(sheet[key], to_before.get(key), to_start.get(key)) for key in shown.values()]


def _by_key(sheet: DeltaSheet | None) -> dict[str, Delta]:
    return {} if sheet is None else {row.quantity.key: row for row in sheet.rows}


def _figure(row: Measured, before: Delta | None, start: Delta | None) -> dict[str, Any]:
    quantity = row.quantity
    figure: dict[str, Any] = {
        "ledger": quantity.ledger,
        "quantity": quantity.key,
        "name": quantity.name,
        "unit": quantity.unit,
        "direction": str(quantity.direction),
        "evidence": str(quantity.evidence),
        "value": row.value,
        "reason": row.reason,
    }
    if before is not None and start is not None:
        figure |= {"before": before.before.value, "ratio_to_before": before.ratio, "verdict": str(before.verdict)}
        figure |= {"start": start.before.value, "ratio_to_start": start.ratio}
        figure |= {"verdict_since_start": str(start.verdict)}
    return figure


def _harmless(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _rows(walk: Walk, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    shown = headlines(walk)
    for figure in _figures(walk.base, shown):
        yield figure | {"place": 0, "key": "", "technique": walk.base.title, "outcome": "start"}
    for index, step in enumerate(walk.steps):
        place = {"place": index + 1, "key": step.key, "technique": _harmless(names.get(step.key, step.key))}
        if step.ground is not None:
            for figure in _figures(step.ground.sheet, shown):
                yield figure | place | {"technique": step.ground.sheet.title, "outcome": "ground"}
        if step.sheet is None:
            yield place | {"outcome": str(step.outcome), "reason": step.reason}
            continue
        for figure in _figures(step.sheet, shown, walk.to_before(index), walk.to_start(index)):
            yield figure | place | {"outcome": str(step.outcome)}
