"""The words of the filter: its fields and their values, what a part asks for, rings and reading statuses."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from citations.filters import UNVERIFIED, Part, SourceFilter
from citations.records import CANON, NEIGHBOUR, OWN
from widgets.ledger_text import effect_name, evidence_name, ledger_name
from widgets.source_text import kind_name, relation_name

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
_STATUSES = {
    "unread": QT_TRANSLATE_NOOP("Filter", "unread"),
    "skimmed": QT_TRANSLATE_NOOP("Filter", "skimmed"),
    "read": QT_TRANSLATE_NOOP("Filter", "read"),
    "taught": QT_TRANSLATE_NOOP("Filter", "taught"),
}
_RINGS = {
    CANON: QT_TRANSLATE_NOOP("Filter", "primary source"),
    NEIGHBOUR: QT_TRANSLATE_NOOP("Filter", "neighbour"),
    OWN: QT_TRANSLATE_NOOP("Filter", "yours"),
}
_FAMILIES = {
    "attention": QT_TRANSLATE_NOOP("Filter", "attention"),
    "memory": QT_TRANSLATE_NOOP("Filter", "memory"),
    "scheduling": QT_TRANSLATE_NOOP("Filter", "scheduling"),
    "quantisation": QT_TRANSLATE_NOOP("Filter", "quantisation"),
    "speculation": QT_TRANSLATE_NOOP("Filter", "speculation"),
    "reuse": QT_TRANSLATE_NOOP("Filter", "reuse"),
    "disaggregation": QT_TRANSLATE_NOOP("Filter", "disaggregation"),
    "parallelism": QT_TRANSLATE_NOOP("Filter", "parallelism"),
    "kernels": QT_TRANSLATE_NOOP("Filter", "kernels"),
    "experts": QT_TRANSLATE_NOOP("Filter", "experts"),
    "offloading": QT_TRANSLATE_NOOP("Filter", "offloading"),
    "workloads": QT_TRANSLATE_NOOP("Filter", "workloads"),
}
STATUSES = tuple(_STATUSES)


def _translated(text: object) -> str:
    return QCoreApplication.translate("Filter", str(text))


def field_name(field: str) -> str:
    return _translated(_FIELDS[field]) if field in _FIELDS else field


def status_name(status: str) -> str:
    """How far the user is with a source."""
    return _translated(_STATUSES[status]) if status in _STATUSES else status


def ring_name(ring: int) -> str:
    """Whether a source is one of the canon, a work around it, or the user's own."""
    return _translated(_RINGS[ring]) if ring in _RINGS else str(ring)


def family_name(family: str) -> str:
    return _translated(_FAMILIES[family]) if family in _FAMILIES else family


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
