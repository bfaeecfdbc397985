"""All sources at hand as one: the canon, its neighbours if wanted, the user's own, and the user's marks on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from citations.errors import UnknownSource
from citations.facets import MENUS, Facets
from citations.filters import SourceFilter
from citations.library import Library
from citations.lineage import Lineage
from citations.records import CANON, NEIGHBOUR, Edge, Source
from citations.search import Ranking, words_of

if TYPE_CHECKING:
    from citations.notebook.records import Reading

NO_FILTER = SourceFilter()


class Marks(Protocol):
    """What a collection asks of the notebook."""

    def readings(self) -> dict[str, Reading]: ...
    def own_sources(self) -> tuple[Source, ...]: ...
    def own_edges(self) -> tuple[Edge, ...]: ...
    def find(self, word: str) -> frozenset[str]: ...
    def version(self) -> int: ...


@dataclass(frozen=True)
class _Kept:
    """The notebook as it was at one version."""

    version: int = 0
    readings: Mapping[str, Reading] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()
    edges: tuple[Edge, ...] = ()


class Collection:
    """A view that does not change: `with_neighbours` and `refreshed` give another one.

    Where an own source has the key of one in the library, the library's is shown and the marks go to that. An own
    edge beside one of the library is kept beside it. What the library or the notebook raises goes through.
    """

    def __init__(self, library: Library, notebook: Marks | None = None, *, neighbours: bool = False) -> None:
        self.library, self.notebook, self.neighbours = library, notebook, neighbours
        self._kept = _Kept() if notebook is None else _read(notebook)

    def with_neighbours(self, shown: bool) -> Collection:
        """The same with the neighbours shown or hidden."""
        if shown == self.neighbours:
            return self
        other = Collection(self.library, neighbours=shown)
        other.notebook, other._kept = self.notebook, self._kept
        return other

    def refreshed(self) -> Collection:
        """The collection as the notebook is now; the same one if nothing was saved since."""
        if self.notebook is None or self.notebook.version() == self._kept.version:
            return self
        other = Collection(self.library, self.notebook, neighbours=self.neighbours)
        if (other._kept.sources, other._kept.edges) == (self._kept.sources, self._kept.edges):
            for name in ("sources", "edges", "lineage", "_by_key", "_place", "_relations"):  # only marks have changed
                if name in self.__dict__:
                    other.__dict__[name] = self.__dict__[name]
        return other

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """What is shown, in date order."""
        library = self.library.sources(None if self.neighbours else CANON)
        taken = set(self.library.keys()) if self._kept.sources else set()
        own = (source for source in self._kept.sources if source.key not in taken)
        return tuple(sorted((*library, *own), key=lambda source: source.order))

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The edges between what is shown."""
        shown = self._place
        own = (edge for edge in self._kept.edges if edge.newer in shown and edge.older in shown)
        return (*self.library.edges(None if self.neighbours else CANON), *own)

    @cached_property
    def lineage(self) -> Lineage:
        return Lineage(self.sources, self.edges)

    def source(self, key: str) -> Source:
        """A source of the library, hidden neighbours too, or an own one. Raises UnknownSource."""
        if key in self._by_key:
            return self._by_key[key]
        try:
            return self.library.source(key)
        except UnknownSource:
            raise UnknownSource(key, {*self.library.keys(), *self._by_key}) from None

    def relations(self, key: str) -> tuple[Edge, ...]:
        """The edges of a source, those to hidden neighbours too."""
        return self._relations.get(key, ())

    def names(self, language: str) -> dict[str, str]:
        """Display names by key, of hidden neighbours too."""
        hidden = () if self.neighbours else self.library.sources(NEIGHBOUR)
        return {source.key: source.name.get(language) for source in (*hidden, *self.sources)}

    @property
    def readings(self) -> Mapping[str, Reading]:
        """What the user keeps, by key; nothing for a source that was not touched."""
        return self._kept.readings

    @cached_property
    def tags(self) -> Mapping[str, int]:
        """The user's tags, and how many of the sources shown have them."""
        return self.counts("tags")

    def matching(self, wanted: SourceFilter) -> tuple[str, ...]:
        """The keys that the filter lets through in date order; with a text the best first, then in date order."""
        keys = self._matching(wanted)
        words = words_of(wanted.text)
        if words:
            return self._ranking.ranked(keys, words)
        return tuple(source.key for source in self.sources if source.key in keys)

    def counts(self, field: str, given: SourceFilter = NO_FILTER) -> dict[str, int]:
        """Each value of a field that sources have, and how many would show with it alone in that field of `given`.

        Values come in the order of a menu; years are texts. ValueError for the text and for what is no field.
        """
        if field not in MENUS:
            raise ValueError(f"field: found {field!r}, expected one of {', '.join(MENUS)}")
        bare = replace(given, years=(None, None)) if field == "years" else _emptied(given, field)
        return self._facets.counts(field, self._matching(bare), given)

    def choices(self, given: SourceFilter = NO_FILTER) -> dict[str, dict[str, int]]:
        """The counts of every field."""
        return {field: self.counts(field, given) for field in MENUS}

    def _matching(self, wanted: SourceFilter) -> frozenset[str]:
        keys = self._facets.having(wanted)
        for word in words_of(wanted.text):
            if keys:
                keys &= self._found(word)
        return keys

    def _found(self, word: str) -> frozenset[str]:
        """Where a folded word occurs, in the library or in the notebook."""
        found = self._words.get(word)
        if found is None:
            found = self.library.find(word)
            if self.notebook is not None:
                found |= self.notebook.find(word)
            self._words[word] = found
        return found

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _facets(self) -> Facets:
        return Facets(self.sources, self.edges, self.readings)

    @cached_property
    def _ranking(self) -> Ranking:
        return Ranking(self.sources)

    @cached_property
    def _by_key(self) -> dict[str, Source]:
        return {source.key: source for source in self.sources}

    @cached_property
    def _place(self) -> dict[str, int]:
        return {source.key: index for index, source in enumerate(self.sources)}

    @cached_property
    def _relations(self) -> dict[str, tuple[Edge, ...]]:
        found: dict[str, list[Edge]] = {}
        for edge in (*self.library.edges(None), *self._kept.edges):
            for key in dict.fromkeys((edge.newer, edge.older)):
                found.setdefault(key, []).append(edge)
        return {key: tuple(edges) for key, edges in found.items()}


def _read(notebook: Marks) -> _Kept:
    """The version first: what is saved meanwhile is read again with the next refreshing, never missed."""
    version = notebook.version()
    return _Kept(version, notebook.readings(), notebook.own_sources(), notebook.own_edges())


def _emptied(given: SourceFilter, field: str) -> SourceFilter:
    for value in getattr(given, field):
        given = given.toggled(field, value)
    return given
