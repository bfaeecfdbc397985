"""One citation as text, as BibTeX and as a Markdown link."""

from __future__ import annotations

import re

from citations.latex import ascii_word, escape
from citations.records import Source

_JOURNALS = ("Communications of the ACM", "IEEE Computer Architecture Letters")
_TEAM_WORDS = ("team", "project")
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
    if not source.checked:
        parts.append("[not verified]")
    return " ".join(_closed(part) for part in parts if part)


def markdown_link(source: Source) -> str:
    """`[title](address)`, or just the title without an address."""
    title = re.sub(r"([\\\[\]*_`<>])", r"\\\1", source.title or source.name.en)
    address = source.url.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
    return f"[{title}]({address})" if address else title


def bibtex_key(source: Source) -> str:
    """ASCII: family name of the first author, year, key of the source; unique because source keys are."""
    first = source.authors[0] if source.authors else ""
    family = first if _is_team(first) else first.rpartition(" ")[2]
    return f"{ascii_word(family).lower() or 'anon'}{_year(source)}-{source.key}"


def bibtex(source: Source) -> str:
    """One entry. Special characters are escaped, capitals of the title kept, unchecked sources say so in a note."""
    kind, venue_field = _entry_type(source)
    fields = {
        "title": f"{{{escape(source.title or source.name.en)}}}",
        "author": _bibtex_authors(source),
        "year": _year(source),
        venue_field: escape(_venue(source)),
        "eprint": source.arxiv,
        "archiveprefix": "arXiv" if source.arxiv else "",
        "doi": source.doi,
        "url": source.url,
        "note": "" if source.checked else "not verified",
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{bibtex_key(source)},", *lines, "}"]) + "\n"


def _entry_type(source: Source) -> tuple[str, str]:
    """The entry type, and the field of it that holds the venue."""
    venue = _venue(source)
    if source.kind == "report":
        return "techreport", "institution"
    if source.kind == "repository" or not venue or "arXiv" in venue:
        return "misc", "howpublished"
    if venue.startswith(_JOURNALS):
        return "article", "journal"
    return "inproceedings", "booktitle"


def _bibtex_authors(source: Source) -> str:
    names = [f"{{{escape(name)}}}" if _is_team(name) else escape(name) for name in source.authors]
    return " and ".join([*names, "others"] if names and source.et_al else names)


def _is_team(name: str) -> bool:
    """Names that must not be split into first and last, or that contain the word that separates authors."""
    words = name.split()
    last = words[-1] if words else ""
    return len(words) == 1 or last.lower() in _TEAM_WORDS or last.islower() or "and" in words


def _venue(source: Source) -> str:
    """Without our remarks in parentheses."""
    return _REMARK.sub("", source.venue).strip()


def _year(source: Source) -> str:
    """The year of publication: that of the conference when the venue names one, else of the first version."""
    published = _VENUE_YEAR.search(_venue(source)) if source.kind == "paper" else None
    return published.group(1) if published else str(source.year or "")


def _closed(part: str) -> str:
    return part if part.endswith((".", "?", "!", "]")) or part.startswith("http") else f"{part}."
