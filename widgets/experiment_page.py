"""The page beside an experiment's frames: what it found, and what had to hold and did (or did not)."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from engine.experiment import Experiment, Invariant
from engine.sheet import Measured, Verdict
from widgets import format as write
from widgets.formula_fill import worked
from widgets.ledger_text import ledger_account, ledger_name, quantity_formula, quantity_name, translated_inputs
from widgets.rich_chips import evidence_chip
from widgets.rich_style import GAP, RichStyle
from widgets.stage_words import said


def experiment_page(experiment: Experiment, style: RichStyle) -> str:
    """Findings and invariants as HTML. Links: `ledger:key`."""
    parts = []
    if experiment.invariants:
        parts.append(style.label(QCoreApplication.translate("Experiment", "What has to hold")))
        parts += [_invariant(invariant, style) for invariant in experiment.invariants]
    if experiment.findings:
        parts.append(style.label(QCoreApplication.translate("Experiment", "Findings")))
        parts += [_finding(finding, style) for finding in experiment.findings]
    return style.page(parts)


def _invariant(invariant: Invariant, style: RichStyle) -> str:
    if invariant.holds:
        mark, colour = QCoreApplication.translate("Experiment", "✓ holds"), style.own.verdict[Verdict.BETTER]
    else:
        mark, colour = QCoreApplication.translate("Experiment", "✗ violated"), style.own.verdict[Verdict.WORSE]
    text = f"{style.chip(mark, colour)}{GAP}{style.strong(said(invariant.name))}"
    return style.block(f"{text}<br>{style.quiet(invariant.detail)}", delta=-0.5, below=6)


def _finding(finding: Measured, style: RichStyle) -> str:
    quantity = finding.quantity
    value = write.quantity(finding.value, quantity.unit)
    ledger = style.chip(
        ledger_name(quantity.ledger),
        style.own.ledger.get(quantity.ledger, style.own.muted),
        f"ledger:{quantity.ledger}",
        ledger_account(quantity.ledger),
    )
    name = escape(quantity_name(quantity))
    lines = [f"{style.strong(value)}{GAP}{name}", f"{ledger}{GAP}{evidence_chip(quantity.evidence, style)}"]
    formula = quantity_formula(quantity)
    filled = worked(formula, translated_inputs(finding.inputs), finding.value or 0.0)
    lines.append(style.quiet(f"{formula} = {filled}" if filled else formula))
    if quantity.source:
        lines.append(style.quiet(quantity.source))
    return style.block("<br>".join(lines), delta=-0.5, below=9)
