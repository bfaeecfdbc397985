"""The page of two sources: one column each, and the eighteen ledgers between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import Edge
from engine.sheet import DeltaSheet
from widgets.rich_chips import unverified
from widgets.rich_style import GAP, RichStyle
from widgets.source_card_claims import claim_brief, conflict_table
from widgets.source_card_lineage import doubtful
from widgets.source_card_page import Card, badges, facts, filed
from widgets.source_pair_ledgers import basis_legend, ledger_table, measured_note
from widgets.source_text import basis_name, relation_name

HALF = 50


@dataclass(frozen=True)
class Pair:
    """Two cards, what was measured by source key, and the paths between them, each from older to newer."""

    left: Card
    right: Card
    deltas: Mapping[str, DeltaSheet]
    paths: tuple[tuple[str, ...], ...] | None = None

    @property
    def cards(self) -> tuple[Card, Card]:
        return (self.left, self.right)


def pair_page(pair: Pair, style: RichStyle) -> str:
    """The comparison as HTML. Links: `source:key`, `ledger:key`, `go:section`, and web addresses."""
    parts = [_columns([_head(card, style) for card in pair.cards]), _jumps(style)]
    parts += _between(pair, style)
    parts += _texts(pair, style)
    parts += _ledgers(pair, style)
    parts += _claims(pair, style)
    return style.page(parts)


def _jumps(style: RichStyle) -> str:
    """Links to what lies below the texts."""
    names = {
        "ledgers": QCoreApplication.translate("SourcePair", "The eighteen ledgers"),
        "claims": QCoreApplication.translate("SourceCard", "Claims"),
    }
    links = [style.light_link(text, f"go:{name}") for name, text in names.items()]
    return style.block(style.quiet(" · ").join(links), delta=-1, above=6)


def _anchor(name: str) -> str:
    return f'<a name="{name}"></a>'


def _columns(cells: list[str]) -> str:
    left, right = (
        f'<td width="{HALF}%" valign="top" style="padding:0 {edge}px 0 0">{cell}</td>'
        for cell, edge in zip(cells, (18, 0), strict=True)
    )
    return f'<table width="100%" cellspacing="0" cellpadding="0"><tr>{left}{right}</tr></table>'


def _head(card: Card, style: RichStyle) -> str:
    source = card.source
    name = f'<a href="source:{escape(source.key)}" style="color:{style.own.text.name()}; text-decoration:none">'
    title = (
        f'<p style="margin:0 0 2px 0; font-size:{style.size(4)}px; font-weight:600">{name}{escape(card.name)}</a></p>'
    )
    line = style.block(style.quiet(facts(card)))
    return title + line + style.block(f"{GAP.join(badges(card, style))}{GAP}{style.quiet(filed(source))}", above=4)


def _between(pair: Pair, style: RichStyle) -> list[str]:
    """How the two are related: edges from one to the other, else paths, else that there are none."""
    left, right = (card.source.key for card in pair.cards)
    edges = dict.fromkeys(
        edge for card in pair.cards for edge in card.relations if {edge.newer, edge.older} == {left, right}
    )
    lines = [_edge(edge, pair, style) for edge in edges]
    lines += [_path(path, pair, style) for path in pair.paths or () if len(path) > 2]
    if not lines:
        none = (
            QCoreApplication.translate("SourcePair", "Neither builds directly on the other.")
            if pair.paths is None
            else QCoreApplication.translate("SourcePair", "Neither builds on the other, not even by way of others.")
        )
        lines = [style.quiet(none)]
    label = QCoreApplication.translate("SourcePair", "How they are related")
    return [style.label(label), *(style.block(line, delta=-0.5, below=3) for line in lines)]


def _edge(edge: Edge, pair: Pair, style: RichStyle) -> str:
    text = QCoreApplication.translate("SourcePair", "{0} builds on {1}")
    line = style.strong(text.format(_name(edge.newer, pair), _name(edge.older, pair)))
    line += GAP + style.chip(relation_name(edge.relation), style.own.muted)
    mark = GAP + unverified(style) if doubtful(edge) else ""
    why = f"{escape(edge.why)} " if edge.why else ""
    return f"{line}{mark}<br>{why}{style.quiet(basis_name(edge.basis))}"


def _path(path: tuple[str, ...], pair: Pair, style: RichStyle) -> str:
    return " → ".join(style.link(_name(key, pair), f"source:{key}") for key in path)


def _name(key: str, pair: Pair) -> str:
    return pair.left.names.get(key, pair.right.names.get(key, key))


def _texts(pair: Pair, style: RichStyle) -> list[str]:
    parts = []
    for label, name in (
        (QCoreApplication.translate("SourceCard", "Problem"), "bottleneck"),
        (QCoreApplication.translate("SourceCard", "Mechanism"), "mechanism"),
        (QCoreApplication.translate("SourceCard", "Caveat"), "caveat"),
    ):
        texts = [getattr(card.source, name).get(card.language) for card in pair.cards]
        if any(texts):
            parts += [style.label(label), _columns([style.paragraph(text or "—", -0.5) for text in texts])]
    return parts


def _ledgers(pair: Pair, style: RichStyle) -> list[str]:
    sides = [(card, pair.deltas.get(card.source.key)) for card in pair.cards]
    label = QCoreApplication.translate("SourcePair", "The eighteen ledgers")
    note = QCoreApplication.translate(
        "SourcePair", "what the source says, and below our run of it, each in a scenario of its own"
    )
    parts = [_anchor("ledgers"), style.label(label, note)]
    legend = basis_legend(sides, style)
    if legend:
        parts.append(style.block(legend, delta=-1, below=4))
    notes = [measured_note(card, delta) for card, delta in sides]
    if any(notes):
        parts.append(_columns([style.block(style.quiet(text, italic=True), below=4) for text in notes]))
    return [*parts, ledger_table(sides, style)]


def _claims(pair: Pair, style: RichStyle) -> list[str]:
    cells = []
    for card in pair.cards:
        lines = [claim_brief(claim, style) for claim in card.source.claims]
        lines += [conflict_table(conflict, style) for conflict in card.source.conflicts]
        cells.append("".join(lines) or style.block(style.quiet("—")))
    label = QCoreApplication.translate("SourceCard", "Claims")
    note = QCoreApplication.translate("SourcePair", "each against its own baseline: not comparable with each other")
    return [_anchor("claims"), style.label(label, note), _columns(cells)]
