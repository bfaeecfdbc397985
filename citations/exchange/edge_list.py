"""Edge lists: one line an edge, the newer source first, then the older one that it builds on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citations.exchange import rows, tables
from citations.exchange.draft import Desk, own_edge
from citations.exchange.records import Progress, Trouble
from citations.records import Edge, Source

_COLUMNS = ("newer", "older", "relation", "why", "basis")


def write(sources: Sequence[Source], older: Mapping[str, Sequence[Edge]], tags: Mapping[str, Sequence[str]]) -> str:
    edges = [edge for source in sources for edge in older.get(source.key, ())]
    lines = [(edge.newer, edge.older, edge.relation, edge.why, str(edge.basis)) for edge in edges]
    return tables.written(_COLUMNS, lines)


def read_text(text: str, desk: Desk, progress: Progress) -> None:
    """Edges between keys that the library may know."""
    total, names, ends = text.count("\n") + 1, [""], (0, 1)
    for number, (line, cells) in enumerate(tables.lines_of(text)):
        if number == 0:
            names, ends = [name.strip().lower() for name in cells], tables.ends_of(cells) or (0, 1)
            continue
        row = dict(zip(names, cells, strict=False))
        newer, older = (cells[end].strip() if end < len(cells) else "" for end in ends)
        if newer and older:
            desk.edges.append((line, own_edge(newer, older, row.get("relation", ""), row.get("why", ""))))
        else:
            desk.problem(line, Trouble.BAD_EDGE, ", ".join(cells), lost=True)
        rows.told(progress, number, total)
