"""Lineage against brute force on random graphs, and on the canon."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citations.errors import UnknownSource
from citations.library import Library
from citations.lineage import Lineage
from citations.records import Basis, Edge, Source, Text


def source(key: str, date: str = "", number: int = 0) -> Source:
    text = Text(key)
    return Source(
        key=key, number=number, ring=1, name=text, title=key, authors=(), et_al=False, year=None, date=date, venue="",
        kind="paper", arxiv="", doi="", url="", code="", checked=True, bottleneck=text, mechanism=text, caveat=text,
        formula="", primary_ledger="state", effects=(), claims=(), notes=(),
    )  # fmt: skip


def edge(newer: str, older: str) -> Edge:
    return Edge(newer, older, "uses", "why", Basis.CITES, True)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], set[tuple[str, str]]]:
    """Keys in date order, and pairs (older, newer)."""
    size = draw(st.integers(2, 9))
    keys = [f"k{number}" for number in range(size)]
    pairs = [(older, newer) for index, older in enumerate(keys) for newer in keys[index + 1 :]]
    return keys, draw(st.sets(st.sampled_from(pairs)))


def lineage_of(keys: list[str], pairs: Iterable[tuple[str, str]]) -> Lineage:
    sources = [source(key, f"2020-01-{index + 1:02d}") for index, key in enumerate(keys)]
    return Lineage(reversed(sources), [edge(newer, older) for older, newer in pairs])


def all_paths(pairs: set[tuple[str, str]], start: str, end: str) -> list[tuple[str, ...]]:
    if start == end:
        return [(end,)]
    return [(start, *rest) for older, newer in pairs if older == start for rest in all_paths(pairs, newer, end)]


@given(graphs())
def test_ancestors_and_descendants_are_those_with_a_path(graph: tuple[list[str], set[tuple[str, str]]]) -> None:
    keys, pairs = graph
    lineage = lineage_of(keys, pairs)
    for key in keys:
        steps = {other: [len(path) - 1 for path in all_paths(pairs, other, key)] for other in keys if other != key}
        expected = {other: min(lengths) for other, lengths in steps.items() if lengths}
        found = lineage.ancestors(key)
        assert found == expected
        assert list(found) == sorted(found, key=lambda other: (found[other], keys.index(other)))
        assert lineage.ancestors(key, depth=1) == {other: 1 for other, newer in pairs if newer == key}
        for other in keys:
            assert (other in lineage.ancestors(key)) == (key in lineage.descendants(other))
            if other in found:
                assert lineage.descendants(other)[key] == found[other]
                assert lineage.relatives(key)[other] == -found[other]
                assert lineage.relatives(other)[key] == found[other]


@given(graphs(), st.data())
def test_paths_are_all_the_shortest_ones(graph: tuple[list[str], set[tuple[str, str]]], data: st.DataObject) -> None:
    keys, pairs = graph
    lineage = lineage_of(keys, pairs)
    one, other = data.draw(st.sampled_from(keys)), data.draw(st.sampled_from(keys))
    start, end = sorted((one, other), key=keys.index)
    paths = all_paths(pairs, start, end)
    shortest = min((len(path) for path in paths), default=0)
    assert sorted(lineage.paths(one, other)) == sorted(path for path in paths if len(path) == shortest)
    assert set(lineage.between(one, other)) == {key for path in paths for key in path}
    assert list(lineage.between(one, other)) == sorted(lineage.between(one, other), key=keys.index)


@given(graphs(), st.data())
def test_generations_put_everything_after_what_it_builds_on(
    graph: tuple[list[str], set[tuple[str, str]]], data: st.DataObject
) -> None:
    keys, pairs = graph
    lineage = lineage_of(keys, pairs)
    chosen = data.draw(st.sets(st.sampled_from(keys), min_size=1))
    inside = {(older, newer) for older, newer in pairs if older in chosen and newer in chosen}
    longest = {
        key: max(len(path) for other in chosen for path in all_paths(inside, other, key)) - 1 for key in chosen
    }
    layers = lineage.generations(chosen)
    assert {key: index for index, layer in enumerate(layers) for key in layer} == longest
    assert {(found.older, found.newer) for found in lineage.edges_between(chosen)} == inside


def test_edges_to_sources_left_out_are_left_out() -> None:
    lineage = Lineage([source("a"), source("b")], [edge("b", "a"), edge("b", "elsewhere"), edge("elsewhere", "a")])
    assert [(found.newer, found.older) for found in lineage.edges] == [("b", "a")]
    assert lineage.ancestors("b") == {"a": 1}


def test_edges_of_a_source_come_before_and_after() -> None:
    lineage = Lineage([source(key) for key in "abc"], [edge("c", "b"), edge("b", "a")])
    assert [(found.newer, found.older) for found in lineage.edges_of("b")] == [("b", "a"), ("c", "b")]


@pytest.mark.parametrize("method", ["ancestors", "descendants", "relatives", "edges_of"])
def test_an_unknown_key_is_named(method: str) -> None:
    lineage = Lineage([source("orca")], [])
    with pytest.raises(UnknownSource, match="'orka'; did you mean orca"):
        getattr(lineage, method)("orka")
    with pytest.raises(UnknownSource):
        lineage.paths("orca", "orka")
    with pytest.raises(UnknownSource):
        lineage.generations(["orka"])


def test_from_mqa_to_kimi_k3(library: Library) -> None:
    lineage = Lineage(library.sources(), library.edges())
    edges = {(found.older, found.newer) for found in library.edges()}
    paths = lineage.paths("kimi-k3", "mqa")
    assert paths
    for path in paths:
        assert (path[0], path[-1]) == ("mqa", "kimi-k3")
        assert all(step in edges for step in pairwise(path))
    assert sum(map(len, lineage.generations())) == 62
    assert set(lineage.between("mqa", "kimi-k3")) >= {key for path in paths for key in path}


def test_the_whole_library_is_one_lineage(library: Library) -> None:
    lineage = Lineage(library.sources(None), library.edges(None))
    layers = lineage.generations()
    assert sum(map(len, layers)) == 153
    place = {key: index for index, layer in enumerate(layers) for key in layer}
    assert all(place[found.older] < place[found.newer] for found in lineage.edges)
