"""What the rows of the lineage view say: to the ear, and under the pointer."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from citations.records import CANON, Source
from widgets.ledger_text import ledger_name
from widgets.source_text import date_text, kind_name, people, ring_name


def undated() -> str:
    return QCoreApplication.translate("Lineage", "undated")


def gap_words(gap: int) -> str:
    """Said where years without a source lie between two years; "" where they follow each other."""
    return QCoreApplication.translate("Lineage", "{0} years later").format(gap) if gap > 1 else ""


def spoken_year(year: str, count: int, gap: int) -> str:
    one = QCoreApplication.translate("Lineage", "1 source")
    many = QCoreApplication.translate("Lineage", "{0} sources").format(count)
    parts = [year or undated(), one if count == 1 else many, gap_words(gap)]
    return ", ".join(part for part in parts if part)


def facts(source: Source, language: str, runnable: bool) -> list[str]:
    found = [date_text(source.date, language) if source.date else undated(), kind_name(source.kind)]
    if source.ring != CANON:
        found.append(ring_name(source.ring))
    if source.primary_ledger:
        text = QCoreApplication.translate("Lineage", "ledger: {0}")
        found.append(text.format(ledger_name(source.primary_ledger)))
    if runnable:
        found.append(QCoreApplication.translate("Lineage", "can be run"))
    return found


def spoken_source(source: Source, language: str, runnable: bool, kin: str, marked: bool) -> str:
    """`kin`: a name of `Kin` in small letters. `marked`: one of several for a command."""
    said = [kin_words(kin), QCoreApplication.translate("Lineage", "marked") if marked else ""]
    parts = [source.name.get(language), *facts(source, language, runnable), *said]
    return ", ".join(part for part in parts if part)


def kin_words(kin: str) -> str:
    """What a source is to the selected one; "" if it is nothing to it."""
    return {
        "selected": QCoreApplication.translate("Lineage", "selected"),
        "parent": QCoreApplication.translate("Lineage", "the selected source builds on it"),
        "ancestor": QCoreApplication.translate("Lineage", "ancestor of the selected source"),
        "child": QCoreApplication.translate("Lineage", "builds on the selected source"),
        "descendant": QCoreApplication.translate("Lineage", "descendant of the selected source"),
    }.get(kin, "")


def tooltip(source: Source, language: str, runnable: bool) -> str:
    said = " · ".join(facts(source, language, runnable))
    return f"<p><b>{escape(source.title)}</b></p><p>{escape(people(source))}<br>{escape(said)}</p>"
