"""The library as the window needs it: what is in it, its lineage, and what of it the engine can run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citations.errors import LibraryError, UnknownSource
from citations.filters import SourceFilter
from citations.library import Library
from citations.lineage import Lineage
from citations.records import Edge, Source
from engine import techniques
from explorer.study import ANCESTORS, DESCENDANTS, Kin

if TYPE_CHECKING:
    from citations.notebook import Notebook


class Shelf:
    """Everything is in memory; only a search asks the database."""

    def __init__(self, library: Library, notebook: Notebook | None = None, *, neighbours: bool = False) -> None:
        self.library = library
        self.notebook = notebook
        self.sources = library.sources(None if neighbours else 1)
        self.edges = library.edges(None if neighbours else 1)
        self.lineage = Lineage(self.sources, self.edges)
        self._by_key = {source.key: source for source in self.sources}
        self.runnable = frozenset(techniques.available()) & self._by_key.keys()

    @classmethod
    def open(cls, notebook: Notebook | None = None, *, neighbours: bool = False) -> Shelf:
        """The shipped library, and the user's own part. Raises LibraryError."""
        return cls(Library.open(), notebook, neighbours=neighbours)

    def again(self, *, neighbours: bool) -> Shelf:
        """The same library as it stands now."""
        return Shelf(self.library, self.notebook, neighbours=neighbours)

    def source(self, key: str) -> Source | None:
        """A source of the canon, a neighbour even if neighbours are not shown, or an own one; None if unknown."""
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
        """Display names by key, of everything."""
        return {source.key: source.name.get(language) for source in self.library.sources(None)}

    def matching(self, wanted: SourceFilter) -> tuple[str, ...]:
        """Keys of what the filter lets through, in date order; with a text the best first."""
        found = self.library.search(wanted.text, wanted.ledgers[0] if wanted.ledgers else None, None)
        return tuple(source.key for source in found if source.key in self._by_key)

    def kin(self, key: str, direction: str, depth: int | None) -> Kin:
        """What the source builds on and what builds on it, as far as it is asked for."""
        if key not in self._by_key:
            return Kin()
        before = {} if direction == DESCENDANTS else self.lineage.ancestors(key, depth)
        after = {} if direction == ANCESTORS else self.lineage.descendants(key, depth)
        return Kin(before, after)

    def acting_on(self, ledger: str) -> tuple[Source, ...]:
        """Sources with an effect on `ledger`, in date order."""
        return tuple(source for source in self.sources if source.effect_on(ledger) is not None)

    def beside(self, key: str, step: int) -> str:
        """The runnable source `step` places later (earlier if negative) by date; stops at the ends."""
        order = [source.key for source in self.sources if source.key in self.runnable or source.key == key]
        if key not in order:
            return order[0] if order else key
        return order[min(max(order.index(key) + step, 0), len(order) - 1)]


__all__ = ["LibraryError", "Shelf"]
