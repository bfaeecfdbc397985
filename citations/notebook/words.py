"""Finding the user's words: in notes, in tags and in everything that an own source says."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import column, delete, func, literal_column, select, table
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from citations.folding import fold
from citations.notebook.checks import OWN_PREFIX
from citations.notebook.tables import WordsRow
from citations.records import Source

_words = table("words", column("rowid"))
TRIGRAM = 3  # shorter words have no trigram: they are looked for in the texts themselves


def keep_words(session: Session, key: str, part: str, text: str) -> None:
    """Takes the place of what was kept of this part of a source; an empty text is not kept."""
    folded = _folded(text)
    if not folded:
        session.execute(delete(WordsRow).where(WordsRow.source_key == key, WordsRow.part == part))
        return
    upsert = insert(WordsRow).values(source_key=key, part=part, folded=folded)
    changed = {"folded": upsert.excluded.folded}
    session.execute(upsert.on_conflict_do_update(index_elements=["source_key", "part"], set_=changed))


def keep_new_words(session: Session, part: str, texts: Mapping[str, str]) -> None:
    """Texts by the key of a source of which nothing was kept in this part."""
    rows = [{"source_key": key, "part": part, "folded": _folded(text)} for key, text in texts.items()]
    session.execute(insert(WordsRow), [row for row in rows if row["folded"]])


def find(session: Session, word: str) -> frozenset[str]:
    """Keys of sources in one of whose texts the word occurs, also within other words; none for an empty word."""
    folded = _folded(word)
    if not folded:
        return frozenset()
    query = select(func.json_group_array(WordsRow.source_key))  # one row: thousands would take longer than the search
    if len(folded) < TRIGRAM:
        query = query.where(func.instr(WordsRow.folded, folded) > 0)
    else:
        phrase = '"' + folded.replace('"', '""') + '"'
        matches = literal_column("words").op("MATCH", is_comparison=True)(phrase)
        query = query.join(_words, _words.c.rowid == WordsRow.id).where(matches)
    return frozenset(json.loads(session.scalar(query) or "[]"))


def texts_of(source: Source) -> str:
    """Everything readable in a source, one text a line."""
    texts = [
        source.key.removeprefix(OWN_PREFIX),
        source.title,
        source.venue,
        source.arxiv,
        source.doi,
        source.url,
        source.code,
    ]
    texts += [source.organisation, source.family, source.formula, source.primary_ledger, source.date]
    for text in (source.name, source.bottleneck, source.mechanism, source.caveat):
        texts += [text.en, text.zh]
    texts += [*source.authors, *source.notes]
    texts += [effect.why for effect in source.effects]
    return "\n".join(text for text in texts if text)


def _folded(text: str) -> str:
    """SQL texts end at a zero character for some functions: it is a blank here. Half characters are dropped."""
    return fold(text.replace("\0", " ").encode("utf-16", "surrogatepass").decode("utf-16", "replace")).strip()
