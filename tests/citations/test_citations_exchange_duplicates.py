"""What the library has already, what a file holds twice, and what of a file is taken."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from citations.exchange import Duplicate, Item, Same, chosen, duplicates, read_bytes, write
from citations.exchange.choice import sensible
from citations.exchange.duplicates import pairs
from citations.library import Library
from citations.notebook import Notebook
from citations.records import Source


def blank(source: Source, **fields: object) -> Source:
    return replace(source, arxiv="", doi="", url="", title="", year=None, date="", **fields)  # type: ignore[arg-type]


def item(source: Source) -> Item:
    return Item(source, 1)


@pytest.mark.parametrize(
    ("fields", "by"),
    [
        ({"doi": "10.1145/3600006.3613165"}, Same.DOI),
        ({"doi": "10.1145/3600006.3613165".upper()}, Same.DOI),
        ({"arxiv": "2309.06180"}, Same.ARXIV),
        ({"arxiv": "2309.06180v3"}, Same.ARXIV),
        ({"doi": "10.48550/arXiv.2309.06180"}, Same.ARXIV),
        (
            {"title": "EFFICIENT memory management, for large-language-model serving with “PagedAttention”"},
            Same.TITLE,
        ),
        (
            {
                "title": "Efficient Memory Management for Large Language Model Serving with PagedAttention",
                "year": 2024,
            },
            Same.TITLE,
        ),
    ],
)
def test_the_library_has_it(library: Library, fields: dict[str, object], by: Same) -> None:
    source = replace(blank(library.source("pagedattention")), **fields)  # type: ignore[arg-type]
    found = duplicates([item(source)], library.sources(None))
    assert found == {0: Duplicate("pagedattention", library.source("pagedattention").name.en, by)}


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Introduction"},
        {"title": "Efficient Memory Management for Large Language Model Serving with PagedAttention", "year": 2012},
        {
            "title": "Efficient Memory Management for Large Language Model Serving with PagedAttention",
            "arxiv": "2401.00001",
        },
        {"doi": "10.1145/1"},
        {"title": ""},
    ],
)
def test_another_work(library: Library, fields: dict[str, object]) -> None:
    known = [*library.sources(None), replace(blank(library.source("orca")), key="i", title="Introduction")]
    source = replace(blank(library.source("pagedattention")), **fields)  # type: ignore[arg-type]
    assert duplicates([item(source)], known) == {}


def test_inside_the_file(library: Library) -> None:
    orca = library.source("orca")
    other = replace(blank(orca), key="again", title=orca.title.upper())
    found = duplicates([item(orca), item(library.source("awq")), item(other)], ())
    assert found == {2: Duplicate("orca", orca.name.en, Same.TITLE, inside=True)}
    assert [(a.key, b.key, by) for a, b, by in pairs([orca, other])] == [("again", "orca", Same.TITLE)]


def test_the_shipped_library_holds_one_paper_twice(library: Library) -> None:
    found = [(later.key, earlier.key) for later, earlier, _ in pairs(library.sources(None))]
    assert found == [("deepseek-v3", "mtp")]  # a technique with an entry of its own, and the report it is in


def many(orca: Source, count: int, shift: int = 0) -> list[Source]:
    return [
        replace(
            orca,
            key=f"k{number + shift}",
            title=f"A study of number {number + shift} in the serving of large language models, with accents: é",
            doi=f"10.1000/{number + shift}" if number % 2 else "",
            arxiv=f"{2000 + number // 100000:04}.{number + shift:05}" if number % 3 else "",
        )
        for number in range(count)
    ]


def test_five_thousand_against_five_thousand(library: Library) -> None:
    orca = library.source("orca")
    known, incoming = many(orca, 5000), [item(source) for source in many(orca, 5000, 2500)]
    took = []
    for _ in range(3):
        start = time.process_time()
        found = duplicates(incoming, known)
        took.append(time.process_time() - start)
    assert len(found) == 2500
    assert min(took) < 0.2


BIB = """@article{new2024, title = {A new work on serving that nobody knows}, author = {New, A}, year = 2024,
  x-builds-on = {kwon (extends), orca (uses), nobody (uses)}}
