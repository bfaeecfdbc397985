"""The references and the problems of a file as tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from citations.exchange import Duplicate, Incoming, Item, Problem
from citations.formats import citation_text
from widgets import format as written
from widgets.library_preview_words import (
    State,
    authors,
    expected,
    fate,
    found,
    problem_text,
    state_of,
    state_text,
    tr,
)

Index = QModelIndex | QPersistentModelIndex
STATE = Qt.ItemDataRole.UserRole
_CHECKED, _UNCHECKED = Qt.CheckState.Checked, Qt.CheckState.Unchecked


class ItemColumn(IntEnum):
    TITLE = 0  # with the check box
    AUTHORS = 1
    DATE = 2
    STATE = 3
    LINE = 4


class ItemModel(QAbstractTableModel):
    """Rows that can be checked; `show` narrows them to one state."""

    takenChanged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._items: Sequence[Item] = ()
        self._states: list[State] = []
        self._duplicates: Mapping[int, Duplicate] = {}
        self._problems: dict[int, list[Problem]] = {}
        self._shown: list[int] = []
        self._only: State | None = None
        self.taken: set[int] = set()  # places in the file

    def setIncoming(
        self, incoming: Incoming | None, duplicates: Mapping[int, Duplicate], taken: Iterable[int]
    ) -> None:
        self.beginResetModel()
        self._items = () if incoming is None else incoming.items
        self._duplicates, self.taken = duplicates, set(taken)
        self._states = [state_of(item, duplicates.get(place)) for place, item in enumerate(self._items)]
        self._problems = {}
        for problem in () if incoming is None else incoming.problems:
            self._problems.setdefault(problem.line, []).append(problem)
        self._narrow()
        self.endResetModel()

    def show(self, only: State | None) -> None:
        """Only the references of that state; None for all."""
        self.beginResetModel()
        self._only = only
        self._narrow()
        self.endResetModel()

    def _narrow(self) -> None:
        self._shown = [place for place, state in enumerate(self._states) if self._only in (None, state)]

    def counts(self) -> dict[State, int]:
        return {state: self._states.count(state) for state in State}

    def place(self, row: int) -> int:
        """Where the row's reference stands in the file."""
        return self._shown[row]

    def item(self, place: int) -> Item:
        return self._items[place]

    def duplicate(self, place: int) -> Duplicate | None:
        return self._duplicates.get(place)

    def row_at_line(self, line: int) -> int:
        """The row of the last reference that begins at or before a line of the file, −1 if there is none."""
        rows = [row for row, place in enumerate(self._shown) if self._items[place].line <= line]
        return rows[-1] if rows else -1

    def take(self, rows: Iterable[int], taken: bool) -> None:
        """Check or uncheck rows."""
        places = {self._shown[row] for row in rows}
        self.taken = self.taken | places if taken else self.taken - places
        if places:
            last = self.index(self.rowCount() - 1, 0)
            self.dataChanged.emit(self.index(0, 0), last, [Qt.ItemDataRole.CheckStateRole])
            self.takenChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(ItemColumn)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == ItemColumn.TITLE else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        place = self._shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(place, ItemColumn(index.column()))
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == ItemColumn.TITLE:
            return _CHECKED if place in self.taken else _UNCHECKED
        if role == STATE:
            return self._states[place]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(place)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == ItemColumn.TITLE:
            return self.spoken(place)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == ItemColumn.LINE:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole or not index.isValid():
            return False
        self.take([index.row()], Qt.CheckState(value) == _CHECKED)
        return True

    def text(self, place: int, column: ItemColumn) -> str:
        item = self._items[place]
        if column is ItemColumn.TITLE:
            return item.source.title or item.source.name.en
        if column is ItemColumn.AUTHORS:
            return authors(item)
        if column is ItemColumn.DATE:
            return item.source.date or "–"
        if column is ItemColumn.STATE:
            return state_text(self._states[place], self._duplicates.get(place))
        return written.count(item.line) if item.line else "–"

    def spoken(self, place: int) -> str:
        """The row as a sentence."""
        check = tr("to be added") if place in self.taken else tr("not to be added")
        texts = [self.text(place, column) for column in ItemColumn if column is not ItemColumn.LINE]
        if self._states[place] is State.KNOWN:
            texts.append(tr("in the library"))
        line = tr("line {0}").format(self.text(place, ItemColumn.LINE))
        return "; ".join(filter(None, (check, *texts, line)))

    def _tip(self, place: int) -> str:
        item = self._items[place]
        problems = [problem_text(problem) for problem in self._problems.get(item.line, ())]
        return "\n".join([citation_text(item.source), self.text(place, ItemColumn.STATE), *problems])

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Title"), tr("Authors"), tr("Date"), tr("What it is"), tr("Line"))[section]
        if side is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            right = section == ItemColumn.LINE
            return (
                Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            ) | Qt.AlignmentFlag.AlignVCenter
        return None


class ProblemModel(QAbstractTableModel):
    """Line, what was found, what was expected, and what became of it."""

    def __init__(self) -> None:
        super().__init__()
        self.problems: Sequence[Problem] = ()

    def setProblems(self, problems: Sequence[Problem]) -> None:
        self.beginResetModel()
        self.problems = problems
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.problems)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        problem = self.problems[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            line = written.count(problem.line) if problem.line else "–"
            return (line, found(problem), expected(problem.trouble), fate(problem))[index.column()]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return problem_text(problem)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 0:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Line"), tr("Found"), tr("Expected"), tr("What became of it"))[section]
        if side is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return (
                Qt.AlignmentFlag.AlignLeft if section else Qt.AlignmentFlag.AlignRight
            ) | Qt.AlignmentFlag.AlignVCenter
        return None
