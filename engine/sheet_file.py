"""Ledger sheets as CSV, TSV and JSON: full precision, ledger order, evidence and reasons included."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from engine.sheet import Delta, DeltaSheet, LedgerSheet, Measured

SHEET_COLUMNS = ("ledger", "key", "name", "value", "unit", "direction", "evidence", "formula", "reason")
DELTA_COLUMNS = (
    *("ledger", "key", "name", "before", "after", "difference", "ratio", "verdict"),
    *("unit", "direction", "evidence", "formula", "reason"),
)


def to_csv(sheet: LedgerSheet | DeltaSheet, delimiter: str = ",") -> str:
    """One line per quantity under a header line; a quantity not exercised has an empty value and a reason."""
    columns = DELTA_COLUMNS if isinstance(sheet, DeltaSheet) else SHEET_COLUMNS
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, delimiter=delimiter, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(_rows(sheet))
    return text.getvalue()


def to_json(sheet: LedgerSheet | DeltaSheet) -> str:
    """A JSON object with `title` (or `before`, `after`, `moved`) and `rows`, the inputs of the formulas included."""
    if isinstance(sheet, DeltaSheet):
        moved = list(sheet.moved())
        head: dict[str, Any] = {"before": sheet.before.title, "after": sheet.after.title, "moved": moved}
    else:
        head = {"title": sheet.title}
    return json.dumps({**head, "rows": _rows(sheet)}, ensure_ascii=False, indent=2) + "\n"


def _rows(sheet: LedgerSheet | DeltaSheet) -> list[dict[str, Any]]:
    if isinstance(sheet, DeltaSheet):
        return [_delta_row(delta) for delta in sheet.rows]
    return [_sheet_row(measured) for measured in sheet.rows]


def _quantity(measured: Measured) -> dict[str, Any]:
    quantity = measured.quantity
    return {
        "ledger": quantity.ledger,
        "key": quantity.key,
        "name": quantity.name,
        "unit": quantity.unit,
        "direction": str(quantity.direction),
        "evidence": str(quantity.evidence),
        "formula": quantity.formula,
        "source": quantity.source,
    }


def _inputs(measured: Measured) -> list[dict[str, Any]]:
    return [vars(entry) for entry in measured.inputs]


def _sheet_row(measured: Measured) -> dict[str, Any]:
    return {
        **_quantity(measured),
        "value": measured.value,
        "reason": measured.reason,
        "inputs": _inputs(measured),
    }


def _delta_row(delta: Delta) -> dict[str, Any]:
    reasons = dict.fromkeys(side.reason for side in (delta.before, delta.after) if side.value is None and side.reason)
    return {
        **_quantity(delta.after),
        "before": delta.before.value,
        "after": delta.after.value,
        "difference": delta.difference,
        "ratio": delta.ratio,
        "verdict": str(delta.verdict),
        "reason": "; ".join(reasons),
        "inputs_before": _inputs(delta.before),
        "inputs_after": _inputs(delta.after),
    }
