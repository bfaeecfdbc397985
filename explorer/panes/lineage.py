"""The left: the timeline, following source and filter."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from citations.filters import SourceFilter
from citations.lineage import Direction
from explorer.panes.panel import Panel
from explorer.session import Session
from widgets.lineage_view import LineageView


class LineagePane(Panel[LineageView]):
    """Always to be seen, so it follows at once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(LineageView(), parent)
        self._session = session
        self.view.sourceSelected.connect(session.selectSource)
        self.view.textChanged.connect(lambda text: session.setFilter(replace(session.filter, text=text)))
        self.view.filterCleared.connect(lambda: session.setFilter(SourceFilter()))
        session.shelfChanged.connect(self._fill)
        session.kinChanged.connect(self._select)
        session.selectionChanged.connect(self.view.setSelection)
        for signal in (session.filterChanged, session.readingsChanged):
            signal.connect(self._narrow)
        session.languageChanged.connect(self.view.setLanguage)
        self.view.setLanguage(session.language)
        self._fill()

    def focusSearch(self) -> None:
        """Put the cursor into the search field."""
        self.view.focusText()

    def _fill(self) -> None:
        shelf = self._session.shelf
        if shelf is not None:
            self.view.setLibrary(shelf.sources, shelf.edges, shelf.runnable)
            self._narrow()
            self._select()

    def _narrow(self, *_: object) -> None:
        self.view.setFilter(self._session.filter, self._session.visible)

    def _select(self) -> None:
        session = self._session
        if session.shelf is not None and session.shelf.source(session.source) is not None:
            self.view.select(session.source)
            if (session.direction, session.depth) != (Direction.BOTH, None):  # else the view finds them itself
                self.view.setKin(session.kin.ancestors, session.kin.descendants)
