"""Chips that several pages share: what a figure rests on, and that a fact was not checked."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engine.sheet import Evidence
from widgets.ledger_text import EVIDENCE_GLYPHS, evidence_meaning, evidence_name
from widgets.rich_style import RichStyle


def evidence_chip(evidence: str, style: RichStyle) -> str:
    """The evidence label with its shape; hovering explains it. A label outside the four is shown plainly."""
    if evidence not in set(Evidence):
        return style.chip(evidence, style.own.muted)
    label = Evidence(evidence)
    text = f"{EVIDENCE_GLYPHS[label]} {evidence_name(label)}"
    return style.chip(text, style.own.evidence[label], hint=evidence_meaning(label))


def unverified(style: RichStyle) -> str:
    """The mark of a fact that was not seen in a source."""
    text = "? " + QCoreApplication.translate("SourceCard", "unverified")
    hint = QCoreApplication.translate("SourceCard", "Not seen in a source by us: do not quote it as a fact.")
    return style.chip(text, style.own.hue["orange"], hint=hint)
