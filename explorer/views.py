"""The views that can be exported, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from explorer import labs
from explorer.commands.command import QT_TRANSLATE_NOOP
from explorer.panes.panel import Panel
from explorer.session import Run

if TYPE_CHECKING:
    from explorer.window import Window

VIEWS = {
    "window": QT_TRANSLATE_NOOP("Views", "Whole window"),
    "stage": QT_TRANSLATE_NOOP("Views", "Page table and clock"),
    "page-table": QT_TRANSLATE_NOOP("Views", "Page table"),
    "page-history": QT_TRANSLATE_NOOP("Views", "Page history"),
    "clock": QT_TRANSLATE_NOOP("Views", "Request clock"),
    "experiment": QT_TRANSLATE_NOOP("Views", "Experiment"),
    "ledgers": QT_TRANSLATE_NOOP("Views", "Ledger sheet"),
    "why": QT_TRANSLATE_NOOP("Views", "Why"),
    "card": QT_TRANSLATE_NOOP("Views", "Source card"),
    "lineage": QT_TRANSLATE_NOOP("Views", "Lineage"),
    "map": QT_TRANSLATE_NOOP("Views", "Map"),
    "table": QT_TRANSLATE_NOOP("Views", "Table"),
    "path": QT_TRANSLATE_NOOP("Views", "Path"),
    "pair": QT_TRANSLATE_NOOP("Views", "Two sources"),
    "lab": QT_TRANSLATE_NOOP("Views", "Lab"),
    "audit": QT_TRANSLATE_NOOP("Views", "Audit"),
}


def find(window: Window, name: str) -> QWidget | None:
    """The widget of a view, None while it has not been built. Raises KeyError for an unknown name."""
    if name not in VIEWS:
        raise KeyError(name)
    if name == "window":
        return window
    if name in ("page-table", "page-history", "clock"):
        if window.stage is None:
            return None
        views = window.stage.views[Run.BEFORE if window.session.shown_run is Run.BEFORE else Run.AFTER]
        return views.clock if name == "clock" else views.table
    if name == "lab":
        return labs.page_of(window)
    panel = window.panels.get(name)
    return panel.view if isinstance(panel, Panel) else panel
