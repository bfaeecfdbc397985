"""Which references of a file the library has already, and which the file holds twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from citations.exchange import clean
from citations.exchange.records import Duplicate, Item, Same
from citations.records import Source

_SHORTEST_TITLE = 12  # letters: "Introduction" and the like are titles of many works
Known = tuple[str, str]  # key and display name


def duplicates(items: Sequence[Item], known: Iterable[Source]) -> dict[int, Duplicate]:
    """By place in `items`: the work that the library or an earlier item holds already.

    The same DOI, the same arXiv number (of any version), or the same title (letters and digits, accents and case
    aside) when the years are at most two apart: preprint and proceedings are one work.
    """
    library, seen = Index(), Index()
    for source in known:
        library.add(source)
    found = {}
    for place, item in enumerate(items):
        outside, inside = library.find(item.source), seen.find(item.source)
        if outside is not None:
            found[place] = Duplicate(outside[0].key, outside[0].name.en, outside[1])
        elif inside is not None:
            found[place] = Duplicate(inside[0].key, inside[0].name.en, inside[1], inside=True)
        else:
            seen.add(item.source)
    return found


def pairs(sources: Sequence[Source]) -> list[tuple[Source, Source, Same]]:
    """Sources that are the same work as one before them: (later, earlier, why)."""
    seen, found = Index(), []
    for source in sources:
        earlier = seen.find(source)
        if earlier is not None:
            found.append((source, *earlier))
        else:
            seen.add(source)
    return found


class Index:
    """Sources by every sign that names a work."""

    def __init__(self) -> None:
        self._by_sign: dict[tuple[Same, str], list[Source]] = {}

    def add(self, source: Source) -> None:
        for sign in _signs(source):
            self._by_sign.setdefault(sign, []).append(source)

    def find(self, source: Source) -> tuple[Source, Same] | None:
        """A source that is the same work, the strongest sign first."""
        for sign in _signs(source):
            for other in self._by_sign.get(sign, ()):
                if sign[0] is not Same.TITLE or _may_be_one(source, other):
                    return other, sign[0]
        return None


def _signs(source: Source) -> Iterator[tuple[Same, str]]:
    arxiv = source.arxiv or clean.arxiv_of_doi(source.doi)
    if source.doi and not clean.arxiv_of_doi(source.doi):
        yield Same.DOI, source.doi.lower()
    if arxiv:
        yield Same.ARXIV, (clean.arxiv(arxiv) or arxiv).lower()
    key = clean.title_key(source.title)
    if len(key) >= _SHORTEST_TITLE or not key.isascii():
        yield Same.TITLE, key


def _may_be_one(one: Source, other: Source) -> bool:
    """Two works may share a title, but not when both have numbers that differ or years far apart."""
    if one.year and other.year and abs(one.year - other.year) > 2:
        return False
    return not (one.arxiv and other.arxiv and clean.arxiv(one.arxiv) != clean.arxiv(other.arxiv))
