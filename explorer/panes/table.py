"""The sources as a table, following filter and selection."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from explorer.desk import Desk
from explorer.panes.following import Following
from explorer.session import Session
from widgets.source_table import SourceTable


class TablePane(Following[SourceTable]):
    def __init__(self, session: Session, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(SourceTable(), parent)
        self._session = session
        self.view.sourceSelected.connect(session.selectSource)
        self.view.selectionChanged.connect(session.setSelection)
        self.view.statusChosen.connect(lambda keys, status: desk.setStatus(status, keys))
        self.view.removeRequested.connect(lambda keys: desk.shelving.remove(tuple(keys)))
        self._remember()
        session.shelfChanged.connect(self.follow(self._fill))
        session.languageChanged.connect(self.follow(self._speak))
        session.readingsChanged.connect(self.follow(self._mark))
        narrow = self.follow(self._narrow)
        for signal in (session.filterChanged, session.shelfChanged, session.readingsChanged):
            signal.connect(narrow)
        session.selectionChanged.connect(self.follow(self._select))
        session.sourceChanged.connect(self.follow(self._look))
        session.kinChanged.connect(self.follow(self._light))

    def _remember(self) -> None:
        """Columns and order as they were, and from now on as the user makes them."""
        settings, view = self._session.settings, self.view
        view.setColumns([name for name in settings["view.columns"].split(",") if name])
        order = settings["view.sort"]
        if order:
            view.sortBy(order.removeprefix("-"), order.startswith("-"))
        view.columnsChanged.connect(lambda names: settings.__setitem__("view.columns", ",".join(names)))
        view.sortChanged.connect(
            lambda name, descending: settings.__setitem__("view.sort", f"{'-' if descending else ''}{name}")
        )

    def _fill(self) -> None:
        shelf = self._session.shelf
        if shelf is not None:
            self.view.setLibrary(shelf.sources, shelf.edges, shelf.runnable)
            self._mark()

    def _speak(self) -> None:
        self.view.setLanguage(self._session.language)

    def _mark(self) -> None:
        if self._session.shelf is not None:
            self.view.setReadings(self._session.shelf.readings)

    def _narrow(self) -> None:
        self.view.setVisible(self._session.visible)

    def _select(self) -> None:
        self.view.setSelection(self._session.selection)

    def _look(self) -> None:
        self.view.select(self._session.source)

    def _light(self) -> None:
        self.view.setKin(self._session.kin.ancestors, self._session.kin.descendants)
