"""Where a source came from, what grew out of it, and the main path of the field."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from citations.errors import UnknownSource
from citations.graph import Graph, Pair, Path
from citations.main_path import Heaviest, search_path_counts
from citations.records import Edge, Source

PATHS = 100  # shortest paths that are written out if nobody says how many
BESIDE = ("same-problem", "baseline")  # relations of works that were set side by side: nothing was taken over


class Direction(StrEnum):
    """Which way to follow the lineage."""

    BOTH = "both"
    ANCESTORS = "ancestors"
    DESCENDANTS = "descendants"


class Kin(NamedTuple):
    """What a source builds on and what builds on it, each with the fewest steps (1, 2, ...), nearest first."""

    ancestors: dict[str, int]
    descendants: dict[str, int]


class Lineage:
    """The graph of `sources` and those of the `edges` that join two of them.

    Every method raises UnknownSource (a KeyError) for a key that is not among the sources. Keys come back in date
    order, nearest first where distances are given. Where edges go in a circle (a user's own may), `generations` and
    the main path leave out those edges of it that go against the dates.
    """

    def __init__(self, sources: Iterable[Source], edges: Iterable[Edge]) -> None:
        ordered = sorted(sources, key=lambda source: source.order)
        self._order = {source.key: index for index, source in enumerate(ordered)}
        self.edges = tuple(
            edge
            for edge in edges
            if edge.newer in self._order and edge.older in self._order and edge.newer != edge.older
        )

    def ancestors(self, key: str, depth: int | None = None) -> dict[str, int]:
        """What the source builds on, directly (1) or through others (2, 3, ...), at most `depth` steps away."""
        return self._reach(key, depth, back=True)

    def descendants(self, key: str, depth: int | None = None) -> dict[str, int]:
        """What builds on the source, with the number of steps."""
        return self._reach(key, depth, back=False)

    def kin(self, key: str, direction: str = Direction.BOTH, depth: int | None = None) -> Kin:
        """Ancestors and descendants; those that the direction does not ask for are empty. ValueError for another."""
        asked = Direction(direction)
        self._known(key)
        ancestors = {} if asked is Direction.DESCENDANTS else self.ancestors(key, depth)
        return Kin(ancestors, {} if asked is Direction.ANCESTORS else self.descendants(key, depth))

    def relatives(self, key: str, depth: int | None = None) -> dict[str, int]:
        """Ancestors with negative, descendants with positive numbers of steps, the source itself with 0."""
        before = {other: -steps for other, steps in self.ancestors(key, depth).items()}
        return before | {key: 0} | self.descendants(key, depth)

    def paths(self, one: str, other: str, limit: int | None = PATHS) -> tuple[Path, ...]:
        """The shortest lines of descent between two sources, each from the older to the newer; none if unrelated.

        At most `limit` of them (None: all), by the dates of what they lead through; `path_count` says how many exist.
        """
        return tuple(islice(self._graph.shortest_paths(*self._ends(one, other)), limit))

    def path_count(self, one: str, other: str) -> int:
        """How many shortest lines of descent there are between two sources: counted, not walked."""
        return self._graph.shortest_count(*self._ends(one, other))

    def between(self, one: str, other: str) -> Path:
        """Everything on any line of descent between two sources, both included; empty if unrelated."""
        start, end = self._ends(one, other)
        after, before = self._graph.steps(start, back=False), self._graph.steps(end, back=True)
        return self._graph.sorted(after.keys() & before.keys())

    def search_path_counts(self, *, beside: bool = False) -> dict[Pair, int]:
        """How many of the field's search paths run through each edge (older, newer); see `citations.main_path`.

        Only edges by which something was taken over make a path; with `beside`, those that compare two works do too.
        """
        return dict(self._field(beside).weights)

    def main_path(self, *, beside: bool = False) -> Path:
        """The line of descent with the greatest sum of search path counts, oldest first; none without edges."""
        return self._field(beside).anywhere()

    def main_path_to(self, key: str, *, beside: bool = False) -> Path:
        """The heaviest line, by the counts of the whole field, that ends in the source (it alone at worst)."""
        self._known(key)
        return self._field(beside).backward(key)

    def main_path_from(self, key: str, *, beside: bool = False) -> Path:
        """The heaviest line, by the counts of the whole field, that begins in the source."""
        self._known(key)
        return self._field(beside).onward(key)

    def generations(self, keys: Collection[str] | None = None) -> tuple[Path, ...]:
        """Layers of all sources or of some: each source as early as it can be, yet after all that it builds on."""
        chosen = self._order.keys() if keys is None else set(keys)
        self._known(*chosen)
        return self._graph.acyclic.among(chosen).layers()

    def edges_between(self, keys: Iterable[str]) -> tuple[Edge, ...]:
        """The edges both of whose ends are among the keys."""
        chosen = set(keys)
        self._known(*chosen)
        return tuple(edge for edge in self.edges if edge.newer in chosen and edge.older in chosen)

    def edges_of(self, key: str) -> tuple[Edge, ...]:
        """The edges that touch the source: first what it builds on, then what builds on it."""
        self._known(key)
        before = [edge for edge in self.edges if edge.newer == key]
        return (*before, *(edge for edge in self.edges if edge.older == key))

    @cached_property
    def _graph(self) -> Graph:
        return Graph(self._order, ((edge.older, edge.newer) for edge in self.edges))

    def _field(self, beside: bool) -> Heaviest:
        return self._compared if beside else self._taken_over

    @cached_property
    def _compared(self) -> Heaviest:
        graph = self._graph.acyclic
        return Heaviest(graph, search_path_counts(graph))

    @cached_property
    def _taken_over(self) -> Heaviest:
        pairs = ((edge.older, edge.newer) for edge in self.edges if edge.relation not in BESIDE)
        graph = Graph(self._order, pairs).acyclic
        return Heaviest(graph, search_path_counts(graph))

    def _reach(self, key: str, depth: int | None, *, back: bool) -> dict[str, int]:
        self._known(key)
        steps = self._graph.steps(key, back=back, depth=depth)
        del steps[key]
        return steps

    def _ends(self, one: str, other: str) -> Pair:
        """The two as (older, newer), as far as one builds on the other."""
        self._known(one, other)
        return (other, one) if other in self._graph.steps(one, back=True) else (one, other)

    def _known(self, *keys: str) -> None:
        for key in keys:
            if key not in self._order:
                raise UnknownSource(key, self._order)
