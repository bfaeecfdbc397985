"""The columns of the source table: what each shows, sorts by and is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication

from assets.ledgers import LEDGERS
from citations.folding import fold
from citations.notebook.records import Reading, Status
from citations.records import Edge, Effect, Source
from widgets.filter_bar_words import STATUSES
from widgets.ledger_text import EFFECT_VERDICT, VERDICT_GLYPHS, effect_name, evidence_name, ledger_name
from widgets.source_text import STATUS_GLYPHS, date_text, family_name, kind_name, people, ring_name, status_name


class Column(IntEnum):
    """In the order in which they stand from left to right."""

    NAME = 0
    DATE = 1
    LEDGERS = 2
    TITLE = 3
    AUTHORS = 4
    VENUE = 5
    FAMILY = 6
    EVIDENCE = 7
    STATUS = 8
    TAGS = 9
    BUILDS_ON = 10
    LED_TO = 11
    RING = 12
    KIND = 13
    ORGANISATION = 14


@dataclass(frozen=True)
class Shape:
    """Width in px at scale 1: at least, and as much as is useful; `rank`: which go first where room is short."""

    least: int
    useful: int
    rank: int


SHAPES: Mapping[Column, Shape] = {
    Column.NAME: Shape(150, 250, 0),
    Column.DATE: Shape(98, 104, 1),
    Column.LEDGERS: Shape(150, 330, 2),
    Column.TITLE: Shape(150, 400, 4),
    Column.AUTHORS: Shape(120, 200, 7),
    Column.VENUE: Shape(90, 140, 5),
    Column.FAMILY: Shape(96, 120, 8),
    Column.EVIDENCE: Shape(104, 150, 6),
    Column.STATUS: Shape(88, 96, 3),
    Column.TAGS: Shape(80, 160, 9),
    Column.BUILDS_ON: Shape(78, 78, 11),
    Column.LED_TO: Shape(68, 68, 12),
    Column.RING: Shape(92, 100, 10),
    Column.KIND: Shape(84, 90, 13),
    Column.ORGANISATION: Shape(104, 160, 14),
}
NUMBERS = (Column.BUILDS_ON, Column.LED_TO)


def column_key(column: Column) -> str:
    """The name that settings keep, such as "builds-on"."""
    return column.name.lower().replace("_", "-")


def column_of(key: str) -> Column | None:
    return next((column for column in Column if column_key(column) == key), None)


def column_title(column: Column) -> str:
    return {
        Column.NAME: QCoreApplication.translate("SourceTable", "name"),
        Column.DATE: QCoreApplication.translate("SourceTable", "date"),
        Column.LEDGERS: QCoreApplication.translate("SourceTable", "ledgers"),
        Column.TITLE: QCoreApplication.translate("SourceTable", "title"),
        Column.AUTHORS: QCoreApplication.translate("SourceTable", "authors"),
        Column.VENUE: QCoreApplication.translate("SourceTable", "venue"),
        Column.FAMILY: QCoreApplication.translate("SourceTable", "family"),
        Column.EVIDENCE: QCoreApplication.translate("SourceTable", "evidence"),
        Column.STATUS: QCoreApplication.translate("SourceTable", "status"),
        Column.TAGS: QCoreApplication.translate("SourceTable", "tags"),
        Column.BUILDS_ON: QCoreApplication.translate("SourceTable", "builds on"),
        Column.LED_TO: QCoreApplication.translate("SourceTable", "led to"),
        Column.RING: QCoreApplication.translate("SourceTable", "belongs to"),
        Column.KIND: QCoreApplication.translate("SourceTable", "kind"),
        Column.ORGANISATION: QCoreApplication.translate("SourceTable", "published by"),
    }[column]


def column_meaning(column: Column) -> str:
    """The longer explanation of a heading."""
    return {
        Column.NAME: QCoreApplication.translate(
            "SourceTable", "What lecturers call it; the mark tells kind and ring"
        ),
        Column.DATE: QCoreApplication.translate("SourceTable", "When the source first appeared"),
        Column.LEDGERS: QCoreApplication.translate(
            "SourceTable", "Ledgers that the source moves, its main one first: ▲ saves, ▼ costs, ◆ shapes"
        ),
        Column.TITLE: QCoreApplication.translate("SourceTable", "The full title"),
        Column.AUTHORS: QCoreApplication.translate("SourceTable", "Who signed it"),
        Column.VENUE: QCoreApplication.translate("SourceTable", "Where it was published"),
        Column.FAMILY: QCoreApplication.translate("SourceTable", "The family of techniques, our grouping"),
        Column.EVIDENCE: QCoreApplication.translate(
            "SourceTable", "What its claims rest on; ✓ all of it was seen, ? something was not verified"
        ),
        Column.STATUS: QCoreApplication.translate("SourceTable", "How far you are with it"),
        Column.TAGS: QCoreApplication.translate("SourceTable", "Your tags"),
        Column.BUILDS_ON: QCoreApplication.translate("SourceTable", "How many sources it builds on directly"),
        Column.LED_TO: QCoreApplication.translate("SourceTable", "How many sources build on it directly"),
        Column.RING: QCoreApplication.translate(
            "SourceTable", "A primary source, a neighbour around them, or a source of your own"
        ),
        Column.KIND: QCoreApplication.translate("SourceTable", "Paper, report or repository"),
        Column.ORGANISATION: QCoreApplication.translate(
            "SourceTable", "The organisation, where authors or repository name it"
        ),
    }[column]


def effects_in_order(source: Source) -> list[Effect]:
    """The effect on the main ledger first, then the others in the order of the ledgers."""
    places = {ledger: place for place, ledger in enumerate(LEDGERS)}

    def place(effect: Effect) -> tuple[bool, int]:
        return effect.ledger != source.primary_ledger, places.get(effect.ledger, len(places))

    return sorted(source.effects, key=place)


def effect_words(effect: Effect) -> str:
    return f"{effect_name(effect.effect)} {ledger_name(effect.ledger)}"


def effect_glyph(effect: str) -> str:
    return VERDICT_GLYPHS[EFFECT_VERDICT[effect]] if effect in EFFECT_VERDICT else ""


def is_verified(source: Source) -> bool:
    """Whether the source and all its claims were seen."""
    return source.checked and source.date_checked and all(claim.checked for claim in source.claims)


def evidence_of(source: Source) -> list[str]:
    """The labels of its claims, without repeats."""
    return list(dict.fromkeys(claim.evidence for claim in source.claims))


@dataclass
class TableFacts:
    """What cells are made of. `built_on` and `led_to`: number of edges by key."""

    language: str = "en"
    readings: Mapping[str, Reading] = field(default_factory=dict)
    built_on: Mapping[str, int] = field(default_factory=dict)
    led_to: Mapping[str, int] = field(default_factory=dict)

    def count(self, sources: Sequence[Source], edges: Sequence[Edge]) -> None:
        """Count the edges that have both ends among `sources`."""
        self.built_on = built_on = {source.key: 0 for source in sources}
        self.led_to = led_to = dict(built_on)
        for edge in edges:
            if edge.newer in built_on and edge.older in built_on:
                built_on[edge.newer] += 1
                led_to[edge.older] += 1

    def status(self, source: Source) -> Status:
        reading = self.readings.get(source.key)
        return Status(reading.status) if reading else Status.UNREAD

    def tags(self, source: Source) -> tuple[str, ...]:
        reading = self.readings.get(source.key)
        return reading.tags if reading else ()

    def text(self, source: Source, column: Column) -> str:
        """What a cell shows, and what is copied."""
        return _TEXTS[column](self, source)

    def spoken(self, source: Source, column: Column) -> str:
        """The cell for a screen reader: signs in words."""
        if column is Column.LEDGERS:
            return ", ".join(effect_words(effect) for effect in effects_in_order(source))
        if column is Column.EVIDENCE:
            seen = QCoreApplication.translate("SourceTable", "verified")
            unseen = QCoreApplication.translate("SourceTable", "not verified")
            labels = [evidence_name(label) for label in evidence_of(source)]
            return ", ".join([seen if is_verified(source) else unseen, *labels])
        if column is Column.STATUS:
            return status_name(self.status(source))
        if column is Column.NAME:
            return f"{self.text(source, column)}, {ring_name(source.ring)}, {kind_name(source.kind)}"
        return self.text(source, column)

    def sort_key(self, source: Source, column: Column) -> Any:
        """Sorts numbers as numbers, dates as dates, words without case and accents; None (nothing) comes last."""
        match column:
            case Column.DATE:
                return source.date or None
            case Column.LEDGERS:
                return _place(LEDGERS, source.primary_ledger)
            case Column.EVIDENCE:
                return (not is_verified(source), *evidence_of(source)) if source.claims else None
            case Column.STATUS:
                return _place(STATUSES, self.status(source))
            case Column.BUILDS_ON:
                return self.built_on.get(source.key, 0)
            case Column.LED_TO:
                return self.led_to.get(source.key, 0)
            case Column.RING:
                return source.ring
            case _:
                text = self.text(source, column)
                return (text.lower() if text.isascii() else fold(text)) or None


def _ledgers(source: Source) -> str:
    return "  ".join(f"{effect_glyph(one.effect)} {ledger_name(one.ledger)}" for one in effects_in_order(source))


def _evidence(source: Source) -> str:
    labels = ", ".join(evidence_name(label) for label in evidence_of(source))
    return f"{'✓' if is_verified(source) else '?'} {labels}".strip()


def _status(status: Status) -> str:
    return f"{STATUS_GLYPHS[status]} {status_name(status)}"


_TEXTS: Mapping[Column, Callable[[TableFacts, Source], str]] = {
    Column.NAME: lambda facts, source: source.name.get(facts.language),
    Column.DATE: lambda facts, source: date_text(source.date, facts.language) if source.date else undated(),
    Column.LEDGERS: lambda _, source: _ledgers(source),
    Column.TITLE: lambda _, source: source.title,
    Column.AUTHORS: lambda _, source: people(source),
    Column.VENUE: lambda _, source: source.venue,
    Column.FAMILY: lambda _, source: family_name(source.family),
    Column.EVIDENCE: lambda _, source: _evidence(source),
    Column.STATUS: lambda facts, source: _status(facts.status(source)),
    Column.TAGS: lambda facts, source: ", ".join(facts.tags(source)),
    Column.BUILDS_ON: lambda facts, source: str(facts.built_on.get(source.key, 0)),
    Column.LED_TO: lambda facts, source: str(facts.led_to.get(source.key, 0)),
    Column.RING: lambda _, source: ring_name(source.ring),
    Column.KIND: lambda _, source: kind_name(source.kind),
    Column.ORGANISATION: lambda _, source: source.organisation,
}


def undated() -> str:
    return QCoreApplication.translate("SourceTable", "undated")


def _place(order: tuple[str, ...], value: str) -> int | None:
    return order.index(value) if value in order else None
