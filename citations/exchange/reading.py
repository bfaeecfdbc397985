"""Opening a file of references: its characters, its format by what is in it, and everything that can be read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from citations.exchange.draft import Desk
from citations.exchange.records import Incoming, Progress, Trouble

_HEAD = 65536
_MODULES = {
    "bibtex": "bibtex_in",
    "csv": "tables",
    "edges": "edge_list",
    "ris": "ris",
    "csl": "csl",
    "graphml": "graphml",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "UTF-16"),
)
_BIBTEX = re.compile(r"^[ \t]*@[ \t]*\w+[ \t]*[{(]", re.MULTILINE)
_RIS = re.compile(r"^TY {1,2}- ", re.MULTILINE)
_LIKE_RIS = re.compile(r"^%0 \S|^(?:AU|A1|TI|T1|PY|DO|ER) {2}-", re.MULTILINE)


def read(path: Path, *, progress: Progress | None = None) -> Incoming:
    """Everything in the file that can be read, and what is wrong with the rest. Raises OSError.

    `progress` is told the share of the file that was read; what it raises stops the reading.
    """
    return read_bytes(path.read_bytes(), path.name, progress=progress)


def read_bytes(data: bytes, file: str, *, progress: Progress | None = None) -> Incoming:
    """The same of bytes; `file` names them in problems."""
    desk = Desk(file)
    text, encoding, broken = decoded(data)
    if broken:
        desk.problem(broken, Trouble.ENCODING)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    format_key = detected(text)
    if not text.strip():
        desk.problem(0, Trouble.EMPTY, lost=True)
    elif not format_key:
        line = next(line for line in text.splitlines() if line.strip())
        desk.problem(1, Trouble.UNKNOWN_FORMAT, line, lost=True)
    else:
        _reader(format_key)(text, desk, progress or (lambda share: None))
    found = desk.resolved()
    lines, edges = tuple(line for line, _ in found), tuple(edge for _, edge in found)
    problems = sorted(desk.problems, key=lambda problem: problem.line)
    return Incoming(file, format_key, encoding, tuple(desk.items), edges, tuple(problems), lines)


def decoded(data: bytes) -> tuple[str, str, int]:
    """The text, its encoding, and the first line with characters that could not be read (0: none)."""
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            text = data.decode(codec, errors="replace")
            return text, name, _line_of(text, "\ufffd")
    head = data[:_HEAD]
    if head.count(b"\0") > len(head) // 4:  # every second byte of ASCII in UTF-16
        codec = "utf-16-be" if head[:1] == b"\0" else "utf-16-le"
        text = data.decode(codec, errors="replace")
        return text, "UTF-16", _line_of(text, "\ufffd")
    try:
        return data.decode(), "UTF-8", 0
    except UnicodeDecodeError as error:
        if _is_mostly_utf8(data):
            return data.decode(errors="replace"), "UTF-8", data.count(b"\n", 0, error.start) + 1
    try:
        return data.decode("cp1252"), "Windows-1252", 0
    except UnicodeDecodeError:
        return data.decode("latin-1"), "Latin-1", 0


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether more letters beyond ASCII are whole than broken: then a few bytes are damaged."""
    text = data.decode(errors="replace")
    broken = text.count("\ufffd")
    return sum(not char.isascii() for char in text) - broken > broken


def _line_of(text: str, char: str) -> int:
    place = text.find(char)
    return text.count("\n", 0, place) + 1 if place >= 0 else 0


def detected(text: str) -> str:
    """The key of the format that the text is in, "" for none. File names are not asked: they are often wrong."""
    head = text[:_HEAD].lstrip("\ufeff \t\n")
    if head[:1] in ("[", "{"):
        return "csl"
    if head.startswith("<"):
        return "graphml" if "<graphml" in head else ""
    if _RIS.search(head) or _LIKE_RIS.search(head):
        return "ris"
    if _BIBTEX.search(head) or _BIBTEX.search(text):
        return "bibtex"
    from citations.exchange.tables import kind_of_table

    return kind_of_table(head)


def _reader(key: str) -> Callable[[str, Desk, Progress], None]:
    """Readers are loaded one by one: each has its library."""
    reader: Callable[[str, Desk, Progress], None] = import_module(f"citations.exchange.{_MODULES[key]}").read_text
    return reader
