"""The rows of the lineage view: sources in order of date under the years, and who is kin to the selected one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from citations.records import Basis, Edge, Source
from widgets.lineage_words import spoken_source, spoken_year, tooltip

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
SOLID, DASHED, DOTTED = 0, 1, 2  # lines of edges that rest on a source, on our reading, on the user
KEPT_MASKS = 16
_LINES = {Basis.EDITORIAL: DASHED, Basis.OWN: DOTTED}


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


class EdgeRows:
    """The edges with both ends in sight: rows of both ends, how each is drawn, and places in `_all` of its ends."""

    def __init__(self, row_of: NDArray[np.intp], newer: NDArray[np.intp], older: NDArray[np.intp], line: Any) -> None:
        seen = (row_of[newer] >= 0) & (row_of[older] >= 0) if newer.size else np.zeros(0, dtype=bool)
        self.newer, self.older, self.line = newer[seen], older[seen], line[seen]
        self.newer_row, self.older_row = row_of[self.newer], row_of[self.older]

    def __len__(self) -> int:
        return int(self.newer.size)


class LineageModel(QAbstractListModel):
    """Rows are years, which cannot be chosen, and under each its visible sources. `KEY` gives a row's source key."""

    KEY = Qt.ItemDataRole.UserRole + 1
    relit = Signal()  # the selected source or its kin changed, and no row

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.language = "en"
        self.runnable: frozenset[str] = frozenset()
        self.selected = ""
        self.marked: frozenset[str] = frozenset()  # for a command, the selected one perhaps among them
        self._all: tuple[Source, ...] = ()
        self._year_of: list[str] = []
        self._place: dict[str, int] = {}
        self._visible: frozenset[str] | None = None
        self._rows: list[Source | str] = []  # a year is a string, "" where there is no date
        self._row_of: NDArray[np.intp] = np.zeros(0, dtype=np.intp)
        self._years: Counter[str] = Counter()
        self._gaps: dict[str, int] = {}
        self._ends: tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.int8]]
        self._masks: dict[frozenset[str], NDArray[np.bool_]] = {}  # of groups that were asked for
        self._ancestors: frozenset[str] = frozenset()
        self._descendants: frozenset[str] = frozenset()
        self._parents: frozenset[str] = frozenset()
        self._children: frozenset[str] = frozenset()
        self.builds_on: dict[str, list[str]] = {}  # newer key -> keys of what it builds on
        self.led_to: dict[str, list[str]] = {}  # older key -> keys of what builds on it
        self.set_library((), (), ())

    # contents

    def set_library(self, sources: Iterable[Source], edges: Iterable[Edge], runnable: Collection[str]) -> None:
        """Replace everything. Edges with an end outside `sources` are left out."""
        self._all = tuple(sorted(sources, key=lambda source: source.order))
        self._year_of = [source.date[:4] for source in self._all]
        self.runnable = frozenset(runnable)
        place = self._place = {source.key: number for number, source in enumerate(self._all)}
        self.builds_on = {key: [] for key in place}
        self.led_to = {key: [] for key in place}
        kept = [edge for edge in edges if edge.newer in place and edge.older in place]
        for edge in kept:
            self.builds_on[edge.newer].append(edge.older)
            self.led_to[edge.older].append(edge.newer)
        self._ends = (
            np.array([place[edge.newer] for edge in kept], dtype=np.intp),
            np.array([place[edge.older] for edge in kept], dtype=np.intp),
            np.array([_LINES.get(edge.basis, SOLID) for edge in kept], dtype=np.int8),
        )
        self._find_kin(self.selected if self.selected in place else "")
        self._take_rows()

    def set_visible(self, keys: Collection[str] | None) -> None:
        """Show only these sources; None: all."""
        visible = None if keys is None else frozenset(keys)
        if visible != self._visible:
            self._visible = visible
            self._take_rows()

    def _take_rows(self) -> None:
        self.beginResetModel()
        visible, year, at = self._visible, "?", 0  # no date begins so
        kept = [n for n, key in enumerate(self._place) if visible is None or key in visible]
        rows: list[Source | str] = []
        places = []
        for number in kept:
            if self._year_of[number] != year:
                year = self._year_of[number]
                rows.append(year)
                at += 1
            places.append(at)
            rows.append(self._all[number])
            at += 1
        self._row_of = np.full(len(self._all), -1, dtype=np.intp)
        self._row_of[kept] = places
        self._rows, self._years = rows, Counter(map(self._year_of.__getitem__, kept))
        self._gaps = _gaps(list(self._years))
        self.endResetModel()

    def set_language(self, language: str) -> None:
        self.language = language
        self.refresh()

    def refresh(self) -> None:
        """Tell the view that texts changed."""
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    # kin

    def set_selected(self, key: str) -> None:
        """Select a source ("" = none) and light up all its ancestors and descendants."""
        self._find_kin(key)
        self.relit.emit()

    def _find_kin(self, key: str) -> None:
        self.selected = key
        self._masks.clear()
        self._ancestors = frozenset(_reachable(key, self.builds_on))
        self._descendants = frozenset(_reachable(key, self.led_to))
        self._parents = frozenset(self.builds_on.get(key, ()))
        self._children = frozenset(self.led_to.get(key, ()))

    def set_kin(self, ancestors: Collection[str], descendants: Collection[str]) -> None:
        """Light up these instead, for example only as far as a depth or along a path."""
        self._masks.clear()
        self._ancestors, self._descendants = frozenset(ancestors), frozenset(descendants)
        self.relit.emit()

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
            return Kin.PARENT if key in self._parents else Kin.ANCESTOR
        if key in self._descendants:
            return Kin.CHILD if key in self._children else Kin.DESCENDANT
        return Kin.NONE

    def members(self, keys: Collection[str]) -> NDArray[np.bool_]:
        """Which of all sources these are, as `EdgeRows` counts them."""
        kept = frozenset(keys)
        if kept not in self._masks:
            if len(self._masks) >= KEPT_MASKS:
                self._masks.clear()
            mask, place = np.zeros(len(self._all), dtype=bool), self._place
            mask[[place[key] for key in kept if key in place]] = True
            self._masks[kept] = mask
        return self._masks[kept]

    # rows

    @property
    def total(self) -> int:
        return len(self._all)

    @property
    def shown(self) -> int:
        """How many sources are in sight."""
        return len(self._rows) - len(self._years)

    @property
    def rings(self) -> frozenset[int]:
        """The rings that occur among all sources."""
        return frozenset(source.ring for source in self._all)

    def sources(self) -> list[Source]:
        """The sources in sight."""
        return [row for row in self._rows if isinstance(row, Source)]

    def source(self, row: int) -> Source | None:
        """None for the row of a year."""
        found = self._rows[row] if 0 <= row < len(self._rows) else ""
        return found if isinstance(found, Source) else None

    def year(self, row: int) -> str:
        """The year that a row stands under, "" for undated sources."""
        found = self._rows[row]
        return found.date[:4] if isinstance(found, Source) else found

    def is_year(self, row: int) -> bool:
        return isinstance(self._rows[row], str)

    def row(self, key: str) -> int:
        """The row of a source, -1 if it is filtered out or unknown."""
        place = self._place.get(key, -1)
        return int(self._row_of[place]) if place >= 0 else -1

    def rows_of(self, keys: Collection[str]) -> NDArray[np.intp]:
        """The rows of those sources that are in sight, ascending."""
        rows = self._row_of[self.members(keys)]
        return rows[rows >= 0]

    def edge_rows(self) -> EdgeRows:
        return EdgeRows(self._row_of, *self._ends)

    def starts_month(self, row: int) -> bool:
        here, before = self.source(row), self.source(row - 1)
        return here is not None and (before is None or before.date[:7] != here.date[:7])

    def year_count(self, year: str) -> int:
        return self._years[year]

    def gap(self, year: str) -> int:
        """How many years lie between a year and the one above it; 1 where they follow each other, 0 at the top."""
        return self._gaps.get(year, 0)

    def name(self, source: Source) -> str:
        return source.name.get(self.language)

    # Qt's side

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Years are passed over by the keyboard and cannot be clicked."""
        if not index.isValid() or self.is_year(index.row()):
            return Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        source, spoken = self.source(index.row()), Qt.ItemDataRole.AccessibleTextRole
        if source is None:
            year = self.year(index.row())
            words = spoken_year(year, self.year_count(year), self.gap(year))
            return words if role in (Qt.ItemDataRole.DisplayRole, spoken, Qt.ItemDataRole.ToolTipRole) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.name(source)
        if role == self.KEY:
            return source.key
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(source, self.language, source.key in self.runnable)
        if role in (spoken, Qt.ItemDataRole.AccessibleDescriptionRole):
            runs, kin = source.key in self.runnable, self.kin(source.key).name.lower()
            marked = source.key in self.marked and len(self.marked) > 1
            return spoken_source(source, self.language, runs, kin, marked)
        return None


def _gaps(years: Sequence[str]) -> dict[str, int]:
    numbers = [int(year) if year.isdigit() else None for year in years]
    found = {}
    for year, here, before in zip(years[1:], numbers[1:], numbers, strict=False):
        if here is not None and before is not None:
            found[year] = here - before
    return found


def _reachable(start: str, steps: Mapping[str, Sequence[str]]) -> set[str]:
    found: set[str] = set()
    frontier = [start]
    while frontier:
        fresh = set(steps.get(frontier.pop(), ())) - found
        found |= fresh
        frontier += fresh
    return found
