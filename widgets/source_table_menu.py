"""The menus of the source table: what can be done with the selected rows, sorting, and the chooser of columns."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from widgets.filter_bar_menu import with_mnemonics
from widgets.filter_bar_words import STATUSES
from widgets.source_table_columns import Column, column_title
from widgets.source_text import status_name


def fill_columns_menu(
    menu: QMenu, shown: Collection[Column], automatic: bool, chosen: Callable[[tuple[Column, ...] | None], None]
) -> None:
    """Every column can be switched; `chosen(None)`: as many as fit. The name stays."""
    menu.clear()
    menu.setTitle(QCoreApplication.translate("SourceTableMenu", "&Columns"))
    now = set(shown)

    def toggle(column: Column, on: bool) -> None:
        (now.add if on else now.discard)(column)
        chosen(tuple(sorted(now)))

    fit = menu.addAction(QCoreApplication.translate("SourceTableMenu", "As many as &fit"))
    fit.setCheckable(True)
    fit.setChecked(automatic)
    fit.triggered.connect(lambda on: chosen(None if on else tuple(sorted(now))))
    menu.addSeparator()
    for column, title in zip(Column, with_mnemonics(column_title(column) for column in Column), strict=True):
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(column in now)
        action.setEnabled(column is not Column.NAME)
        action.toggled.connect(lambda on, column=column: toggle(column, on))
        action.toggled.connect(lambda _on: fit.setChecked(False))


def sort_menu(parent: QWidget, sorting: tuple[Column, bool] | None, chosen: Callable[[Column, bool], None]) -> QMenu:
    """Sort by any column, also by one that is not shown."""
    menu = QMenu(QCoreApplication.translate("SourceTableMenu", "&Sort by"), parent)
    column_now, down_now = sorting if sorting else (None, False)
    group = QActionGroup(menu)
    for column, title in zip(Column, with_mnemonics(column_title(column) for column in Column), strict=True):
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(column is column_now)
        group.addAction(action)
        action.triggered.connect(lambda _=False, column=column: chosen(column, False))
    menu.addSeparator()
    down = menu.addAction(QCoreApplication.translate("SourceTableMenu", "Last firs&t"))
    down.setCheckable(True)
    down.setChecked(down_now)
    down.setEnabled(column_now is not None)
    if column_now is not None:
        down.triggered.connect(lambda on, column=column_now: chosen(column, on))
    return menu


def status_menu(parent: QWidget, status: str, chosen: Callable[[str], None]) -> QMenu:
    """`status`: what all selected rows have in common, "" if they differ."""
    menu = QMenu(QCoreApplication.translate("SourceTableMenu", "&Reading status"), parent)
    for one, title in zip(STATUSES, with_mnemonics(status_name(one) for one in STATUSES), strict=True):
        action = menu.addAction(title)
        action.setCheckable(True)
        action.setChecked(one == status)
        action.triggered.connect(lambda _=False, one=one: chosen(one))
    return menu
