"""One ledger of one of two sources: what the source says it does, and what our run of it measured."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from engine.sheet import Delta, DeltaSheet, Verdict
from widgets import format as write
from widgets.ledger_sheet_model import change_text
from widgets.ledger_text import (
    EFFECT_VERDICT,
    EVIDENCE_GLYPHS,
    VERDICT_GLYPHS,
    effect_name,
    evidence_name,
    quantity_name,
    verdict_name,
)
from widgets.rich_style import RichStyle
from widgets.source_card_page import Card


def ledger_side(card: Card, ledger: str, delta: DeltaSheet | None, style: RichStyle) -> str:
    """The cell as HTML, "" where the source says nothing and nothing was measured."""
    effect, lines = card.source.effect_on(ledger), []
    if effect is not None:
        verdict = EFFECT_VERDICT[effect.effect]
        glyph = style.strong(f"{VERDICT_GLYPHS[verdict]} {effect_name(effect.effect)}", style.own.verdict[verdict])
        lines.append(f'<span style="font-size:{style.size(-0.5)}px">{glyph} {escape(effect.why)}</span>')
    if delta is not None:
        lines.append(_measured(delta.headline(ledger), style))
    return "<br>".join(line for line in lines if line)


def _measured(line: Delta, style: RichStyle) -> str:
    """Before, after and the change of a ledger's headline; "" if no run exercised it."""
    verdict = line.verdict
    if verdict is Verdict.UNEXERCISED:
        return ""
    unit, quantity = line.quantity.unit, line.quantity
    sides = " → ".join(write.quantity(side.value, unit) for side in (line.before, line.after))
    change, word = change_text(line), verdict_name(verdict)
    mark = f"{VERDICT_GLYPHS[verdict]} {change}" if change else f"{VERDICT_GLYPHS[verdict]} {word}"
    basis = f"{EVIDENCE_GLYPHS[quantity.evidence]} {evidence_name(quantity.evidence)}"
    return style.quiet(f"{quantity_name(quantity)} {sides} ") + style.chip(
        mark, style.own.verdict[verdict], hint=basis
    )


def measured_note(card: Card, delta: DeltaSheet | None) -> str:
    """Why nothing is measured, "" where something is."""
    if delta is not None:
        return ""
    if not card.runnable:
        return QCoreApplication.translate("SourcePair", "not runnable yet: nothing is measured")
    return QCoreApplication.translate("SourcePair", "not measured yet: run it once to see its figures here")
