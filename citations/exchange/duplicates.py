"""Which references of a file the library has already, and which the file holds twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from citations.exchange import clean
from citations.exchange.records import Duplicate, Item, Same
from citations.records import Source, Text

_SHORTEST_TITLE = 16  # letters: "Introduction" and the like are titles of many works
_VERSION = re.compile(r"v\d+$")
Sign = tuple[Same, str]
Row = tuple[str, str, str, str, int | None, str, str]


class Work(Protocol):
    """As much of a source as finding its duplicates takes."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> Text: ...
    @property
    def title(self) -> str: ...
    @property
    def authors(self) -> tuple[str, ...]: ...
    @property
    def year(self) -> int | None: ...
    @property
    def doi(self) -> str: ...
    @property
    def arxiv(self) -> str: ...


@dataclass(frozen=True)
class Known:
    """A work as it is told to another process."""

    key: str
    name: Text
    title: str
    authors: tuple[str, ...]
    year: int | None
    doi: str
    arxiv: str

    @classmethod
    def of_row(cls, row: Row) -> Known:
        key, name, title, author, year, doi, arxiv = row
        return cls(key, Text(name), title, (author,) if author else (), year, doi, arxiv)


def row_of(source: Source, language: str = "en") -> Row:
    """What `Known` is made of; the name as that language has it."""
    author = source.authors[0] if source.authors else ""
    return source.key, source.name.get(language), source.title, author, source.year, source.doi, source.arxiv


def duplicates(items: Sequence[Item], known: Iterable[Work]) -> dict[int, Duplicate]:
    """By place in `items`: the work that the library or an earlier item holds already.

    The same DOI, the same arXiv number (of any version), or the same title (letters and digits, accents and case
    aside) when the years are at most two apart: preprint and proceedings are one work.
    """
    library, seen = Index(), Index()
    for source in known:
        library.add(source, signs_of(source))
    found = {}
    for place, item in enumerate(items):
        signs = signs_of(item.source)
        if outside := library.find(item.source, signs):
            found[place] = Duplicate(outside[0].key, outside[0].name.en, outside[1])
        elif inside := seen.find(item.source, signs):
            found[place] = Duplicate(inside[0].key, inside[0].name.en, inside[1], inside=True)
        else:
            seen.add(item.source, signs)
    return found


def pairs(sources: Sequence[Source]) -> list[tuple[Source, Source, Same]]:
    """Sources that are the same work as one before them: (later, earlier, why)."""
    seen, found = Index(), []
    by_key = {source.key: source for source in sources}
    for source in sources:
        signs = signs_of(source)
        if earlier := seen.find(source, signs):
            found.append((source, by_key[earlier[0].key], earlier[1]))
        else:
            seen.add(source, signs)
    return found


class Index:
    """Sources by every sign that names a work."""

    def __init__(self) -> None:
        self._by_sign: dict[Sign, list[Work]] = {}

    def add(self, source: Work, signs: Sequence[Sign]) -> None:
        for sign in signs:
            self._by_sign.setdefault(sign, []).append(source)

    def find(self, source: Work, signs: Sequence[Sign]) -> tuple[Work, Same] | None:
        """A source that is the same work, the strongest sign first."""
        for sign in signs:
            for other in self._by_sign.get(sign, ()):
                if sign[0] is not Same.TITLE or _may_be_one(source, other):
                    return other, sign[0]
        return None


def signs_of(source: Work) -> list[Sign]:
    """What names the work. A short title does so only together with who wrote it."""
    arxiv, doi, signs = source.arxiv, source.doi.lower(), []
    if doi.startswith("10.48550/"):
        arxiv, doi = arxiv or clean.arxiv_of_doi(doi), ""
    if doi:
        signs.append((Same.DOI, doi))
    if arxiv:
        signs.append((Same.ARXIV, _VERSION.sub("", arxiv).lower()))
    title = clean.title_key(source.title)
    if title and (len(title) < _SHORTEST_TITLE and title.isascii()):
        title = f"{title} {clean.title_key(source.authors[0]) if source.authors else ''}"
    if title:
        signs.append((Same.TITLE, title))
    return signs


def _may_be_one(one: Work, other: Work) -> bool:
    """Two works may share a title, but not when both have numbers that differ or years far apart."""
    if one.year and other.year and abs(one.year - other.year) > 2:
        return False
    return not (one.arxiv and other.arxiv and _VERSION.sub("", one.arxiv) != _VERSION.sub("", other.arxiv))
