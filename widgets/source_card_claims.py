"""Figures that a source reports, and the headlines on which its versions disagree."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import Claim, Conflict, Reference, Source
from widgets.rich_chips import evidence_chip, unverified
from widgets.rich_style import GAP, RichStyle
from widgets.source_card_fold import Folds
from widgets.source_text import witness_name


def claims(source: Source, folds: Folds) -> list[str]:
    if not source.claims:
        return []
    style = folds.style
    title = QCoreApplication.translate("SourceCard", "Claims")
    whole = (_claim(claim, style) for claim in source.claims)
    marked = (style.strong(value_text(claim)) + ("" if claim.checked else " ?") for claim in source.claims)
    brief = [style.block(" · ".join(marked), delta=-0.5)]
    count = str(len(source.claims))
    return folds.section("claims", title, count, whole, brief, f"{title} {count}")


def value_text(claim: Claim) -> str:
    """The figure with its unit."""
    return f"{claim.value}×" if claim.unit == "x" else f"{claim.value} {claim.unit}".strip()


def _claim(claim: Claim, style: RichStyle) -> str:
    badges = [evidence_chip(claim.evidence, style)] + ([] if claim.checked else [unverified(style)])
    lines = [f"{style.strong(value_text(claim))} &nbsp;{GAP.join(badges)}", escape(claim.metric)]
    quiet = style.quiet(" · ".join(claim_facts(claim)))
    lines.append(" ".join([quiet, *(_seen(reference, style) for reference in claim.seen)]))
    return style.block("<br>".join(line for line in lines if line), delta=-0.5, below=7)


def claim_brief(claim: Claim, style: RichStyle) -> str:
    """A claim for a narrow place: figure, evidence and metric."""
    badges = [evidence_chip(claim.evidence, style)] + ([] if claim.checked else [unverified(style)])
    against = claim_facts(claim)[:1] if claim.baseline.strip("- ") else []
    lines = [
        f"{style.strong(value_text(claim))} &nbsp;{GAP.join(badges)}",
        escape(claim.metric),
        style.quiet("".join(against)),
    ]
    return style.block("<br>".join(line for line in lines if line), delta=-0.5, below=7)


def claim_facts(claim: Claim) -> list[str]:
    """Against what, under which conditions, and at which place of the source."""
    facts = []
    if claim.baseline.strip("- "):
        facts.append(QCoreApplication.translate("SourceCard", "against {0}").format(claim.baseline))
    return facts + [fact for fact in (claim.conditions, claim.where) if fact]


def _seen(reference: Reference, style: RichStyle) -> str:
    if not reference.is_link:
        text = QCoreApplication.translate("SourceCard", "seen in {0}").format(witness_name(reference.address))
        return style.quiet(f"· {text}{f' ({reference.detail})' if reference.detail else ''}")
    hint = QCoreApplication.translate("SourceCard", "Seen at {0}").format(reference.address)
    return style.link("↗", reference.address, f"{hint} {reference.detail}".strip())


def conflicts(source: Source, folds: Folds) -> list[str]:
    if not source.conflicts:
        return []
    title = QCoreApplication.translate("SourceCard", "Versions disagree")
    whole = (conflict_table(conflict, folds.style) for conflict in source.conflicts)
    brief = (folds.style.block(_line(conflict, folds.style), delta=-0.5, below=2) for conflict in source.conflicts)
    count = str(len(source.conflicts))
    jump = QCoreApplication.translate("SourceCard", "Versions {0}").format(count)
    return folds.section("conflicts", title, count, whole, brief, jump)


def _line(conflict: Conflict, style: RichStyle) -> str:
    mark = "" if conflict.checked else GAP + unverified(style)
    return f"{style.strong(conflict.about)}{GAP}{style.quiet(conflict.advice)}{mark}"


def conflict_table(conflict: Conflict, style: RichStyle) -> str:
    """What each version says, one row each, and which to quote."""
    small, line = f"font-size:{style.size(-0.5)}px", f"border-left:3px solid {style.own.hue['orange'].name()}"
    mark = "" if conflict.checked else GAP + unverified(style)
    about = f"{style.strong(conflict.about)}{mark}"
    rows = [f'<tr><td colspan="2" style="padding:0 0 2px 9px; {line}; {small}">{about}</td></tr>']
    for version in conflict.versions:
        rows.append(
            f'<tr><td width="33%" style="padding:2px 8px 2px 9px; {line}">{style.quiet(version.where)}</td>'
            f'<td style="padding:2px 0; {small}">{escape(version.says)}</td></tr>'
        )
    label = QCoreApplication.translate("SourceCard", "Quote")
    advice = f"{style.strong('→ ' + label, style.own.accent)} {escape(conflict.advice)}"
    rows.append(f'<tr><td colspan="2" style="padding:2px 0 0 9px; {line}; {small}">{advice}</td></tr>')
    space = 'cellspacing="0" cellpadding="0" style="margin:2px 0 9px 0"'
    return f'<table width="100%" {space}>{"".join(rows)}</table>'
