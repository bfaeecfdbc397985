"""Finding sources by words: what is in the name comes before the title, the authors and the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, case, exists, func, literal, literal_column, select

from citations.dates import UNDATED
from citations.folding import fold, words
from citations.models import EffectRow, SourceRow, search_table
from citations.records import Source

_BEFORE = ("\n", " ", "-")  # what stands before a word in a name
TRIGRAM = 3  # shorter words have no trigram: they are looked for in the texts themselves


def finding(word: str) -> Select[str]:
    """Keys of the sources in which a folded word occurs."""
    return select(search_table.c.key).where(*_matches([word]))


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
    names = f"\n{source.key}\n{source.name.en}\n{source.name.zh}\n{source.arxiv}\n"
    return fold(names), fold(source.title), fold("\n".join(source.authors))


def find(text: str, ledger: str | None, ring: int | None) -> Select[str]:
    """Keys of the sources in which every word of `text` occurs, best first; without words, all in date order."""
    wanted = words(text)
    query = select(SourceRow.key).order_by(*_order(wanted))
    if wanted:
        query = query.join(search_table, search_table.c.key == SourceRow.key).where(*_matches(wanted))
    if ring is not None:
        query = query.where(SourceRow.ring == ring)
    if ledger is not None:
        query = query.where(exists().where(EffectRow.source_key == SourceRow.key, EffectRow.ledger == ledger))
    return query


def _matches(words: list[str]) -> list[ColumnElement[bool]]:
    """Long words through the index, short ones (two Chinese characters are a word) by looking."""
    long = [word for word in words if len(word) >= TRIGRAM]
    short = [word for word in words if len(word) < TRIGRAM]
    conditions: list[ColumnElement[bool]] = []
    if long:
        phrases = " AND ".join('"' + word.replace('"', '""') + '"' for word in long)
        conditions.append(literal_column("search").op("MATCH", is_comparison=True)(phrases))
    columns = search_table.c
    whole = columns.name + "\n" + columns.title + "\n" + columns.authors + "\n" + columns.body
    conditions += [func.instr(whole, word) > 0 for word in short]
    return conditions


def _order(words: list[str]) -> list[ColumnElement[Any]]:
    columns = search_table.c
    order: list[ColumnElement[Any]] = []
    if words:
        phrase = " ".join(words)
        order.append(case((SourceRow.key == phrase, 0), else_=1))
        tiers: ColumnElement[int] = literal(0)
        for word in words:
            tiers = tiers + case(
                (func.instr(columns.name, word) > 0, 0),
                (func.instr(columns.title, word) > 0, 1),
                (func.instr(columns.authors, word) > 0, 2),
                else_=3,
            )
        order.append(tiers)
    return [*order, *date_order()]


def date_order() -> list[ColumnElement[Any]]:
    """What `Source.order` sorts by."""
    return [
        func.coalesce(func.nullif(SourceRow.date, ""), UNDATED),
        SourceRow.number.expression,
        SourceRow.key.expression,
    ]
