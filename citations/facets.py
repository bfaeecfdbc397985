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


class Facets:
    """Of `sources` with the `edges` between them and what the user keeps about them.

    A source acts on the ledgers that it has an effect on, and on the one it is filed under.
    """

    def __init__(self, sources: Sequence[Source], edges: Sequence[Edge], readings: Mapping[str, Reading]) -> None:
        self._sources, self._edges, self._readings = sources, edges, readings
        self.all: Keys = frozenset(source.key for source in sources)
        self._built: dict[str, dict[str, Keys]] = {}

    def having(self, wanted: SourceFilter) -> Keys:
        """The sources that hold in every field but the text."""
        found = self.all
        for field in MENUS:
            if field == "effects" and wanted.ledgers:  # told with the ledgers
                continue
            values = self._asked(wanted, field)
            if values is not None:
                found &= frozenset().union(*values)
        return found

    def counts(self, field: str, base: Keys, given: SourceFilter) -> dict[str, int]:
        """How many of `base` each value of the field has, values in the order of a menu."""
        if field == "ledgers" and given.effects:
            sets = {value: self._acting((value,), given.effects) for value in self.values("ledgers")}
        elif field == "effects" and given.ledgers:
            sets = {value: self._acting(given.ledgers, (value,)) for value in self.values("effects")}
        else:
            sets = self.values(field)
        return {value: len(base & keys) for value, keys in sets.items()}

    def values(self, field: str) -> dict[str, Keys]:
        """Every value that some source has, in the order of a menu: its own, or the most frequent first."""
        if field not in self._built:
            entries, order = self._fields[field]
            gathered: dict[str, set[str]] = {}
            for value, key in entries():
                if key in self.all:
                    gathered.setdefault(value, set()).add(key)
            ranked = sorted(gathered, key=lambda value: order(value, len(gathered[value])))
            self._built[field] = {value: frozenset(gathered[value]) for value in ranked}
        return self._built[field]

    def _asked(self, wanted: SourceFilter, field: str) -> Iterable[Keys] | None:
        """The sets of which a source must be in one; None if the field asks for nothing."""
        if field == "years":
            first, last = wanted.years
            if first is None and last is None:
                return None
            years = self.values("years").items()
            return [keys for year, keys in years if (first or 0) <= int(year) <= (last or 9999)]
        values: tuple[str, ...] = getattr(wanted, field)
        if not values:
            return None
        if field == "ledgers" and wanted.effects:
            return [self._acting(values, wanted.effects)]
        known = self.values(field)
        return [known.get(value, frozenset()) for value in values]

    def _acting(self, ledgers: Iterable[str], effects: Iterable[str]) -> Keys:
        sets = (self._pairs.get((ledger, effect), ()) for ledger in ledgers for effect in effects)
        return frozenset().union(*sets)

    @cached_property
    def _pairs(self) -> dict[tuple[str, str], set[str]]:
        pairs: dict[tuple[str, str], set[str]] = {}
        for source in self._sources:
            for effect in source.effects:
                pairs.setdefault((effect.ledger, effect.effect), set()).add(source.key)
        return pairs

    @cached_property
    def _fields(self) -> dict[str, tuple[Callable[[], Iterator[tuple[str, str]]], Callable[[str, int], Any]]]:
        """Of each field what has which value, and by what the values are sorted."""
        from citations.notebook.records import Status

        statuses = [status.value for status in Status]
        return {
            "ledgers": (self._ledgers, _listed(LEDGERS)),
            "effects": (self._effects, _listed(EFFECTS)),
            "years": (self._years, lambda value, count: value),
            "evidence": (self._evidence, lambda value, count: (value == UNVERIFIED, -count, value)),
            "kinds": (self._kinds, lambda value, count: (-count, value)),
            "relations": (self._relations, lambda value, count: (-count, value)),
            "statuses": (self._statuses, _listed(statuses)),
            "tags": (self._tags, lambda value, count: (value.casefold(), value)),
        }

    def _ledgers(self) -> Iterator[tuple[str, str]]:
        for source in self._sources:
            if source.primary_ledger:
                yield source.primary_ledger, source.key
            yield from ((effect.ledger, source.key) for effect in source.effects)

    def _effects(self) -> Iterator[tuple[str, str]]:
        return ((effect.effect, source.key) for source in self._sources for effect in source.effects)

    def _years(self) -> Iterator[tuple[str, str]]:
        return ((f"{year:04}", source.key) for source in self._sources if (year := year_of(source)) is not None)

    def _evidence(self) -> Iterator[tuple[str, str]]:
        for source in self._sources:
            yield from ((claim.evidence, source.key) for claim in source.claims)
            if not is_verified(source):
                yield UNVERIFIED, source.key

    def _kinds(self) -> Iterator[tuple[str, str]]:
        return ((source.kind, source.key) for source in self._sources if source.kind)

    def _relations(self) -> Iterator[tuple[str, str]]:
        return ((edge.relation, key) for edge in self._edges for key in (edge.newer, edge.older))

    def _statuses(self) -> Iterator[tuple[str, str]]:
        from citations.notebook.records import Status

        for key in self.all:
            reading = self._readings.get(key)
            yield (Status.UNREAD if reading is None else reading.status).value, key

    def _tags(self) -> Iterator[tuple[str, str]]:
        return ((tag, key) for key, reading in self._readings.items() for tag in reading.tags)


def year_of(source: Source) -> int | None:
    """The year it counts under: as printed, else that of its date."""
    return source.year if source.year is not None else int(source.date[:4]) if source.date else None


def is_verified(source: Source) -> bool:
    """Whether the source, its date, and every claim and conflict about it were seen."""
    told = [*(claim.checked for claim in source.claims), *(conflict.checked for conflict in source.conflicts)]
    return source.checked and source.date_checked and all(told)


def _listed(known: Sequence[str]) -> Callable[[str, int], Any]:
    """In the order of the list, anything else after it."""
    place = {value: index for index, value in enumerate(known)}
    return lambda value, count: (place.get(value, len(place)), value)
