"""The page of a source: what stood in the way, what it does, what it claims, and where it stands in the lineage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import Basis, Claim, Edge, Source
from widgets.ledger_text import (
    EFFECT_VERDICT,
    VERDICT_GLYPHS,
    effect_name,
    ledger_account,
    ledger_name,
)
from widgets.rich_chips import evidence_chip, unverified
from widgets.rich_style import GAP, RichStyle
from widgets.source_text import basis_name, date_text, kind_name, people, relation_name


@dataclass(frozen=True)
class Card:
    """Everything one card shows. `names` maps source keys to display names in `language`."""

    source: Source
    runnable: bool
    relations: Sequence[Edge]
    names: Mapping[str, str]
    language: str
    note: str = ""


def card_page(card: Card, style: RichStyle) -> str:
    """The card as HTML. Links: `source:key`, `ledger:key`, and web addresses."""
    source, language = card.source, card.language
    parts = _head(card, style)
    for label, text in (
        (QCoreApplication.translate("SourceCard", "Problem"), source.bottleneck.get(language)),
        (QCoreApplication.translate("SourceCard", "Mechanism"), source.mechanism.get(language)),
        (QCoreApplication.translate("SourceCard", "Caveat"), source.caveat.get(language)),
    ):
        if text:
            parts.append(style.block(f"{style.run_in(label)} {escape(text)}", above=10))
    if source.formula:
        parts += [style.label(QCoreApplication.translate("SourceCard", "Formula")), style.formula(source.formula)]
    parts += _effects(card, style) + _claims(source, style)
    parts += _relations(card, style, older=True) + _relations(card, style, older=False)
    parts += _notes(source, style) + _background(source, style)
    return style.page(parts)


def _head(card: Card, style: RichStyle) -> list[str]:
    source = card.source
    facts = [people(source, most=1), source.venue, date_text(source.date, card.language)]
    parts = [
        style.title(source.name.get(card.language)),
        style.block(escape(source.title), below=1),
        style.block(style.quiet(" · ".join(fact for fact in facts if fact))),
        style.block(GAP.join(_badges(card, style)), above=5),
    ]
    if not card.runnable:
        text = QCoreApplication.translate("SourceCard", "Not yet runnable: shows its card and lineage only.")
        parts.append(style.block(style.quiet(text), above=4))
    if card.note.strip():
        label = QCoreApplication.translate("SourceCard", "Your note:")
        text = escape(card.note.strip()).replace("\n", "<br>")
        parts.append(style.block("", delta=-4) + style.box(f"{style.strong(label)} {text}"))
    return parts


def _badges(card: Card, style: RichStyle) -> list[str]:
    source, own = card.source, style.own
    badges = [style.chip(f"● {ledger_name(source.primary_ledger)}", own.ledger[source.primary_ledger])]
    if card.runnable:
        badges.insert(0, style.chip("▶ " + QCoreApplication.translate("SourceCard", "can be run"), own.accent))
    badges.append(style.chip(kind_name(source.kind), own.muted))
    if source.living:
        badges.append(style.chip(QCoreApplication.translate("SourceCard", "living project"), own.muted))
    if not source.checked:
        text = QCoreApplication.translate("SourceCard", "bibliography not verified")
        badges.append(style.chip(f"? {text}", own.hue["orange"]))
    if not source.date_checked:
        text = QCoreApplication.translate("SourceCard", "date not verified")
        badges.append(style.chip(f"? {text}", own.hue["orange"]))
    return badges


def _effects(card: Card, style: RichStyle) -> list[str]:
    if not card.source.effects:
        return []
    rows = []
    for effect in card.source.effects:
        verdict = EFFECT_VERDICT[effect.effect]
        text = f"{VERDICT_GLYPHS[verdict]} {ledger_name(effect.ledger)}"
        chip = style.chip(text, style.own.verdict[verdict], f"ledger:{effect.ledger}", ledger_account(effect.ledger))
        word = style.quiet(effect_name(effect.effect))
        why = f'<span style="font-size:{style.size(-0.5)}px">{word} {escape(effect.why)}</span>'
        rows.append(f'<tr><td style="padding:4px 8px 4px 0">{chip}</td><td style="padding:4px 0">{why}</td></tr>')
    label = QCoreApplication.translate("SourceCard", "Effect on the ledgers")
    note = QCoreApplication.translate("SourceCard", "as the source describes it")
    return [style.label(label, note), f'<table cellspacing="0" cellpadding="0">{"".join(rows)}</table>']


def _claims(source: Source, style: RichStyle) -> list[str]:
    if not source.claims:
        return []
    return [style.label(QCoreApplication.translate("SourceCard", "Claims"))] + [
        _claim(claim, style) for claim in source.claims
    ]


def _claim(claim: Claim, style: RichStyle) -> str:
    value = f"{claim.value}×" if claim.unit == "x" else f"{claim.value} {claim.unit}".strip()
    badges = [evidence_chip(claim.evidence, style)] + ([] if claim.checked else [unverified(style)])
    facts = []
    if claim.baseline.strip("- "):
        facts.append(QCoreApplication.translate("SourceCard", "against {0}").format(claim.baseline))
    facts += [fact for fact in (claim.conditions, claim.where) if fact]
    lines = [f"{style.strong(value)} &nbsp;{GAP.join(badges)}", escape(claim.metric), style.quiet(" · ".join(facts))]
    return style.block("<br>".join(line for line in lines if line), delta=-0.5, below=9)


def _relations(card: Card, style: RichStyle, older: bool) -> list[str]:
    own_end, other_end = ("newer", "older") if older else ("older", "newer")
    edges = [edge for edge in card.relations if getattr(edge, own_end) == card.source.key]
    if not edges:
        return []
    label = (
        QCoreApplication.translate("SourceCard", "Builds on")
        if older
        else QCoreApplication.translate("SourceCard", "Led to")
    )
    lines = []
    for edge in edges:
        key = getattr(edge, other_end)
        line = style.link(card.names.get(key, key), f"source:{key}") + GAP
        line += style.chip(relation_name(edge.relation), style.own.muted)
        line += "" if edge.checked else GAP + unverified(style)
        basis = style.quiet(basis_name(edge.basis), italic=edge.basis is Basis.EDITORIAL)
        why = f"{escape(edge.why)} " if edge.why else ""
        lines.append(style.block(f"{line}<br>{why}{basis}", delta=-0.5, below=6))
    return [style.label(label, str(len(edges))), *lines]


def _notes(source: Source, style: RichStyle) -> list[str]:
    if not source.notes:
        return []
    label = QCoreApplication.translate("SourceCard", "Versions and conflicts")
    return [style.label(label)] + [style.block(escape(note), delta=-0.5, below=4) for note in source.notes]


def _background(source: Source, style: RichStyle) -> list[str]:
    """The full bibliography, the experiment, the source's own settings, and where the facts were seen."""
    parts = [style.label(QCoreApplication.translate("SourceCard", "Bibliography"))]
    identifiers = [f"arXiv:{source.arxiv}" if source.arxiv else "", f"doi:{source.doi}" if source.doi else ""]
    number = QCoreApplication.translate("SourceCard", "source {0} of the canon").format(source.number)
    facts = [people(source, most=99), source.venue, *identifiers, number if source.number else ""]
    parts.append(style.block(escape(" · ".join(fact for fact in facts if fact)), delta=-0.5))
    if source.demo:
        parts.append(style.label(QCoreApplication.translate("SourceCard", "The smallest honest experiment")))
        parts.append(style.block(escape(source.demo), delta=-0.5))
    if source.parameters:
        parts.append(style.label(QCoreApplication.translate("SourceCard", "Its own settings")))
        rows = "".join(
            f'<tr><td style="padding:1px 12px 1px 0">{style.quiet(entry.name)}</td>'
            f'<td style="padding:1px 0; font-size:{style.size(-1)}px">{escape(entry.value)}</td></tr>'
            for entry in source.parameters
        )
        parts.append(f'<table cellspacing="0" cellpadding="0">{rows}</table>')
    if source.seen:
        parts.append(style.label(QCoreApplication.translate("SourceCard", "Where the facts were seen")))
        for entry in source.seen:
            text = style.link(entry.address, entry.address) if entry.is_link else escape(entry.address)
            parts.append(style.block(f"{text} {style.quiet(entry.detail)}", delta=-1, below=2))
    return parts
