"""`eighteen-ledgers lineage`."""

from __future__ import annotations

import argparse
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from citations.lineage import Direction, Kin
from citations.records import NEIGHBOUR, Edge
from explorer.cli import output
from explorer.cli.collection import configure_neighbours, opened
from explorer.cli.errors import BadInput
from explorer.cli.sources import as_json, named

if TYPE_CHECKING:
    from citations.collection import Collection


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "key", nargs="?", help="key of a source, see the command sources: what it builds on and led to"
    )
    parser.add_argument("--direction", choices=[way.value for way in Direction], help="follow only one way")
    parser.add_argument("--depth", type=int, metavar="N", help="at most N steps away (default: all)")
    parser.add_argument("--between", nargs=2, metavar="KEY", help="the shortest lines of descent between two sources")
    parser.add_argument("--main", action="store_true", help="the main path: the one most search paths run along")
    parser.add_argument("--to", metavar="KEY", help="the main path to this source")
    parser.add_argument("--from", metavar="KEY", dest="start", help="the main path from this source")
    parser.add_argument("--beside", action="store_true", help="main path: also along baselines and the same problem")
    configure_neighbours(parser)
    parser.add_argument("--json", action="store_true", help="print sources and edges as JSON")


def run(arguments: argparse.Namespace) -> int:
    _check(arguments)
    with opened(neighbours=arguments.neighbours) as collection:
        for key in (arguments.key, arguments.to, arguments.start, *(arguments.between or ())):
            if key is not None and collection.source(key).ring == NEIGHBOUR:
                collection = collection.with_neighbours(True)
        if arguments.between:
            return _between(collection, *arguments.between, as_data=arguments.json)
        if arguments.key is None:
            return _main_path(collection, arguments)
        return _kin(collection, arguments)


def _check(arguments: argparse.Namespace) -> None:
    """One question at a time."""
    if arguments.depth is not None and arguments.depth < 1:
        raise BadInput(f"--depth: found {arguments.depth}, expected 1 or more")
    asked = [arguments.key is not None, arguments.between is not None, arguments.main or _has_end(arguments)]
    if sum(asked) != 1:
        raise BadInput(f"found {sum(asked)} questions, expected one: the key of a source, --between or --main")
    if arguments.to is not None and arguments.start is not None:
        raise BadInput("found --to and --from, expected one of them")
    if arguments.key is None and (arguments.depth is not None or arguments.direction is not None):
        raise BadInput("--depth and --direction: expected the key of a source with them")
    if arguments.beside and not asked[2]:
        raise BadInput("--beside: expected --main with it")


def _has_end(arguments: argparse.Namespace) -> bool:
    return arguments.to is not None or arguments.start is not None


def _kin(collection: Collection, arguments: argparse.Namespace) -> int:
    source = collection.source(arguments.key)
    direction = arguments.direction or Direction.BOTH
    kin = collection.lineage.kin(source.key, direction, arguments.depth)
    edges = collection.lineage.edges_between([*kin.ancestors, source.key, *kin.descendants])
    if arguments.json:
        output.print_json(_kin_as_json(collection, source.key, kin, edges))
        return 0
    print(f"{named(source)}: {source.title}")
    if direction != Direction.DESCENDANTS:
        _print_side("builds on", kin.ancestors, collection, edges, older_side=True)
    if direction != Direction.ANCESTORS:
        _print_side("led to", kin.descendants, collection, edges, older_side=False)
    return 0


def _kin_as_json(collection: Collection, key: str, kin: Kin, edges: tuple[Edge, ...]) -> dict[str, Any]:
    def side(steps: dict[str, int]) -> list[dict[str, Any]]:
        return [
            {"key": other, "name": collection.source(other).name.en, "steps": count} for other, count in steps.items()
        ]

    found = {"builds_on": side(kin.ancestors), "led_to": side(kin.descendants)}
    return {"key": key, **found, "edges": [as_json(edge) for edge in edges]}


def _print_side(
    title: str, steps: dict[str, int], collection: Collection, edges: tuple[Edge, ...], *, older_side: bool
) -> None:
    print(f"\n{title} ({len(steps)})" if steps else f"\n{title}: nothing in the library")
    rows = []
    for key, count in steps.items():
        near = [edge for edge in edges if (edge.older if older_side else edge.newer) == key]
        # The edge on a shortest way to the source: its other end is one step nearer.
        ends = [(edge.newer if older_side else edge.older, edge) for edge in near]
        through, edge = min(ends, key=lambda pair: steps.get(pair[0], 0))
        rows.append((str(count), key, named(collection.source(key)), edge.relation, through, str(edge.basis)))
    header = ("steps", "key", "name", "relation", "by" if older_side else "of", "basis")
    if rows:
        print(output.table(header, rows, right=(0,)))


def _between(collection: Collection, one: str, other: str, *, as_data: bool) -> int:
    lineage = collection.lineage
    found, count = lineage.paths(one, other), lineage.path_count(one, other)
    between = lineage.between(one, other)
    if as_data:
        edges = [as_json(edge) for edge in lineage.edges_between(between)]
        output.print_json({"count": count, "paths": found, "between": between, "edges": edges})
    elif not found:
        print("neither builds on the other")
    else:
        for path in found:
            print(" → ".join(named(collection.source(key)) for key in path))
        more = f", {len(found)} of them shown" if count > len(found) else ""
        steps, sources = len(found[0]) - 1, len(between)
        print(f"\nshortest lines of descent: {count}, steps: {steps}{more}; sources on any line: {sources}")
    return 0


def _main_path(collection: Collection, arguments: argparse.Namespace) -> int:
    lineage, beside = collection.lineage, arguments.beside
    if arguments.to is not None:
        path = lineage.main_path_to(arguments.to, beside=beside)
    elif arguments.start is not None:
        path = lineage.main_path_from(arguments.start, beside=beside)
    else:
        path = lineage.main_path(beside=beside)
    counts = lineage.search_path_counts(beside=beside)
    steps = list(pairwise(path))
    edges = {pair: edge for edge in lineage.edges if (pair := (edge.older, edge.newer)) in counts}
    if arguments.json:
        told = [{**as_json(edges[pair]), "search_paths": counts[pair]} for pair in steps]
        output.print_json({"path": path, "edges": told})
        return 0
    rows = []
    for key, before in zip(path, ["", *path], strict=False):
        source, edge = collection.source(key), edges.get((before, key))
        by = (edge.relation, str(edge.basis), str(counts[before, key])) if edge else ("", "", "")
        rows.append((key, named(source), source.date, *by))
    print(output.table(("key", "name", "date", "relation", "basis", "search paths"), rows, right=(5,)))
    return 0
