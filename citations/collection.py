"""All sources at hand as one: the canon, its neighbours if wanted, the user's own, and the user's marks on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from citations.facets import MENUS, Facets
from citations.filters import SourceFilter
from citations.folding import words
from citations.library import Library
from citations.lineage import Lineage
from citations.records import Edge, Source
from citations.stock import Stock

if TYPE_CHECKING:
    from citations.notebook.records import Reading

NO_FILTER = SourceFilter()
WORDS_KEPT = 64  # found words: while one is typed the others stay


class Marks(Protocol):
    """What a collection asks of the notebook."""

    def readings(self) -> dict[str, Reading]: ...
    def own_sources(self) -> tuple[Source, ...]: ...
    def own_edges(self) -> tuple[Edge, ...]: ...
    def find(self, word: str) -> frozenset[str]: ...
    def version(self) -> int: ...
    def own_version(self) -> int: ...


class Collection:
    """A view that does not change: `with_neighbours` and `refreshed` give another one.

    Where an own source has the key of one in the library, the library's is shown and the marks go to that. An own
    edge beside one of the library is kept beside it. What the library or the notebook raises goes through.
    """

    def __init__(self, library: Library, notebook: Marks | None = None, *, neighbours: bool = False) -> None:
        versions = _versions(notebook)  # first: what is saved meanwhile is read again with the next refreshing
        own = ((), ()) if notebook is None else (notebook.own_sources(), notebook.own_edges())
        self._fill(notebook, versions, Stock(library, *own, neighbours=neighbours))

    def _fill(self, notebook: Marks | None, versions: tuple[int, int], stock: Stock) -> None:
        self._notebook, self._versions, self._stock = notebook, versions, stock
        # What the user keeps, by key; nothing for a source that was not touched.
        self.readings: Mapping[str, Reading] = {} if notebook is None else notebook.readings()
        self._found: dict[str, frozenset[str]] = {}

    @property
    def library(self) -> Library:
        return self._stock.library

    @property
    def neighbours(self) -> bool:
        """Whether the neighbours are shown."""
        return self._stock.neighbours

    def with_neighbours(self, shown: bool) -> Collection:
        """The same with the neighbours shown or hidden."""
        if shown == self.neighbours:
            return self
        stock = Stock(self.library, self._stock.own_sources, self._stock.own_edges, neighbours=shown)
        return self._with(self._versions, stock)

    def refreshed(self) -> Collection:
        """The collection as the notebook is now: the same one if nothing was saved since."""
        versions = _versions(self._notebook)
        if versions == self._versions:
            return self
        if versions[1] == self._versions[1]:  # only marks have changed
            return self._with(versions, self._stock)
        return Collection(self.library, self._notebook, neighbours=self.neighbours)

    @property
    def sources(self) -> tuple[Source, ...]:
        """What is shown, in date order."""
        return self._stock.sources

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges between what is shown."""
        return self._stock.edges

    @property
    def lineage(self) -> Lineage:
        return self._stock.lineage

    def source(self, key: str) -> Source:
        """A source of the library, hidden neighbours too, or an own one. Raises UnknownSource."""
        return self._stock.source(key)

    def relations(self, key: str) -> tuple[Edge, ...]:
        """The edges of a source, those to hidden neighbours too."""
        return self._stock.relations.get(key, ())

    def names(self, language: str) -> dict[str, str]:
        """Display names by key, of hidden neighbours too."""
        return self._stock.names(language)

    @cached_property
    def tags(self) -> Mapping[str, int]:
        """The user's tags, and how many of the sources shown have them."""
        return self.counts("tags")

    def matching(self, wanted: SourceFilter) -> tuple[str, ...]:
        """The keys that the filter lets through in date order; with a text the best first, then in date order."""
        keys = self._matching(wanted)
        if looked_for := words(wanted.text):
            return self._stock.ranking.ranked(keys, looked_for)
        return tuple(source.key for source in self.sources if source.key in keys)

    def counts(self, field: str, given: SourceFilter = NO_FILTER) -> dict[str, int]:
        """Each value of a field that sources have, and how many would show with it alone in that field of `given`.

        Values come in the order of a menu; years are texts. ValueError for the text and for what is no field.
        """
        if field not in MENUS:
            raise ValueError(f"field: found {field!r}, expected one of {', '.join(MENUS)}")
        bare = replace(given, years=(None, None)) if field == "years" else _emptied(given, field)
        return self._facets.counts(field, self._matching(bare), given)

    def choices(self, given: SourceFilter = NO_FILTER) -> Mapping[str, dict[str, int]]:
        """The counts of every field, each made when it is first looked at."""
        return _Choices(self, given)

    def _with(self, versions: tuple[int, int], stock: Stock) -> Collection:
        other = Collection.__new__(Collection)
        other._fill(self._notebook, versions, stock)
        return other

    def _matching(self, wanted: SourceFilter) -> frozenset[str]:
        keys = self._facets.having(wanted)
        for word in words(wanted.text):
            if keys:
                keys &= self._having(word)
        return keys

    def _having(self, word: str) -> frozenset[str]:
        """Where a folded word occurs, in the library or in the notebook."""
        if word not in self._found:
            if len(self._found) >= WORDS_KEPT:
                self._found.clear()
            own = frozenset() if self._notebook is None else self._notebook.find(word)
            self._found[word] = self.library.find(word) | own
        return self._found[word]

    @cached_property
    def _facets(self) -> Facets:
        return Facets(self._stock.facets, self.readings)


class _Choices(Mapping[str, dict[str, int]]):
    """Counts of each field, made when a menu asks for them: not with every key that is typed."""

    def __init__(self, collection: Collection, given: SourceFilter) -> None:
        self._collection, self._given = collection, given
        self._counted: dict[str, dict[str, int]] = {}

    def __getitem__(self, field: str) -> dict[str, int]:
        if field not in MENUS:
            raise KeyError(field)
        if field not in self._counted:
            self._counted[field] = self._collection.counts(field, self._given)
        return self._counted[field]

    def __iter__(self) -> Iterator[str]:
        return iter(MENUS)

    def __len__(self) -> int:
        return len(MENUS)


def _versions(notebook: Marks | None) -> tuple[int, int]:
    """Of everything, and of what the user brought."""
    return (0, 0) if notebook is None else (notebook.version(), notebook.own_version())


def _emptied(given: SourceFilter, field: str) -> SourceFilter:
    for value in getattr(given, field):
        given = given.toggled(field, value)
    return given
