"""What goes out comes back: any text, in every format, and in a second parser."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import unicodedata
from dataclasses import replace
from itertools import pairwise

import bibtexparser
import networkx as nx
import pytest
import rispy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pybtex.database import parse_string

from assets.ledgers import LEDGERS
from citations.exchange import Incoming, chosen, read_bytes, write
from citations.exchange.clean import text as cleaned
from citations.exchange.plain import plain
from citations.exchange.rows import joined, listed
from citations.exchange.tables import bare, guarded
from citations.latex import escape
from citations.library import Library
from citations.records import OWN, Basis, Edge, Effect, Source, Text

BIBLIOGRAPHIC = ("bibtex", "ris", "csl", "csv", "graphml")
WHOLE = ("csl", "csv", "graphml")
PIECES = (
    *(
        "Attention",
        "naïve",
        "Erdős",
        "ğ",
        "ç",
        "Ç",
        "Øre",
        "ß",
        "Łódź",
        "ñ",
        "ệ",
        "ρ",
        "μ",
        "Ω",
        "注意力",
        "机制",
        "の",
        "🚀",
    ),
    *(
        "&",
        "%",
        "$",
        "#",
        "_",
        "^",
        "~",
        "{",
        "}",
        "\\",
        '"',
        "'",
        "`",
        "--",
        "---",
        "<",
        ">",
        "|",
        ";",
        ",",
        "=",
        "@",
    ),
    *(
        "–",
        "—",
        "“",
        "”",
        "…",
        "×",
        "≤",
        "é́",
        "\u200d",
        "x=1",
        "=SUM(A1)",
        "+1",
        "-x",
        "$O(n^2)$",
        "C++",
        "GPT-4",
        "A:",
        "B: c",
    ),
)
words = st.lists(
    st.one_of(st.sampled_from(PIECES), st.text("abcXYZ019", min_size=1, max_size=6)), min_size=1, max_size=6
)
sentences = words.map(" ".join).map(cleaned).filter(bool)
letters = st.text(st.sampled_from("abcdéğçøłñüŌß李王αβ"), min_size=1, max_size=8).map(str.title)
people = st.one_of(
    st.tuples(letters, letters).map(" ".join),
    st.tuples(letters, st.sampled_from(["van der", "de", "von"]), letters).map(" ".join),
    st.tuples(letters, letters, st.sampled_from(["Jr.", "III"])).map(" ".join),
    st.sampled_from(
        [
            "DeepSeek-AI",
            "Kimi Team",
            "Acme, Inc.",
            "Simon & Sons",
            "Research and Development",
            "张三",
            "J. R. R. Tolkien",
        ]
    ),
)
days = st.dates(dt.date(1900, 1, 1), dt.date(2100, 12, 31)).map(str)
dates = st.one_of(
    st.just(""),
    days,
    days.map(lambda day: day[:7]),
    st.integers(1900, 2100).map(str),
)


@st.composite
def sources(draw: st.DrawFn) -> Source:
    date, arxiv = draw(dates), draw(st.sampled_from(["", "2309.06180", "cs/9901001"]))
    return Source(
        key=draw(st.from_regex(r"[a-z][a-z0-9]{2,7}(-[a-z0-9]{1,5})?", fullmatch=True)),
        number=0,
        ring=OWN,
        name=Text(draw(sentences), draw(st.sampled_from(["", "注意力 & {机制}"]))),
        title=draw(sentences),
        authors=tuple(draw(st.lists(people, max_size=4))),
        et_al=False,
        year=int(date[:4]) if date else None,
        date=date,
        venue=draw(st.one_of(st.just(""), st.just("OSDI 2024"), sentences)),
        kind=draw(st.sampled_from(["paper", "report", "repository"])),
        arxiv=arxiv,
        doi=draw(st.sampled_from(["", "10.1145/3600006.3613165", "10.1000/a_b(c)d<1>".replace("<1>", "")])),
        url=draw(st.sampled_from(["https://example.org/a_b?c=1&d=%20~x#y", "https://github.com/a/b"])),
        code=draw(st.sampled_from(["", "https://github.com/a/b_c"])),
        checked=False,
        bottleneck=Text(""),
        mechanism=Text(draw(st.one_of(st.just(""), sentences))),
        caveat=Text(""),
        formula="",
        primary_ledger=draw(st.sampled_from(["", *LEDGERS])),
        effects=(),
        claims=(),
        notes=tuple(draw(st.lists(sentences, max_size=2))),
        family=draw(st.sampled_from(["", "attention"])),
        organisation=draw(st.sampled_from(["", "Größe & Co."])),
    )


@st.composite
def libraries(draw: st.DrawFn) -> tuple[list[Source], list[Edge]]:
    found = draw(st.lists(sources(), min_size=1, max_size=3, unique_by=lambda source: source.key))
    why = draw(sentences)
    edges = [Edge(b.key, a.key, "extends", why, Basis.OWN, False) for a, b in pairwise(found)]
    return found, edges


def comparable(source: Source, format_key: str) -> Source:
    """What a format can keep: BibTeX has one kind of apostrophe and accent, and its own keys."""

    def kept(value: str) -> str:
        return cleaned(value.replace("’", "'")) if format_key == "bibtex" else value

    date = source.date or (f"{source.year}" if source.year else "")
    if not date and source.arxiv:
        date = "2023-09" if source.arxiv == "2309.06180" else "1999-01"
    changed = replace(source, key="", date=date, year=int(date[:4]) if date else None)
    return replace(
        changed,
        title=kept(source.title),
        name=Text(kept(source.name.en), source.name.zh),
        venue=kept(source.venue),
        mechanism=Text(kept(source.mechanism.en)),
        notes=tuple(kept(note) for note in source.notes),
    )


@pytest.mark.parametrize("format_key", BIBLIOGRAPHIC)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(libraries())
def test_own_sources_come_back(format_key: str, library: tuple[list[Source], list[Edge]]) -> None:
    given_sources, edges = library
    incoming = read_bytes(write(given_sources, edges, format_key), "out")
    assert incoming.format == format_key
    assert [str(problem) for problem in incoming.problems] == []
    back = [replace(item.source, key="") for item in incoming.items]
    assert back == [comparable(source, format_key) for source in given_sources]
    ends = [(edge.newer, edge.older, edge.relation) for edge in incoming.edges]
    keys = {source.key: item.source.key for source, item in zip(given_sources, incoming.items, strict=True)}
    assert ends == [(keys[edge.newer], keys[edge.older], edge.relation) for edge in edges]
    if format_key != "bibtex":
        assert [edge.why for edge in incoming.edges] == [edge.why for edge in edges]
        assert [item.label for item in incoming.items] == [source.key for source in given_sources]


@settings(max_examples=25, deadline=None)
@given(libraries())
def test_bibtex_parses_in_two_other_parsers(library: tuple[list[Source], list[Edge]]) -> None:
    given_sources, edges = library
    text = write(given_sources, edges, "bibtex").decode()
    first, second = parse_string(text, "bibtex"), bibtexparser.parse_string(text)
    assert not second.failed_blocks
    assert len(first.entries) == len(second.entries) == len(given_sources)
    for source, entry, (label, other) in zip(given_sources, second.entries, first.entries.items(), strict=True):
        assert entry.key == label
        assert label.isascii()
        assert not set(label) & set("{}(),\\\"'#%~ ")
        assert plain(entry["title"]) == plain(other.fields["title"]) == cleaned(source.title.replace("’", "'"))
        assert len(other.persons.get("author", ())) == len(source.authors)
        for person, name in zip(other.persons.get("author", ()), source.authors, strict=True):
            assert sorted(plain(str(person).replace(",", "")).split()) == sorted(
                cleaned(name).replace(",", "").split()
            )


@given(st.text(max_size=80))
def test_latex_is_undone(text: str) -> None:
    expected = cleaned(text.replace("’", "'").replace("\u00a0", " "))
    assert cleaned(plain(escape(cleaned(text)))) == unicodedata.normalize("NFC", expected)


@given(st.text(max_size=40))
def test_cells_are_guarded_and_bared(text: str) -> None:
    assert bare(guarded(text)) == text
    assert not guarded(text).startswith(("=", "+", "-", "@", "\t", "\r"))


@given(st.lists(st.text(min_size=1, max_size=12).map(cleaned).filter(bool), max_size=4))
def test_lists_in_a_cell(parts: list[str]) -> None:
    assert listed(joined(parts)) == parts


@pytest.mark.parametrize("format_key", WHOLE)
def test_the_library_comes_back_with_everything_a_row_holds(library: Library, format_key: str) -> None:
    sources, edges = library.sources(None), library.edges(None)
    incoming = read_bytes(write(sources, edges, format_key), "out")
    assert [item.label for item in incoming.items] == [source.key for source in sources]
    for item, source in zip(incoming.items, sources, strict=True):
        for field in (
            "name",
            "title",
            "authors",
            "et_al",
            "venue",
            "kind",
            "code",
            "bottleneck",
            "mechanism",
            "caveat",
        ):
            assert getattr(item.source, field) == getattr(source, field), (source.key, field)
        assert item.source.effects == source.effects
        assert (item.source.primary_ledger, item.source.family) == (source.primary_ledger, source.family)
    assert {(edge.newer, edge.older, edge.relation) for edge in incoming.edges} == {
        (edge.newer, edge.older, edge.relation) for edge in edges
    }


def test_an_edge_list_leads_to_the_library(library: Library) -> None:
    edges = library.edges(None)
    incoming = read_bytes(write(library.sources(None), edges, "edges"), "out")
    assert (incoming.format, len(incoming.items), len(incoming.edges)) == ("edges", 0, len(edges))
    known = {source.key for source in library.sources(None)}
    assert len(chosen(incoming, (), {}, known).edges) == len(edges)
    assert chosen(incoming, (), {}, known, edges).edges == ()
    lost = chosen(incoming, (), {}, known - {"orca"})
    assert lost.problems
    assert all(problem.found == "orca" for problem in lost.problems)


def test_other_programs_read_what_is_written(library: Library) -> None:
    sources, edges = library.sources(), library.edges()
    graph = nx.parse_graphml(write(sources, edges, "graphml").decode())
    assert isinstance(graph, nx.DiGraph)
    assert (len(graph), graph.number_of_edges()) == (62, len(edges))
    assert graph.nodes["orca"]["year"] == 2022
    assert graph.edges[edges[0].newer, edges[0].older]["why"] == edges[0].why
    records = rispy.loads(write(sources, edges, "ris").decode())
    assert {record["type_of_reference"] for record in records} == {"CONF", "JOUR", "RPRT", "COMP"}
    assert records[0]["authors"][0] == "Shoeybi, Mohammad"
    objects = json.loads(write(sources, edges, "csl"))
    assert {value["type"] for value in objects} >= {"paper-conference", "software", "report"}
    assert all(set(value) & {"custom", "id", "type", "title"} for value in objects)
    rows = list(csv.DictReader(io.StringIO(write(sources, edges, "csv").decode("utf-8-sig"))))
    assert [row["key"] for row in rows] == [source.key for source in sources]


def test_only_edges_between_what_is_written(library: Library) -> None:
    few = library.sources()[:20]
    keys = {source.key for source in few}
    incoming: Incoming = read_bytes(write(few, library.edges(None), "csv"), "out.csv")
    assert incoming.edges
    assert all({edge.newer, edge.older} <= keys for edge in incoming.edges)


def test_tags_and_effects_are_kept(library: Library) -> None:
    source = replace(library.source("orca"), effects=(Effect("batching", "saves", "a; b (c): d"),))
    for format_key in (*WHOLE, "bibtex", "ris"):
        (item,) = read_bytes(write([source], (), format_key, {"orca": ("two words", "für später")}), "out").items
        assert item.tags == ("two words", "für später")
        if format_key in WHOLE:
            assert item.source.effects == source.effects


def test_an_unknown_format_is_told() -> None:
    with pytest.raises(KeyError, match="bibtex, ris, csl"):
        write((), (), "docx")
