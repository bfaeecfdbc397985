"""The sources of the lineage view as a list model: date order, filters, and who is kin to the selected source."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractListModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from citations.records import Edge, Source
from widgets.ledger_text import ledger_name
from widgets.source_text import date_text, kind_name, people

Index = QModelIndex | QPersistentModelIndex


class Kin(IntEnum):
    """What a source is to the selected one."""

    NONE = 0
    SELECTED = 1
    PARENT = 2  # the selected source builds on it directly
    ANCESTOR = 3
    CHILD = 4  # it builds directly on the selected source
    DESCENDANT = 5


ANCESTRAL = (Kin.PARENT, Kin.ANCESTOR)
DERIVED = (Kin.CHILD, Kin.DESCENDANT)


class LineageModel(QAbstractListModel):
    """Rows are the sources that pass the filters, oldest first. `KEY` gives a row's source key."""

    KEY = Qt.ItemDataRole.UserRole + 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.language = "en"
        self.runnable: frozenset[str] = frozenset()
        self.selected = ""
        self.text = ""
        self.ledger: str | None = None
        self._all: tuple[Source, ...] = ()
        self._rows: list[Source] = []
        self._row_of: dict[str, int] = {}
        self._searchable: dict[str, str] = {}
        self._ancestors: frozenset[str] = frozenset()
        self._descendants: frozenset[str] = frozenset()
        self.builds_on: dict[str, list[Edge]] = {}  # newer key -> edges to what it builds on
        self.led_to: dict[str, list[Edge]] = {}  # older key -> edges to what builds on it

    # contents

    def set_library(self, sources: Iterable[Source], edges: Iterable[Edge], runnable: Collection[str]) -> None:
        """Replace everything. Edges with an end outside `sources` are left out."""
        self._all = tuple(sorted(sources, key=lambda source: (source.date, source.number, source.key)))
        self.runnable = frozenset(runnable)
        keys = {source.key for source in self._all}
        self.builds_on = {key: [] for key in keys}
        self.led_to = {key: [] for key in keys}
        for edge in edges:
            if edge.newer in keys and edge.older in keys:
                self.builds_on[edge.newer].append(edge)
                self.led_to[edge.older].append(edge)
        self._searchable = {source.key: _search_text(source) for source in self._all}
        if self.selected not in keys:
            self.set_selected("")
        self._refilter()

    def set_filter(self, text: str, ledger: str | None) -> None:
        """Keep the sources that contain every word of `text` and have an effect on `ledger` (None = any)."""
        if (text, ledger) != (self.text, self.ledger):
            self.text, self.ledger = text, ledger
            self._refilter()

    def _refilter(self) -> None:
        words = self.text.casefold().split()
        self.beginResetModel()
        self._rows = [
            source
            for source in self._all
            if all(word in self._searchable[source.key] for word in words)
            and (not self.ledger or self.ledger == source.primary_ledger or source.effect_on(self.ledger))
        ]
        self._row_of = {source.key: row for row, source in enumerate(self._rows)}
        self.endResetModel()

    def set_language(self, language: str) -> None:
        self.language = language
        self.refresh()

    def refresh(self) -> None:
        """Tell the view that texts or highlights changed."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    # kin

    def set_selected(self, key: str) -> None:
        """Select a source ("" = none) and light up all its ancestors and descendants."""
        self.selected = key
        self._ancestors = frozenset(_reachable(key, self.builds_on, "older"))
        self._descendants = frozenset(_reachable(key, self.led_to, "newer"))
        self.refresh()

    def set_kin(self, ancestors: Collection[str], descendants: Collection[str]) -> None:
        """Light up these instead, for example only as far as a depth or along a path."""
        self._ancestors, self._descendants = frozenset(ancestors), frozenset(descendants)
        self.refresh()

    @property
    def ancestors(self) -> frozenset[str]:
        return self._ancestors

    @property
    def descendants(self) -> frozenset[str]:
        return self._descendants

    def kin(self, key: str) -> Kin:
        if not self.selected:
            return Kin.NONE
        if key == self.selected:
            return Kin.SELECTED
        if key in self._ancestors:
            direct = any(edge.older == key for edge in self.builds_on.get(self.selected, ()))
            return Kin.PARENT if direct else Kin.ANCESTOR
        if key in self._descendants:
            direct = any(edge.newer == key for edge in self.led_to.get(self.selected, ()))
            return Kin.CHILD if direct else Kin.DESCENDANT
        return Kin.NONE

    # rows

    @property
    def total(self) -> int:
        return len(self._all)

    def source(self, row: int) -> Source:
        return self._rows[row]

    def row(self, key: str) -> int:
        """The row of a source, -1 if it is filtered out or unknown."""
        return self._row_of.get(key, -1)

    def visible_edges(self) -> list[Edge]:
        """The edges with both ends in sight."""
        return [
            edge for source in self._rows for edge in self.builds_on.get(source.key, ()) if edge.older in self._row_of
        ]

    def starts_year(self, row: int) -> bool:
        return row == 0 or self._rows[row - 1].date[:4] != self._rows[row].date[:4]

    def starts_month(self, row: int) -> bool:
        return row == 0 or self._rows[row - 1].date[:7] != self._rows[row].date[:7]

    def year_count(self, year: str) -> int:
        return sum(source.date[:4] == year for source in self._rows)

    def name(self, source: Source) -> str:
        return source.name.get(self.language)

    # Qt's side

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        source = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name(source)
        if role == self.KEY:
            return source.key
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(source)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            return self._spoken(source)
        return None

    def _facts(self, source: Source) -> list[str]:
        facts = [date_text(source.date, self.language), kind_name(source.kind)]
        facts.append(QCoreApplication.translate("Lineage", "ledger: {0}").format(ledger_name(source.primary_ledger)))
        if source.key in self.runnable:
            facts.append(QCoreApplication.translate("Lineage", "can be run"))
        return facts

    def _spoken(self, source: Source) -> str:
        kin = {
            Kin.SELECTED: QCoreApplication.translate("Lineage", "selected"),
            Kin.PARENT: QCoreApplication.translate("Lineage", "the selected source builds on it"),
            Kin.ANCESTOR: QCoreApplication.translate("Lineage", "ancestor of the selected source"),
            Kin.CHILD: QCoreApplication.translate("Lineage", "builds on the selected source"),
            Kin.DESCENDANT: QCoreApplication.translate("Lineage", "descendant of the selected source"),
        }.get(self.kin(source.key))
        return ", ".join([self.name(source), *self._facts(source), *([kin] if kin else [])])

    def _tooltip(self, source: Source) -> str:
        facts = " · ".join(self._facts(source))
        return f"<p><b>{escape(source.title)}</b></p><p>{escape(people(source))}<br>{escape(facts)}</p>"


def _search_text(source: Source) -> str:
    texts = (source.name, source.bottleneck, source.mechanism)
    parts = [source.key, source.title, source.date[:4], source.venue, *source.authors]
    return " ".join(parts + [text.en for text in texts] + [text.zh for text in texts]).casefold()


def _reachable(start: str, edges: Mapping[str, Sequence[Edge]], end: str) -> set[str]:
    found: set[str] = set()
    frontier = [start]
    while frontier:
        for edge in edges.get(frontier.pop(), ()):
            key = getattr(edge, end)
            if key not in found:
                found.add(key)
                frontier.append(key)
    return found
