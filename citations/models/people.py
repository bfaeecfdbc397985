"""Authors, and in which order they signed."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from citations.models.base import Base


class AuthorRow(Base):
    """A person or a team, by the name printed."""

    __tablename__ = "authors"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)


class AuthorshipRow(Base):
    """The `position`-th author of a source."""

    __tablename__ = "authorships"
    __table_args__ = (Index("authorships_by_author", "author_id"),)

    source_key: Mapped[str] = mapped_column(ForeignKey("sources.key"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))

    author: Mapped[AuthorRow] = relationship()
