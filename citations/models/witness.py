"""Where facts were seen: addresses for a whole source, and for one claim of it."""

from __future__ import annotations

from sqlalchemy import ForeignKey, ForeignKeyConstraint
from sqlalchemy.orm import Mapped, mapped_column

from citations.models.base import Base


class SourceWitnessRow(Base):
    """An address at which the bibliography or the mechanism of a source was read."""

    __tablename__ = "source_witnesses"

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str]
    detail: Mapped[str]


class ClaimWitnessRow(Base):
    """An address at which one figure was read."""

    __tablename__ = "claim_witnesses"
    __table_args__ = (ForeignKeyConstraint(["source_key", "claim"], ["claims.source_key", "claims.position"]),)

    source_key: Mapped[str] = mapped_column(primary_key=True)
    claim: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str]
    detail: Mapped[str]
