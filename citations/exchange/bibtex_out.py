"""BibTeX files: the entries that citations are copied as, with what only we know in fields of our own (`x-...`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citations.exchange.draft import guessed_kind, short_name, unique
from citations.formats import bibtex, bibtex_key, entry_type
from citations.latex import escape
from citations.records import OWN, Edge, Source


def write(sources: Sequence[Source], older: Mapping[str, Sequence[Edge]], tags: Mapping[str, Sequence[str]]) -> str:
    labels: dict[str, str] = {}
    used: set[str] = set()
    for source in sources:
        labels[source.key] = unique(bibtex_key(source), used)
        used.add(labels[source.key])
    entries = []
    for source in sources:
        links = ", ".join(f"{labels[edge.older]} ({edge.relation})" for edge in older.get(source.key, ()))
        entries.append(bibtex(source, _extras(source, links, tags.get(source.key, ())), labels[source.key]))
    return "\n".join(entries)


def _extras(source: Source, links: str, tags: Sequence[str]) -> dict[str, str]:
    is_own = source.ring == OWN
    is_plain = entry_type(source) != "misc" or source.kind == guessed_kind(
        source.url, source.arxiv, source.doi, source.venue
    )
    return {
        "abstract": escape(source.mechanism.en) if is_own else "",
        "keywords": escape("; ".join(tags)),
        "x-name": "" if source.name.en == short_name(source.title, source.authors) else escape(source.name.en),
        "x-name-zh": escape(source.name.zh),
        "x-kind": "" if is_plain else source.kind,
        "x-code": source.code,
        "x-organisation": escape(source.organisation),
        "x-family": escape(source.family),
        "x-ledger": source.primary_ledger,
        "x-builds-on": links,
    }
