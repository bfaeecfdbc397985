"""What the map shows: sources and edges, who is kin to the selected source and how far, paths, what is hidden."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from citations.records import Edge, Source
from widgets.lineage_model import Kin

DIRECTIONS = ("ancestors", "both", "descendants")
DEEPEST = 6  # of the depth slider; beyond it everything is shown


class AtlasModel:
    """Plain state, no drawing. Edges with an end that is not loaded are left out."""

    def __init__(self) -> None:
        self.sources: tuple[Source, ...] = ()
        self.edges: tuple[Edge, ...] = ()
        self.runnable: frozenset[str] = frozenset()
        self.index: dict[str, int] = {}
        self.builds_on: dict[str, list[Edge]] = {}  # newer key -> edges to what it builds on
        self.led_to: dict[str, list[Edge]] = {}  # older key -> edges to what builds on it
        self.language = "en"
        self.selected = ""
        self.all_ancestors: Mapping[str, int] = {}  # of the selected source: key -> fewest steps from it
        self.all_descendants: Mapping[str, int] = {}
        self.ancestors: Mapping[str, int] = {}  # those that stand out
        self.descendants: Mapping[str, int] = {}
        self.direction = "both"
        self.depth: int | None = None
        self.hidden: frozenset[str] = frozenset()
        self.chosen: tuple[str, ...] = ()
        self.paths: tuple[tuple[str, ...], ...] = ()
        self.path_title = ""
        self.followed: Edge | None = None

    def set_library(self, sources: Iterable[Source], edges: Iterable[Edge], runnable: Collection[str]) -> None:
        """Replace everything; what is no longer there is neither selected nor part of a path."""
        self.sources = tuple(sorted(sources, key=lambda source: source.order))
        self.index = {source.key: place for place, source in enumerate(self.sources)}
        self.runnable = frozenset(runnable)
        self.edges = tuple(edge for edge in edges if edge.newer in self.index and edge.older in self.index)
        self.builds_on = {key: [] for key in self.index}
        self.led_to = {key: [] for key in self.index}
        for edge in self.edges:
            self.builds_on[edge.newer].append(edge)
            self.led_to[edge.older].append(edge)
        order = self.index
        for found in self.builds_on.values():
            found.sort(key=lambda edge: order[edge.older])
        for found in self.led_to.values():
            found.sort(key=lambda edge: order[edge.newer])
        self.hidden &= frozenset(self.index)
        self.chosen = tuple(key for key in self.chosen if key in self.index)
        self.paths = tuple(path for path in self.paths if all(key in self.index for key in path))
        self.followed = None
        self.select(self.selected)

    def source(self, key: str) -> Source | None:
        place = self.index.get(key)
        return None if place is None else self.sources[place]

    def name(self, key: str) -> str:
        """The display name, the key itself where it is unknown."""
        source = self.source(key)
        return source.name.get(self.language) if source else key

    # who is kin

    def select(self, key: str) -> None:
        """Select a source ("" or an unknown key: none) and find its kin as far as direction and depth ask."""
        self.selected = key if key in self.index else ""
        self.all_ancestors = _steps(self.selected, self.builds_on, "older")
        self.all_descendants = _steps(self.selected, self.led_to, "newer")
        if self.followed is not None and key not in (self.followed.newer, self.followed.older):
            self.followed = None
        self.find_kin()

    def find_kin(self) -> None:
        """Kin of the selected source along the loaded edges."""
        up = self.direction in ("both", "ancestors")
        down = self.direction in ("both", "descendants")
        self.ancestors = self._within(self.all_ancestors) if up else {}
        self.descendants = self._within(self.all_descendants) if down else {}

    def set_kin(self, ancestors: Mapping[str, int], descendants: Mapping[str, int]) -> None:
        """Show these instead, until the next selection."""
        self.ancestors = {key: steps for key, steps in ancestors.items() if key in self.index}
        self.descendants = {key: steps for key, steps in descendants.items() if key in self.index}

    def _within(self, kin: Mapping[str, int]) -> Mapping[str, int]:
        return {key: steps for key, steps in kin.items() if self.depth is None or steps <= self.depth}

    def kin(self, key: str) -> Kin:
        if not self.selected:
            return Kin.NONE
        if key == self.selected:
            return Kin.SELECTED
        if key in self.ancestors:
            return Kin.PARENT if self.ancestors[key] == 1 else Kin.ANCESTOR
        if key in self.descendants:
            return Kin.CHILD if self.descendants[key] == 1 else Kin.DESCENDANT
        return Kin.NONE

    def edge_kin(self, edge: Edge) -> Kin:
        """PARENT or CHILD for edges at the selected source, ANCESTOR or DESCENDANT for those farther along."""
        if not self.selected:
            return Kin.NONE
        if edge.newer == self.selected and edge.older in self.ancestors:
            return Kin.PARENT
        if edge.older == self.selected and edge.newer in self.descendants:
            return Kin.CHILD
        if edge.newer in self.ancestors and edge.older in self.ancestors:
            return Kin.ANCESTOR
        if edge.newer in self.descendants and edge.older in self.descendants:
            return Kin.DESCENDANT
        return Kin.NONE

    def leads_away(self, edge: Edge) -> bool:
        """Whether an edge among kin leads one step farther from the selected source."""
        for kin, near, far in ((self.ancestors, edge.newer, edge.older), (self.descendants, edge.older, edge.newer)):
            if near in kin and far in kin:
                return kin[far] == kin[near] + 1
        return False

    # what is dimmed

    @property
    def on_paths(self) -> frozenset[str]:
        return frozenset(key for path in self.paths for key in path)

    @property
    def focused(self) -> bool:
        """Whether something stands out, so that the rest is dimmed."""
        return bool(self.selected or self.paths)

    def stands_out(self, key: str) -> bool:
        return self.kin(key) is not Kin.NONE or key in self.on_paths or key in self.chosen

    def edge_between(self, one: str, other: str) -> Edge | None:
        """The edge between two sources, whichever is newer."""
        for edge in (*self.builds_on.get(one, ()), *self.led_to.get(one, ())):
            if other in (edge.newer, edge.older):
                return edge
        return None


def _steps(start: str, edges: Mapping[str, Sequence[Edge]], end: str) -> dict[str, int]:
    """The fewest steps from `start` to everything that can be reached."""
    found: dict[str, int] = {}
    frontier, steps = [start] if start else [], 0
    while frontier:
        steps += 1
        reached = [getattr(edge, end) for key in frontier for edge in edges.get(key, ())]
        frontier = [key for key in dict.fromkeys(reached) if key not in found and key != start]
        found.update((key, steps) for key in frontier)
    return found
