"""The rows of the source table: an index over all sources, sorted and narrowed without a proxy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from citations.notebook.records import Reading
from citations.records import NEIGHBOUR, OWN, Edge, Source
from widgets.filter_bar_words import as_tooltip
from widgets.lineage_model import ANCESTRAL, DERIVED, Kin
from widgets.lineage_words import kin_words
from widgets.source_table_columns import (
    NUMBERS,
    Column,
    TableFacts,
    column_meaning,
    column_title,
    effect_words,
    effects_in_order,
)

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
KEPT_SORTINGS = 3


class SourceTableModel(QAbstractTableModel):
    """All sources are held in the order of the sorting, and the visible ones of them are the rows.

    Sorting is stable, and remembers the columns before: by date, then by status, gives dates within each status.
    """

    KEY = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.facts = TableFacts()
        self.runnable: frozenset[str] = frozenset()
        self._order: list[Source] = []
        self._rows: list[Source] = []
        self._row_of: dict[str, int] = {}
        self._visible: frozenset[str] | None = None
        self._texts: dict[tuple[str, int], str] = {}
        self._sortings: list[tuple[Column, bool]] = []
        self._kin: dict[str, Kin] = {}
        self._rings: frozenset[int] = frozenset()

    # contents

    def set_library(self, sources: Iterable[Source], edges: Sequence[Edge], runnable: Collection[str]) -> None:
        self._order = sorted(sources, key=lambda source: source.order)
        self.runnable = frozenset(runnable)
        self._rings = frozenset(source.ring for source in self._order)
        self.facts.count(self._order, edges)
        self._rebuild()

    def set_readings(self, readings: Mapping[str, Reading]) -> None:
        """Status and tags; the order is kept as it is, so that rows do not jump away while they are worked on."""
        self.facts.readings = readings
        self.retell()

    def set_language(self, language: str) -> None:
        self.facts.language = language
        self.retell()

    def would_narrow(self, keys: Collection[str] | None) -> bool:
        """Whether `set_visible` would change anything."""
        return (None if keys is None else frozenset(keys)) != self._visible

    def set_visible(self, keys: Collection[str] | None) -> None:
        """Narrow the rows to these; None: all."""
        self._visible = None if keys is None else frozenset(keys)
        self._take_rows()

    def retell(self) -> None:
        """All texts are made anew."""
        self._texts.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        if self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(Column) - 1))

    def _rebuild(self) -> None:
        self._texts.clear()
        for column, descending in self._sortings:
            self._order = self._sorted(column, descending)
        self._take_rows()

    def _take_rows(self) -> None:
        self.beginResetModel()
        visible = self._visible
        self._rows = [one for one in self._order if one.key in visible] if visible is not None else self._order
        self._row_of = {source.key: row for row, source in enumerate(self._rows)}
        self.endResetModel()

    # kin

    def set_kin(self, ancestors: Collection[str], descendants: Collection[str]) -> None:
        """What sources are to the one that is looked at; a mapping gives the steps, 1 is direct."""
        self._kin = {key: Kin.PARENT if _steps(ancestors, key) == 1 else Kin.ANCESTOR for key in ancestors}
        self._kin |= {key: Kin.CHILD if _steps(descendants, key) == 1 else Kin.DESCENDANT for key in descendants}

    def kin(self, key: str) -> Kin:
        return self._kin.get(key, Kin.NONE)

    # sorting

    @property
    def sorting(self) -> tuple[Column, bool] | None:
        """The column that was sorted by last, and whether downwards; None: as it came, by date."""
        return self._sortings[-1] if self._sortings else None

    def sort_by(self, column: Column, descending: bool) -> None:
        """Sources without a value come last either way."""
        self._sortings = [entry for entry in self._sortings if entry[0] is not column][1 - KEPT_SORTINGS :]
        self._sortings.append((column, descending))
        self._order = self._sorted(column, descending)
        self._take_rows()

    def _sorted(self, column: Column, descending: bool) -> list[Source]:
        keyed = [(self.facts.sort_key(source, column), source) for source in self._order]
        some = [entry for entry in keyed if entry[0] is not None]
        some.sort(key=lambda entry: entry[0], reverse=descending)
        return [source for _, source in some] + [source for key, source in keyed if key is None]

    # rows

    @property
    def total(self) -> int:
        return len(self._order)

    @property
    def rows(self) -> Sequence[Source]:
        return self._rows

    def signs(self) -> frozenset[str]:
        """What marks of names occur: "neighbour", "yours", "runs", "ancestor", "descendant"."""
        kin = frozenset(self._kin.values())
        there = {
            "neighbour": NEIGHBOUR in self._rings,
            "yours": OWN in self._rings,
            "runs": bool(self.runnable),
            "ancestor": not kin.isdisjoint(ANCESTRAL),
            "descendant": not kin.isdisjoint(DERIVED),
        }
        return frozenset(sign for sign, occurs in there.items() if occurs)

    def source(self, row: int) -> Source:
        return self._rows[row]

    def row(self, key: str) -> int:
        """The row of a source, −1 if it is hidden or unknown."""
        return self._row_of.get(key, -1)

    def text(self, source: Source, column: Column) -> str:
        place = (source.key, column)
        found = self._texts.get(place)
        if found is None:
            found = self._texts[place] = self.facts.text(source, column)
        return found

    # Qt's side

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        source, column = self._rows[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(source, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(source, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(source, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in NUMBERS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == self.KEY:
            return source.key
        return None

    def spoken(self, source: Source, column: Column) -> str:
        """The cell for a screen reader; the name says all that its marks say."""
        text = self.facts.spoken(source, column)
        if column is not Column.NAME:
            return text
        runs = QCoreApplication.translate("Lineage", "can be run") if source.key in self.runnable else ""
        said = (text, runs, kin_words(self.kin(source.key).name.lower()))
        return ", ".join(part for part in said if part)

    def _tooltip(self, source: Source, column: Column) -> str:
        if column is Column.LEDGERS:
            lines = [
                f"{effect_words(effect)}: {effect.why}" if effect.why else effect_words(effect)
                for effect in effects_in_order(source)
            ]
            return as_tooltip(*lines)
        if column is Column.NAME:
            return as_tooltip(source.title, self.spoken(source, column))
        return as_tooltip(self.facts.spoken(source, column))

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return column_title(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return column_meaning(column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return column_title(column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side_of = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
            return side_of | Qt.AlignmentFlag.AlignVCenter
        return None


def _steps(kin: Collection[str], key: str) -> int:
    return kin[key] if isinstance(kin, Mapping) else 0
