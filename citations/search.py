"""Finding sources by words: what is in the name comes before the title, the authors and the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, func, literal_column, select

from citations.dates import UNDATED
from citations.folding import fold, spellings
from citations.models import SourceRow, search_table
from citations.records import Source

_BEFORE = ("\n", " ", "-")  # what stands before a word in a name
TRIGRAM = 3  # shorter words have no trigram: they are looked for in the texts themselves


def finding(word: str) -> Select[str]:
    """Keys of the sources in which a folded word occurs.

    A long word is found through the index; for a short one (two Chinese characters are a word) the texts are read.
    """
    columns = search_table.c
    if len(word) < TRIGRAM:
        whole = columns.name + "\n" + columns.title + "\n" + columns.authors + "\n" + columns.body
        return select(columns.key).where(func.instr(whole, word) > 0)
    phrase = '"' + word.replace('"', '""') + '"'
    return select(columns.key).where(literal_column("search").op("MATCH", is_comparison=True)(phrase))


class Ranking:
    """Puts found sources in order: by a word of the name before a part of one, before title, authors, anything else.

    What is found alike is in the order of `sources`.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._folded = {source.key: (place, *_folded(source)) for place, source in enumerate(sources)}

    def ranked(self, keys: Iterable[str], words: Sequence[str]) -> tuple[str, ...]:
        """Every word adds where it was found; a source whose whole name or key was given comes first."""
        phrase = " ".join(words)
        looked_for = [(word, tuple(before + word for before in _BEFORE)) for word in words]

        def rank(key: str) -> tuple[bool, int, int]:
            place, name, title, authors = self._folded[key]
            where = 0
            for word, starts in looked_for:
                if word in name:
                    where += not (starts[0] in name or starts[1] in name or starts[2] in name)
                else:
                    where += 2 if word in title else 3 if word in authors else 4
            return f"\n{phrase}\n" not in name, where, place

        return tuple(sorted(keys, key=rank))


def _folded(source: Source) -> tuple[str, str, str]:
    """Names, title and authors."""
    names = "\n".join(["", *spellings(source), ""])
    return fold(names), fold(source.title), fold("\n".join(source.authors))


def date_order() -> list[ColumnElement[Any]]:
    """What `Source.order` sorts by."""
    return [
        func.coalesce(func.nullif(SourceRow.date, ""), UNDATED),
        SourceRow.number.expression,
        SourceRow.key.expression,
    ]
