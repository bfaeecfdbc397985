"""Values of BibTeX fields: braces, quotes, numbers and abbreviations, joined by `#`."""

from __future__ import annotations

from collections.abc import Iterator

from citations.exchange.draft import Desk
from citations.exchange.records import Trouble

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


class Macros:
    """Abbreviations, those of the months from the start."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._meaning = {month[:3].lower(): month for month in _MONTHS} | {month.lower(): month for month in _MONTHS}
        self._meaning["sept"] = "September"

    def define(self, name: str, value: str, line: int) -> None:
        """`@string`: the value may use what was defined before."""
        self._meaning[name.strip().lower()] = self.value(value, line)

    def value(self, raw: str, line: int) -> str:
        """The value without what encloses it; abbreviations written out."""
        return "".join(self._part(kind, text, line) for kind, text in _parts(raw))

    def _part(self, kind: str, text: str, line: int) -> str:
        if kind == "text":
            return text
        if kind == "rest":
            self._desk.problem(line, Trouble.AFTER_VALUE, text)
            return ""
        name = text.lower()
        if name in self._meaning:
            return self._meaning[name]
        if not text.isdigit():
            self._desk.problem(line, Trouble.UNKNOWN_MACRO, text)
        return text


def _parts(raw: str) -> Iterator[tuple[str, str]]:
    """ "text" for what is enclosed, "word" for a bare word, "rest" for what should not be there."""
    rest = raw.strip()
    while rest:
        if rest[0] in '{"':
            end = _closing(rest)
            yield "text", rest[1:end]
            rest = rest[end + 1 :].lstrip()
        else:
            word, joined, behind = rest.partition("#")
            yield "word", word.strip()
            rest = joined + behind
        if rest and rest[0] != "#":
            yield "rest", rest
            return
        rest = rest[1:].lstrip()


def _closing(text: str) -> int:
    """Where the brace or quote at the beginning is closed; the end of the text if it is not."""
    depth = 0
    for place, char in enumerate(text):
        if char in "{}" and text[place - 1 : place] == "\\" and place:
            continue
        if char == "{":
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0 and text[0] == "{":
                return place
        elif char == '"' and text[0] == '"' and depth == 0 and place and text[place - 1] != "\\":
            return place
    return len(text)
