"""What the fields of a BibTeX entry say of a source."""

from __future__ import annotations

import re

from citations import people
from citations.exchange import clean
from citations.exchange.draft import Desk, Draft, Link
from citations.exchange.plain import plain
from citations.exchange.records import Trouble
from citations.formats import NOTE_BREAK
from citations.records import Text

_KINDS = {
    **dict.fromkeys(("techreport", "report", "manual", "phdthesis", "mastersthesis", "thesis", "standard"), "report"),
    **dict.fromkeys(("software", "dataset"), "repository"),
    **dict.fromkeys(("article", "inproceedings", "conference", "incollection", "book", "inbook"), "paper"),
}
_VENUES = (
    *("journal", "journaltitle", "booktitle", "howpublished", "school", "institution", "organization"),
    *("publisher", "series"),
)
_AND = re.compile(r"\s+and\s+|\s+and$|^and\s+", re.IGNORECASE)
_BARE_URL = re.compile(r"https?://[^\s{}\"<>]+")
_FILE = re.compile(r"(?:(?<![A-Za-z0-9])[A-Z]:)?[^:;]*\.pdf", re.IGNORECASE)
LINKS = "x-builds-on"
Fields = dict[str, str]


def draft_of(entry_type: str, label: str, fields: Fields, line: int, desk: Desk) -> Draft:
    """The entry as a draft; numbers that are none are told and kept as notes."""
    texts = [fields.get(name, "") for name in ("note", "annote", "annotation", "addendum")]
    notes = [plain(note) for text in texts for note in text.split(NOTE_BREAK) if note]
    doi, arxiv = _doi(fields, line, desk, notes), _arxiv(fields, line, desk, notes)
    if arxiv:
        notes = [note for note in notes if not _only_says(note, arxiv)]
    date = _date(fields, line, desk)
    venue = clean.marked_up(plain(next((fields[name] for name in _VENUES if _is_venue(fields.get(name, ""))), "")))
    return Draft(
        line=line,
        label=label,
        name=plain(fields.get("x-name", "")),
        name_zh=plain(fields.get("x-name-zh", "")),
        title=clean.marked_up(plain(_title(fields))),
        authors=authors_of(fields.get("author") or fields.get("editor", "")),
        date=date,
        venue="" if arxiv and _is_archive(venue) else venue,
        kind=fields.get("x-kind", "") or _KINDS.get(entry_type, ""),
        arxiv=arxiv,
        doi=doi,
        url=_url(fields),
        code=address(fields.get("x-code", "")),
        organisation=plain(fields.get("x-organisation", "")),
        family=plain(fields.get("x-family", "")),
        ledger=fields.get("x-ledger", "").strip(),
        mechanism=Text(clean.marked_up(plain(fields.get("abstract", "")))),
        notes=notes,
        tags=re.split(r"[;,]", plain(fields.get("keywords", "") or fields.get("mendeley-tags", ""))),
        attachments=_FILE.findall(fields.get("file", "").replace("\\:", ":")),
        links=[_link(part) for part in fields.get(LINKS, "").split(",") if part.strip()],
    )


def authors_of(value: str) -> list[str]:
    """Names given first. `and` separates; files that separate by semicolons or commas alone are understood."""
    value = " ".join(value.split())
    names = _split(value, _AND)
    if len(names) == 1 and not _is_braced(names[0]):
        names = _split(value, re.compile(";"))
        parts = _split(value, re.compile(","))
        if len(names) == 1 and len(parts) > 3 and all(" " in part.strip() for part in parts):
            names = parts
    return [_name(name.strip()) for name in names if name.strip()]


def _name(name: str) -> str:
    if _is_braced(name):
        return plain(name)
    parts = [plain(part).strip() for part in _split(name, re.compile(","))]
    return people.given_first(", ".join(filter(None, parts))) if len(parts) > 1 else parts[0]


def _is_braced(text: str) -> bool:
    """Whether one pair of braces encloses all of it."""
    if not (text.startswith("{") and text.endswith("}")):
        return False
    depth = 0
    for place, char in enumerate(text):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if depth == 0 and place < len(text) - 1:
            return False
    return not re.match(r"\{\\\W", text)


