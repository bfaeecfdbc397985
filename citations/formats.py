"""One citation as text, as BibTeX and as a Markdown link."""

from __future__ import annotations

import re
from collections.abc import Mapping

from citations import people
from citations.latex import ascii_word, escape
from citations.records import OWN, Source

_JOURNALS = re.compile(r"\b(?:journal|transactions|letters|communications of|review)\b", re.IGNORECASE)

NOTE_BREAK = " {;} "  # between notes in one field: no text that is escaped holds it
OWN_PREFIX = "own-"  # of keys in the notebook
_REMARK = re.compile(r"\s+\([^()]*\)")
_VENUE_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")


def citation_text(source: Source) -> str:
    """Authors (year). Title. Venue. Address. What is unknown is left out."""
    authors = list(source.authors)
    if source.et_al or len(authors) > 4:
        authors = [*authors[:3], "et al."] if len(authors) > 3 else [*authors, "et al."]
    parts = [", ".join(authors), source.title or source.name.en, _venue(source), source.url]
    if _year(source):
        parts[0] = f"{parts[0]} ({_year(source)})".strip()
    if not source.checked and source.ring != OWN:
        parts.append("[not verified]")
    return " ".join(_closed(part) for part in parts if part)


def markdown_link(source: Source) -> str:
    """`[title](address)`, or just the title without an address."""
    title = re.sub(r"([\\\[\]*_`<>])", r"\\\1", source.title or source.name.en)
    address = source.url.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    return f"[{title}]({address})" if address else title


def bibtex_key(source: Source) -> str:
    """ASCII: family name of the first author, year, key of the source; unique because source keys are.

    The key of a source that came with such a name already stays as it is.
    """
    first = source.authors[0] if source.authors else ""
    family = ascii_word(people.parted(first)[1].rpartition(" ")[2] if not people.is_team(first) else first).lower()
    key = source.key.removeprefix(OWN_PREFIX)
    if source.ring == OWN and key.startswith(family or "anon"):
        return key
    return f"{family or 'anon'}{_year(source)}-{key}"


def bibtex(source: Source, extras: Mapping[str, str] | None = None, label: str = "") -> str:
    """One entry. Special characters are escaped, capitals of the title kept, unchecked sources say so in a note.

    `extras` are further fields, written as they are; empty ones are left out. `label`: instead of `bibtex_key`.
    """
    kind, venue_field = _entry_type(source)
    notes = [escape(note) for note in source.notes] if source.ring == OWN else []
    if not source.checked and source.ring != OWN:
        notes = ["not verified"]
    fields = {
        "title": f"{{{escape(source.title or source.name.en)}}}",
        "author": _bibtex_authors(source),
        "year": _year(source),
        **_month(source),
        venue_field: escape(_venue(source)),
        "eprint": source.arxiv,
        "archiveprefix": "arXiv" if source.arxiv else "",
        "doi": _verbatim(source.doi),
        "url": _verbatim(source.url),
        "note": NOTE_BREAK.join(notes),
        **(extras or {}),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{label or bibtex_key(source)},", *lines, "}"]) + "\n"


def entry_type(source: Source) -> str:
    """What BibTeX calls the source: article, inproceedings, techreport or misc."""
    return _entry_type(source)[0]


def _entry_type(source: Source) -> tuple[str, str]:
    """The entry type, and the field of it that holds the venue."""
    venue = _venue(source)
    if source.kind == "report":
        return "techreport", "institution"
    if source.kind == "repository" or not venue or "arXiv" in venue:
        return "misc", "howpublished"
    if _JOURNALS.search(venue):
        return "article", "journal"
    return "inproceedings", "booktitle"


def _bibtex_authors(source: Source) -> str:
    names = [_bibtex_author(name) for name in source.authors]
    return " and ".join([*names, "others"] if names and source.et_al else names)


def _bibtex_author(name: str) -> str:
    """Given name first; in braces what BibTeX must not take apart."""
    if people.is_team(name):
        return f"{{{escape(name)}}}"
    given, family = people.parted(name)
    words = family.split(" ")
    if len(words) > 1 and people.is_suffix(words[-1]):
        return escape(f"{' '.join(words[:-1])}, {words[-1]}, {given}")
    return escape(name)


def _month(source: Source) -> dict[str, str]:
    """Month and day of the user's own sources; those of the library have the date of their first version."""
    if source.ring != OWN or len(source.date) < 7:
        return {}
    return {"month": source.date[5:7].lstrip("0"), "day": source.date[8:].lstrip("0")}


def _verbatim(address: str) -> str:
    """An address or number that cannot end the field it stands in."""
    return "".join(f"%{ord(char):02X}" if char in "{}\\ " else char for char in address)


def _venue(source: Source) -> str:
    """Without our remarks in parentheses."""
    return source.venue if source.ring == OWN else _REMARK.sub("", source.venue).strip()


def _year(source: Source) -> str:
    """The year of publication: that of the conference when the venue names one, else of the first version."""
    is_ours = source.kind == "paper" and source.ring != OWN
    published = _VENUE_YEAR.search(_venue(source)) if is_ours else None
    return published.group(1) if published else str(source.year or "")


def _closed(part: str) -> str:
    return part if part.endswith((".", "?", "!", "]")) or part.startswith("http") else f"{part}."
