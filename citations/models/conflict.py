"""Versions of one headline that disagree."""

from __future__ import annotations

from sqlalchemy import ForeignKey, ForeignKeyConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from citations.models.base import Base


class VersionRow(Base):
    """What one version says; `place` names the version."""

    __tablename__ = "versions"
    __table_args__ = (
        ForeignKeyConstraint(["source_key", "conflict"], ["conflicts.source_key", "conflicts.position"]),
    )

    source_key: Mapped[str] = mapped_column(primary_key=True)
    conflict: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    says: Mapped[str]
    place: Mapped[str]


class ConflictRow(Base):
    """What the versions disagree about, and which to quote. They come with their source without being asked for."""

    __tablename__ = "conflicts"

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    about: Mapped[str]
    advice: Mapped[str]
    checked: Mapped[bool]

    versions: Mapped[list[VersionRow]] = relationship(order_by=VersionRow.position, lazy="selectin")
