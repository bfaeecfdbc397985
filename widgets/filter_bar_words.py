"""The words of the filter: its fields and their values, and what it asks for in a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from citations.filters import UNVERIFIED, Part, SourceFilter
from citations.notebook.records import Status
from widgets.ledger_text import effect_name, evidence_name, ledger_name
from widgets.source_text import kind_name, relation_name, status_name

_FIELDS = {
    "text": QT_TRANSLATE_NOOP("Filter", "words"),
    "ledgers": QT_TRANSLATE_NOOP("Filter", "ledger"),
    "effects": QT_TRANSLATE_NOOP("Filter", "effect"),
    "years": QT_TRANSLATE_NOOP("Filter", "years"),
    "evidence": QT_TRANSLATE_NOOP("Filter", "evidence"),
    "kinds": QT_TRANSLATE_NOOP("Filter", "kind"),
    "relations": QT_TRANSLATE_NOOP("Filter", "relation"),
    "statuses": QT_TRANSLATE_NOOP("Filter", "status"),
    "tags": QT_TRANSLATE_NOOP("Filter", "tag"),
}
STATUSES = tuple(str(status) for status in Status)


def _translated(text: object) -> str:
    return QCoreApplication.translate("Filter", str(text))


def field_name(field: str) -> str:
    return _translated(_FIELDS[field]) if field in _FIELDS else field


def value_name(field: str, value: str) -> str:
    """One value of a field as it is shown; what the user wrote (words, tags) stays as it is."""
    if field == "evidence":
        return QCoreApplication.translate("Filter", "not verified") if value == UNVERIFIED else evidence_name(value)
    if field == "years":
        return years_text(value)
    names = {
        "ledgers": ledger_name,
        "effects": effect_name,
        "kinds": kind_name,
        "relations": relation_name,
        "statuses": status_name,
    }
    return names[field](value) if field in names else value


def years_text(value: str) -> str:
    """A range of years, of which one end may be open, in words."""
    first, _, last = value.partition("-")
    if not last:
        return QCoreApplication.translate("Filter", "since {0}").format(first)
    if not first:
        return QCoreApplication.translate("Filter", "until {0}").format(last)
    return first if first == last else f"{first}–{last}"


def sentence(parts: Iterable[Part]) -> str:
    """What is asked for: "ledger: State or Reuse; years: since 2023". Empty if nothing is."""
    either = QCoreApplication.translate("Filter", " or ")
    groups = groupby(parts, key=lambda part: part.field)
    return "; ".join(
        f"{field_name(field)}: {either.join(value_name(field, part.value) for part in members)}"
        for field, members in groups
    )


def filter_sentence(wanted: SourceFilter) -> str:
    return sentence(wanted.parts())


def as_tooltip(*lines: str) -> str:
    """Lines of plain text as a tooltip that wraps, whatever signs are in them; "" for none."""
    return "<br>".join(f"<span>{escape(line)}</span>" for line in lines if line)
