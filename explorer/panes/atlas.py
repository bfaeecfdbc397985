"""The map of the library, following source, filter, selection and paths."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from citations.lineage import Direction
from explorer.desk import Desk
from explorer.panes.following import Following
from explorer.routes import title
from explorer.session import Session
from widgets.atlas_view import AtlasView

MANY, AFTER_TYPING_MS = 1000, 150


class AtlasPane(Following[AtlasView]):
    def __init__(self, session: Session, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(AtlasView(), parent)
        self._session = session
        self._lit: tuple[str, int | None] = (Direction.BOTH, None)
        self._typing = QTimer(self, singleShot=True, interval=AFTER_TYPING_MS)
        self._typing.timeout.connect(self._narrow)
        view = self.view
        view.sourceSelected.connect(self._take)
        view.selectionChanged.connect(session.setSelection)
        view.lanesChanged.connect(session.setLanes)
        view.directionChanged.connect(session.setDirection)
        view.depthChanged.connect(session.setDepth)
        view.neighboursToggled.connect(session.setNeighbours)
        view.pathRequested.connect(desk.routes.showBetween)
        view.pathsDropped.connect(desk.routes.clear)
        session.languageChanged.connect(self.follow(self._speak))
        session.lanesChanged.connect(self.follow(self._lay))
        session.shelfChanged.connect(self.follow(self._fill))
        narrow = self.follow(self._narrow_soon)
        for signal in (session.filterChanged, session.shelfChanged, session.readingsChanged):
            signal.connect(narrow)
        session.sourceChanged.connect(self.follow(self._look))
        session.kinChanged.connect(self.follow(self._light))
        session.selectionChanged.connect(self.follow(self._select))
        session.routeChanged.connect(self.follow(self._lead))

    def _take(self, key: str) -> None:
        if key:  # letting go of it on the map leaves the card as it is
            self._session.selectSource(key)

    def _fill(self) -> None:
        shelf = self._session.shelf
        if shelf is not None:
            self.view.setNeighbours(self._session.neighbours)
            self.view.setLibrary(shelf.sources, shelf.edges, shelf.runnable)
            self._look()
            self._lead()

    def _lay(self) -> None:
        self.view.setLanes(self._session.lanes)

    def _speak(self) -> None:
        self.view.setLanguage(self._session.language)
        self._lead()

    def _narrow_soon(self) -> None:
        """A map of thousands is drawn anew when typing has stopped, so that no letter waits for it."""
        shelf = self._session.shelf
        if shelf is not None and len(shelf.sources) > MANY:
            self._typing.start()
        else:
            self._narrow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._typing.isActive():
            self._typing.stop()
            self._narrow()

    def _narrow(self) -> None:
        self.view.setVisibleKeys(self._session.visible)

    def _look(self) -> None:
        self.view.select(self._session.source)

    def _light(self) -> None:
        """The map finds the kin itself: it only has to be told when something else is asked for."""
        session = self._session
        if (session.direction, session.depth) != self._lit:
            self._lit = (session.direction, session.depth)
            self.view.setDirection(str(session.direction))
            self.view.setDepth(session.depth)

    def _select(self) -> None:
        chosen = self._session.selection
        self.view.setSelection(() if chosen == (self._session.source,) else chosen)

    def _lead(self) -> None:
        route, shelf = self._session.route, self._session.shelf
        if shelf is not None:
            self.view.setPaths(route.paths, title(route, shelf.names(self._session.language)))
