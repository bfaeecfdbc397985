"""Writing sources, and the edges between them, in a format that other programs read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module

from citations.exchange.records import format_of
from citations.records import Edge, Source

_MODULES = {
    "bibtex": "bibtex_out",
    "csv": "tables",
    "edges": "edge_list",
    "ris": "ris",
    "csl": "csl",
    "graphml": "graphml",
}


def write(
    sources: Sequence[Source],
    edges: Iterable[Edge],
    format_key: str,
    tags: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """The sources in their order, with those of `edges` that have both ends among them. KeyError: no such format.

    CSV begins with a byte order mark, without which spreadsheets take it for another encoding.
    """
    kind = format_of(format_key)
    keys = {source.key for source in sources}
    older: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.newer in keys and edge.older in keys:
            older.setdefault(edge.newer, []).append(edge)
    text: str = import_module(f"citations.exchange.{_MODULES[kind.key]}").write(sources, older, tags or {})
    return text.encode("utf-8-sig" if kind.key in ("csv", "edges") else "utf-8", errors="replace")
