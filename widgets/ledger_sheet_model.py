"""The ledger sheet as a two-level tree model: eighteen ledgers, and under each its quantities."""

from __future__ import annotations

from enum import IntEnum
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.sheet import LEDGERS, Delta, DeltaSheet, LedgerSheet, Measured, Verdict
from widgets import format as write
from widgets.ledger_text import (
    direction_name,
    evidence_meaning,
    evidence_name,
    ledger_account,
    ledger_name,
    quantity_formula,
    quantity_name,
    quantity_terms,
    quantity_unit,
    reason_text,
    verdict_name,
)

Index = QModelIndex | QPersistentModelIndex
LEDGER_LEVEL = 0  # internal id of ledger rows; quantity rows carry 1 + the row of their ledger
TERMS_SHOWN = 3  # in a tooltip; the why panel has all
STILL = (Verdict.SAME, Verdict.UNEXERCISED)


class Column(IntEnum):
    NAME = 0
    BEFORE = 1
    AFTER = 2
    CHANGE = 3
    EVIDENCE = 4


class LedgerSheetModel(QAbstractItemModel):
    """Holds a sheet or a delta. `line(index)` is the delta of a row; without a day before both sides are equal."""

    KEY = Qt.ItemDataRole.UserRole + 1  # ledger key or quantity key

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sheet: LedgerSheet | None = None
        self.delta: DeltaSheet | None = None
        self._ledgers: list[str] = []
        self._heads: list[Delta] = []
        self._lines: list[tuple[Delta, ...]] = []
        self._moved: frozenset[str] = frozenset()

    def show_sheet(self, sheet: LedgerSheet | None) -> None:
        self._show(sheet, None)

    def show_delta(self, delta: DeltaSheet | None) -> None:
        self._show(delta.after if delta else None, delta)

    def _show(self, sheet: LedgerSheet | None, delta: DeltaSheet | None) -> None:
        self.beginResetModel()
        self.sheet, self.delta = sheet, delta
        rows = delta.rows if delta else [Delta(row, row) for row in sheet.rows] if sheet else []
        grouped: dict[str, list[Delta]] = {}
        for row in rows:
            grouped.setdefault(row.quantity.ledger, []).append(row)
        self._ledgers = [ledger for ledger in LEDGERS if ledger in grouped]
        self._lines = [tuple(grouped[ledger]) for ledger in self._ledgers]
        self._heads = [self._head(ledger) for ledger in self._ledgers]
        self._moved = frozenset(row.quantity.ledger for row in rows if delta and row.verdict not in STILL)
        self.endResetModel()

    def _head(self, ledger: str) -> Delta:
        if self.delta is not None:
            return self.delta.headline(ledger)
        assert self.sheet is not None
        row = self.sheet.headline(ledger)
        return Delta(row, row)

    # what rows show

    @property
    def ledgers(self) -> tuple[str, ...]:
        return tuple(self._ledgers)

    @property
    def moved(self) -> frozenset[str]:
        """The ledgers in which something changed; empty without a day before."""
        return self._moved

    def tally(self) -> dict[Verdict, int]:
        """How many ledgers have a headline of each verdict."""
        verdicts = [head.verdict for head in self._heads]
        return {verdict: verdicts.count(verdict) for verdict in Verdict}

    def is_ledger(self, index: Index) -> bool:
        return index.isValid() and index.internalId() == LEDGER_LEVEL

    def line(self, index: Index) -> Delta:
        """The figures of a row: those of the headline on a ledger's row."""
        if self.is_ledger(index):
            return self._heads[index.row()]
        return self._lines[index.internalId() - 1][index.row()]

    def ledger(self, index: Index) -> str:
        return self._ledgers[index.row() if self.is_ledger(index) else index.internalId() - 1]

    def moved_inside(self, index: Index) -> int:
        """How many quantities of a ledger's row changed."""
        if self.delta is None or not self.is_ledger(index):
            return 0
        return sum(line.verdict not in STILL for line in self._lines[index.row()])

    def find(self, key: str) -> QModelIndex:
        """The row of a ledger key or of a quantity key; an invalid index if there is none."""
        if key in self._ledgers:
            return self.index(self._ledgers.index(key), 0)
        for number, lines in enumerate(self._lines):
            for row, line in enumerate(lines):
                if line.quantity.key == key:
                    return self.index(row, 0, self.index(number, 0))
        return QModelIndex()

    def value(self, index: Index) -> Measured | None:
        """The side that a value cell shows."""
        if index.column() == Column.BEFORE:
            return self.line(index).before
        return self.line(index).after if index.column() == Column.AFTER else None

    # Qt's side

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else LEDGER_LEVEL)

    def parent(self, index: Index = QModelIndex()) -> Any:  # noqa: B008
        if not index.isValid() or index.internalId() == LEDGER_LEVEL:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, LEDGER_LEVEL)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._ledgers)
        return len(self._lines[parent.row()]) if self.is_ledger(parent) and parent.column() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._display(index)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index)
        if role == self.KEY:
            return self.ledger(index) if self.is_ledger(index) else self.line(index).quantity.key
        return None

    def _display(self, index: Index) -> str:
        line, column = self.line(index), index.column()
        if column == Column.NAME:
            return ledger_name(self.ledger(index)) if self.is_ledger(index) else quantity_name(line.quantity)
        if column in (Column.BEFORE, Column.AFTER):
            side = self.value(index)
            return write.quantity(side.value, line.quantity.unit) if side else ""
        if column == Column.CHANGE:
            return change_text(line) if self.delta else ""
        return evidence_name(line.quantity.evidence)

    def _tooltip(self, index: Index) -> str:
        line, quantity = self.line(index), self.line(index).quantity
        parts = [f"{quantity_name(quantity)} · {direction_name(quantity.direction)}"]
        if self.is_ledger(index) and index.column() == Column.NAME:
            parts.insert(0, f"{ledger_name(quantity.ledger)}: {ledger_account(quantity.ledger)}")
        parts.append(f"{quantity_name(quantity)} = {quantity_formula(quantity)} · {quantity_unit(quantity)}")
        parts += [f"{term}: {text}" for term, text in quantity_terms(quantity)[:TERMS_SHOWN]]
        if self.delta:
            sides = (write.quantity(side.value, quantity.unit) for side in (line.before, line.after))
            parts.append(" → ".join(sides) + f" ({verdict_name(line.verdict)})")
        else:
            parts.append(write.quantity(line.after.value, quantity.unit))
        inside = self.moved_inside(index)
        if inside:
            text = QCoreApplication.translate("LedgerSheet", "Quantities of this ledger that changed: {0}")
            parts.append(text.format(inside))
        reasons = dict.fromkeys(side.reason for side in (line.before, line.after) if side.value is None)
        parts += [reason_text(reason) for reason in reasons if reason]
        parts.append(f"{evidence_name(quantity.evidence)}: {evidence_meaning(quantity.evidence)}")
        return "".join(f"<p>{escape(part)}</p>" for part in parts)

    def _spoken(self, index: Index) -> str:
        line = self.line(index)
        if index.column() == Column.NAME and self.is_ledger(index):
            return f"{ledger_name(self.ledger(index))}: {quantity_name(line.quantity)}"
        if index.column() == Column.CHANGE and self.delta:
            return f"{verdict_name(line.verdict)}, {change_text(line)}"
        return self._display(index)

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heading(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._heading_hint(section)
        if role == Qt.ItemDataRole.TextAlignmentRole and section in (Column.BEFORE, Column.AFTER):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _heading(self, section: int) -> str:
        value = QCoreApplication.translate("LedgerSheet", "value")
        return {
            Column.NAME: QCoreApplication.translate("LedgerSheet", "ledger"),
            Column.BEFORE: QCoreApplication.translate("LedgerSheet", "before"),
            Column.AFTER: QCoreApplication.translate("LedgerSheet", "after") if self.delta else value,
            Column.CHANGE: QCoreApplication.translate("LedgerSheet", "change"),
            Column.EVIDENCE: "",
        }[Column(section)]

    def _heading_hint(self, section: int) -> str:
        before, after = (self.delta.before.title, self.delta.after.title) if self.delta else ("", "")
        change = QCoreApplication.translate(
            "LedgerSheet",
            "After divided by before. The arrow points right where the figure grew and left where it shrank; "
            "its colour and the sign in front say whether that is better.",
        )
        return {
            Column.NAME: QCoreApplication.translate(
                "LedgerSheet", "The eighteen ledgers, each with its headline. Unfold one to see all its quantities."
            ),
            Column.BEFORE: QCoreApplication.translate("LedgerSheet", "The day before: {0}").format(before),
            Column.AFTER: QCoreApplication.translate("LedgerSheet", "The day after: {0}").format(after)
            if self.delta
            else QCoreApplication.translate("LedgerSheet", "Measured in this run"),
            Column.CHANGE: change,
            Column.EVIDENCE: QCoreApplication.translate("LedgerSheet", "What the figure rests on"),
        }[Column(section)]


def change_text(line: Delta) -> str:
    """The ratio where there is one, else the difference, else the verdict in words."""
    if line.verdict in (Verdict.SAME, Verdict.UNEXERCISED, Verdict.APPEARED, Verdict.VANISHED):
        return verdict_name(line.verdict)
    if line.ratio is not None and line.ratio > 0:
        return write.ratio(line.ratio)
    return write.signed_quantity(line.difference, line.quantity.unit)
