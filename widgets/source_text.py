"""The words around a source: kinds, relations, what an edge rests on, dates and people. All translatable."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QLocale

from citations.records import Basis, Source

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
}


def _translated(text: object) -> str:
    return QCoreApplication.translate("Source", str(text))


def kind_name(kind: str) -> str:
    return _translated(_KINDS[kind]) if kind in _KINDS else kind


def relation_name(relation: str) -> str:
    return _translated(_RELATIONS[relation]) if relation in _RELATIONS else relation


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
