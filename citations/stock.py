"""The sources and edges that are shown, put together from the library and what the user brought."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from citations.errors import UnknownSource
from citations.facets import SourceFacets
from citations.library import Library
from citations.lineage import Lineage
from citations.records import CANON, NEIGHBOUR, Edge, Source
from citations.search import Ranking


class Stock:
    """Built when first asked for, but for what a search needs: its first letter must not wait.

    Where an own source has the key of one in the library, the library's counts. An own edge beside one of the library
    is kept beside it.
    """

    def __init__(
        self, library: Library, own_sources: tuple[Source, ...], own_edges: tuple[Edge, ...], *, neighbours: bool
    ) -> None:
        self.library, self.neighbours = library, neighbours
        self.own_sources, self.own_edges = own_sources, own_edges
        self._ring = None if neighbours else CANON
        taken = set(library.keys()) if own_sources else set()
        own = (source for source in own_sources if source.key not in taken)
        self.sources = tuple(sorted((*library.sources(self._ring), *own), key=lambda source: source.order))
        self.ranking = Ranking(self.sources)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        shown = self.by_key
        own = (edge for edge in self.own_edges if edge.newer in shown and edge.older in shown)
        return (*self.library.edges(self._ring), *own)

    @cached_property
    def lineage(self) -> Lineage:
        return Lineage(self.sources, self.edges)

    @cached_property
    def facets(self) -> SourceFacets:
        return SourceFacets(self.sources, self.edges)

    @cached_property
    def by_key(self) -> Mapping[str, Source]:
        return {source.key: source for source in self.sources}

    @cached_property
    def relations(self) -> Mapping[str, tuple[Edge, ...]]:
        """The edges of each source, those to hidden neighbours too."""
        found: dict[str, list[Edge]] = {}
        for edge in (*self.library.edges(None), *self.own_edges):
            for key in dict.fromkeys((edge.newer, edge.older)):
                found.setdefault(key, []).append(edge)
        return {key: tuple(edges) for key, edges in found.items()}

    def source(self, key: str) -> Source:
        """A source that is shown, or a hidden neighbour. Raises UnknownSource."""
        if key in self.by_key:
            return self.by_key[key]
        try:
            return self.library.source(key)
        except UnknownSource:
            raise UnknownSource(key, {*self.library.keys(), *self.by_key}) from None

    def names(self, language: str) -> dict[str, str]:
        hidden = () if self.neighbours else self.library.sources(NEIGHBOUR)
        return {source.key: source.name.get(language) for source in (*hidden, *self.sources)}
