"""What must hold between the entries of the catalogue."""

from __future__ import annotations

from collections.abc import Sequence

from citations.catalogue import Entry
from citations.dates import may_precede
from citations.errors import CatalogueError, closest
from citations.records import Basis


def check_catalogue(entries: Sequence[Entry]) -> None:
    """Raises CatalogueError, naming file and key, at the first thing that does not fit."""
    by_key: dict[str, Entry] = {}
    for entry in entries:
        _check_alone(entry)
        _check_witnesses(entry)
        _check_conflicts(entry)
        other = by_key.setdefault(entry.source.key, entry)
        if other is not entry:
            raise CatalogueError(f"{entry.file}: key: {entry.source.key} is already taken by {other.file}")
    _check_numbers(entries)
    for entry in entries:
        _check_edges(entry, by_key)
    _check_acyclic(entries)


def _check_alone(entry: Entry) -> None:
    source = entry.source
    name = f"{source.number:02d}-{source.key}" if source.ring == 1 else source.key
    if entry.file.stem != name:
        raise CatalogueError(f"{entry.file}: key: found {source.key}, expected the file to be called {name}.yaml")
    if source.checked and not source.title:
        raise CatalogueError(f"{entry.file}: {source.key}: title: found nothing, but it is marked as checked")
    if source.effect_on(source.primary_ledger) is None:
        ledgers = ", ".join(effect.ledger for effect in source.effects)
        raise CatalogueError(
            f"{entry.file}: {source.key}: primary_ledger: found {source.primary_ledger}, expected one of {ledgers}"
        )


def _check_witnesses(entry: Entry) -> None:
    """What is marked as checked says where it was seen; an edge that is not our own reading was seen."""
    source, start = entry.source, f"{entry.file}: {entry.source.key}"
    if source.checked and not source.seen:
        raise CatalogueError(f"{start}: seen: found nothing, but it is marked as checked")
    for index, claim in enumerate(source.claims):
        if claim.checked and not claim.seen:
            raise CatalogueError(f"{start}: claims[{index}].seen: found nothing, but it is marked as checked")
    for index, edge in enumerate(entry.edges):
        where = f"{start}: builds_on[{index}]"
        if edge.basis is Basis.EDITORIAL:
            continue
        if not edge.checked:
            raise CatalogueError(f"{where}.checked: found false, expected true where the basis is {edge.basis}")
        if not source.seen:
            raise CatalogueError(f"{where}.basis: found {edge.basis}, but the source has no `seen`")
        if edge.basis is Basis.README and not source.code:
            raise CatalogueError(f"{where}.basis: found {edge.basis}, but the source has no `code`")


def _check_conflicts(entry: Entry) -> None:
    """Versions that disagree have different names and say different things."""
    for index, conflict in enumerate(entry.source.conflicts):
        for name, texts in (
            ("where", [version.where for version in conflict.versions]),
            ("says", [version.says for version in conflict.versions]),
        ):
            twice = next((text for text in texts if texts.count(text) > 1), None)
            if twice is not None:
                where = f"{entry.file}: {entry.source.key}: conflicts[{index}].versions"
                raise CatalogueError(f"{where}: {name}: found {twice!r} again, expected each once")


def _check_numbers(entries: Sequence[Entry]) -> None:
    canon = sorted((entry for entry in entries if entry.source.ring == 1), key=lambda entry: entry.source.number)
    for expected, entry in enumerate(canon, start=1):
        if entry.source.number != expected:
            raise CatalogueError(
                f"{entry.file}: {entry.source.key}: number: found {entry.source.number}, expected {expected}"
            )


def _check_edges(entry: Entry, by_key: dict[str, Entry]) -> None:
    source = entry.source
    seen: set[str] = set()
    for index, edge in enumerate(entry.edges):
        where = f"{entry.file}: {source.key}: builds_on[{index}].to"
        if edge.older not in by_key:
            hint = closest(edge.older, by_key)
            expected = f"such as {' or '.join(hint)}" if hint else "of the catalogue"
            raise CatalogueError(f"{where}: found {edge.older!r}, expected a key {expected}")
        if edge.older == source.key or edge.older in seen:
            raise CatalogueError(f"{where}: found {edge.older} again, expected each earlier source once")
        seen.add(edge.older)
        older = by_key[edge.older].source
        if not source.living and not may_precede(older.date, source.date):
            raise CatalogueError(
                f"{where}: found {older.key} of {older.date}, expected nothing younger than {source.date} "
                f"(or `living: true`)"
            )


def _check_acyclic(entries: Sequence[Entry]) -> None:
    """Days and living projects alone would allow a circle; lineage must have none."""
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    files = {entry.source.key: entry.file for entry in entries}
    for entry in entries:
        graph.add_edges_from((edge.newer, edge.older) for edge in entry.edges)
    try:
        circle = nx.find_cycle(graph)
    except nx.NetworkXNoCycle:
        return
    start = circle[0][0]
    path = " -> ".join([str(edge[0]) for edge in circle] + [str(start)])
    raise CatalogueError(f"{files[start]}: {start}: builds_on: found the circle {path}, expected none")
