"""Which sources have which value of a filter's field: sets of keys, each built when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from assets.ledgers import LEDGERS
from citations.filters import UNVERIFIED, SourceFilter
from citations.records import Edge, Source

if TYPE_CHECKING:
    from citations.notebook.records import Reading

EFFECTS = ("saves", "costs", "shapes")
MENUS = ("ledgers", "effects", "years", "evidence", "kinds", "relations", "statuses", "tags")  # all but the text
Keys = frozenset[str]
Found = Iterator[tuple[str, str]]  # a value and the key of a source that has it


class SourceFacets:
    """What sources and the `edges` between them say: these sets stay when only the user's marks change.

    A source acts on the ledgers that it has an effect on, and on the one it is filed under.
    """

    def __init__(self, sources: Sequence[Source], edges: Sequence[Edge]) -> None:
        self._sources, self._edges = sources, edges
        self.all: Keys = frozenset(source.key for source in sources)

    @cached_property
    def ledgers(self) -> dict[str, Keys]:
        return _gathered(self._ledgers(), _listed(LEDGERS))

    @cached_property
    def effects(self) -> dict[str, Keys]:
        found = ((effect.effect, source.key) for source in self._sources for effect in source.effects)
        return _gathered(found, _listed(EFFECTS))

    @cached_property
    def pairs(self) -> dict[tuple[str, str], set[str]]:
        """By ledger and effect."""
        pairs: dict[tuple[str, str], set[str]] = {}
        for source in self._sources:
            for effect in source.effects:
                pairs.setdefault((effect.ledger, effect.effect), set()).add(source.key)
        return pairs

    @cached_property
    def years(self) -> dict[str, Keys]:
        found = ((f"{year:04}", source.key) for source in self._sources if (year := year_of(source)) is not None)
        return _gathered(found, lambda value, count: value)

    @cached_property
    def evidence(self) -> dict[str, Keys]:
        return _gathered(self._evidence(), lambda value, count: (value == UNVERIFIED, -count, value))

    @cached_property
    def kinds(self) -> dict[str, Keys]:
        found = ((source.kind, source.key) for source in self._sources if source.kind)
        return _gathered(found, lambda value, count: (-count, value))

    @cached_property
    def relations(self) -> dict[str, Keys]:
        found = ((edge.relation, key) for edge in self._edges for key in (edge.newer, edge.older))
        return _gathered(found, lambda value, count: (-count, value))

    def _ledgers(self) -> Found:
        for source in self._sources:
            if source.primary_ledger:
                yield source.primary_ledger, source.key
            yield from ((effect.ledger, source.key) for effect in source.effects)

    def _evidence(self) -> Found:
        for source in self._sources:
            yield from ((claim.evidence, source.key) for claim in source.claims)
            if not is_verified(source):
                yield UNVERIFIED, source.key


class Facets:
    """The sets of all fields: of the sources, and of what the user keeps about them."""

    def __init__(self, sources: SourceFacets, readings: Mapping[str, Reading]) -> None:
        self._of, self._readings = sources, readings

    @cached_property
    def statuses(self) -> dict[str, Keys]:
        """What was not touched is unread."""
        from citations.notebook.records import Status

        marked: dict[str, Keys] = {status.value: frozenset() for status in Status}
        told = [(reading.status.value, key) for key, reading in self._readings.items() if key in self._of.all]
        marked |= _gathered(iter(told), lambda value, count: value)
        marked[Status.UNREAD.value] |= self._of.all.difference(key for _, key in told)
        return {status: keys for status, keys in marked.items() if keys}

    @cached_property
    def tags(self) -> dict[str, Keys]:
        readings = ((key, reading) for key, reading in self._readings.items() if key in self._of.all)
        found = ((tag, key) for key, reading in readings for tag in reading.tags)
        return _gathered(found, lambda value, count: (value.casefold(), value))

    def values(self, field: str) -> dict[str, Keys]:
        """Every value that some source has, in the order of a menu: its own, or the most frequent first."""
        sets: dict[str, Keys] = getattr(self if field in ("statuses", "tags") else self._of, field)
        return sets

    def having(self, wanted: SourceFilter) -> Keys:
        """The sources that hold in every field but the text."""
        found = self._of.all
        for field in MENUS:
            if field == "effects" and wanted.ledgers:  # told with the ledgers
                continue
            sets = self._asked(wanted, field)
            if sets is not None:
                found &= frozenset().union(*sets)
        return found

    def counts(self, field: str, base: Keys, given: SourceFilter) -> dict[str, int]:
        """How many of `base` each value of the field has, values in the order of a menu."""
        sets = self.values(field)
        if field == "ledgers" and given.effects:
            sets = {value: self._acting((value,), given.effects) for value in sets}
        elif field == "effects" and given.ledgers:
            sets = {value: self._acting(given.ledgers, (value,)) for value in sets}
        return {value: len(base & keys) for value, keys in sets.items()}

    def _asked(self, wanted: SourceFilter, field: str) -> Iterable[Keys] | None:
        """The sets of which a source must be in one; None if the field asks for nothing."""
        if field == "years":
            first, last = wanted.years
            if first is None and last is None:
                return None
            return [keys for year, keys in self._of.years.items() if (first or 0) <= int(year) <= (last or 9999)]
        values: tuple[str, ...] = getattr(wanted, field)
        if not values:
            return None
        if field == "ledgers" and wanted.effects:
            return [self._acting(values, wanted.effects)]
        known = self.values(field)
        return [known.get(value, frozenset()) for value in values]

    def _acting(self, ledgers: Iterable[str], effects: Iterable[str]) -> Keys:
        sets = (self._of.pairs.get((ledger, effect), ()) for ledger in ledgers for effect in effects)
        return frozenset().union(*sets)


def year_of(source: Source) -> int | None:
    """The year it counts under: as printed, else that of its date."""
    return source.year if source.year is not None else int(source.date[:4]) if source.date else None


def is_verified(source: Source) -> bool:
    """Whether the source, its date, and every claim and conflict about it were seen."""
    told = [*(claim.checked for claim in source.claims), *(conflict.checked for conflict in source.conflicts)]
    return source.checked and source.date_checked and all(told)


def _gathered(found: Found, order: Callable[[str, int], Any]) -> dict[str, Keys]:
    """The keys by value, sorted by what `order` makes of each value and the number of its keys."""
    gathered: dict[str, set[str]] = {}
    for value, key in found:
        gathered.setdefault(value, set()).add(key)
    ranked = sorted(gathered, key=lambda value: order(value, len(gathered[value])))
    return {value: frozenset(gathered[value]) for value in ranked}


def _listed(known: Sequence[str]) -> Callable[[str, int], Any]:
    """In the order of the list, anything else after it."""
    place = {value: index for index, value in enumerate(known)}
    return lambda value, count: (place.get(value, len(place)), value)
