"""Paths through the lineage: finding them, naming them, showing, playing and saving them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from explorer.session import Session, Stage
from explorer.study import Route

if TYPE_CHECKING:
    from citations.notebook import Notebook
    from explorer.librarian import Librarian
    from explorer.shelf import Shelf

GOALS = ("kimi-k3", "deepseek-v4")  # where the field has arrived
MAIN = Route("main")


def title(route: Route, names: Mapping[str, str]) -> str:
    """What the paths are, in the language of the interface."""
    ends = [names.get(key, key) for key in route.ends]
    if route.kind == "between":
        return QCoreApplication.translate("Routes", "From {0} to {1}").format(*ends)
    if route.kind == "to":
        return QCoreApplication.translate("Routes", "To {0}").format(*ends)
    if route.kind == "runnable":
        return QCoreApplication.translate("Routes", "All that the engine runs, by date")
    if route.kind == "main":
        return QCoreApplication.translate("Routes", "Main path of the field")
    if route.kind == "own":
        return QCoreApplication.translate("Routes", "The selected sources in order")
    return ends[0] if ends else ""


def between(shelf: Shelf, one: str, other: str) -> Route:
    """All shortest lines of descent between two sources; without paths if there is none."""
    found = shelf.lineage.paths(one, other)
    ends = (found[0][0], found[0][-1]) if found else (one, other)
    return Route("between", ends, found, shelf.lineage.path_count(one, other) if found else 0)


def main_path(shelf: Shelf) -> Route:
    return _single("main", (), shelf.lineage.main_path())


def main_path_to(shelf: Shelf, key: str) -> Route:
    return _single("to", (key,), shelf.lineage.main_path_to(key))


def runnable(shelf: Shelf) -> Route:
    """Everything that the engine can adopt, oldest first."""
    return _single("runnable", (), tuple(source.key for source in shelf.sources if source.key in shelf.runnable))


def own_order(keys: tuple[str, ...]) -> Route:
    return _single("own", (), keys)


def saved(notebook: Notebook) -> list[Route]:
    """The paths of the notebook, by name."""
    return [_single("saved", (name,), tuple(keys)) for name, keys in notebook.paths().items()]


def _single(kind: str, ends: tuple[str, ...], keys: tuple[str, ...]) -> Route:
    return Route(kind, ends, (keys,), 1) if keys else Route(kind, ends)


class Routes(QObject):
    """What the user can do with paths. What cannot be done is told."""

    def __init__(self, session: Session, librarian: Librarian) -> None:
        super().__init__(librarian)
        self._session = session
        self._librarian = librarian

    def choices(self) -> list[Route]:
        """Paths to choose from: those of the field, between the two selected, the selected in order, the saved."""
        session, shelf = self._session, self._session.shelf
        if shelf is None:
            return []
        known = {source.key for source in shelf.sources}
        found = [runnable(shelf), main_path(shelf), *(main_path_to(shelf, key) for key in GOALS if key in known)]
        chosen = tuple(key for key in session.selection if key in known)
        if len(chosen) == 2:
            found.append(between(shelf, *chosen))
        if len(chosen) > 1:
            found.append(own_order(chosen))
        if self._librarian.notebook is not None:
            found += saved(self._librarian.notebook)
        return [route for route in found if route.paths]

    def showBetween(self, one: str = "", other: str = "") -> None:
        """The paths between two sources, by default the two selected last."""
        session, shelf = self._session, self._session.shelf
        if shelf is None:
            return
        chosen = (one, other) if other else session.selection[-2:]
        known = {source.key for source in shelf.sources}
        if len(chosen) < 2 or not known.issuperset(chosen):
            text = self.tr(
                "Select two sources first: Shift and a click (or Space) on the map, Ctrl and a click in the table."
            )
            session.notice(text, error=False)
            return
        route = between(shelf, *chosen)
        if not route.paths:
            names = shelf.names(session.language)
            text = self.tr("No line of descent joins {0} and {1}.").format(*(names[key] for key in chosen))
            session.notice(text, error=False)
            return
        self.show(route)

    def showMain(self) -> None:
        if self._session.shelf is not None:
            self.show(main_path(self._session.shelf))

    def showTo(self, key: str) -> None:
        """The main path to a source."""
        shelf = self._session.shelf
        if shelf is not None and any(source.key == key for source in shelf.sources):
            self.show(main_path_to(shelf, key))

    def show(self, route: Route) -> None:
        """On the map, unless it is to be played just now."""
        self._session.setRoute(route)
        if self._session.stage is not Stage.PATH:
            self._session.setStage("map")

    def takeRunnable(self) -> None:
        """All that the engine runs, without showing it on the map: on most other paths little can be adopted yet."""
        if self._session.shelf is not None:
            self._session.setRoute(runnable(self._session.shelf))

    def clear(self) -> None:
        self._session.setRoute(Route())

    def play(self, keys: tuple[str, ...] = ()) -> None:
        """Let the engine adopt the techniques of the path, by default of the shown one, else all it runs."""
        session = self._session
        if keys and keys != session.route.keys:
            session.setRoute(self._named(keys))
        if not session.route.keys:
            self.takeRunnable()
        if session.route.keys:
            session.setStage("path")
            session.askWalk(session.route.keys)

    def choose(self, keys: tuple[str, ...]) -> None:
        """Take one of the choices, or an order of the user's own."""
        self._session.setRoute(self._named(keys))

    def _named(self, keys: tuple[str, ...]) -> Route:
        return next((route for route in self.choices() if route.keys == keys), own_order(keys))
