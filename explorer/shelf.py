"""The library as the window needs it: the canon, its lineage, and what of it the engine can run."""

from __future__ import annotations

from citations.errors import LibraryError, UnknownSource
from citations.library import Library
from citations.lineage import Lineage
from citations.records import Edge, Source
from engine import techniques


class Shelf:
    """Everything is in memory; only a search asks the database."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.sources = library.sources(1)
        self.edges = library.edges(1)
        self.lineage = Lineage(self.sources, self.edges)
        self._by_key = {source.key: source for source in self.sources}
        self.runnable = frozenset(techniques.available()) & self._by_key.keys()

    @classmethod
    def open(cls) -> Shelf:
        """The shipped library. Raises LibraryError."""
        return cls(Library.open())

    def source(self, key: str) -> Source | None:
        """A source of the canon, or a neighbour; None if there is none."""
        if key in self._by_key:
            return self._by_key[key]
        try:
            return self.library.source(key)
        except UnknownSource:
            return None

    def relations(self, key: str) -> tuple[Edge, ...]:
        """The edges of a source, those to neighbours too."""
        return tuple(edge for edge in self.library.edges(None) if key in (edge.newer, edge.older))

    def names(self, language: str) -> dict[str, str]:
        """Display names by key, of both rings."""
        return {source.key: source.name.get(language) for source in self.library.sources(None)}

    def acting_on(self, ledger: str) -> tuple[Source, ...]:
        """Sources of the canon with an effect on `ledger`, in date order."""
        return tuple(source for source in self.sources if source.effect_on(ledger) is not None)

    def beside(self, key: str, step: int) -> str:
        """The runnable source `step` places later (earlier if negative) by date; stops at the ends."""
        order = [source.key for source in self.sources if source.key in self.runnable or source.key == key]
        if key not in order:
            return order[0] if order else key
        return order[min(max(order.index(key) + step, 0), len(order) - 1)]


__all__ = ["LibraryError", "Shelf"]
