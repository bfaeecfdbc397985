"""Plain records of what a file of references holds: items, edges between them, problems, duplicates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from citations.records import Edge, Source

Progress = Callable[[float], None]  # is told the share done, and may raise to stop


class Trouble(StrEnum):
    """What is wrong; `EXPECTED` says what should have been there."""

    EMPTY = "empty file"
    UNKNOWN_FORMAT = "unknown format"
    ENCODING = "broken characters"
    SYNTAX = "not readable"
    UNCLOSED = "not closed"
    NO_FIELDS = "no fields"
    NO_TITLE = "no title"
    NO_LABEL = "no key"
    REPEATED_LABEL = "key used before"
    REPEATED_FIELD = "field given twice"
    AFTER_VALUE = "text after a value"
    UNKNOWN_MACRO = "unknown abbreviation"
    UNKNOWN_PARENT = "unknown cross-reference"
    BAD_YEAR = "not a year"
    BAD_DOI = "not a DOI"
    BAD_ARXIV = "not an arXiv number"
    UNKNOWN_LEDGER = "unknown ledger"
    NOT_A_RECORD = "not a record"
    TOO_MANY_CELLS = "too many cells"
    UNKNOWN_END = "edge to an unknown source"
    BAD_EDGE = "not an edge"
    SELF_EDGE = "edge to itself"


EXPECTED: dict[Trouble, str] = {
    Trouble.EMPTY: "references in BibTeX, RIS, CSL-JSON, CSV or GraphML",
    Trouble.UNKNOWN_FORMAT: "BibTeX, RIS, CSL-JSON, CSV with a header, GraphML or an edge list",
    Trouble.ENCODING: "UTF-8, UTF-16 or Windows-1252",
    Trouble.SYNTAX: "an entry as the format asks for it",
    Trouble.UNCLOSED: "the end of the entry before the next one begins",
    Trouble.NO_FIELDS: "at least one field",
    Trouble.NO_TITLE: "a title",
    Trouble.NO_LABEL: "a key of its own (one was made)",
    Trouble.REPEATED_LABEL: "a key of its own (edges go to the first)",
    Trouble.REPEATED_FIELD: "each field once (the first is kept)",
    Trouble.AFTER_VALUE: "a comma after the value",
    Trouble.UNKNOWN_MACRO: "an abbreviation that @string defines (kept as it is)",
    Trouble.UNKNOWN_PARENT: "an entry of this file",
    Trouble.BAD_YEAR: "a year such as 2023 or a date such as 2023-10-23",
    Trouble.BAD_DOI: "10.…/… (kept as a note)",
    Trouble.BAD_ARXIV: "a number such as 2309.06180 (kept as a note)",
    Trouble.UNKNOWN_LEDGER: "one of the eighteen ledgers",
    Trouble.NOT_A_RECORD: "an object with fields",
    Trouble.TOO_MANY_CELLS: "as many cells as the header names",
    Trouble.UNKNOWN_END: "the key of a source in this file or in the library",
    Trouble.BAD_EDGE: "two keys: newer, older",
    Trouble.SELF_EDGE: "two different sources",
}


@dataclass(frozen=True)
class Problem:
    """One thing wrong in a file. `line` counts from 1, 0 is the file as a whole; `lost`: something was left out."""

    file: str
    line: int
    trouble: Trouble
    found: str
    lost: bool = False

    @property
    def expected(self) -> str:
        return EXPECTED[self.trouble]

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        found = f"{self.trouble}: {self.found}" if self.found else str(self.trouble)
        return f"{place}: found {found}; expected {self.expected}"


@dataclass(frozen=True)
class Item:
    """One reference of a file as a source of ring OWN, with what a source has no place for.

    `source.key` is unique in its file (see `choice.chosen` for the library); `label` is the file's own key or "".
    """

    source: Source
    line: int
    label: str = ""
    tags: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Incoming:
    """What a file holds. Ends of `edges` are keys of `items`, or keys that the library may know.

    `edge_lines`: where each edge was read, 0 for unknown.
    """

    file: str
    format: str  # key of a Format, "" if none fits
    encoding: str
    items: tuple[Item, ...] = ()
    edges: tuple[Edge, ...] = ()
    problems: tuple[Problem, ...] = ()
    edge_lines: tuple[int, ...] = ()


class Same(StrEnum):
    """Why two references are held to be the same work."""

    DOI = "doi"
    ARXIV = "arxiv"
    TITLE = "title"


@dataclass(frozen=True)
class Duplicate:
    """An item is the same work as `of`: a key of the library, or with `inside` of an earlier item of the file."""

    of: str
    name: str
    by: Same
    inside: bool = False


@dataclass(frozen=True)
class Format:
    """A file format; the first suffix is the one to write."""

    key: str
    name: str
    suffixes: tuple[str, ...]


FORMATS: tuple[Format, ...] = (
    Format("bibtex", "BibTeX", (".bib", ".bibtex")),
    Format("ris", "RIS", (".ris",)),
    Format("csl", "CSL-JSON", (".json",)),
    Format("csv", "CSV", (".csv", ".tsv")),
    Format("graphml", "GraphML", (".graphml",)),
    Format("edges", "Edge list (CSV)", (".edges.csv",)),
)


def format_of(key: str) -> Format:
    """The format of that key. KeyError names the keys there are."""
    for one in FORMATS:
        if one.key == key:
            return one
    raise KeyError(f"format: found {key!r}, expected one of {', '.join(one.key for one in FORMATS)}")


def format_for(path: Path) -> Format | None:
    """The format that a file name asks for, the longest suffix first; None if no format has it."""
    name = path.name.lower()
    fitting = [(len(end), one) for one in FORMATS for end in one.suffixes if name.endswith(end)]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None
