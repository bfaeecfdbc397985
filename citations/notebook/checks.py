"""What an own source or edge must be like before it is kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from assets.ledgers import LEDGERS
from citations.dates import is_date
from citations.folding import fold
from citations.records import OWN, Basis, Edge, Source

OWN_PREFIX = "own-"  # of the key of every own source, and of no key in the library
_LONGEST = 60
_ARXIV = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?")
_DOI = re.compile(r"10\.\d{4,9}/\S+")


class InvalidSource(ValueError):
    """A field of an own source or edge cannot be kept. `field` names it, `source` says of which one it is."""

    def __init__(self, source: str, field: str, found: object, expected: str) -> None:
        self.source = source
        self.field = field
        super().__init__(f"{source}: {field}: found {found!r:.80}, expected {expected}")


def is_own(key: str) -> bool:
    return key.startswith(OWN_PREFIX)


def own_key(wish: str, taken: Collection[str]) -> str:
    """A key like `wish` in lower case with the prefix of own sources, numbered if it is taken."""
    words = "-".join(re.findall(r"[^\W_]+(?:\.[^\W_]+)*", fold(wish).removeprefix(OWN_PREFIX)))
    stem = f"{OWN_PREFIX}{words[:_LONGEST].rstrip('-.') or 'source'}"
    key, number = stem, 2
    while key in taken:
        key, number = f"{stem}-{number}", number + 1
    return key


def check_source(source: Source) -> Source:
    """The source as it will be kept: of the outer ring, date and year in step. Raises InvalidSource."""
    for field, found, expected in _wrong(source):
        raise InvalidSource(source.key or source.title or "source", field, found, expected)
    date = source.date or (str(source.year) if source.year else "")
    year = int(date[:4]) if date else None
    return replace(source, ring=OWN, number=0, date=date, year=year)


def check_edge(edge: Edge) -> Edge:
    """The edge as it will be kept: the user's own. Raises InvalidSource."""
    from citations.catalogue import RELATIONS

    name = f"{edge.newer} -> {edge.older}"
    for field in ("newer", "older"):
        if not getattr(edge, field).strip():
            raise InvalidSource(name, field, "", "the key of a source")
    if edge.newer == edge.older:
        raise InvalidSource(name, "older", edge.older, "another source than the newer one")
    if edge.relation not in RELATIONS:
        raise InvalidSource(name, "relation", edge.relation, f"one of {', '.join(RELATIONS)}")
    return replace(edge, basis=Basis.OWN)


def _wrong(source: Source) -> Iterator[tuple[str, object, str]]:
    """Field, what is there, and what should be."""
    from citations.catalogue import KINDS

    if not source.title.strip() and not source.name.en.strip():
        yield "title", source.title, "a title or a name"
    if source.kind not in KINDS:
        yield "kind", source.kind, f"one of {', '.join(KINDS)}"
    if not all(author.strip() for author in source.authors):
        yield "authors", source.authors, "names"
    yield from _wrong_date(source)
    yield from _wrong_place(source)
    yield from _wrong_ledger(source)


def _wrong_date(source: Source) -> Iterator[tuple[str, object, str]]:
    if source.date and not is_date(source.date):
        yield "date", source.date, "a date like 2024, 2024-05 or 2024-05-31"
    if source.year is not None and not 1000 <= source.year <= 9998:
        yield "year", source.year, "a year of four digits"
    if source.date and source.year is not None and source.date[:4] != str(source.year):
        yield "year", source.year, f"the year of the date {source.date}"


def _wrong_place(source: Source) -> Iterator[tuple[str, object, str]]:
    if source.arxiv and not _ARXIV.fullmatch(source.arxiv):
        yield "arxiv", source.arxiv, "an arXiv id like 2309.06180"
    if source.doi and not _DOI.fullmatch(source.doi):
        yield "doi", source.doi, "a DOI like 10.1145/3600006.3613165"
    for field, address in (("url", source.url), ("code", source.code)):
        if address and not address.startswith(("https://", "http://")):
            yield field, address, "an address that starts with https:// or http://"


def _wrong_ledger(source: Source) -> Iterator[tuple[str, object, str]]:
    from citations.catalogue import EFFECTS

    if source.primary_ledger and source.primary_ledger not in LEDGERS:
        yield "primary_ledger", source.primary_ledger, f"one of {', '.join(LEDGERS)}, or nothing"
    for effect in source.effects:
        if effect.ledger not in LEDGERS:
            yield "effects", effect.ledger, f"one of {', '.join(LEDGERS)}"
        if effect.effect not in EFFECTS:
            yield "effects", effect.effect, f"one of {', '.join(EFFECTS)}"
