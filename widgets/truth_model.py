"""The groups and the real runs of "How true is this?" as tables that can be sorted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from widgets import format as fmt
from widgets.truth_data import TTFT_GOAL, TruthGroup, TruthRun, TruthScope
from widgets.truth_words import bias_text, error_text, group_name, held_text, run_text, tr

Index = QModelIndex | QPersistentModelIndex
Bar = tuple[float, float | None]  # an error, and the goal if there is one
Row = TruthGroup | TruthRun | TruthScope
SORT = Qt.ItemDataRole.UserRole  # what a column is sorted by
BAR = Qt.ItemDataRole.UserRole + 1  # (error, goal) where a bar is drawn


def _no_bar(row: Any) -> None:
    """A column of figures alone."""


@dataclass(frozen=True)
class Column:
    """`text` is shown, `key` sorted by, `bar` drawn behind."""

    title: Callable[[], str]
    text: Callable[[Any], str]
    key: Callable[[Any], Any]
    bar: Callable[[Any], Bar | None] = _no_bar
    right: bool = False

    @property
    def has_bar(self) -> bool:
        return self.bar is not _no_bar


def _number(value: float | None) -> float:
    return -1.0 if value is None else value


def _bar(error: float | None, goal: float | None) -> Bar | None:
    return None if error is None else (error, goal)


GROUPS: tuple[Column, ...] = (
    Column(lambda: tr("system"), lambda row: row.system, lambda row: row.system.lower()),
    Column(lambda: tr("model"), lambda row: row.model, lambda row: row.model.lower()),
    Column(lambda: tr("backend"), lambda row: row.backend, lambda row: row.backend.lower()),
    Column(lambda: tr("mode"), lambda row: row.mode, lambda row: row.mode.lower()),
    Column(lambda: tr("points"), lambda row: fmt.count(row.n), lambda row: row.n, right=True),
    Column(lambda: tr("kept back"), held_text, lambda row: row.held_out, right=True),
    Column(
        lambda: tr("TTFT error"),
        lambda row: error_text(row.ttft_error),
        lambda row: _number(row.ttft_error),
        lambda row: _bar(row.ttft_error, TTFT_GOAL),
    ),
    Column(lambda: tr("TTFT bias"), lambda row: bias_text(row.ttft_bias), lambda row: row.ttft_bias or 0.0),
    Column(
        lambda: tr("TPOT error"),
        lambda row: error_text(row.tpot_error),
        lambda row: _number(row.tpot_error),
        lambda row: _bar(row.tpot_error, row.tpot_goal),
    ),
    Column(lambda: tr("TPOT bias"), lambda row: bias_text(row.tpot_bias), lambda row: row.tpot_bias or 0.0),
)
SCOPES: tuple[Column, ...] = (
    Column(lambda: tr("scope"), lambda row: row.system, lambda row: row.system),
    Column(lambda: tr("points"), lambda row: fmt.count(row.n), lambda row: row.n, right=True),
    Column(lambda: tr("kept back"), held_text, lambda row: row.held_out, right=True),
    Column(
        lambda: tr("TTFT error"),
        lambda row: error_text(row.ttft_error),
        lambda row: _number(row.ttft_error),
        lambda row: _bar(row.ttft_error, row.ttft_goal),
    ),
    Column(
        lambda: tr("kept back"),
        lambda row: error_text(row.ttft_error_held_out),
        lambda row: _number(row.ttft_error_held_out),
        right=True,
    ),
    Column(
        lambda: tr("TPOT error"),
        lambda row: error_text(row.tpot_error),
        lambda row: _number(row.tpot_error),
        lambda row: _bar(row.tpot_error, row.tpot_goal),
    ),
    Column(
        lambda: tr("kept back"),
        lambda row: error_text(row.tpot_error_held_out),
        lambda row: _number(row.tpot_error_held_out),
        right=True,
    ),
)
RUN_GOAL = 0.10
RUNS: tuple[Column, ...] = (
    Column(lambda: tr("run"), lambda row: row.name, lambda row: row.name),
    Column(lambda: tr("metric"), lambda row: row.metric, lambda row: row.metric),
    Column(lambda: tr("percentile"), lambda row: run_text(row)[0], lambda row: row.percentile, right=True),
    Column(lambda: tr("measured"), lambda row: run_text(row)[1], lambda row: row.measured, right=True),
    Column(lambda: tr("predicted"), lambda row: run_text(row)[2], lambda row: row.predicted, right=True),
    Column(
        lambda: tr("error"),
        lambda row: run_text(row)[3],
        lambda row: abs(row.error),
        lambda row: (abs(row.error), RUN_GOAL),
    ),
)


class TruthModel(QAbstractTableModel):
    """Rows of one table."""

    def __init__(self, columns: tuple[Column, ...]) -> None:
        super().__init__()
        self._columns = columns
        self._rows: tuple[Row, ...] = ()

    def show(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column.right:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return column.key(row) if role == SORT else column.bar(row) if role == BAR else None

    @staticmethod
    def _tip(row: Row, column: Column) -> str:
        name = row.system if isinstance(row, TruthScope) else ""
        if isinstance(row, TruthGroup):
            name = group_name(row)
        elif isinstance(row, TruthRun):
            name = f"{row.name} · {row.metric}"
        text = f"{name}\n{column.title()}: {column.text(row)}"
        bar = column.bar(row)
        if bar is not None and bar[1] is not None:
            text += " · " + tr("goal: at most {goal}").format(goal=fmt.share(bar[1]))
        return text

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if side is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title()
        if role == Qt.ItemDataRole.TextAlignmentRole and not self._columns[section].right:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None
