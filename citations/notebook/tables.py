"""The tables of the notebook, and how a file gets to have them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# One script a version; PRAGMA user_version counts those that were run. Never change one that was released.
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE readings (
        source_key TEXT NOT NULL PRIMARY KEY,
        status TEXT NOT NULL DEFAULT 'unread',
        note TEXT NOT NULL DEFAULT '',
        changed TEXT NOT NULL
    )
    """,
)


APPLICATION = 0x45694C65  # PRAGMA application_id of a notebook: "EiLe"


class NotebookBase(DeclarativeBase):
    """Tables of the user's notebook."""


class ReadingRow(NotebookBase):
    """What the user keeps about one source. The library may lack the source: keys are not checked."""

    __tablename__ = "readings"

    source_key: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str] = mapped_column(server_default="unread")
    note: Mapped[str] = mapped_column(server_default="")
    changed: Mapped[str]


def version_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(connection: sqlite3.Connection, migrations: Sequence[str]) -> None:
    """Runs what is missing in one transaction: after a crash the file has either the old tables or the new ones.

    The connection must be in autocommit mode (`isolation_level=None`).
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for version in range(version_of(connection), len(migrations)):
            for statement in migrations[version].split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
