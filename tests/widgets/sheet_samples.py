"""Hand-made ledger sheets for widget tests: all eighteen ledgers, every verdict."""

from __future__ import annotations

from engine.sheet import LEDGERS, Direction, Evidence, Input, LedgerSheet, Measured, Quantity

REASON = "This run never exercised it."


def quantity(ledger: str, name: str, unit: str = "s", headline: bool = False, **changes: object) -> Quantity:
    fields: dict[str, object] = {
        "direction": Direction.LESS,
        "evidence": Evidence.TEACHING_ESTIMATE,
        "formula": "a / b",
    }
    fields.update(changes)
    return Quantity(f"{ledger}.{name}", ledger, name, unit, headline=headline, **fields)  # type: ignore[arg-type]


def sheet(title: str, factor: float) -> LedgerSheet:
    """Headlines 1 s × factor (less is better); a second quantity that never moves; some ledgers at rest."""
    rows = []
    for number, ledger in enumerate(LEDGERS):
        head, second = quantity(ledger, "head", headline=True), quantity(ledger, "second", "tokens")
        inputs = (Input("a", 3 * factor, "s", "time taken"), Input("b", 3, "requests", "requests that arrived"))
        if ledger == "experts":
            rows.append(Measured(head, None, reason=REASON))
        elif ledger in ("request", "weights"):
            rows.append(Measured(head, 1.0, inputs))
        elif ledger == "reuse":
            rows.append(Measured(head, 0.5 if factor != 1 else None, reason="" if factor != 1 else REASON))
        else:
            rows.append(Measured(head, factor if number % 2 else 1 / factor, inputs))
        rows.append(Measured(second, None, reason=REASON) if ledger == "experts" else Measured(second, 7.0))
    return LedgerSheet(title, tuple(rows))


BEFORE = sheet("the day before", 1.0)
AFTER = sheet("the day after", 0.5)
DELTA = AFTER - BEFORE
