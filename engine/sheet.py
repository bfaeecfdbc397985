"""Ledger sheets: the eighteen accounts of a run, and the difference between two of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from assets.ledgers import LEDGERS


class Evidence(StrEnum):
    """How a figure is known. `REPRODUCIBLE`: counted in the run, independent of the cost model."""

    AUTHOR_REPORTED = "author-reported"
    REPRODUCIBLE = "reproducible"
    TEACHING_ESTIMATE = "teaching-estimate"
    PRODUCTION_INTERNAL = "production-internal"


class Direction(StrEnum):
    """Which way is better."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"


@dataclass(frozen=True)
class Quantity:
    """What is measured: an entry of one ledger. `formula` is shown when the user asks why."""

    key: str  # unique, e.g. "contract.ttft_p99"
    ledger: str
    name: str  # English source text, translated by the interface
    unit: str  # "s", "B", "tokens", "tokens/s", "1" (a share, shown as %), "pages", ...
    direction: Direction
    evidence: Evidence
    formula: str
    source: str = ""  # where the definition comes from
    headline: bool = False  # the one figure shown when the ledger is folded


@dataclass(frozen=True)
class Input:
    """One symbol of a formula with the value it had in this run."""

    symbol: str
    value: float
    unit: str
    meaning: str


@dataclass(frozen=True)
class Measured:
    """A quantity in one run. `value` is None when the run does not exercise it; `reason` then says why."""

    quantity: Quantity
    value: float | None
    inputs: tuple[Input, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class LedgerSheet:
    """All quantities of one run, in ledger order."""

    title: str
    rows: tuple[Measured, ...]

    def __getitem__(self, key: str) -> Measured:
        """The row of quantity `key`; KeyError if there is none."""
        for row in self.rows:
            if row.quantity.key == key:
                return row
        raise KeyError(key)

    def ledger(self, ledger: str) -> tuple[Measured, ...]:
        return tuple(row for row in self.rows if row.quantity.ledger == ledger)

    def headline(self, ledger: str) -> Measured:
        """The exercised headline of a ledger, else its first exercised row, else its headline."""
        rows = self.ledger(ledger)
        ranked = sorted(rows, key=lambda row: (row.value is None, not row.quantity.headline))
        return ranked[0]

    def __sub__(self, before: LedgerSheet) -> DeltaSheet:
        """after − before."""
        return DeltaSheet(before, self)


class Verdict(StrEnum):
    """How a quantity changed."""

    BETTER = "better"
    WORSE = "worse"
    CHANGED = "changed"  # it moved, but neither way is better
    SAME = "same"
    APPEARED = "appeared"  # exercised only after
    VANISHED = "vanished"  # exercised only before
    UNEXERCISED = "unexercised"


SAME_WITHIN = 0.005  # relative change below which a quantity counts as unchanged


@dataclass(frozen=True)
class Delta:
    """One quantity in two runs."""

    before: Measured
    after: Measured

    @property
    def quantity(self) -> Quantity:
        return self.after.quantity

    @property
    def difference(self) -> float | None:
        if self.before.value is None or self.after.value is None:
            return None
        return self.after.value - self.before.value

    @property
    def ratio(self) -> float | None:
        """after / before; None when either is not exercised or before is zero."""
        if self.before.value is None or self.after.value is None or self.before.value == 0:
            return None
        return self.after.value / self.before.value

    @property
    def verdict(self) -> Verdict:
        before, after = self.before.value, self.after.value
        if before is None or after is None:
            if before is None and after is None:
                return Verdict.UNEXERCISED
            return Verdict.APPEARED if before is None else Verdict.VANISHED
        if abs(after - before) <= SAME_WITHIN * max(abs(before), abs(after)):
            return Verdict.SAME
        if self.quantity.direction is Direction.NEITHER:
            return Verdict.CHANGED
        return Verdict.BETTER if (after > before) == (self.quantity.direction is Direction.MORE) else Verdict.WORSE


@dataclass(frozen=True)
class DeltaSheet:
    """Two sheets side by side, by the quantities of `after`."""

    before: LedgerSheet
    after: LedgerSheet

    @property
    def rows(self) -> tuple[Delta, ...]:
        earlier: Mapping[str, Measured] = {row.quantity.key: row for row in self.before.rows}
        return tuple(
            Delta(earlier.get(row.quantity.key, Measured(row.quantity, None, reason="not in this run")), row)
            for row in self.after.rows
        )

    def ledger(self, ledger: str) -> tuple[Delta, ...]:
        return tuple(row for row in self.rows if row.quantity.ledger == ledger)

    def moved(self) -> tuple[str, ...]:
        """Ledgers in which at least one quantity changed, in ledger order."""
        still = (Verdict.SAME, Verdict.UNEXERCISED)
        return in_order(row.quantity.ledger for row in self.rows if row.verdict not in still)

    def headline(self, ledger: str) -> Delta:
        """The row to show when the ledger is folded: its headline if exercised, else what changed most."""
        rows = self.ledger(ledger)
        key = self.after.headline(ledger).quantity.key
        if self.after[key].value is None:
            key = self.before.headline(ledger).quantity.key
        return next(row for row in rows if row.quantity.key == key)


def in_order(ledgers: Iterable[str]) -> tuple[str, ...]:
    """The given ledgers without repeats, in ledger order."""
    wanted = set(ledgers)
    return tuple(ledger for ledger in LEDGERS if ledger in wanted)
