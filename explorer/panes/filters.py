"""The chips above map and table: what the library is narrowed to."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.panes.following import Following
from explorer.session import Session
from widgets.filter_bar import FilterBar


class FilterPane(Following[FilterBar]):
    """`left` of the bar hands the keyboard to the stage."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(FilterBar(), parent)
        self._session = session
        self.view.filterChanged.connect(session.setFilter)
        changed = self.follow(self._show)
        for signal in (session.filterChanged, session.shelfChanged, session.readingsChanged):
            signal.connect(changed)

    def focus(self) -> None:
        self.view.focusText()

    def _show(self) -> None:
        shelf = self._session.shelf
        if shelf is None:
            return
        wanted = self._session.filter
        self.view.setChoices(shelf.collection.choices(wanted))
        self.view.setFilter(wanted)
        self.view.setCounts(len(self._session.matching), len(shelf.sources))