def _split(value: str, separator: re.Pattern[str]) -> list[str]:
    """At separators outside of braces."""
    depth, depths = 0, []
    for char in value:
        depths.append(depth)
        depth += {"{": 1, "}": -1}.get(char, 0)
    parts, start = [], 0
    for match in separator.finditer(value):
        if depths[match.start()] == 0:
            parts.append(value[start : match.start()])
            start = match.end()
    return [*parts, value[start:]]


def address(value: str) -> str:
    """An address as it is: TeX needs some of its characters escaped, browsers do not."""
    bare = re.sub(r"\\url\s*\{(.*?)\}", r"\1", value.strip())
    bare = re.sub(r"\\textasciitilde(?:\{\})?|\\~(?:\{\})?|\{?\$\\sim\$\}?", "~", bare)
    return clean.text(re.sub(r"\\([_%&#$])", r"\1", bare).replace("{", "").replace("}", ""))


def _title(fields: Fields) -> str:
    title = fields.get("title", "")
    subtitle = fields.get("subtitle", "").strip()
    return f"{title}: {subtitle}" if title and subtitle else title


def _url(fields: Fields) -> str:
    url = address(fields.get("url", ""))
    if url:
        return url
    for name in ("howpublished", "note", "link"):
        found = _BARE_URL.search(address(fields.get(name, "")))
        if found:
            return found.group().rstrip(".,;)")
    return ""


def _is_venue(value: str) -> bool:
    """Not an address alone, and not the words around one."""
    return bool(value.strip()) and not _BARE_URL.search(value) and "\\url" not in value


def _doi(fields: Fields, line: int, desk: Desk, notes: list[str]) -> str:
    given = address(fields.get("doi", ""))
    found = clean.doi(given)
    if given and not found:
        desk.problem(line, Trouble.BAD_DOI, given)
        notes.append(f"DOI: {given}")
    return found or (clean.doi(address(fields.get("url", ""))) if "doi.org/" in fields.get("url", "") else "")


def _arxiv(fields: Fields, line: int, desk: Desk, notes: list[str]) -> str:
    archive = (fields.get("archiveprefix") or fields.get("eprinttype") or "").strip().lower()
    given = fields.get("eprint", "").strip() if archive in ("", "arxiv") else ""
    given = given or fields.get("arxivid", "").strip() or fields.get("arxiv", "").strip()
    found = clean.arxiv(given)
    if found or not given:
        return found or next(filter(None, map(clean.arxiv_within, _places(fields))), "")
    if archive == "arxiv":
        desk.problem(line, Trouble.BAD_ARXIV, given)
        notes.append(f"arXiv: {given}")
    return next(filter(None, map(clean.arxiv_within, _places(fields))), "")


def _places(fields: Fields) -> list[str]:
    """Where an arXiv number may be told in passing."""
    names = ("url", "journal", "howpublished", "note", "doi", "publisher", "volume")
    return [fields.get(name, "") for name in names]


def _is_archive(venue: str) -> bool:
    """Whether it names only the archive whose number is known anyway."""
    bare = re.sub(r"[^a-z]", "", venue.lower())
    return bare in ("corr", "corrabs", "arxiv", "arxivorg", "arxivpreprint", "arxivpreprintarxiv", "arxiveprints")


def _only_says(note: str, arxiv: str) -> bool:
    return clean.arxiv_within(note) == arxiv and len(note) < len(arxiv) + 24


def _date(fields: Fields, line: int, desk: Desk) -> str:
    given = plain(fields.get("date", "")) or plain(fields.get("year", ""))
    date = clean.date(given)
    if given and not date:
        desk.problem(line, Trouble.BAD_YEAR, given)
    if len(date) == 4 and fields.get("month"):
        month, day = plain(fields["month"]), plain(fields.get("day", ""))
        words = re.findall(r"[^\W\d_]+|\d+", month)
        named = next((word for word in words if clean.month(word)), "")
        days = [word for word in words if word.isdigit() and word != named]
        return clean.composed(date, named, day or (days[0] if days else ""))
    return date


def _link(part: str) -> Link:
    """ "label" or "label (relation)"."""
    match = re.fullmatch(r"\s*(\S+)(?:\s+\(([^()]*)\))?\s*", part)
    return Link(match.group(1), match.group(2) or "uses") if match else Link(part.strip())
