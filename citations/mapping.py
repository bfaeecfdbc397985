"""Between plain records and rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from citations.models import (
    AuthorRow,
    AuthorshipRow,
    ClaimRow,
    ClaimWitnessRow,
    ConflictRow,
    EdgeRow,
    EffectRow,
    NoteRow,
    ParameterRow,
    SourceRow,
    SourceWitnessRow,
    VersionRow,
)
from citations.records import Basis, Claim, Conflict, Edge, Effect, Parameter, Reference, Source, Text, Version

_PLAIN = (
    "key",
    "number",
    "ring",
    "title",
    "et_al",
    "year",
    "date",
    "date_checked",
    "living",
    "venue",
    "kind",
    "arxiv",
    "doi",
    "url",
    "code",
    "checked",
    "formula",
    "primary_ledger",
    "demo",
    "family",
    "organisation",
)
_BILINGUAL = ("name", "bottleneck", "mechanism", "caveat")


def rows_of(sources: Iterable[Source]) -> list[SourceRow]:
    """Rows of the sources with all that hangs on them; equal author names share one row."""
    people: dict[str, AuthorRow] = {}
    return [_source_row(source, people) for source in sources]


def _source_row(source: Source, people: dict[str, AuthorRow]) -> SourceRow:
    row = SourceRow(**{name: getattr(source, name) for name in _PLAIN})
    for name in _BILINGUAL:
        text: Text = getattr(source, name)
        setattr(row, f"{name}_en", text.en)
        setattr(row, f"{name}_zh", text.zh)
    for position, name in enumerate(source.authors):
        author = people.setdefault(name, AuthorRow(id=len(people) + 1, name=name))
        row.authorships.append(AuthorshipRow(position=position, author=author))
    row.effects = [
        EffectRow(position=position, ledger=effect.ledger, effect=effect.effect, why=effect.why)
        for position, effect in enumerate(source.effects)
    ]
    row.claims = [_claim_row(position, claim) for position, claim in enumerate(source.claims)]
    row.notes = [NoteRow(position=position, text=text) for position, text in enumerate(source.notes)]
    row.conflicts = [_conflict_row(position, conflict) for position, conflict in enumerate(source.conflicts)]
    row.parameters = [
        ParameterRow(position=position, name=parameter.name, value=parameter.value)
        for position, parameter in enumerate(source.parameters)
    ]
    row.seen = [
        SourceWitnessRow(position=position, address=seen.address, detail=seen.detail)
        for position, seen in enumerate(source.seen)
    ]
    return row


def _claim_row(position: int, claim: Claim) -> ClaimRow:
    return ClaimRow(
        position=position,
        value=claim.value,
        unit=claim.unit,
        metric=claim.metric,
        baseline=claim.baseline,
        conditions=claim.conditions,
        place=claim.where,
        evidence=claim.evidence,
        checked=claim.checked,
        seen=[
            ClaimWitnessRow(position=index, address=seen.address, detail=seen.detail)
            for index, seen in enumerate(claim.seen)
        ],
    )


def _conflict_row(position: int, conflict: Conflict) -> ConflictRow:
    return ConflictRow(
        position=position,
        about=conflict.about,
        advice=conflict.advice,
        checked=conflict.checked,
        versions=[
            VersionRow(position=index, says=version.says, place=version.where)
            for index, version in enumerate(conflict.versions)
        ],
    )


def edge_rows(edges: Iterable[Edge]) -> list[EdgeRow]:
    return [
        EdgeRow(
            newer=edge.newer,
            older=edge.older,
            position=position,
            relation=edge.relation,
            why=edge.why,
            basis=edge.basis.value,
            checked=edge.checked,
        )
        for position, edge in enumerate(edges)
    ]


def source_of(row: SourceRow) -> Source:
    """The record of a row whose relationships are loaded."""
    fields: dict[str, Any] = {name: getattr(row, name) for name in _PLAIN}
    fields |= {name: Text(getattr(row, f"{name}_en"), getattr(row, f"{name}_zh")) for name in _BILINGUAL}
    return Source(
        **fields,
        authors=tuple(authorship.author.name for authorship in row.authorships),
        effects=tuple(Effect(effect.ledger, effect.effect, effect.why) for effect in row.effects),
        claims=tuple(_claim_of(claim) for claim in row.claims),
        notes=tuple(note.text for note in row.notes),
        parameters=tuple(Parameter(parameter.name, parameter.value) for parameter in row.parameters),
        seen=_references(row.seen),
        conflicts=tuple(_conflict_of(conflict) for conflict in row.conflicts),
    )


def _conflict_of(row: ConflictRow) -> Conflict:
    versions = tuple(Version(version.says, version.place) for version in row.versions)
    return Conflict(row.about, versions, row.advice, row.checked)


def _claim_of(row: ClaimRow) -> Claim:
    return Claim(
        value=row.value,
        unit=row.unit,
        metric=row.metric,
        baseline=row.baseline,
        conditions=row.conditions,
        where=row.place,
        evidence=row.evidence,
        checked=row.checked,
        seen=_references(row.seen),
    )


def _references(rows: Sequence[SourceWitnessRow] | Sequence[ClaimWitnessRow]) -> tuple[Reference, ...]:
    return tuple(Reference(row.address, row.detail) for row in rows)


def edge_of(row: EdgeRow) -> Edge:
    return Edge(row.newer, row.older, row.relation, row.why, Basis(row.basis), row.checked)
