"""The other sections of a card: ledgers, notes, and what stands behind them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import Effect, Reference, Source
from widgets.ledger_text import EFFECT_VERDICT, VERDICT_GLYPHS, effect_name, ledger_account, ledger_name
from widgets.rich_style import GAP, RichStyle
from widgets.source_card_fold import Folds
from widgets.source_text import people, witness_name


def effects(source: Source, folds: Folds) -> list[str]:
    if not source.effects:
        return []
    title = QCoreApplication.translate("SourceCard", "Effect on the ledgers")
    note = QCoreApplication.translate("SourceCard", "as the source describes it")
    jump = QCoreApplication.translate("SourceCard", "Ledgers {0}").format(len(source.effects))
    return folds.section("effects", title, note, _reasons(source, folds.style), _chips(source, folds.style), jump)


def _reasons(source: Source, style: RichStyle) -> Iterator[str]:
    rows = []
    for effect in source.effects:
        words = f"{style.quiet(effect_name(effect.effect))} {escape(effect.why)}"
        why = f'<span style="font-size:{style.size(-0.5)}px">{words}</span>'
        chip = effect_chip(effect, style, ledger_account(effect.ledger))
        rows.append(f'<tr><td style="padding:4px 8px 4px 0">{chip}</td><td style="padding:4px 0">{why}</td></tr>')
    yield f'<table cellspacing="0" cellpadding="0">{"".join(rows)}</table>'


def _chips(source: Source, style: RichStyle) -> Iterator[str]:
    hints = [f"{effect_name(effect.effect)}: {effect.why}" for effect in source.effects]
    chips = (effect_chip(effect, style, hint) for effect, hint in zip(source.effects, hints, strict=True))
    yield style.block(GAP.join(chips))


def effect_chip(effect: Effect, style: RichStyle, hint: str) -> str:
    """The ledger with the glyph of what happens to it, as a link."""
    verdict = EFFECT_VERDICT[effect.effect]
    text = f"{VERDICT_GLYPHS[verdict]} {ledger_name(effect.ledger)}"
    return style.chip(text, style.own.verdict[verdict], f"ledger:{effect.ledger}", hint)


def notes(source: Source, folds: Folds) -> list[str]:
    if not source.notes:
        return []
    title = QCoreApplication.translate("SourceCard", "Worth knowing")
    whole = (folds.style.block(escape(note), delta=-0.5, below=4) for note in source.notes)
    return folds.section("notes", title, str(len(source.notes)), whole)


def background(source: Source, folds: Folds) -> list[str]:
    """The formula, the experiment, the source's own settings, the full bibliography, and where facts were seen."""
    style = folds.style
    parts = []
    if source.formula:
        title = QCoreApplication.translate("SourceCard", "Formula")
        parts += folds.section("formula", title, "", [style.formula(source.formula)])
    if source.demo:
        title = QCoreApplication.translate("SourceCard", "The smallest honest experiment")
        parts += folds.section("demo", title, "", [style.block(escape(source.demo), delta=-0.5)])
    if source.parameters:
        title = QCoreApplication.translate("SourceCard", "Its own settings")
        parts += folds.section("settings", title, str(len(source.parameters)), _settings(source, style))
    return parts + _bibliography(source, folds) + _seen(source, folds)


def _settings(source: Source, style: RichStyle) -> Iterator[str]:
    rows = "".join(
        f'<tr><td style="padding:1px 12px 1px 0">{style.quiet(entry.name)}</td>'
        f'<td style="padding:1px 0; font-size:{style.size(-1)}px">{escape(entry.value)}</td></tr>'
        for entry in source.parameters
    )
    yield f'<table cellspacing="0" cellpadding="0">{rows}</table>'


def _bibliography(source: Source, folds: Folds) -> list[str]:
    identifiers = [f"arXiv:{source.arxiv}" if source.arxiv else "", f"doi:{source.doi}" if source.doi else ""]
    number = QCoreApplication.translate("SourceCard", "source {0} of the canon").format(source.number)
    facts = [people(source, most=99), source.venue, *identifiers, number if source.number else ""]
    whole = [folds.style.block(escape(" · ".join(fact for fact in facts if fact)), delta=-0.5)]
    return folds.section("bibliography", QCoreApplication.translate("SourceCard", "Bibliography"), "", whole)


def _seen(source: Source, folds: Folds) -> list[str]:
    if not source.seen:
        return []
    title = QCoreApplication.translate("SourceCard", "Where the facts were seen")
    whole = (_reference(entry, folds.style) for entry in source.seen)
    return folds.section("seen", title, str(len(source.seen)), whole)


def _reference(entry: Reference, style: RichStyle) -> str:
    text = style.link(entry.address, entry.address) if entry.is_link else escape(witness_name(entry.address))
    return style.block(f"{text} {style.quiet(entry.detail)}", delta=-1, below=2)
