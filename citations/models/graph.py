"""The lineage: which source builds on which."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from citations.models.base import Base


class EdgeRow(Base):
    """`newer` builds on `older`; `basis` says what that rests on."""

    __tablename__ = "edges"
    __table_args__ = (Index("edges_by_older", "older"),)

    newer: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    older: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int]
    relation: Mapped[str]
    why: Mapped[str]
    basis: Mapped[str]
    checked: Mapped[bool]