@article{kwon, title = {x}, eprint = {2309.06180}, x-builds-on = {orca (uses)}}
@article{again, title = {A new work on serving: that nobody knows}, x-builds-on = {new2024 (uses), untitled (uses)}}
@article{orca2, title = {Follow-up of a well-known system}, x-builds-on = {again (combines)}}
@misc{untitled, doi = {10.1000/untitled}}
"""


def test_what_is_taken(library: Library) -> None:
    known = library.sources(None)
    keys = [source.key for source in known]
    incoming = read_bytes(BIB.encode(), "mine.bib")
    found = duplicates(incoming.items, known)
    assert {place: (one.of, one.inside) for place, one in found.items()} == {
        1: ("pagedattention", False),
        2: ("new2024", True),
    }
    take = sensible(incoming, found)
    assert take == {0, 3}
    choice = chosen(incoming, take, found, keys, library.edges(None))
    assert choice.keys == ("new2024", "orca2")
    assert {(edge.newer, edge.older, edge.relation) for edge in choice.edges} == {
        ("new2024", "pagedattention", "extends"),
        ("new2024", "orca", "uses"),
        ("orca2", "new2024", "combines"),
    }
    assert [(problem.found, problem.line) for problem in choice.problems] == [("nobody", 1)]
    everything = chosen(incoming, range(5), found, [*keys, "new2024"])
    assert everything.keys == ("new2024-2", "kwon", "again", "orca2", "untitled")
    assert ("again", "new2024-2") in {(edge.newer, edge.older) for edge in everything.edges}
    assert ("new2024-2", "kwon") in {(edge.newer, edge.older) for edge in everything.edges}


@pytest.fixture
def notebook(tmp_path: Path) -> Iterator[Notebook]:
    with Notebook(tmp_path / "notebook.sqlite") as book:
        yield book


def test_the_notebook_takes_it_and_gives_it_back(library: Library, notebook: Notebook) -> None:
    known = library.sources(None)
    incoming = read_bytes(BIB.encode(), "mine.bib")
    found = duplicates(incoming.items, known)
    choice = chosen(incoming, sensible(incoming, found), found, [source.key for source in known], library.edges(None))
    batch = notebook.add(choice.sources, choice.edges, choice.origin)
    assert (batch.added, batch.origin) == (2, "mine.bib")
    own, edges = notebook.own_sources(), notebook.own_edges()
    assert {source.title for source in own} == {source.title for source in choice.sources}
    assert len(edges) == 3
    again = duplicates(incoming.items, [*known, *own])
    assert sensible(incoming, again) == frozenset()
    for format_key in ("bibtex", "csl", "csv", "ris", "graphml"):
        out = read_bytes(write(own, edges, format_key), "out")
        assert {entry.source.title for entry in out.items} == {source.title for source in own}
        assert len(duplicates(out.items, own)) == 2
    notebook.take_back(batch.id)
    assert notebook.own_sources() == ()
    notebook.put_back(batch.id)
    assert notebook.own_sources() == own


def test_everything_that_is_read_can_be_kept(notebook: Notebook) -> None:
    text = """@misc{a, title = {A}, url = {ftp://example.org/x}, x-code = {file:///x}, x-kind = {none}, year = 9999}
@misc{b, title = {B}, url = {www.example.org}, x-ledger = {nonsense}, author = {and and and}, date = {1023}}
@misc{c, title = {\x01}, doi = {10.1000/x y}, x-builds-on = {a (inspires), b}}
@misc{Ünïcode key, title = {Ω}}"""
    incoming = read_bytes(text.encode(), "x.bib")
    choice = chosen(incoming, range(len(incoming.items)), {}, ())
    assert notebook.add(choice.sources, choice.edges, "x").added == 4
