"""What of an incoming file is taken: sources with keys that the library does not use, and the edges between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from citations.exchange.draft import unique
from citations.exchange.records import Duplicate, Incoming, Problem, Trouble
from citations.records import Edge, Source


@dataclass(frozen=True)
class Choice:
    """Ready for `Notebook.add`. `tags` and `attachments` by key of the source; `problems`: edges without an end."""

    sources: tuple[Source, ...]
    edges: tuple[Edge, ...]
    origin: str
    tags: Mapping[str, tuple[str, ...]]
    attachments: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(source.key for source in self.sources)


def sensible(incoming: Incoming, duplicates: Mapping[int, Duplicate]) -> frozenset[int]:
    """The places of items to take if nobody says otherwise: with a title, and no duplicate."""
    return frozenset(
        place for place, item in enumerate(incoming.items) if place not in duplicates and item.source.title
    )


def chosen(
    incoming: Incoming,
    take: Collection[int],
    duplicates: Mapping[int, Duplicate],
    known: Collection[str],
    known_edges: Iterable[Edge] = (),
) -> Choice:
    """The items at the places `take`. `known` are the keys that the library and the notebook use.

    Edges lead to what an item duplicates when the item itself is not taken. They are left out when an end is neither
    taken nor known, and when they are among `known_edges`.
    """
    used, final, sources = set(known), {}, []
    for place, item in enumerate(incoming.items):
        if place in take:
            key = unique(item.source.key, used)
            used.add(key)
            final[item.source.key] = key
            sources.append(replace(item.source, key=key))
    for place, duplicate in duplicates.items():
        if place not in take:
            end = final.get(duplicate.of, "") if duplicate.inside else duplicate.of
            if end:
                final[incoming.items[place].source.key] = end
    items = {item.source.key for item in incoming.items}
    edges, problems = _edges(incoming, final, frozenset(known), items)
    present = {(edge.newer, edge.older) for edge in known_edges}
    edges = tuple(edge for edge in edges if (edge.newer, edge.older) not in present)
    picked = [(final[item.source.key], item) for place, item in enumerate(incoming.items) if place in take]
    return Choice(
        tuple(sources),
        edges,
        incoming.file,
        {key: item.tags for key, item in picked if item.tags},
        {key: item.attachments for key, item in picked if item.attachments},
        problems,
    )


def _edges(
    incoming: Incoming, final: Mapping[str, str], known: frozenset[str], items: Collection[str]
) -> tuple[tuple[Edge, ...], tuple[Problem, ...]]:
    edges: dict[tuple[str, str], Edge] = {}
    problems = []
    lines = incoming.edge_lines or (0,) * len(incoming.edges)
    for line, edge in zip(lines, incoming.edges, strict=True):
        ends = []
        for end in (edge.newer, edge.older):
            found = final.get(end) or (end if end in known and end not in items else "")
            if not found and end not in items:  # an item that is not taken is no news
                problems.append(Problem(incoming.file, line, Trouble.UNKNOWN_END, end, True))
            ends.append(found)
        if all(ends) and ends[0] != ends[1]:
            edges.setdefault((ends[0], ends[1]), replace(edge, newer=ends[0], older=ends[1]))
    return tuple(edges.values()), tuple(problems)
