"""The left: the lineage, following the selected source and the ledger filter."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from citations.filters import SourceFilter
from explorer.panes.panel import Panel
from explorer.session import Session
from widgets.lineage_view import LineageView


class LineagePane(Panel[LineageView]):
    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(LineageView(), parent)
        self._session = session
        self.view.sourceSelected.connect(session.selectSource)
        self.view.ledgerFilterChanged.connect(lambda _: session.setFilter(SourceFilter()))
        session.shelfChanged.connect(self._fill)
        session.sourceChanged.connect(self._select)
        session.filterChanged.connect(lambda wanted: self.view.setLedgerFilter(next(iter(wanted.ledgers), None)))
        session.languageChanged.connect(self.view.setLanguage)
        self.view.setLanguage(session.language)
        self._fill()

    def focusSearch(self) -> None:
        """Put the cursor into the search field."""
        field = self.view.findChild(QLineEdit)
        if field is not None:
            field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            field.selectAll()

    def _fill(self) -> None:
        shelf = self._session.shelf
        if shelf is not None:
            self.view.setLibrary(shelf.sources, shelf.edges, shelf.runnable)
            self._select(self._session.source)

    def _select(self, key: str) -> None:
        shelf = self._session.shelf
        if shelf is not None and shelf.source(key) is not None:
            self.view.select(key)
