"""Lineage against brute force on random graphs, and on the canon."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from graph_helpers import all_paths, circles, digraph, edge, graphs, lineage_of, source
from hypothesis import given
from hypothesis import strategies as st

from citations.errors import UnknownSource
from citations.library import Library
from citations.lineage import PATHS, Kin, Lineage

Graph = tuple[list[str], set[tuple[str, str]]]


@given(graphs())
def test_ancestors_and_descendants_are_those_with_a_path(graph: Graph) -> None:
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
def test_paths_are_all_the_shortest_ones(graph: Graph, data: st.DataObject) -> None:
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
def test_generations_put_everything_after_what_it_builds_on(graph: Graph, data: st.DataObject) -> None:
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


@given(graphs(), st.integers(1, 4), st.data())
def test_kin_is_what_networkx_finds(graph: Graph, depth: int, data: st.DataObject) -> None:
    keys, pairs = graph
    lineage, whole = lineage_of(keys, pairs), digraph(keys, pairs)
    key = data.draw(st.sampled_from(keys))
    after = nx.single_source_shortest_path_length(whole, key, cutoff=depth)
    before = nx.single_source_shortest_path_length(whole.reverse(), key, cutoff=depth)
    expected = Kin({k: n for k, n in before.items() if n}, {k: n for k, n in after.items() if n})
    assert lineage.kin(key, depth=depth) == expected
    assert lineage.kin(key, "ancestors", depth) == Kin(expected.ancestors, {})
    assert lineage.kin(key, "descendants", depth) == Kin({}, expected.descendants)
    assert set(lineage.kin(key).ancestors) == nx.ancestors(whole, key)
    assert set(lineage.kin(key).descendants) == nx.descendants(whole, key)


def test_another_direction_is_named() -> None:
    with pytest.raises(ValueError, match="'sideways'"):
        lineage_of(["a"], []).kin("a", "sideways")


@given(graphs(), st.integers(0, 3), st.data())
def test_few_paths_are_the_earliest_and_all_are_counted(graph: Graph, limit: int, data: st.DataObject) -> None:
    keys, pairs = graph
    lineage, whole = lineage_of(keys, pairs), digraph(keys, pairs)
    one, other = data.draw(st.sampled_from(keys)), data.draw(st.sampled_from(keys))
    start, end = sorted((one, other), key=keys.index)
    related = nx.has_path(whole, start, end)
    every = sorted(map(tuple, nx.all_shortest_paths(whole, start, end))) if related else []
    assert lineage.paths(one, other, limit=None) == tuple(every)
    assert lineage.paths(one, other, limit) == tuple(every[:limit])
    assert lineage.path_count(one, other) == len(every)


def test_more_paths_are_counted_than_could_be_walked() -> None:
    """Forty layers of three, each joined to all of the next: 3 to the power of 40 shortest paths."""
    layers = [["start"], *([f"{depth:02}{name}" for name in "abc"] for depth in range(40)), ["the end"]]
    pairs = [(older, newer) for layer, following in pairwise(layers) for older in layer for newer in following]
    keys = [key for layer in layers for key in layer]
    lineage = Lineage(
        [source(key, number=index) for index, key in enumerate(keys)], [edge(newer, older) for older, newer in pairs]
    )
    assert lineage.path_count("the end", "start") == 3**40
    assert len(lineage.paths("start", "the end")) == PATHS
    assert lineage.paths("start", "the end", 1) == (("start", *(f"{depth:02}a" for depth in range(40)), "the end"),)


@given(circles(), st.data())
def test_circles_do_no_harm(graph: Graph, data: st.DataObject) -> None:
    keys, pairs = graph
    lineage, whole = lineage_of(keys, pairs), digraph(keys, pairs)
    mutual = {key: group for group in nx.strongly_connected_components(whole) for key in group}
    kept = [(older, newer) for older, newer in pairs if newer not in mutual[older] or older < newer]
    expected = list(nx.topological_generations(digraph(keys, kept)))
    assert [set(layer) for layer in lineage.generations()] == [set(layer) for layer in expected]
    one, other = data.draw(st.sampled_from(keys)), data.draw(st.sampled_from(keys))
    assert set(lineage.ancestors(one)) == nx.ancestors(whole, one)
    for path in lineage.paths(one, other):
        assert {path[0], path[-1]} == {one, other}
        assert all(pair in pairs for pair in pairwise(path))
    assert bool(lineage.paths(one, other)) == (nx.has_path(whole, one, other) or nx.has_path(whole, other, one))
    assert lineage.path_count(one, other) == len(lineage.paths(one, other, None))


def test_a_source_does_not_build_on_itself() -> None:
    lineage = Lineage([source("a")], [edge("a", "a")])
    assert lineage.edges == ()
    assert lineage.kin("a") == Kin({}, {})
    assert lineage.generations() == (("a",),)


def test_edges_to_sources_left_out_are_left_out() -> None:
    lineage = Lineage([source("a"), source("b")], [edge("b", "a"), edge("b", "elsewhere"), edge("elsewhere", "a")])
    assert [(found.newer, found.older) for found in lineage.edges] == [("b", "a")]
    assert lineage.ancestors("b") == {"a": 1}


def test_edges_of_a_source_come_before_and_after() -> None:
    lineage = Lineage([source(key) for key in "abc"], [edge("c", "b"), edge("b", "a")])
    assert [(found.newer, found.older) for found in lineage.edges_of("b")] == [("b", "a"), ("c", "b")]


KEYED = ["ancestors", "descendants", "relatives", "kin", "edges_of", "main_path_to", "main_path_from"]


@pytest.mark.parametrize("method", KEYED)
def test_an_unknown_key_is_named(method: str) -> None:
    lineage = Lineage([source("orca")], [])
    with pytest.raises(UnknownSource, match="'orka'; did you mean orca"):
        getattr(lineage, method)("orka")
    with pytest.raises(UnknownSource):
        lineage.paths("orca", "orka")
    with pytest.raises(UnknownSource):
        lineage.path_count("orka", "orca")
    with pytest.raises(UnknownSource):
        lineage.kin("orka", "ancestors", 0)
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
