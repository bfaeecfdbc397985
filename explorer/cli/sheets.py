"""Ledger sheets as lines of a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine import sheet_file
from engine.experiment import Experiment, Invariant
from engine.sheet import Delta, DeltaSheet, LedgerSheet, Measured, Verdict
from explorer.cli.output import table
from widgets import format as written

STILL = (Verdict.SAME, Verdict.UNEXERCISED)


def _value(measured: Measured) -> str:
    return written.quantity(measured.value, measured.quantity.unit) if measured.value is not None else "-"


def sheet_table(sheet: LedgerSheet) -> str:
    """Every exercised quantity."""
    rows = [
        (row.quantity.ledger, row.quantity.name, _value(row), str(row.quantity.evidence))
        for row in sheet.rows
        if row.value is not None
    ]
    return table(("ledger", "quantity", "value", "evidence"), rows, right=(2,))


def delta_table(delta: DeltaSheet, everything: bool = False) -> str:
    """What moved, or every quantity that one of the runs exercised."""
    rows = [
        (
            row.quantity.ledger,
            row.quantity.name,
            _value(row.before),
            _value(row.after),
            change(row),
            str(row.verdict),
            str(row.quantity.evidence),
        )
        for row in delta.rows
        if row.verdict not in STILL or (everything and row.verdict is Verdict.SAME)
    ]
    header = ("ledger", "quantity", "before", "after", "change", "verdict", "evidence")
    return table(header, rows, right=(2, 3, 4))


def change(delta: Delta) -> str:
    """The factor, or the difference where there is no factor."""
    if delta.ratio is not None:
        return written.ratio(delta.ratio)
    if delta.difference is not None:
        return written.signed_quantity(delta.difference, delta.quantity.unit)
    return "-"


def sheet_json(sheet: LedgerSheet | DeltaSheet) -> Any:
    return json.loads(sheet_file.to_json(sheet))


def experiment_text(experiment: Experiment) -> str:
    """Title, findings and invariants as lines."""
    lines = [f"Experiment: {experiment.title}"]
    rows = [
        (row.quantity.ledger, row.quantity.name, _value(row), str(row.quantity.evidence))
        for row in experiment.findings
    ]
    if rows:
        lines.append(table(("ledger", "finding", "value", "evidence"), rows, right=(2,)))
    lines.append(invariants_text(experiment.invariants))
    return "\n".join(lines)


def invariants_text(invariants: Sequence[Invariant]) -> str:
    """One line each."""
    return "\n".join(
        f"{'holds' if invariant.holds else 'BROKEN'}: {invariant.name} ({invariant.detail})"
        for invariant in invariants
    )


def invariants_json(invariants: Sequence[Invariant]) -> list[dict[str, Any]]:
    return [{"name": entry.name, "holds": entry.holds, "detail": entry.detail} for entry in invariants]


def experiment_json(experiment: Experiment) -> dict[str, Any]:
    """Title, findings and invariants; the frames are for drawing."""
    return {
        "title": experiment.title,
        "findings": sheet_json(LedgerSheet(experiment.title, experiment.findings))["rows"],
        "invariants": invariants_json(experiment.invariants),
    }
