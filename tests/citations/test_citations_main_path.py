"""Search path counts and main paths against every search path, walked."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from graph_helpers import all_paths, circles, digraph, edge, graphs, lineage_of, search_paths, source, sources_of
from hypothesis import given
from hypothesis import strategies as st

from citations.library import Library
from citations.lineage import BESIDE, Lineage

Graph = tuple[list[str], set[tuple[str, str]]]


@given(graphs())
def test_counts_are_those_of_all_search_paths(graph: Graph) -> None:
    keys, pairs = graph
    walked = search_paths(keys, pairs)
    expected = {pair: sum(pair in list(pairwise(path)) for path in walked) for pair in pairs}
    assert lineage_of(keys, pairs).search_path_counts() == expected


@given(graphs())
def test_counts_are_those_of_networkx_between_an_added_start_and_end(graph: Graph) -> None:
    keys, pairs = graph
    whole = digraph(keys, pairs)
    whole.add_edges_from(("start", key) for key in keys if not whole.in_degree(key))
    whole.add_edges_from((key, "end") for key in keys if not whole.out_degree(key))
    expected = dict.fromkeys(pairs, 0)
    for path in nx.all_simple_paths(whole, "start", "end"):
        for pair in list(pairwise(path))[1:-1]:
            expected[pair] += 1
    assert lineage_of(keys, pairs).search_path_counts() == expected


@given(graphs())
def test_what_flows_into_a_source_flows_out_of_it(graph: Graph) -> None:
    """Kirchhoff's law, which Batagelj shows of these weights."""
    keys, pairs = graph
    counts = lineage_of(keys, pairs).search_path_counts()
    for key in keys:
        into = [count for (_, newer), count in counts.items() if newer == key]
        out_of = [count for (older, _), count in counts.items() if older == key]
        if into and out_of:
            assert sum(into) == sum(out_of)


def weigh(counts: dict[tuple[str, str], int], path: tuple[str, ...]) -> int:
    return sum(counts[pair] for pair in pairwise(path))


@given(graphs())
def test_the_main_path_is_the_heaviest_and_of_equal_ones_the_earliest(graph: Graph) -> None:
    keys, pairs = graph
    lineage = lineage_of(keys, pairs)
    counts = lineage.search_path_counts()
    paths = [path for one in keys for other in keys for path in all_paths(pairs, one, other)]
    best = min(paths, key=lambda path: (-weigh(counts, path), path))
    assert lineage.main_path() == (best if pairs else ())
    for key in keys:
        to_it = [path for path in paths if path[-1] == key and not any(newer == path[0] for _, newer in pairs)]
        from_it = [path for path in paths if path[0] == key and not any(older == path[-1] for older, _ in pairs)]
        assert lineage.main_path_to(key) == min(to_it, key=lambda path: (-weigh(counts, path), path))
        assert lineage.main_path_from(key) == min(from_it, key=lambda path: (-weigh(counts, path), path))


@given(graphs())
def test_the_main_path_is_the_longest_of_networkx(graph: Graph) -> None:
    keys, pairs = graph
    lineage, whole = lineage_of(keys, pairs), digraph(keys, pairs)
    counts = lineage.search_path_counts()
    for (older, newer), count in counts.items():
        whole.edges[older, newer]["weight"] = count
    assert weigh(counts, lineage.main_path()) == nx.dag_longest_path_length(whole)


@given(graphs(), st.data())
def test_paths_to_and_from_a_source_agree_with_the_main_path(graph: Graph, data: st.DataObject) -> None:
    keys, pairs = graph
    lineage = lineage_of(keys, pairs)
    main = lineage.main_path()
    if not main:
        return
    place = data.draw(st.integers(0, len(main) - 1))
    counts = lineage.search_path_counts()
    assert weigh(counts, lineage.main_path_to(main[place])) == weigh(counts, main[: place + 1])
    assert weigh(counts, lineage.main_path_from(main[place])) == weigh(counts, main[place:])


