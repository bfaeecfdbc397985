"""RIS: the file is cut into records here, so that lines are known; rispy reads and writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import rispy
from rispy.parser import RisParser
from rispy.writer import RisWriter

from citations import people
from citations.exchange import clean, rows
from citations.exchange.draft import Desk, Draft, Link
from citations.exchange.records import Progress, Trouble
from citations.formats import entry_type
from citations.records import OWN, Edge, Source, Text

_TAGS = {tag: tag.lower() for tag in (*rispy.TAG_KEY_MAPPING, "U1", "BT", "CT")}
_TYPES = {"techreport": "RPRT", "article": "JOUR", "inproceedings": "CONF", "misc": "JOUR"}
_KINDS = {"COMP": "repository", "DATA": "repository", "RPRT": "report", "THES": "report", "STAND": "report"}
_LINE = re.compile(r"^([A-Z][A-Z0-9])\s{1,2}-(?:\s|$)(.*)$")
REFER = re.compile(r"^%0 \S", re.MULTILINE)
_EXTRAS = ("name", "name_zh", "code", "organisation", "family", "ledger")
_OWN_LINE = re.compile(r"x-([a-z_]+): (.*)")
_PARTS = ("T2", "JO", "JF", "JA", "T3", "BT", "PB")
Fields = dict[str, list[str]]


# What EndNote's older tags, which search engines still export, are called in RIS.
_REFER = {
    **{"0": "TY", "A": "AU", "T": "TI", "J": "T2", "B": "T2", "D": "PY", "8": "DA", "R": "DO", "U": "UR", "X": "AB"},
    **{"K": "KW", "I": "PB", "F": "ID", "Z": "N1", "M": "AN", "E": "A2"},
}
_REFER_TYPES = {"Report": "RPRT", "Thesis": "THES", "Computer Program": "COMP", "Dataset": "DATA", "Generic": "GEN"}
_REFER_LINE = re.compile(r"^%(\S) (.*)$")


class _Records(RisParser):
    """Every tag may be repeated, and none is split."""

    PATTERN = ""

    def __init__(self) -> None:
        super().__init__(mapping=_TAGS, list_tags=list(_TAGS), delimiter_tags_mapping={}, skip_unknown_tags=True)


class _Writer(RisWriter):
    REFERENCE_TYPE_KEY = "ty"

    def __init__(self) -> None:
        super().__init__(mapping=_TAGS, list_tags=list(_TAGS), delimiter_tags_mapping={})

    def set_header(self, count: int) -> str:
        return ""  # a number before each record, which many programs do not expect


def read_text(text: str, desk: Desk, progress: Progress) -> None:
    """Every record; one without a type or without an end is read all the same."""
    total = text.count("\n") + 1
    for number, (line, lines) in enumerate(_records(text)):
        if not lines[0].startswith("TY"):
            desk.problem(line, Trouble.SYNTAX, lines[0])
            lines = ["TY  - GEN", *lines]
        found = _Records().parse("\n".join([*lines, "ER  - "]))
        if found:
            desk.add(_draft({tag.upper(): _list(value) for tag, value in found[0].items()}, line, desk))
        rows.told(progress, line if number % 64 == 0 else 1, total)


def _list(value: object) -> list[str]:
    return [str(part) for part in value] if isinstance(value, list) else [str(value)]


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """The line that each record begins at, and its lines in the form rispy wants, without TY's and ER's disorder."""
    start, lines = 0, []  # type: int, list[str]
    is_refer = bool(REFER.search(text))
    for number, raw in enumerate(text.split("\n"), 1):
        if is_refer:
            raw = _from_refer(raw)
        match = _LINE.match(raw.strip("\ufeff").rstrip())
        tag = match.group(1) if match else ""
        if tag in ("TY", "ER") and lines:
            yield start, lines
            lines = []
        if tag == "ER" or (not tag and not lines):
            continue
        if not lines:
            start = number
        if match:
            lines.append(f"{tag}  - {match.group(2).strip()}")
        else:
            lines[-1] += f" {raw.strip()}"
    if lines:
        yield start, lines


def _from_refer(line: str) -> str:
    """The line of the older form as one of RIS."""
    match = _REFER_LINE.match(line)
    if match is None:
        return line
    tag, value = _REFER.get(match.group(1), "C8"), match.group(2).strip()
    return f"{tag}  - {_REFER_TYPES.get(value, 'JOUR') if tag == 'TY' else value}"


def _draft(fields: Fields, line: int, desk: Desk) -> Draft:
    def of(*tags: str) -> str:
        return next((value for tag in tags for value in fields.get(tag, ()) if value), "")

    own: dict[str, str] = {}
    links: list[Link] = []
    for value in fields.get("U1", ()):
        if match := _OWN_LINE.fullmatch(value):
            own[match.group(1)] = match.group(2)
            links += rows.links_of(match.group(2)) if match.group(1) == "builds_on" else []
    date = _date(of("DA"), of("PY", "Y1"), line, desk)
    urls = [url.strip() for value in fields.get("UR", []) for url in re.split(r"[;\s]\s*(?=https?:)", value)]
    places = [*urls, *(value for tag in ("AN", "JO", "T2", "JF", "N1", "M1", "PB") for value in fields.get(tag, ()))]
    arxiv = next(filter(None, map(clean.arxiv_within, places)), "")
    doi = clean.doi(of("DO")) or next((clean.doi(url) for url in urls if "doi.org/" in url), "")
    if of("DO") and not doi:
        desk.problem(line, Trouble.BAD_DOI, of("DO"))
    venue = clean.marked_up(of(*_PARTS))
    return Draft(
        line=line,
        label=of("ID", "LB"),
        title=clean.marked_up(of("TI", "T1", "CT")),
        authors=[people.given_first(name) for tag in ("AU", "A1", "A2") for name in fields.get(tag, [])],
        date=date,
        venue=venue,
        kind=_KINDS.get(of("TY"), "paper" if of("TY") not in ("GEN", "ELEC", "WEB", "ICOMM") else ""),
        arxiv=arxiv,
        doi=doi,
        url=next(filter(None, urls), ""),
        mechanism=Text(clean.marked_up(of("AB", "N2"))),
        notes=[clean.marked_up(note) for note in fields.get("N1", [])],
        tags=[tag for value in fields.get("KW", []) for tag in re.split(r"[;\n]", value)],
        attachments=[
            value.removeprefix("file://") for value in fields.get("L1", []) if value.lower().endswith(".pdf")
        ],
        links=links,
        **{name: own.get(name, "") for name in _EXTRAS},  # type: ignore[arg-type]
    )


def _date(exact: str, year: str, line: int, desk: Desk) -> str:
    """DA is exact where it holds a date at all, PY has at least the year."""
    dates = [clean.date(value.strip("/").replace("//", "/")) for value in (exact, year)]
    if (exact or year) and not any(dates):
        desk.problem(line, Trouble.BAD_YEAR, year or exact)
    return max(dates, key=len)


def write(sources: Sequence[Source], older: Mapping[str, Sequence[Edge]], tags: Mapping[str, Sequence[str]]) -> str:
    """One record a source, of type JOUR, CONF, RPRT or COMP. What RIS has no tag for stands in U1."""
    records = [_record(source, older.get(source.key, ()), tags.get(source.key, ())) for source in sources]
    return "".join(_Writer().formats([record]) for record in records)


def _record(source: Source, older: Sequence[Edge], tags: Sequence[str]) -> dict[str, str | list[str]]:
    row = rows.row_of(source)
    kind = "COMP" if source.kind == "repository" else _TYPES[entry_type(source)]
    authors = [_author(name) for name in source.authors]
    own = [f"x-{name}: {row[name]}" for name in _EXTRAS if row[name]]
    own += [f"x-builds_on: {rows.link_text(edge)}" for edge in older]
    record: dict[str, str | list[str]] = {
        "TY": kind,
        "ID": [source.key],
        "TI": [source.title],
        "AU": [*authors, rows.ET_AL] if source.et_al else authors,
        "PY": [row["date"][:4]],
        "DA": [row["date"].replace("-", "/")],
        "T2" if kind in ("JOUR", "CONF") else "PB": [source.venue],
        "AN": [f"arXiv:{source.arxiv}" if source.arxiv else ""],
        "DO": [source.doi],
        "UR": [source.url],
        "AB": [source.mechanism.en if source.ring == OWN else ""],
        "N1": list(source.notes),
        "KW": list(tags),
        "U1": own,
    }
    return {tag.lower(): value for tag, value in record.items() if isinstance(value, str) or any(value)}


def _author(name: str) -> str:
    """ "Family, Given"; a comma behind a team's name keeps EndNote from splitting it."""
    given, family = people.parted(name)
    return f"{family}, {given}" if given else f"{name}," if " " in name else name
