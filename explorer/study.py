"""What of the library is looked at: one source, one filter, one selection, which map, timeline and table share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from citations.filters import SourceFilter
from citations.lineage import Direction, Kin
from explorer.preferences import Preferences
from explorer.settings import Settings

if TYPE_CHECKING:
    from explorer.shelf import Shelf

DEEPEST = 9  # steps of kin that can be asked for, short of all


@dataclass(frozen=True)
class Route:
    """Paths that are shown, older sources first; the first of them is the one that can be played.

    `kind`: "between" two `ends`, the "main" path, the main path "to" an end, all "runnable" techniques by date, a
    "saved" one under the name in `ends`, or an order of the user's "own". `count`: how many such paths exist, which
    may be more than are written out.
    """

    kind: str = ""
    ends: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    count: int = 0

    @property
    def keys(self) -> tuple[str, ...]:
        return self.paths[0] if self.paths else ()


class Study(Preferences):
    """Every setter does nothing when the value is what it was; every change emits once.

    What is derived (`visible`, `kin`) is computed when it is asked for and kept until what it rests on changes.
    """

    shelfChanged = Signal()  # other sources, edges or names
    readingsChanged = Signal()  # notes, status, tags, attachments
    savedChanged = Signal()  # saved paths and scenarios
    sourceChanged = Signal(str)
    filterChanged = Signal(object)  # SourceFilter
    selectionChanged = Signal(object)  # tuple of keys
    kinChanged = Signal()  # other kin of the source, or another source
    routeChanged = Signal(object)  # Route
    pairChanged = Signal(object)  # two keys, "" where a place is free

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(settings, parent)
        self.shelf: Shelf | None = None
        self.source: str = settings["view.source"]
        self.filter = SourceFilter()
        self.selection: tuple[str, ...] = (self.source,)
        self.direction = Direction.BOTH
        self.depth: int | None = None  # steps; None: all
        self.route = Route()
        self.pair: tuple[str, str] = (self.source, "")
        self._visible: tuple[str, ...] | None = None
        self._shown: tuple[tuple[str, ...], frozenset[str]] | None = None
        self._kin: Kin | None = None
        self._trail: list[str] = [self.source]
        self._place = 0

    # --- what is there -------------------------------------------------------------------------------------------

    def setShelf(self, shelf: Shelf) -> None:
        """Other sources or edges: everything that rests on them is asked anew."""
        self.shelf = shelf
        self._visible = self._kin = None
        self.shelfChanged.emit()
        known = shelf.names(self.language)  # asking for thousands of sources that are gone would take seconds
        self.setSelection([key for key in self.selection if key in known] or (self.source,))
        self.kinChanged.emit()

    def setReadings(self, shelf: Shelf) -> None:
        """The same sources and edges, with other notes, status, tags or attachments."""
        self.shelf = shelf
        self._visible = None
        self.readingsChanged.emit()

    # --- one source ----------------------------------------------------------------------------------------------

    def selectSource(self, key: str) -> None:
        """Look at a source; if the engine can run it, it becomes the technique too."""
        if key == self.source:
            self.setSelection((key,))
            return
        self._trail = [*self._trail[: self._place + 1], key]
        self._place = len(self._trail) - 1
        self._show(key)

    def _show(self, key: str) -> None:
        self.source = key
        self.settings["view.source"] = key
        self._kin = None
        self.setSelection((key,))
        self.sourceChanged.emit(key)
        self.kinChanged.emit()

    @property
    def canGoBack(self) -> bool:
        return self._place > 0

    @property
    def canGoForward(self) -> bool:
        return self._place < len(self._trail) - 1

    def goBack(self) -> None:
        if self.canGoBack:
            self._place -= 1
            self._show(self._trail[self._place])

    def goForward(self) -> None:
        if self.canGoForward:
            self._place += 1
            self._show(self._trail[self._place])

    # --- many sources --------------------------------------------------------------------------------------------

    def setFilter(self, wanted: SourceFilter) -> None:
        if wanted != self.filter:
            self.filter = wanted
            self._visible = None
            self.filterChanged.emit(wanted)

    @property
    def chosen(self) -> tuple[str, ...]:
        """What a command is about: the selection, else the source that is looked at."""
        return self.selection or (self.source,)

    @property
    def matching(self) -> tuple[str, ...]:
        """Keys of the sources that the filter lets through, all without one."""
        if self._visible is None:
            self._visible = () if self.shelf is None else self.shelf.matching(self.filter)
        return self._visible

    @property
    def visible(self) -> frozenset[str] | None:
        """The same as a set; None while nothing is filtered out by choice."""
        if self.filter.is_empty:
            return None
        if self._shown is None or self._shown[0] is not self.matching:
            self._shown = (self.matching, frozenset(self.matching))
        return self._shown[1]

    def setSelection(self, keys: Iterable[str]) -> None:
        """The sources that are marked for a command; the order is that of marking."""
        chosen = tuple(dict.fromkeys(keys))
        if chosen != self.selection:
            self.selection = chosen
            self.selectionChanged.emit(chosen)

    def setDirection(self, direction: str) -> None:
        """Whose kin: "both", "ancestors" or "descendants"."""
        if direction != self.direction:
            self.direction = Direction(direction)
            self._kin = None
            self.kinChanged.emit()

    def setDepth(self, depth: int | None) -> None:
        """How many steps away kin may be; None for any number."""
        if depth != self.depth:
            self.depth = depth
            self._kin = None
            self.kinChanged.emit()

    @property
    def kin(self) -> Kin:
        """Of the source that is looked at, in the chosen direction and depth."""
        if self._kin is None:
            self._kin = Kin({}, {}) if self.shelf is None else self.shelf.kin(self.source, self.direction, self.depth)
        return self._kin

    def setRoute(self, route: Route) -> None:
        if route != self.route:
            self.route = route
            self.routeChanged.emit(route)

    def setPair(self, keys: Sequence[str]) -> None:
        """Two sources to stand side by side; "" leaves a place free."""
        one, other = (*keys, "", "")[:2]
        if (one, other) != self.pair:
            self.pair = (one, other)
            self.pairChanged.emit(self.pair)
