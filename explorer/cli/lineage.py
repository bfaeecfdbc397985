"""`eighteen-ledgers lineage`."""

from __future__ import annotations

import argparse
from typing import Any

from citations.errors import LibraryError, UnknownSource
from citations.library import Library
from citations.lineage import Lineage
from citations.records import Edge, Source
from explorer.cli import output
from explorer.cli.errors import BadInput, Failed
from explorer.cli.sources import as_json, named


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", help="key of a source, see the command sources")
    parser.add_argument("--depth", type=int, metavar="N", help="at most N steps away (default: all)")
    parser.add_argument("--all", action="store_true", help="also through and to the neighbours of the 62")
    parser.add_argument("--json", action="store_true", help="print ancestors, descendants and edges as JSON")


def run(arguments: argparse.Namespace) -> int:
    if arguments.depth is not None and arguments.depth < 1:
        raise BadInput(f"--depth: found {arguments.depth}, expected 1 or more")
    try:
        library = Library.open()
        source = library.source(arguments.key)
        ring = None if arguments.all or source.ring != 1 else 1
        sources = {entry.key: entry for entry in library.sources(ring)}
        lineage = Lineage(sources.values(), library.edges(ring))
        older = lineage.ancestors(source.key, arguments.depth)
        newer = lineage.descendants(source.key, arguments.depth)
    except LibraryError as error:
        raise Failed(error) from error
    except UnknownSource as error:
        raise BadInput(str(error)) from error
    edges = lineage.edges_between([*older, source.key, *newer])
    if arguments.json:
        output.print_json(_as_json(source, sources, older, newer, edges))
        return 0
    print(f"{named(source)}: {source.title}")
    _print_side("builds on", older, sources, edges, older_side=True)
    _print_side("led to", newer, sources, edges, older_side=False)
    return 0


def _as_json(
    source: Source, sources: dict[str, Source], older: dict[str, int], newer: dict[str, int], edges: tuple[Edge, ...]
) -> dict[str, Any]:
    def side(steps: dict[str, int]) -> list[dict[str, Any]]:
        return [{"key": key, "name": sources[key].name.en, "steps": count} for key, count in steps.items()]

    return {"key": source.key, "builds_on": side(older), "led_to": side(newer), "edges": [as_json(e) for e in edges]}


def _print_side(
    title: str, steps: dict[str, int], sources: dict[str, Source], edges: tuple[Edge, ...], *, older_side: bool
) -> None:
    print(f"\n{title} ({len(steps)})" if steps else f"\n{title}: nothing in the library")
    rows = []
    for key, count in steps.items():
        near = [edge for edge in edges if (edge.older if older_side else edge.newer) == key]
        # The edge on a shortest way to the source: its other end is one step nearer.
        ends = [(edge.newer if older_side else edge.older, edge) for edge in near]
        through, edge = min(ends, key=lambda pair: steps.get(pair[0], 0))
        rows.append((str(count), key, named(sources[key]), edge.relation, through, str(edge.basis)))
    header = ("steps", "key", "name", "relation", "by" if older_side else "of", "basis")
    if rows:
        print(output.table(header, rows, right=(0,)))
