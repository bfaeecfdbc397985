"""The words of the map: tooltips, what an edge says, counts of kin, and the map in sentences."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import Edge
from widgets.atlas_layout import Layout
from widgets.atlas_model import AtlasModel
from widgets.ledger_text import ledger_account, ledger_name
from widgets.source_text import basis_name, date_text, kind_name, people, relation_name, ring_name


def _tr(text: str) -> str:
    return QCoreApplication.translate("Atlas", text)


def edge_title(model: AtlasModel, edge: Edge) -> str:
    """ "newer — relation → older"."""
    return f"{model.name(edge.newer)} — {relation_name(edge.relation)} → {model.name(edge.older)}"


def edge_reason(edge: Edge) -> str:
    """Why there is an edge, and on what basis; says so where that was not checked."""
    parts = [edge.why, basis_name(edge.basis)]
    if not edge.checked:
        parts.append(_tr("not checked"))
    return " · ".join(part for part in parts if part)


def source_facts(model: AtlasModel, place: int) -> list[str]:
    """Date, kind, ring, ledger, and whether it can be run or is filtered out."""
    source = model.sources[place]
    facts = [date_text(source.date, model.language) if source.date else _tr("no date"), kind_name(source.kind)]
    facts.append(ring_name(source.ring))
    if source.primary_ledger:
        facts.append(_tr("ledger: {0}").format(ledger_name(source.primary_ledger)))
    if source.key in model.runnable:
        facts.append(_tr("can be run"))
    if source.key in model.hidden:
        facts.append(_tr("left out by the filter"))
    return [fact for fact in facts if fact]


def tooltip(model: AtlasModel, place: int) -> str:
    """Title, people and facts, and the edge to the selected source if there is one."""
    source = model.sources[place]
    lines = [f"<b>{escape(source.title or source.name.get(model.language))}</b>"]
    lines += [escape(people(source)), escape(" · ".join(source_facts(model, place)))]
    edge = model.edge_between(source.key, model.selected) if model.selected != source.key else None
    if edge is not None:
        lines.append(f"<i>{escape(edge_title(model, edge))}</i><br>{escape(edge_reason(edge))}")
    return "".join(f"<p>{line}</p>" for line in lines if line)


def kin_count(shown: int, total: int, depth: int | None, older: bool) -> str:
    """ "12 of 27 ancestors within 2 steps", "27 ancestors" where all are shown."""
    if shown == total == 1:
        return _tr("1 ancestor") if older else _tr("1 descendant")
    if shown == total:
        text = _tr("{0} ancestors") if older else _tr("{0} descendants")
    elif depth == 1:
        text = _tr("{0} of {1} ancestors within 1 step") if older else _tr("{0} of {1} descendants within 1 step")
    elif depth is not None:
        text = _tr("{0} of {1} ancestors within {2} steps")
        text = text if older else _tr("{0} of {1} descendants within {2} steps")
    else:
        text = _tr("{0} of {1} ancestors") if older else _tr("{0} of {1} descendants")
    return text.format(shown, total, depth)


def kin_counts(model: AtlasModel) -> tuple[str, str]:
    """Counts of ancestors and of descendants; "" for a direction that is not shown."""
    up = kin_count(len(model.ancestors), len(model.all_ancestors), model.depth, True)
    down = kin_count(len(model.descendants), len(model.all_descendants), model.depth, False)
    return (up if model.direction != "descendants" else "", down if model.direction != "ancestors" else "")


def shown_count(model: AtlasModel) -> str:
    """How many sources there are, and how many the filter leaves."""
    total = len(model.sources)
    if model.hidden:
        return _tr("{0} of {1} sources pass the filter").format(total - len(model.hidden), total)
    return _tr("1 source") if total == 1 else _tr("{0} sources").format(total)


def library_size(model: AtlasModel) -> str:
    """Sources and edges that the map holds."""
    return _tr("{0}, {1} edges").format(shown_count(model), len(model.edges))


def lane_tip(layout: Layout, row: float) -> str:
    """The lane at a row: what it stands for and how many sources it holds."""
    band = layout.band_at(row)
    if band is None:
        return ""
    count = len(band.lane.members)
    text = _tr("1 source") if count == 1 else _tr("{0} sources").format(count)
    about = ledger_account(band.lane.ledger)
    return f"<p><b>{escape(band.lane.title)}</b> · {text}</p>" + (f"<p>{escape(about)}</p>" if about else "")


def describe(model: AtlasModel, layout: Layout) -> str:
    """The map in sentences: lanes with their sources, the selection with its edges, the path."""
    if not model.sources:
        return _tr("The map is empty.")
    lines = [_tr("A map of {0}, {1} edges between them.").format(shown_count(model), len(model.edges))]
    for band in layout.bands:
        members = [model.sources[place] for place in band.lane.members]
        shown = [source for source in members if source.key not in model.hidden]
        names = ", ".join(f"{model.name(source.key)} {source.date[:4]}".strip() for source in shown)
        lines.append(f"{band.lane.title}: {names or '—'}")
    lines += _selection_lines(model)
    if model.paths:
        path = " → ".join(model.name(key) for key in model.paths[0])
        lines.append(f"{model.path_title or _tr('Path')}: {path}")
        if len(model.paths) > 1:
            lines.append(_tr("{0} paths in all.").format(len(model.paths)))
    return "\n".join(lines)


def _selection_lines(model: AtlasModel) -> list[str]:
    lines = []
    if model.selected:
        counts = ", ".join(count for count in kin_counts(model) if count)
        lines.append(_tr("Selected: {0} ({1}).").format(model.name(model.selected), counts))
        for edge in (*model.builds_on[model.selected], *model.led_to[model.selected]):
            lines.append(f"{edge_title(model, edge)}: {edge_reason(edge)}")
    if model.chosen:
        lines.append(_tr("Chosen together: {0}.").format(", ".join(model.name(key) for key in model.chosen)))
    return lines
