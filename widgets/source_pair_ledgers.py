"""The eighteen ledgers between two sources: what each says it does to them, and what our runs measured."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from engine.sheet import LEDGERS, Delta, DeltaSheet, Evidence, LedgerSheet, Verdict
from widgets import format as write
from widgets.ledger_sheet_delegate import KEPT_UNITS
from widgets.ledger_sheet_model import change_text
from widgets.ledger_text import (
    EFFECT_VERDICT,
    EVIDENCE_GLYPHS,
    VERDICT_GLYPHS,
    effect_name,
    evidence_meaning,
    evidence_name,
    ledger_account,
    ledger_name,
    short_name,
)
from widgets.rich_style import RichStyle
from widgets.source_card_page import Card

Sides = Sequence[tuple[Card, DeltaSheet | None]]


def ledger_table(sides: Sides, style: RichStyle) -> str:
    """One row per ledger: left source, ledger, right source. Links: `ledger:key`."""
    rows = []
    for ledger in LEDGERS:
        lines = [_line(delta, ledger) for _, delta in sides]
        names = dict.fromkeys(short_name(line.quantity) for line in lines if line is not None)
        alone = len(names) > 1  # each side measured something else
        left, right = (_side(card, ledger, line, alone, style) for (card, _), line in zip(sides, lines, strict=True))
        middle = _middle(ledger, "" if alone else "".join(names), bool(left or right), style)
        dash = style.quiet("—")
        rows.append(
            f'<tr><td width="41%" valign="middle" align="right" style="padding:4px 8px 4px 0">{left or dash}</td>'
            f'<td width="18%" valign="middle" align="center" style="padding:4px 0">{middle}</td>'
            f'<td width="41%" valign="middle" style="padding:4px 0 4px 8px">{right or dash}</td></tr>'
        )
    return f'<table width="100%" cellspacing="0" cellpadding="0">{"".join(rows)}</table>'


def _line(delta: DeltaSheet | None, ledger: str) -> Delta | None:
    """The headline of a ledger, None if no run exercised it."""
    if delta is None:
        return None
    sheets = (LedgerSheet(sheet.title, sheet.ledger(ledger)) for sheet in (delta.before, delta.after))
    line = DeltaSheet(*sheets).headline(ledger)  # of this ledger alone: a whole sheet has hundreds of rows
    return None if line.verdict is Verdict.UNEXERCISED else line


def _middle(ledger: str, measured: str, lively: bool, style: RichStyle) -> str:
    """The ledger, and under it what was measured on either side."""
    colour = style.own.ledger[ledger] if lively else style.own.muted
    chip = style.chip(ledger_name(ledger), colour, f"ledger:{ledger}", ledger_account(ledger))
    return f"{chip}<br>{style.quiet(measured)}" if measured else chip


def _side(card: Card, ledger: str, line: Delta | None, named: bool, style: RichStyle) -> str:
    """The cell as HTML, "" where the source says nothing and nothing was measured."""
    effect, lines = card.source.effect_on(ledger), []
    if effect is not None:
        verdict = EFFECT_VERDICT[effect.effect]
        glyph = style.strong(f"{VERDICT_GLYPHS[verdict]} {effect_name(effect.effect)}", style.own.verdict[verdict])
        lines.append(f'<span style="font-size:{style.size(-0.5)}px">{glyph} {escape(effect.why)}</span>')
    if line is not None:
        lines.append(_measured(line, named, style))
    return "<br>".join(lines)


def _measured(line: Delta, named: bool, style: RichStyle) -> str:
    """Before, after and the change, with the glyph of what the figure rests on."""
    verdict, quantity = line.verdict, line.quantity
    name = f"{short_name(quantity)} " if named else ""
    basis = f'<span title="{escape(evidence_name(quantity.evidence))}">{EVIDENCE_GLYPHS[quantity.evidence]}</span>'
    if verdict is Verdict.SAME:
        text = f"{name}= {_figure(line.after.value, quantity.unit)} "
        return style.quiet(text) + basis
    chip = style.chip(f"{VERDICT_GLYPHS[verdict]} {change_text(line)}", style.own.verdict[verdict])
    return f"{style.quiet(f'{name}{_before_after(line)} ')}{chip} {basis}"


def _before_after(line: Delta) -> str:
    """Both figures; the unit once where it is the same."""
    before, after = (_figure(side.value, line.quantity.unit) for side in (line.before, line.after))
    head, _, unit = before.rpartition(write.NBSP)
    return f"{head if head and after.endswith(write.NBSP + unit) else before} → {after}"


def _figure(value: float | None, unit: str) -> str:
    """A figure without what the name of the quantity says already."""
    if value is None or unit in KEPT_UNITS:
        return write.quantity(value, unit)
    if unit == "B" or unit.startswith("B/"):
        return write.byte_size(value)
    return write.short_count(value) if abs(value) >= 1e6 else write.count(value)


def basis_legend(sides: Sides, style: RichStyle) -> str:
    """What the glyphs behind the figures mean, for those that occur."""
    lines = [_line(delta, ledger) for _, delta in sides for ledger in LEDGERS]
    used = {line.quantity.evidence for line in lines if line is not None}
    words = [
        f'<span title="{escape(evidence_meaning(label))}">{EVIDENCE_GLYPHS[label]}</span> '
        f"{style.quiet(evidence_name(label))}"
        for label in Evidence
        if label in used
    ]
    return " &nbsp; ".join(words)


def measured_note(card: Card, delta: DeltaSheet | None) -> str:
    """Why nothing is measured, "" where something is."""
    if delta is not None:
        return ""
    if not card.runnable:
        return QCoreApplication.translate("SourcePair", "not runnable yet: nothing is measured")
    return QCoreApplication.translate("SourcePair", "not measured yet: run it once to see its figures here")
