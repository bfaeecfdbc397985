"""CSL-JSON, object by object, so that one broken object costs no other; also what search engines give as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from citations import people
from citations.exchange import clean, rows
from citations.exchange.draft import Desk, Draft
from citations.exchange.records import Progress, Trouble
from citations.exchange.tables import kind_of
from citations.formats import entry_type
from citations.records import OWN, Edge, Source

_CUSTOM = (
    *("name", "name_zh", "kind", "code", "organisation", "family", "ledger", "effects", "bottleneck"),
    *("bottleneck_zh", "mechanism_zh", "caveat", "caveat_zh", "formula", "ring", "builds_on"),
)
_TYPES = {
    "techreport": "report",
    "misc": "article",
    "article": "article-journal",
    "inproceedings": "paper-conference",
}
_NAME_PARTS = ("given", "firstName", "dropping-particle", "non-dropping-particle", "family", "lastName", "suffix")
_KINDS = {
    **dict.fromkeys(("report", "thesis", "standard"), "report"),
    **dict.fromkeys(("software", "dataset"), "repository"),
}
_LIST = re.compile(r'"(?:items|references|data|results|papers)"\s*:\s*\[')
_NEXT = re.compile(r"\}\s*,?\s*(?=\{)")
Fields = Mapping[str, Any]


def write(sources: Sequence[Source], older: Mapping[str, Sequence[Edge]], tags: Mapping[str, Sequence[str]]) -> str:
    """One object a source; what CSL has no variable for stands under `custom`, where the specification puts it."""
    found = [_object(source, older.get(source.key, ()), tags.get(source.key, ())) for source in sources]
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _object(source: Source, older: Sequence[Edge], tags: Sequence[str]) -> dict[str, Any]:
    row = rows.row_of(source, older)
    is_software = source.kind == "repository"
    date = row["date"]
    custom: dict[str, Any] = {name: row[name] for name in _CUSTOM if row[name]}
    if source.et_al:
        custom["et_al"] = True
    if source.ring != OWN and row["mechanism"]:
        custom["mechanism"] = row["mechanism"]
    value: dict[str, Any] = {
        "id": source.key,
        "type": "software" if is_software else _TYPES[entry_type(source)],
        "title": source.title,
        "author": [_author(name) for name in source.authors],
        "issued": {"date-parts": [[int(part) for part in date.split("-")]]} if date else None,
        "container-title": source.venue,
        "DOI": source.doi,
        "number": f"arXiv:{source.arxiv}" if source.arxiv else "",
        "URL": source.url,
        "abstract": row["mechanism"] if source.ring == OWN else "",
        "note": "\n".join(source.notes),
        "keyword": rows.joined(tags),
        "custom": custom,
    }
    return {name: content for name, content in value.items() if content}


def _author(name: str) -> dict[str, str]:
    given, family = people.parted(name)
    return {"family": family, "given": given} if given else {"literal": name}


def read_text(text: str, desk: Desk, progress: Progress) -> None:
    """Every object of a list, of a list within an object, or one a line."""
    for line, value, share in _objects(text, desk):
        if not isinstance(value, dict):
            desk.problem(line, Trouble.NOT_A_RECORD, json.dumps(value, ensure_ascii=False), lost=True)
        elif value:
            desk.add(_draft(value, line, desk))
        progress(share)


def _objects(text: str, desk: Desk) -> Iterator[tuple[int, Any, float]]:
    """The line that each value begins at, the value, and the share of the text behind it."""
    decoder, place, line, counted = json.JSONDecoder(), 0, 1, 0
    inner = _LIST.search(text, 0, 65536) if text.lstrip().startswith("{") else None
    if inner:
        place = inner.end()
    while True:
        blank = re.compile(r"[\s,\[\]\ufeff]*").match(text, place)
        place = blank.end() if blank else place
        if place >= len(text) or (inner and "]" in text[counted:place] and text[place] == "}"):
            return
        line, counted = line + text.count("\n", counted, place), place
        try:
            value, place = decoder.raw_decode(text, place)
        except (json.JSONDecodeError, RecursionError) as error:
            wrong = error.pos if isinstance(error, json.JSONDecodeError) else place
            at = line + text.count("\n", place, wrong)
            desk.problem(at, Trouble.SYNTAX, text[max(place, wrong - 20) : wrong + 40], lost=True)
            following = _NEXT.search(text, max(wrong - 1, place))
            if following is None:
                return
            place = following.end()
        else:
            yield line, value, place / len(text)


def _draft(value: Fields, line: int, desk: Desk) -> Draft:
    def of(*names: str) -> str:
        for name in names:
            content = value.get(name)
            content = content[0] if isinstance(content, list) and content else content
            if isinstance(content, str | int) and not isinstance(content, bool) and str(content).strip():
                return str(content)
        return ""

    inner = value.get("custom")
    custom: Fields = inner if isinstance(inner, dict) else {}
    row = {name: text for name, text in custom.items() if isinstance(text, str)}
    row.setdefault("mechanism", clean.marked_up(of("abstract", "abstractNote")))
    draft = rows.draft_of(row, line)
    outer = value.get("externalIds")
    ids: Fields = outer if isinstance(outer, dict) else {}
    draft.label = of("id", "citationKey", "citation-key", "paperId", "key")
    draft.title = clean.marked_up(of("title"))
    draft.authors = [*_names(value), *([rows.ET_AL] if custom.get("et_al") else [])]
    draft.date = _date(value, of("publicationDate", "date", "year"), line, desk)
    draft.venue = clean.marked_up(of("container-title", "event-title", "venue", "publicationTitle", "publisher"))
    draft.kind = row.get("kind", "") or _KINDS.get(of("type"), "") or kind_of(of("itemType"))
    draft.url = clean.text(of("URL", "url"))
    draft.doi = clean.doi(of("DOI", "doi") or str(ids.get("DOI", "")))
    number = str(ids.get("ArXiv", "")) or next(filter(None, map(clean.arxiv_within, _texts(value))), "")
    draft.arxiv = clean.arxiv(number)
    draft.notes = of("note", "extra").splitlines()
    draft.tags = rows.listed(of("keyword"))
    return draft


def _texts(value: Fields) -> list[str]:
    places = ("number", "URL", "url", "archive_location", "container-title", "note", "extra", "DOI")
    return [str(value.get(name) or "") for name in places]


def _names(value: Fields) -> list[str]:
    found = []
    listed = value.get("author") or value.get("authors") or value.get("creators") or []
    for author in listed if isinstance(listed, list) else [listed]:
        if isinstance(author, str):
            found.append(people.given_first(author))
        elif isinstance(author, dict):
            name = " ".join(str(author[part]) for part in _NAME_PARTS if author.get(part))
            found.append(name or str(author.get("literal") or author.get("name") or ""))
    return found


def _date(value: Fields, other: str, line: int, desk: Desk) -> str:
    issued = value.get("issued")
    given = issued if isinstance(issued, str) else other
    if isinstance(issued, dict):
        parts = issued.get("date-parts") or [[]]
        first = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
        spelled = str(issued.get("raw") or issued.get("literal") or other)
        given = "-".join(str(part) for part in first if part) or spelled
    date = clean.date(given)
    if given and not date:
        desk.problem(line, Trouble.BAD_YEAR, given)
    return date
