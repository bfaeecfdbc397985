"""Where a source came from and what grew out of it. networkx is loaded with the first question."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from citations.errors import UnknownSource
from citations.records import Edge, Source

if TYPE_CHECKING:
    import networkx as nx

Path = tuple[str, ...]


class Lineage:
    """The graph of `sources` and those of the `edges` that join two of them.

    Every method raises UnknownSource (a KeyError) for a key that is not among the sources. Keys come back in date
    order, nearest first where distances are given.
    """

    def __init__(self, sources: Iterable[Source], edges: Iterable[Edge]) -> None:
        ordered = sorted(sources, key=lambda source: source.order)
        self._order = {source.key: index for index, source in enumerate(ordered)}
        self.edges = tuple(edge for edge in edges if edge.newer in self._order and edge.older in self._order)

    def ancestors(self, key: str, depth: int | None = None) -> dict[str, int]:
        """What the source builds on, directly (1) or through others (2, 3, ...), at most `depth` steps away."""
        return self._reach(self._older, key, depth)

    def descendants(self, key: str, depth: int | None = None) -> dict[str, int]:
        """What builds on the source, with the number of steps."""
        return self._reach(self._newer, key, depth)

    def relatives(self, key: str, depth: int | None = None) -> dict[str, int]:
        """Ancestors with negative, descendants with positive numbers of steps, the source itself with 0."""
        before = {other: -steps for other, steps in self.ancestors(key, depth).items()}
        return before | {key: 0} | self.descendants(key, depth)

    def paths(self, one: str, other: str) -> tuple[Path, ...]:
        """All shortest lines of descent between two sources, each from the older to the newer; none if unrelated."""
        import networkx as nx

        self._known(one, other)
        for start, end in ((one, other), (other, one)):
            if nx.has_path(self._newer, start, end):
                found = (tuple(path) for path in nx.all_shortest_paths(self._newer, start, end))
                return tuple(sorted(found, key=lambda path: [self._order[key] for key in path]))
        return ()

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """Everything on any line of descent between two sources, both included; empty if unrelated."""
        self._known(one, other)
        for start, end in ((one, other), (other, one)):
            after = self.descendants(start)
            if start == end or end in after:
                return self._sorted(({start} | after.keys()) & ({end} | self.ancestors(end).keys()))
        return ()

    def generations(self, keys: Collection[str] | None = None) -> tuple[Path, ...]:
        """Layers of all sources or of some: each source as early as it can be, yet after all that it builds on."""
        import networkx as nx

        chosen = self._order.keys() if keys is None else set(keys)
        self._known(*chosen)
        layers = nx.topological_generations(self._newer.subgraph(chosen))
        return tuple(self._sorted(layer) for layer in layers)

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
    def _newer(self) -> nx.DiGraph[str]:
        """From each source to what builds on it."""
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(self._order)
        graph.add_edges_from((edge.older, edge.newer) for edge in self.edges)
        return graph

    @cached_property
    def _older(self) -> nx.DiGraph[str]:
        return self._newer.reverse(copy=False)

    def _reach(self, graph: nx.DiGraph[str], key: str, depth: int | None) -> dict[str, int]:
        import networkx as nx

        self._known(key)
        steps = dict(nx.single_source_shortest_path_length(graph, key, cutoff=depth))
        del steps[key]
        return dict(sorted(steps.items(), key=lambda item: (item[1], self._order[item[0]])))

    def _sorted(self, keys: Iterable[str]) -> Path:
        return tuple(sorted(keys, key=self._order.__getitem__))

    def _known(self, *keys: str) -> None:
        for key in keys:
            if key not in self._order:
                raise UnknownSource(key, self._order)
