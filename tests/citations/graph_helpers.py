"""Sources and edges out of nothing, random graphs, and what brute force finds in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import networkx as nx
from hypothesis import strategies as st

from citations.lineage import Lineage
from citations.records import Basis, Edge, Source, Text

Pairs = Collection[tuple[str, str]]  # (older, newer)
KEYS = [f"k{number}" for number in range(9)]


def source(key: str, date: str = "", number: int = 0, **changes: Any) -> Source:
    text = Text(key)
    fields: dict[str, Any] = {
        "ring": 1, "name": text, "title": key, "authors": (), "et_al": False, "year": None, "venue": "",
        "kind": "paper", "arxiv": "", "doi": "", "url": "", "code": "", "checked": True, "bottleneck": text,
        "mechanism": text, "caveat": text, "formula": "", "primary_ledger": "state", "effects": (), "claims": (),
        "notes": (),
    }  # fmt: skip
    return Source(**{"key": key, "date": date, "number": number, **fields, **changes})


def edge(newer: str, older: str, relation: str = "uses", basis: Basis = Basis.CITES) -> Edge:
    return Edge(newer, older, relation, "why", basis, True)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[str], set[tuple[str, str]]]:
    """Keys in date order, and pairs (older, newer)."""
    keys = KEYS[: draw(st.integers(2, len(KEYS)))]
    pairs = [(older, newer) for index, older in enumerate(keys) for newer in keys[index + 1 :]]
    return keys, draw(st.sets(st.sampled_from(pairs)))


@st.composite
def circles(draw: st.DrawFn) -> tuple[list[str], set[tuple[str, str]]]:
    """Keys in date order, and pairs in any direction."""
    keys = KEYS[: draw(st.integers(2, 6))]
    pairs = [(older, newer) for older in keys for newer in keys if older != newer]
    return keys, draw(st.sets(st.sampled_from(pairs), max_size=12))


def sources_of(keys: Iterable[str]) -> list[Source]:
    return [source(key, f"2020-01-{index + 1:02d}") for index, key in enumerate(keys)]


def lineage_of(keys: Iterable[str], pairs: Pairs, relation: str = "uses") -> Lineage:
    """The youngest are given first: the order must come from the dates."""
    return Lineage(reversed(sources_of(keys)), [edge(newer, older, relation) for older, newer in pairs])


def digraph(keys: Iterable[str], pairs: Pairs) -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(keys)
    graph.add_edges_from(pairs)
    return graph


def all_paths(pairs: Pairs, start: str, end: str) -> list[tuple[str, ...]]:
    """Every path from `start` to `end` of a graph without circles."""
    if start == end:
        return [(end,)]
    return [(start, *rest) for older, newer in pairs if older == start for rest in all_paths(pairs, newer, end)]


def search_paths(keys: Iterable[str], pairs: Pairs) -> list[tuple[str, ...]]:
    """Every path from a key that builds on none to one that none builds on."""
    every = list(keys)
    starts = [key for key in every if all(newer != key for _, newer in pairs)]
    ends = [key for key in every if all(older != key for older, _ in pairs)]
    return [path for start in starts for end in ends for path in all_paths(pairs, start, end)]
