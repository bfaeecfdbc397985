"""The one-page report of an audit as rich text: verdict first, then what is missing, then the fourteen answers."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QColor

from citations.audit import Audit, State, Trial, Use, judge
from citations.audit.questions import QUESTIONS
from citations.audit.report import CAUTION, FINDINGS, head, title
from citations.audit.wording import MARKS, consequence, reason
from citations.records import Text
from widgets.palette import DataColours
from widgets.rich_chips import evidence_chip, unverified
from widgets.rich_style import GAP, RichStyle

_USE_HUES = {
    Use.CONDITIONS: "green",
    Use.OBSERVATION: "blue",
    Use.DIRECTION: "orange",
    Use.HEADLINE: "vermillion",
    Use.NOTHING: "vermillion",
}
_STATE_HUES = {State.DISCLOSED: "green", State.PARTIAL: "orange", State.GAP: "vermillion", State.APART: "grey"}


def use_colour(use: Use, own: DataColours) -> QColor:
    return own.hue[_USE_HUES[use]]


def state_colour(state: State, own: DataColours) -> QColor:
    return own.hue[_STATE_HUES[state]]


def trial_word(text: str) -> str:
    """A title or condition of a trial in the interface's language."""
    return QCoreApplication.translate("Trial", text)


def audit_page(audit: Audit, style: RichStyle, language: str) -> str:
    """The report in `language`, in the style's colours and font size."""
    audit = audit.translated(trial_word)
    verdict, subject = judge(audit), audit.subject
    chips = [style.chip(verdict.title.get(language), use_colour(verdict.use, style.own))]
    if label := audit.answer("evidence").evidence:
        chips.append(evidence_chip(label, style))
    if subject.source and not subject.checked:
        chips.append(unverified(style))
    parts = [style.title(title(audit, language))]
    parts.append(style.block(GAP.join(chips), below=3))
    parts.append(style.block(style.strong(verdict.may.get(language))))
    for key, text in (("claimed", verdict.claimed), ("conditions", verdict.conditions)):
        parts.append(style.block(style.run_in(head(key, language)) + " " + escape(text.get(language)), -0.5, above=3))
    if audit.trial is not None:
        parts.append(_trial(audit.trial, style, language))
    parts.append(
        _two(
            _listed("missing", verdict.missing, style, language),
            _listed("not", verdict.not_concluded, style, language),
        )
    )
    parts.append(style.label(head("questions", language)))
    parts.append(_table(audit, style, language))
    return style.page(parts)


def _two(left: str, right: str) -> str:
    cell = '<td width="50%" style="padding-right:10px">'
    return f'<table width="100%" cellspacing="0" cellpadding="0"><tr>{cell}{left}</td>{cell}{right}</td></tr></table>'


def _listed(key: str, texts: tuple[Text, ...], style: RichStyle, language: str) -> str:
    told = [text.get(language) for text in texts] or [head("nothing", language)]
    lines = "".join(f"<li>{escape(text)}</li>" for text in told)
    size = f"font-size:{style.size(-1)}px"
    return style.label(head(key, language)) + f'<ul style="margin:0 0 0 -22px; {size}">{lines}</ul>'


def _trial(trial: Trial, style: RichStyle, language: str) -> str:
    """Reported and measured side by side, each under its label."""

    def cell(key: str, figure: str, label: str, note: str) -> str:
        shown = f'<span style="font-size:{style.size(4)}px; font-weight:600">{escape(figure)}</span>'
        return (
            f'<td width="50%">{style.quiet(head(key, language))}<br>{shown}{GAP}{label}<br>{style.quiet(note)}</td>'
        )

    sides = f"{head('before', language)} {trial.before} → {head('after', language)} {trial.after}"
    reported = cell("reported", trial.reported, evidence_chip("author-reported", style), "")
    measured = cell("measured", trial.measured, evidence_chip(trial.evidence, style), sides)
    lines = [f'<table width="100%" cellspacing="0" cellpadding="0"><tr>{reported}{measured}</tr></table>']
    for key, told in (("matched", trial.matched), ("unmatched", trial.unmatched)):
        text = "; ".join(told) or head("nothing", language)
        lines.append(style.block(style.run_in(head(key, language)) + " " + escape(text), -1, above=2))
    closing = [text.get(language) for text in (FINDINGS.get(trial.finding), CAUTION) if text is not None]
    lines.append(style.block(style.quiet(" ".join(closing))))
    return style.label(head("trial", language), trial.title) + style.box("".join(lines))


def _table(audit: Audit, style: RichStyle, language: str) -> str:
    rows = []
    for question in QUESTIONS:
        answer = audit.answer(question.key)
        mark = style.strong(MARKS[answer.state], state_colour(answer.state, style.own))
        name = style.link(f"{question.number}. {question.short.get(language)}", f"question:{question.key}")
        told = escape(answer.told) if answer.told else style.quiet(reason(audit, answer).get(language))
        if answer.state is not State.APART:
            told += f"<br>{style.quiet('→ ' + consequence(answer).get(language))}"
        rows.append(f'<tr><td width="16">{mark}</td><td width="29%">{name}</td><td>{told}</td></tr>')
    size = f"font-size:{style.size(-1)}px"
    return f'<table width="100%" cellspacing="0" cellpadding="2" style="{size}">{"".join(rows)}</table>'
