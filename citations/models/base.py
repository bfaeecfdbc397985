"""What all tables share, and facts about the library itself."""

from __future__ import annotations

from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

SCHEMA = 2  # PRAGMA user_version of a library that this code can read


class Base(DeclarativeBase):
    """Tables of the shipped library."""


class LibraryFact(Base):
    """`catalogue`: the digest of the catalogue that the library was built from."""

    __tablename__ = "library_facts"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
