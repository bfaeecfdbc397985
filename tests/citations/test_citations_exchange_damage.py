"""Whatever happened to a file: it is read without an error, and what is read can be kept and written again."""

from __future__ import annotations

import random
import time

import pytest

from citations.exchange import FORMATS, chosen, duplicates, read_bytes, write
from citations.library import Library
from citations.notebook.checks import check_edge, check_source
from citations.records import Source

BITS = (
    *(b"{", b"}", b'"', b"@", b",", b"=", b"\n", b"\r", b"\0", b"\\", b"[", b"]", b"<", b">", b"#", b"'", b";", b"-"),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"TY  - ", b"ER  - ", b"@string{", b"null", b"1e999", b"&#0;", b"&amp;"),
)
TRIES = 25


def damaged(data: bytes, chance: random.Random) -> bytes:
    """With a few bytes put in, taken out, doubled or changed, or the end missing."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        place, what = chance.randrange(len(found) + 1), chance.random()
        if what < 0.4:
            found[place:place] = chance.choice(BITS)
        elif what < 0.6:
            del found[place : place + chance.randint(1, 40)]
        elif what < 0.7:
            del found[max(place, 5) :]
        elif what < 0.85:
            other = chance.randrange(len(found) + 1)
            found[place:place] = found[other : other + chance.randint(1, 80)]
        elif found:
            found[min(place, len(found) - 1)] = chance.randrange(256)
    return bytes(found)


@pytest.fixture(scope="module")
def few(library: Library) -> tuple[Source, ...]:
    return library.sources()[:8]


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: str(kind.key))
def test_damaged_files(library: Library, few: tuple[Source, ...], kind: object) -> None:
    chance = random.Random(20260101)
    whole = write(few, library.edges(), kind.key)  # type: ignore[attr-defined]
    for _ in range(TRIES):
        incoming = read_bytes(damaged(whole, chance), "x")
        keys = [item.source.key for item in incoming.items]
        assert len(set(keys)) == len(keys)
        assert all(str(problem) for problem in incoming.problems)
        choice = chosen(incoming, range(len(keys)), duplicates(incoming.items, few), [source.key for source in few])
        for source in choice.sources:
            check_source(source)
        for edge in choice.edges:
            check_edge(edge)
        again = read_bytes(write(choice.sources, choice.edges, "bibtex"), "x")
        assert len(again.items) == len(choice.sources)


@pytest.mark.parametrize(
    "text",
    [
        "@misc{a, title = {T}, author = {A" + " " * 60000 + "B}}",
        "@misc{a, title = {" + "{" * 2000 + "T" + "}" * 2000 + "}}",
        "@misc{a, title = {" + "\\'" * 5000 + "T}}",
        "[" * 3000 + "]" * 3000,
        '{"title": "T", "author": ' + "[" * 5000,
        "title,authors\n" + "T," + "; " * 60000 + "\n",
        "TY  - JOUR\n" + "TI  - T\n" * 20000,
        "@" * 60000,
    ],
)
def test_what_is_meant_to_hurt_does_not(text: str) -> None:
    start = time.process_time()
    read_bytes(text.encode(), "x")
    assert time.process_time() - start < 5
