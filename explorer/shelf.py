"""The library as the window needs it: what is in it, its lineage, and what of it the engine can run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from citations.collection import Collection
from citations.errors import LibraryError, UnknownSource
from citations.filters import SourceFilter
from citations.library import Library
from citations.lineage import Kin, Lineage
from citations.records import CANON, Edge, Source
from engine import techniques

if TYPE_CHECKING:
    from citations.notebook import Notebook, Reading


class Shelf:
    """A collection as it stands at one moment; `again` gives the next one."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.runnable = frozenset(techniques.available()) & {
            source.key for source in collection.library.sources(CANON)
        }
        self._names: dict[str, dict[str, str]] = {}

    @classmethod
    def open(cls, notebook: Notebook | None = None, *, neighbours: bool = False) -> Shelf:
        """The shipped library, and the user's own part. Raises LibraryError."""
        return cls(Collection(Library.open(), notebook, neighbours=neighbours))

    def again(self, *, neighbours: bool) -> Shelf:
        """The same library as the notebook stands now."""
        return Shelf(self.collection.refreshed().with_neighbours(neighbours))

    def says_the_same(self, other: Shelf) -> bool:
        """Whether sources and edges are those of the other; readings may differ."""
        return self.sources is other.sources and self.edges is other.edges

    @property
    def sources(self) -> tuple[Source, ...]:
        """What is shown, in date order."""
        return self.collection.sources

    @property
    def edges(self) -> tuple[Edge, ...]:
        return self.collection.edges

    @property
    def lineage(self) -> Lineage:
        return self.collection.lineage

    @property
    def readings(self) -> Mapping[str, Reading]:
        """What the user keeps, by key."""
        return self.collection.readings

    def source(self, key: str) -> Source | None:
        """A source of the library, even a neighbour that is not shown, or an own one; None if it is unknown."""
        try:
            return self.collection.source(key)
        except UnknownSource:
            return None

    def relations(self, key: str) -> tuple[Edge, ...]:
        """The edges of a source, those to neighbours too."""
        return self.collection.relations(key)

    def names(self, language: str) -> dict[str, str]:
        """Display names by key, of everything."""
        if language not in self._names:
            self._names[language] = self.collection.names(language)
        return self._names[language]

    def matching(self, wanted: SourceFilter) -> tuple[str, ...]:
        """Keys of what the filter lets through, in date order; with a text the best first."""
        return self.collection.matching(wanted)

    def kin(self, key: str, direction: str, depth: int | None) -> Kin:
        """What the source builds on and what builds on it; nothing for one that is not shown."""
        try:
            return self.lineage.kin(key, direction, depth)
        except UnknownSource:
            return Kin({}, {})

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
