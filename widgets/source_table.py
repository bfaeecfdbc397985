"""The library as a table: sortable, with a choice of columns and several rows selected at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from citations.notebook.records import Reading
from citations.records import OWN, Edge, Source
from widgets.elided_label import ElidedLabel
from widgets.empty_note import EmptyNote
from widgets.source_table_chooser import ColumnChooser
from widgets.source_table_columns import Column, column_key, column_of, column_title
from widgets.source_table_copy import as_tsv
from widgets.source_table_legend import SourceTableLegend
from widgets.source_table_list import SourceTableList
from widgets.source_table_menu import sort_menu, status_menu
from widgets.source_table_model import SourceTableModel


class SourceTable(QWidget):
    """Setters emit nothing; signals tell what the user did.

    `sourceSelected(key)`: opened by click or Enter. `selectionChanged(keys)`: the selected rows that can be seen,
    from top to bottom. `statusChosen(keys, status)`, `removeRequested(keys)` (own sources only).
    `columnsChanged(names)` (empty: as many as fit) and `sortChanged(name, descending)` are for settings.
    """

    sourceSelected = Signal(str)
    selectionChanged = Signal(list)
    statusChosen = Signal(list, str)
    removeRequested = Signal(list)
    columnsChanged = Signal(list)
    sortChanged = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = SourceTableModel(self)
        self._list = SourceTableList(self._model, self)
        self._selection: frozenset[str] = frozenset()
        self._columns = ColumnChooser(self._list)
        self._note = EmptyNote(self._list.viewport())
        self._state, self._legend = ElidedLabel(self), SourceTableLegend(self)
        self._chooser = QToolButton(self)
        self._build()
        self._connect()
        self._list.header.setSorted(Column.DATE, False)  # as the model comes
        self._retranslate()
        self._columns.fit()

    def _build(self) -> None:
        self._chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._chooser.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._chooser.setMenu(self._columns.menu(self._chooser))
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 2, 8, 3)
        foot.addWidget(self._state, 1)
        foot.addWidget(self._chooser)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._list, 1)
        column.addLayout(foot)
        column.addWidget(self._legend)
        self.setFocusProxy(self._list)

    def _connect(self) -> None:
        rows = self._list
        rows.opened.connect(self._open)
        rows.selected.connect(self._take_selection)
        rows.copyAsked.connect(self.copy)
        rows.removeAsked.connect(self._remove)
        rows.menuAsked.connect(self._show_menu)
        rows.header.sortAsked.connect(self._sort_on_heading)
        self._columns.changed.connect(self.columnsChanged)
        self._columns.fitted.connect(self._tell_columns)

    # public

    def setLibrary(self, sources: Sequence[Source], edges: Sequence[Edge], runnable: frozenset[str]) -> None:
        """All sources that there are; sorting, narrowing and selection stay."""
        self._list.keeping_place(lambda: self._model.set_library(sources, edges, runnable))
        self._tell_signs()
        self._show_selection()

    def setReadings(self, readings: Mapping[str, Reading]) -> None:
        """Status and tags by key; a key that is missing is unread and has no tags."""
        self._model.set_readings(readings)

    def setVisible(self, keys: Collection[str] | bool | None) -> None:
        """Show only these sources; None: all. (True and False show and hide the widget, as of any.)"""
        if isinstance(keys, bool):
            super().setVisible(keys)
        elif self._model.would_narrow(keys):
            self._list.keeping_place(lambda: self._model.set_visible(keys))
            self._show_selection()

    def select(self, key: str) -> None:
        """The source that is looked at: it is marked, and brought into sight. The selected rows stay as they are."""
        self._list.brush.chosen = key
        row = self._model.row(key)
        if row >= 0:
            self._list.point_at(row)
        self._list.viewport().update()

    def setKin(self, ancestors: Collection[str], descendants: Collection[str]) -> None:
        """Mark what the source that is looked at builds on, and what builds on it (keys, or a mapping to steps)."""
        self._model.set_kin(ancestors, descendants)
        self._tell_signs()
        self._list.viewport().update()

    def setSelection(self, keys: Collection[str]) -> None:
        """Select these rows, those that are hidden as soon as they can be seen."""
        self._selection = frozenset(keys)
        self._show_selection()

    def selection(self) -> list[str]:
        """The selected rows that can be seen, from top to bottom."""
        return [self._model.source(row).key for row in self._list.chosen_rows()]

    def setLanguage(self, language: str) -> None:
        """The language of names and dates: "en" or "zh"."""
        self._model.set_language(language)
        self._columns.fit()
        self._refresh()

    def sortBy(self, column: str, descending: bool = False) -> None:
        """Sort by a column such as "date" or "builds-on"; an unknown name changes nothing."""
        found = column_of(column)
        if found is not None:
            self._sort(found, descending)

    def setColumns(self, columns: Sequence[str]) -> None:
        """Show these columns, as `columnsChanged` told them; none: as many as fit."""
        self._columns.set(columns)

    def copy(self) -> None:
        """Copy the selected rows with their headings, cells parted by tabs."""
        rows = [self._model.source(row) for row in self._list.chosen_rows()]
        if rows:
            QGuiApplication.clipboard().setText(as_tsv(rows, self._columns.shown(), self._model))

    def describe(self) -> str:
        """The table in words: how many rows, in which order, and each row's name, date and ring."""
        lines = [self._state_text()]
        for source in self._model.rows:
            cells = (self._model.spoken(source, column) for column in self._columns.shown())
            lines.append(" | ".join(cells))
        return "\n".join(lines)

    # rows and selection

    def _show_selection(self) -> None:
        rows = sorted(row for row in map(self._model.row, self._selection) if row >= 0)
        self._list.choose_rows(rows)
        self._refresh()

    def _take_selection(self) -> None:
        keys = self.selection()
        self._selection = frozenset(keys)
        self._refresh()
        self.selectionChanged.emit(keys)

    def _open(self, key: str) -> None:
        self.select(key)
        self.sourceSelected.emit(key)

    def _own(self) -> list[str]:
        rows = map(self._model.source, self._list.chosen_rows())
        return [source.key for source in rows if source.ring == OWN]

    def _remove(self) -> None:
        own = self._own()
        if own:
            self.removeRequested.emit(own)

    # sorting

    def _sort_on_heading(self, column: int) -> None:
        now = self._model.sorting
        descending = now is not None and now[0] == column and not now[1]
        self._sort(Column(column), descending)
        self.sortChanged.emit(column_key(Column(column)), descending)

    def _sort_from_menu(self, column: Column, descending: bool) -> None:
        self._sort(column, descending)
        self.sortChanged.emit(column_key(column), descending)

    def _sort(self, column: Column, descending: bool) -> None:
        self._list.keeping_place(lambda: self._model.sort_by(column, descending))
        self._list.header.setSorted(column, descending)
        self._show_selection()

    # words

    def _tell_signs(self) -> None:
        """The legend has what occurs in the columns that are shown."""
        shown = self._columns.shown()
        self._legend.show_signs(self._model.signs(), Column.LEDGERS in shown, Column.EVIDENCE in shown)

    def _tell_columns(self) -> None:
        self._tell_signs()
        self._note.setGeometry(self._list.viewport().rect())
        self._chooser.setText(self.tr("{0} of {1} &columns").format(len(self._columns.shown()), len(Column)))

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        keys = self.selection()
        current = self._list.currentIndex()
        look = menu.addAction(self.tr("&Open"))
        look.setEnabled(current.isValid())
        look.triggered.connect(lambda: self._open(current.data(SourceTableModel.KEY)))
        statuses = {self._model.facts.status(self._model.source(row)) for row in self._list.chosen_rows()}
        common = str(statuses.pop()) if len(statuses) == 1 else ""
        status = status_menu(menu, common, lambda status: self.statusChosen.emit(keys, status))
        status.setEnabled(bool(keys))
        menu.addMenu(status)
        standard = QKeySequence.StandardKey
        menu.addAction(_keyed(self.tr("&Copy rows"), standard.Copy), self.copy).setEnabled(bool(keys))
        menu.addAction(_keyed(self.tr("Select &all"), standard.SelectAll), self._list.selectAll)
        remove = menu.addAction(_keyed(self.tr("Re&move own sources…"), standard.Delete), self._remove)
        remove.setEnabled(bool(self._own()))
        menu.addSeparator()
        menu.addMenu(sort_menu(menu, self._model.sorting, self._sort_from_menu))
        menu.addMenu(self._columns.menu(menu))
        menu.popup(place)

    def _state_text(self) -> str:
        shown, total = self._model.rowCount(), self._model.total
        parts = [self.tr("{0} of {1} sources").format(shown, total)]
        chosen = len(self._list.chosen_rows())
        if chosen:
            parts.append(self.tr("{0} selected").format(chosen))
        hidden = sum(self._model.row(key) < 0 for key in self._selection)
        if hidden:
            parts.append(self.tr("{0} selected but hidden by the filter").format(hidden))
        sorting = self._model.sorting or (Column.DATE, False)
        order = self.tr("by {0}, last first") if sorting[1] else self.tr("by {0}")
        parts.append(order.format(column_title(sorting[0])))
        return " · ".join(parts)

    def _refresh(self) -> None:
        text = self._state_text()
        self._state.setText(text)
        self._list.setAccessibleDescription(text)
        self._note.setVisible(not self._model.rowCount())
        if self._model.total:
            self._note.setTexts(
                self.tr("No source passes the filter"), self.tr("Take a part of it away to see more.")
            )
        else:
            self._note.setTexts(self.tr("The library is empty"), "")

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Sources as a table"))
        self._list.setAccessibleName(self.tr("Sources"))
        self._list.header.setAccessibleName(self.tr("Headings: Enter sorts, Alt with arrows resizes"))
        self._chooser.setToolTip(self.tr("Choose the columns"))
        self._legend.retranslate()
        self._model.retell()
        self._columns.fit()
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._columns.fit()


def _keyed(title: str, key: QKeySequence.StandardKey) -> str:
    """The title of a menu entry with the key that does the same in the rows."""
    return f"{title}\t{QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)}"