@given(graphs(), st.data())
def test_what_only_compares_hands_nothing_on(graph: Graph, data: st.DataObject) -> None:
    keys, pairs = graph
    aside = data.draw(st.sets(st.sampled_from(sorted(pairs)))) if pairs else set()
    relation = data.draw(st.sampled_from(BESIDE))
    edges = [edge(newer, older, relation if (older, newer) in aside else "extends") for older, newer in pairs]
    lineage = Lineage(sources_of(keys), edges)
    handing_on, every = lineage_of(keys, pairs - aside), lineage_of(keys, pairs)
    assert lineage.search_path_counts() == handing_on.search_path_counts()
    assert lineage.main_path() == handing_on.main_path()
    assert lineage.search_path_counts(beside=True) == every.search_path_counts()
    assert lineage.main_path(beside=True) == every.main_path()
    for key in keys:
        assert lineage.main_path_to(key) == handing_on.main_path_to(key)
        assert lineage.main_path_from(key, beside=True) == every.main_path_from(key)
        assert lineage.main_path_to(key, beside=True) == every.main_path_to(key)


@given(circles())
def test_circles_are_cut_against_the_dates(graph: Graph) -> None:
    keys, pairs = graph
    mutual = {key: group for group in nx.strongly_connected_components(digraph(keys, pairs)) for key in group}
    kept = {(older, newer) for older, newer in pairs if newer not in mutual[older] or older < newer}
    lineage = lineage_of(keys, pairs)
    assert lineage.search_path_counts() == {
        pair: sum(pair in list(pairwise(path)) for path in search_paths(keys, kept)) for pair in kept
    }
    assert all(pair in kept for pair in pairwise(lineage.main_path()))


def test_two_edges_between_the_same_two_count_once() -> None:
    lineage = Lineage(sources_of("ab"), [edge("b", "a"), edge("b", "a", "extends")])
    assert lineage.search_path_counts() == {("a", "b"): 1}


def test_without_edges_there_is_no_main_path() -> None:
    lineage = Lineage([source("a"), source("b")], [])
    assert lineage.main_path() == ()
    assert lineage.main_path_to("b") == lineage.main_path_from("b") == ("b",)
    assert Lineage([], []).main_path() == ()


def test_counts_beyond_any_machine_word() -> None:
    keys = [f"{index:03}" for index in range(200)]
    pairs = {(key, other) for index, key in enumerate(keys) for other in keys[index + 1 :][:2]}
    sources = [source(key, number=index) for index, key in enumerate(keys)]
    lineage = Lineage(sources, [edge(newer, older) for older, newer in pairs])
    assert max(lineage.search_path_counts().values()) > 2**128
    assert lineage.main_path() == tuple(keys)


def test_the_walk_by_the_heaviest_edge_is_not_taken_for_the_heaviest_path() -> None:
    """From s the edge to a is the heaviest (3 of 5 paths), but the way over b is: 2 + 2 + 4 + 2 against 3 + 1."""
    pairs = [
        ("s", "a"), ("a", "u"), ("a", "v"), ("a", "w"), ("s", "b"), ("b", "c"), ("r", "c"), ("c", "d"), ("d", "x"),
        ("d", "y"),
    ]  # fmt: skip
    lineage = lineage_of("rsabcduvwxy", pairs)
    counts = lineage.search_path_counts()
    assert counts["s", "a"] > counts["s", "b"]
    assert lineage.main_path_from("s") == ("s", "b", "c", "d", "x")


@pytest.mark.parametrize("ring", [1, None])
def test_the_main_path_of_the_field(library: Library, ring: int | None) -> None:
    lineage = Lineage(library.sources(ring), library.edges(ring))
    main = lineage.main_path()
    edges = {(found.older, found.newer): found for found in lineage.edges}
    assert len(main) > 5
    assert {"orca", "pagedattention", "deepseek-v3"} <= set(main)
    assert all(edges[pair].relation not in BESIDE for pair in pairwise(main))
    for key in ("kimi-k3", "deepseek-v4"):
        to_it = lineage.main_path_to(key)
        assert to_it[-1] == key
        assert all(edges[pair].relation not in BESIDE for pair in pairwise(to_it))
        assert not lineage_of_what_is_handed_on(lineage).ancestors(to_it[0])


def lineage_of_what_is_handed_on(lineage: Lineage) -> Lineage:
    keys = dict.fromkeys(key for found in lineage.edges for key in (found.older, found.newer))
    return Lineage(map(source, keys), [found for found in lineage.edges if found.relation not in BESIDE])
