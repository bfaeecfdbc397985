"""The page that answers "why": what a ledger accounts for, how each figure came about, and who moves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication

from engine.sheet import Delta, Input, Measured, Verdict
from widgets import format as write
from widgets.formula_fill import worked
from widgets.ledger_sheet_model import change_text
from widgets.ledger_text import (
    EFFECT_VERDICT,
    VERDICT_GLYPHS,
    direction_name,
    effect_name,
    evidence_meaning,
    ledger_account,
    ledger_name,
    quantity_formula,
    quantity_name,
    quantity_terms,
    quantity_unit,
    reason_text,
    translated_inputs,
    verdict_name,
)
from widgets.rich_chips import evidence_chip
from widgets.rich_style import GAP, RichStyle


@dataclass(frozen=True)
class Mover:
    """A source that moves the ledger. `effect` is saves, costs or shapes; `measured_text` is what our run says."""

    key: str
    name: str
    effect: str
    why: str
    runnable: bool
    measured_text: str = ""


def why_page(
    ledger: str,
    deltas: Sequence[Delta] | None,
    measured: Sequence[Measured],
    movers: Sequence[Mover],
    style: RichStyle,
) -> str:
    """The page as HTML. Links: `source:key`. Anchors: the quantity keys."""
    lines = list(deltas) if deltas else [Delta(row, row) for row in measured]
    compared = bool(deltas)
    lines.sort(key=lambda line: not line.quantity.headline)
    live = [line for line in lines if line.before.value is not None or line.after.value is not None]
    parts = [style.title(ledger_name(ledger)), style.paragraph(ledger_account(ledger))]
    parts += [_quantity(line, compared, style) for line in live[:1]]
    parts += _movers(movers, style)
    if live[1:]:
        parts.append(style.label(QCoreApplication.translate("LedgerWhy", "Its other quantities"), str(len(live) - 1)))
        parts += [_quantity(line, compared, style) for line in live[1:]]
    parts += _unexercised([line for line in lines if line not in live], style)
    return style.page(parts)


def _quantity(line: Delta, compared: bool, style: RichStyle) -> str:
    quantity = line.quantity
    head = f'<a name="{escape(quantity.key)}"></a>{style.strong(quantity_name(quantity))}'
    parts = [style.block(f"{head}{GAP}{style.quiet(direction_name(quantity.direction))}", above=12)]
    parts.append(style.block(_figures(line, compared, style), delta=2, above=1))
    words = quantity_formula(quantity)
    formula = f"<span>{escape(words)}</span>"
    after = line.after.value
    filled = worked(words, translated_inputs(line.after.inputs), after) if after is not None else ""
    if filled:
        value = write.quantity(after, quantity.unit)
        formula += f"<br>= {escape(filled)}<br>= {style.strong(value)}"
    parts.append(style.formula_html(formula))
    parts += _terms(line, style)
    parts.append(_inputs(line, compared, style))
    facts = [evidence_chip(quantity.evidence, style) + " " + style.quiet(evidence_meaning(quantity.evidence))]
    if quantity.source:
        text = QCoreApplication.translate("LedgerWhy", "Definition: {0}").format(quantity.source)
        facts.append(style.quiet(text))
    parts.append(style.block("<br>".join(facts), delta=-1, above=4))
    return "".join(parts)


def _terms(line: Delta, style: RichStyle) -> list[str]:
    """Which definition the figure follows: programs differ in what they call TPOT."""
    unit = QCoreApplication.translate("LedgerWhy", "in {0}").format(quantity_unit(line.quantity))
    words = [f"{style.strong(escape(term))} {style.quiet(text)}" for term, text in quantity_terms(line.quantity)]
    return [style.block("<br>".join([*words, style.quiet(unit)]), delta=-1, above=3)]


def _figures(line: Delta, compared: bool, style: RichStyle) -> str:
    unit = line.quantity.unit
    if not compared:
        return style.strong(write.quantity(line.after.value, unit))
    sides = []
    for side in (line.before, line.after):
        text = write.quantity(side.value, unit)
        sides.append(f"<i>{escape(text)}</i>" if side.value is None else style.strong(text))
    verdict, change = line.verdict, change_text(line)
    word = verdict_name(verdict)
    mark = f"{VERDICT_GLYPHS[verdict]} " + (word if change == word else f"{change} {word}")
    reasons = [side.reason for side in (line.before, line.after) if side.value is None and side.reason]
    reason = f"<br>{style.quiet(reason_text(reasons[0]), italic=True)}" if reasons else ""
    return f"{' → '.join(sides)}{GAP}{style.chip(mark, style.own.verdict[verdict])}{reason}"


def _inputs(line: Delta, compared: bool, style: RichStyle) -> str:
    """The symbols of the formula: their figures before and after, and what they stand for."""
    earlier = {entry.symbol: entry for entry in translated_inputs(line.before.inputs)} if compared else {}
    later = {entry.symbol: entry for entry in translated_inputs(line.after.inputs)}
    symbols = dict.fromkeys([*earlier, *later])
    rows = []
    for symbol in symbols:
        sides = [_figure(later.get(symbol))]
        if compared:
            sides.insert(0, _figure(earlier.get(symbol)))
        known = later.get(symbol) or earlier[symbol]
        small = f"font-size:{style.size(-1)}px"
        cells = "".join(
            f'<td align="right" style="padding:1px 10px 1px 0; {small}">{escape(side)}</td>' for side in sides
        )
        rows.append(
            f'<tr><td style="padding:1px 10px 1px 0; {small}">{style.strong(symbol)}</td>{cells}'
            f'<td style="padding:1px 0; {small}">{style.quiet(known.meaning)}</td></tr>'
        )
    return f'<table cellspacing="0" cellpadding="0" style="margin:4px 0 0 0">{"".join(rows)}</table>' if rows else ""


def _figure(entry: Input | None) -> str:
    return write.quantity(entry.value, entry.unit) if entry else "—"


def _movers(movers: Sequence[Mover], style: RichStyle) -> list[str]:
    """Runnable techniques first; the catalogue's words and our measurement stay apart."""
    if not movers:
        return []
    label = QCoreApplication.translate("LedgerWhy", "Who moves it")
    parts = [style.label(label, str(len(movers)))]
    for mover in sorted(movers, key=lambda mover: not mover.runnable):
        verdict = EFFECT_VERDICT.get(mover.effect, Verdict.CHANGED)
        chip = style.chip(f"{VERDICT_GLYPHS[verdict]} {effect_name(mover.effect)}", style.own.verdict[verdict])
        name = style.link(mover.name, f"source:{mover.key}")
        run = f"{style.strong('▶', style.own.accent)} " if mover.runnable else ""
        text = f"{run}{name}{GAP}{chip}<br>{escape(mover.why)}"
        if mover.measured_text:
            measured = QCoreApplication.translate("LedgerWhy", "measured here: {0}").format(mover.measured_text)
            text += f"<br>{style.quiet(measured)}"
        parts.append(style.block(text, delta=-0.5, below=6))
    return parts


def _unexercised(lines: Sequence[Delta], style: RichStyle) -> list[str]:
    if not lines:
        return []
    parts = [style.label(QCoreApplication.translate("LedgerWhy", "Not exercised in this run"))]
    for line in lines:
        name = f'<a name="{escape(line.quantity.key)}"></a><i>{escape(quantity_name(line.quantity))}</i>'
        reason = style.quiet(reason_text(line.after.reason or line.before.reason))
        parts.append(style.block(f"{name}{GAP}{reason}", delta=-0.5, below=3))
    return parts
