"""Keeps the columns of the source table: which are shown, how wide, and the menu that chooses them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from widgets.filter_bar_menu import StayingMenu
from widgets.fonts import scale
from widgets.source_table_columns import Column, column_key, column_of
from widgets.source_table_fit import columns_that_fit, fitted
from widgets.source_table_list import SourceTableList
from widgets.source_table_menu import fill_columns_menu


class ColumnChooser(QObject):
    """`changed(names)` when the user chose columns; empty: as many as fit."""

    changed = Signal(list)
    fitted = Signal()

    def __init__(self, rows: SourceTableList) -> None:
        super().__init__(rows)
        self._rows = rows
        self._columns: tuple[Column, ...] | None = None  # None: as many as fit
        self._widths: dict[Column, int] = {}  # dragged by the user
        self._fitting = False  # while it is not the user who resizes or moves columns
        rows.resized.connect(self.fit)
        rows.header.sectionResized.connect(self._remember)
        rows.header.sectionMoved.connect(self._keep_order)
        self._menu = self.menu(rows)
        rows.header.menuAsked.connect(self._menu.popup)

    def shown(self) -> list[Column]:
        """The columns to be seen, from left to right."""
        return [Column(column) for column in self._rows.header.shown()]

    def set(self, columns: Sequence[str]) -> None:
        """Show these columns from left to right; none: as many as fit. The name of a source is always shown."""
        found = [column for column in map(column_of, dict.fromkeys(columns)) if column is not None]
        if found and Column.NAME not in found:
            found.insert(0, Column.NAME)
        self._columns = tuple(found) if found else None
        self._arrange(found or list(Column))
        self.fit()

    def _arrange(self, columns: Sequence[Column]) -> None:
        header = self._rows.header
        self._fitting = True
        try:
            for place, column in enumerate([*columns, *(column for column in Column if column not in columns)]):
                header.moveSection(header.visualIndex(column), place)
        finally:
            self._fitting = False

    def menu(self, parent: QWidget) -> QMenu:
        """A menu that stays open while columns are switched, filled anew whenever it is shown."""
        menu = StayingMenu(parent)
        menu.aboutToShow.connect(lambda: self.fill(menu))
        self.fill(menu)
        return menu

    def fill(self, menu: QMenu) -> None:
        fill_columns_menu(menu, self.shown(), self._columns is None, self._choose)

    def fit(self) -> None:
        """Share the width that there is among the columns."""
        width = self._rows.viewport().width()
        columns = self._columns or columns_that_fit(width / scale())
        self._fitting = True
        try:
            widths = fitted(width, columns, scale(), self._widths, self._rows.needed_widths())
            for column in Column:
                self._rows.setColumnHidden(column, column not in columns)
                if column in columns:
                    self._rows.setColumnWidth(column, widths[column])
        finally:
            self._fitting = False
        self._rows.updateGeometries()  # the scroll bar follows at once, not at the next turn
        self.fitted.emit()

    def _choose(self, columns: tuple[Column, ...] | None) -> None:
        self._columns = columns
        self._widths.clear()
        if columns is None:
            self._arrange(list(Column))
        self.fit()
        self._tell()

    def _keep_order(self, *_moved: int) -> None:
        """Whoever moves a column has chosen."""
        if not self._fitting:
            self._columns = tuple(self.shown())
            self._tell()

    def _tell(self) -> None:
        self.changed.emit([column_key(column) for column in self.shown()] if self._columns else [])

    def _remember(self, column: int, _before: int, width: int) -> None:
        if not self._fitting:
            self._widths[Column(column)] = width
