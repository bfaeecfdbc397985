"""The words around a source: kinds, relations, what an edge rests on, dates and people. All translatable."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QLocale

from citations.notebook.records import Status
from citations.records import CANON, NEIGHBOUR, OWN, Basis, Source

_KINDS = {
    "paper": QT_TRANSLATE_NOOP("Source", "paper"),
    "repository": QT_TRANSLATE_NOOP("Source", "repository"),
    "report": QT_TRANSLATE_NOOP("Source", "report"),
}
_RELATIONS = {
    "uses": QT_TRANSLATE_NOOP("Source", "uses"),
    "extends": QT_TRANSLATE_NOOP("Source", "extends"),
    "same-problem": QT_TRANSLATE_NOOP("Source", "same problem"),
    "baseline": QT_TRANSLATE_NOOP("Source", "baseline"),
    "replaces": QT_TRANSLATE_NOOP("Source", "replaces"),
    "combines": QT_TRANSLATE_NOOP("Source", "combines"),
}
_BASES = {
    Basis.CITES: QT_TRANSLATE_NOOP("Source", "cited in the source"),
    Basis.ABSTRACT: QT_TRANSLATE_NOOP("Source", "stated in the abstract"),
    Basis.README: QT_TRANSLATE_NOOP("Source", "stated in the repository"),
    Basis.EDITORIAL: QT_TRANSLATE_NOOP("Source", "our reading of the history"),
    Basis.OWN: QT_TRANSLATE_NOOP("Source", "your own link"),
}
_FAMILIES = {
    "attention": QT_TRANSLATE_NOOP("Source", "attention forms"),
    "sparsity": QT_TRANSLATE_NOOP("Source", "sparse attention"),
    "memory": QT_TRANSLATE_NOOP("Source", "paged memory"),
    "reuse": QT_TRANSLATE_NOOP("Source", "reuse"),
    "offloading": QT_TRANSLATE_NOOP("Source", "offloading"),
    "quantisation": QT_TRANSLATE_NOOP("Source", "quantisation"),
    "speculation": QT_TRANSLATE_NOOP("Source", "speculation"),
    "scheduling": QT_TRANSLATE_NOOP("Source", "scheduling"),
    "disaggregation": QT_TRANSLATE_NOOP("Source", "disaggregation"),
    "parallelism": QT_TRANSLATE_NOOP("Source", "parallelism"),
    "experts": QT_TRANSLATE_NOOP("Source", "experts"),
    "kernels": QT_TRANSLATE_NOOP("Source", "kernels"),
    "runtime": QT_TRANSLATE_NOOP("Source", "runtime"),
    "workloads": QT_TRANSLATE_NOOP("Source", "workloads and hardware"),
}
_RINGS = {
    CANON: QT_TRANSLATE_NOOP("Source", "canon"),
    NEIGHBOUR: QT_TRANSLATE_NOOP("Source", "neighbour"),
    OWN: QT_TRANSLATE_NOOP("Source", "yours"),
}
_STATUSES = {
    Status.UNREAD: QT_TRANSLATE_NOOP("Source", "unread"),
    Status.SKIMMED: QT_TRANSLATE_NOOP("Source", "skimmed"),
    Status.READ: QT_TRANSLATE_NOOP("Source", "read"),
    Status.TAUGHT: QT_TRANSLATE_NOOP("Source", "taught"),
}
_WITNESSES = {
    "full-text copy": QT_TRANSLATE_NOOP("Source", "a copy of the full text"),
    "abstract copy": QT_TRANSLATE_NOOP("Source", "a copy of the abstract"),
    "own arithmetic": QT_TRANSLATE_NOOP("Source", "our own arithmetic"),
    "reading notes": QT_TRANSLATE_NOOP("Source", "second hand: notes of a reader"),
    "bibliographies": QT_TRANSLATE_NOOP("Source", "reference lists of other works"),
}
STATUS_GLYPHS = {Status.UNREAD: "○", Status.SKIMMED: "◐", Status.READ: "●", Status.TAUGHT: "★"}


def _translated(text: object) -> str:
    return QCoreApplication.translate("Source", str(text))


def kind_name(kind: str) -> str:
    return _translated(_KINDS[kind]) if kind in _KINDS else kind


def relation_name(relation: str) -> str:
    return _translated(_RELATIONS[relation]) if relation in _RELATIONS else relation


def family_name(family: str) -> str:
    """The display name of a family of techniques; an unknown one is shown as it is."""
    return _translated(_FAMILIES[family]) if family in _FAMILIES else family


def ring_name(ring: int) -> str:
    return _translated(_RINGS[ring])


def status_name(status: str) -> str:
    """How far the user is with a source, in one word."""
    return _translated(_STATUSES[Status(status)])


def witness_name(address: str) -> str:
    """Where a fact was seen: an address as it is, a witness without one in words."""
    return _translated(_WITNESSES[address]) if address in _WITNESSES else address


def basis_name(basis: Basis) -> str:
    return _translated(_BASES[basis])


def people(source: Source, most: int = 6) -> str:
    """The authors, at most `most` of them, "et al." where there are more."""
    names = ", ".join(source.authors[:most])
    return f"{names} et al." if source.et_al or len(source.authors) > most else names


def date_text(date: str, language: str) -> str:
    """An ISO date that may stop at the month or the year, in the words of `language`."""
    locale = _locale(language)
    parts = [int(part) for part in date.split("-") if part.isdigit()]
    if len(parts) < 2:
        return date
    day = QDate(parts[0], parts[1], parts[2] if len(parts) > 2 else 1)
    chinese = language.startswith("zh")
    if len(parts) == 2:
        return locale.toString(day, "yyyy年M月" if chinese else "MMM yyyy")
    return locale.toString(day, "yyyy年M月d日" if chinese else "d MMM yyyy")


def month_text(date: str, language: str) -> str:
    """The month of an ISO date, short; empty if the date has none."""
    parts = date.split("-")
    if len(parts) < 2:
        return ""
    return f"{int(parts[1])}月" if language.startswith("zh") else _locale(language).toString(_first(parts), "MMM")


def _first(parts: list[str]) -> QDate:
    return QDate(int(parts[0]), int(parts[1]), 1)


def _locale(language: str) -> QLocale:
    return QLocale(QLocale.Language.Chinese if language.startswith("zh") else QLocale.Language.English)
