"""The full-text table. Its texts are folded (see `citations.folding`): it finds, and shows nothing."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, column, insert, table, text

from citations.folding import fold, spellings
from citations.records import Source

# Trigrams need no word breaks, so that Chinese is found like English.
_CREATE = """
CREATE VIRTUAL TABLE search USING fts5(key UNINDEXED, name, title, authors, body, tokenize = 'trigram')
"""

search_table = table("search", column("key"), column("name"), column("title"), column("authors"), column("body"))


def create_search(connection: Connection, sources: list[Source]) -> None:
    """Creates and fills the table."""
    connection.execute(text(_CREATE))
    connection.execute(insert(search_table), [_row(source) for source in sources])


def _disputed(source: Source) -> Iterator[str]:
    for conflict in source.conflicts:
        yield from (conflict.about, conflict.advice)
        yield from (version.says for version in conflict.versions)


def _row(source: Source) -> dict[str, str]:
    sentences = [source.bottleneck, source.mechanism, source.caveat]
    body = [part for sentence in sentences for part in (sentence.en, sentence.zh)]
    body += [*source.notes, *_disputed(source), source.venue, source.organisation, source.family, source.doi]
    return {
        "key": source.key,
        "name": fold(" \n".join(spellings(source))),
        "title": fold(source.title),
        "authors": fold(" \n".join(source.authors)),
        "body": fold(" \n".join(body)),
    }
