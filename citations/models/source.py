"""Sources and what is said about them."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from citations.models.base import Base
from citations.models.conflict import ConflictRow
from citations.models.people import AuthorshipRow
from citations.models.witness import ClaimWitnessRow, SourceWitnessRow


class SourceRow(Base):
    """One source. Columns in two languages end in `_en` and `_zh`; absent texts are empty."""

    __tablename__ = "sources"
    __table_args__ = (Index("sources_by_date", "ring", "date"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int]
    ring: Mapped[int]
    title: Mapped[str]
    et_al: Mapped[bool]
    year: Mapped[int | None]
    date: Mapped[str]
    date_checked: Mapped[bool]
    living: Mapped[bool]
    venue: Mapped[str]
    kind: Mapped[str]
    arxiv: Mapped[str]
    doi: Mapped[str]
    url: Mapped[str]
    code: Mapped[str]
    checked: Mapped[bool]
    name_en: Mapped[str]
    name_zh: Mapped[str]
    bottleneck_en: Mapped[str]
    bottleneck_zh: Mapped[str]
    mechanism_en: Mapped[str]
    mechanism_zh: Mapped[str]
    caveat_en: Mapped[str]
    caveat_zh: Mapped[str]
    formula: Mapped[str]
    primary_ledger: Mapped[str]
    demo: Mapped[str]
    family: Mapped[str]
    organisation: Mapped[str]

    authorships: Mapped[list[AuthorshipRow]] = relationship(order_by=AuthorshipRow.position)
    effects: Mapped[list[EffectRow]] = relationship(order_by="EffectRow.position")
    claims: Mapped[list[ClaimRow]] = relationship(order_by="ClaimRow.position")
    notes: Mapped[list[NoteRow]] = relationship(order_by="NoteRow.position")
    conflicts: Mapped[list[ConflictRow]] = relationship(order_by=ConflictRow.position, lazy="selectin")
    parameters: Mapped[list[ParameterRow]] = relationship(order_by="ParameterRow.position")
    seen: Mapped[list[SourceWitnessRow]] = relationship(order_by=SourceWitnessRow.position)


class EffectRow(Base):
    """What a source does to one ledger."""

    __tablename__ = "effects"
    __table_args__ = (Index("effects_by_ledger", "ledger"),)

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    ledger: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int]
    effect: Mapped[str]
    why: Mapped[str]


class ClaimRow(Base):
    """A figure that a source reports, in its own spelling."""

    __tablename__ = "claims"

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[str]
    unit: Mapped[str]
    metric: Mapped[str]
    baseline: Mapped[str]
    conditions: Mapped[str]
    place: Mapped[str]
    evidence: Mapped[str]
    checked: Mapped[bool]

    seen: Mapped[list[ClaimWitnessRow]] = relationship(order_by=ClaimWitnessRow.position)


class NoteRow(Base):
    """Something worth knowing beside the facts."""

    __tablename__ = "notes"

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


class ParameterRow(Base):
    """A setting of the source or of its code."""

    __tablename__ = "parameters"

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    value: Mapped[str]
