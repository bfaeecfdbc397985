"""What the user wants to see of the library: one value that map, timeline and table share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

FIELDS = ("text", "ledgers", "effects", "years", "evidence", "kinds", "relations", "statuses", "tags")
UNVERIFIED = "unverified"  # as evidence: something about the source or one of its claims was not seen


@dataclass(frozen=True)
class Part:
    """One thing that is asked for, to be shown as a chip and taken away by itself."""

    field: str
    value: str  # of `years` "2022-2024", "2022-" or "-2024"


@dataclass(frozen=True)
class SourceFilter:
    """Every field that is not empty must hold; within a field one value is enough.

    `text`: every word occurs, also within other words, in key, name, arXiv id, title, authors, venue, organisation,
    family, bottleneck, mechanism, caveat, notes or conflicts (either language), in anything said of an own source, or
    in the user's note or tags; case, accents and the place of each word do not matter. `ledgers`: an effect on one of
    these ledgers, or filed under it. `ledgers` and `effects` together: one of these effects on one of these ledgers.
    `years`: first and last, either may be None; undated ones are in no year. `evidence`: of a claim, or UNVERIFIED.
    `relations`: of an edge on either side, to a source that is shown at all. `statuses`: what the user did not touch
    is unread.
    """

    text: str = ""
    ledgers: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    years: tuple[int | None, int | None] = (None, None)
    evidence: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return not any(True for _ in self.parts())

    def parts(self) -> Iterator[Part]:
        """What is asked for, one by one, in the order of the fields."""
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "text":
                if value.strip():
                    yield Part("text", value.strip())
            elif field.name == "years":
                if value != (None, None):
                    first, last = value
                    yield Part("years", f"{first or ''}-{last or ''}")
            else:
                for one in value:
                    yield Part(field.name, one)

    def without(self, part: Part) -> SourceFilter:
        """The filter with that part taken away."""
        if part.field == "text":
            return replace(self, text="")
        if part.field == "years":
            return replace(self, years=(None, None))
        kept = (value for value in getattr(self, part.field) if value != part.value)
        return self._with(part.field, tuple(kept))

    def toggled(self, field: str, value: str) -> SourceFilter:
        """The filter with a value of a list field put in, or taken out if it was in. ValueError for another field."""
        if field in ("text", "years") or field not in FIELDS:
            raise ValueError(f"field: found {field!r}, expected one of {', '.join(FIELDS[1:3] + FIELDS[4:])}")
        present = getattr(self, field)
        if value in present:
            return self.without(Part(field, value))
        return self._with(field, (*present, value))

    def _with(self, field: str, values: tuple[str, ...]) -> SourceFilter:
        changed: dict[str, Any] = {field: values}
        return replace(self, **changed)
