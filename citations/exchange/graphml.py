"""GraphML through networkx: sources as nodes, an edge from each to what it builds on."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import ParseError

import networkx as nx

from citations.exchange import clean, rows, tables
from citations.exchange.draft import Desk, own_edge
from citations.exchange.records import Progress, Trouble
from citations.records import Edge, Source

_NODE = re.compile(r"<node\b[^>]*?\bid\s*=\s*[\"']([^\"']*)[\"']")


def write(sources: Sequence[Source], older: Mapping[str, Sequence[Edge]], tags: Mapping[str, Sequence[str]]) -> str:
    """`label` and `year` are what other programs draw and lay out by; the rest are the columns of our CSV."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for source in sources:
        row = rows.row_of(source, (), tags.get(source.key, ()))
        shown = {"label": f"{source.name.en} {source.year or ''}".strip()}
        kept = {name: value for name, value in row.items() if value and name != "key"}
        graph.add_node(source.key, **shown, **kept, **({"year": source.year} if source.year else {}))
    for source in sources:
        for edge in older.get(source.key, ()):
            graph.add_edge(edge.newer, edge.older, relation=edge.relation, why=edge.why, basis=str(edge.basis))
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def read_text(text: str, desk: Desk, progress: Progress) -> None:
    """Nodes with a title (or a label) are items, edges run from the newer source to the older one."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about attributes without a declared type
            graph = nx.parse_graphml(text)
    except (ParseError, nx.NetworkXError, ValueError, KeyError) as error:
        line = error.position[0] if isinstance(error, ParseError) else 0
        desk.problem(line, Trouble.SYNTAX, str(error), lost=True)
        return
    lines: dict[str, int] = {}
    for match in _NODE.finditer(text):
        lines.setdefault(match.group(1), match.start())
    count, last = 1, 0
    for number, (node, attributes) in enumerate(graph.nodes(data=True)):
        start = lines.get(str(node), last)
        count, last = (count + text.count("\n", last, start), start) if start >= last else (count, last)
        desk.add(rows.draft_of(_row(str(node), attributes), count))
        rows.told(progress, number, len(graph))
    for newer, older, told in graph.edges(data=True):
        edge = own_edge(str(newer), str(older), str(told.get("relation", "")), str(told.get("why", "")))
        desk.edges.append((0, edge))


def _row(node: str, attributes: Mapping[str, object]) -> dict[str, str]:
    """The attributes by our names; a foreign graph may call its titles labels."""
    given = {name: str(value) for name, value in attributes.items()}
    columns = tables.columns_of(list(given))
    values = list(given.values())
    row = {ours: values[places[0]] for ours, places in columns.items() if ours != "key"}
    row |= given
    if not row.get("title") and "ring" not in given:
        row["title"] = clean.text(row.get("label", "") or row.get("name", "") or node)
        row.pop("name", None)
    return row | {"key": node}
