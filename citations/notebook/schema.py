"""How a file gets the tables of a notebook: made at once when it is new, migrated step by step when it is older."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, StaticPool, create_engine, event, text

from citations.notebook.tables import APPLICATION, VERSION, NotebookBase


class MigrationError(OSError):
    """The tables could not be made or changed, and are as they were."""


@dataclass(frozen=True)
class Migrations:
    """A folder of Alembic migrations "0001", "0002"..., and the last of them, which is also PRAGMA user_version.

    The number tells whether a file is current without loading Alembic.
    """

    folder: Path
    version: int


SHIPPED = Migrations(Path(__file__).parent / "migrations", VERSION)


def version_of(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def migrate(file: sqlite3.Connection, migrations: Migrations) -> None:
    """Brings a file, new or older, to the last version in one transaction: after a crash it has the old tables or the
    new ones. The connection must be in autocommit mode (`isolation_level=None`). Raises MigrationError.
    """
    try:
        with _transaction(file) as connection:
            version = version_of(file)
            if version == 0:
                _create(connection)
                version = VERSION
            if version < migrations.version:
                _upgrade(connection, version, migrations)
            _number(connection, max(version, migrations.version))
    except Exception as error:  # whatever a script of migration raises, or that Alembic is missing
        raise MigrationError(f"cannot be brought to version {migrations.version}: {error}") from error


def in_memory(migrations: Migrations) -> sqlite3.Connection:
    """An empty notebook that lasts as long as its connection."""
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate(connection, migrations)
    return connection


def migrated_copy(file: sqlite3.Connection, migrations: Migrations) -> sqlite3.Connection:
    """An older file as it would be after migration, in memory: for reading where the file cannot be changed.

    Where a migration fails, the tables that are missing are there and empty.
    """
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    file.backup(copy)
    try:
        migrate(copy, migrations)
    except MigrationError:
        with _transaction(copy) as connection:
            NotebookBase.metadata.create_all(connection)
    return copy


def _create(connection: Connection) -> None:
    NotebookBase.metadata.create_all(connection, checkfirst=False)
    _stamp(connection, VERSION)


def _upgrade(connection: Connection, version: int, migrations: Migrations) -> None:
    from alembic import command
    from alembic.config import Config

    stamps = "alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    connection.execute(text(f"CREATE TABLE IF NOT EXISTS {stamps}"))
    _stamp(connection, version)  # files of version 1 were made without Alembic
    config = Config()
    config.set_main_option("script_location", str(migrations.folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, f"{migrations.version:04}")


def _stamp(connection: Connection, version: int) -> None:
    connection.execute(text("DELETE FROM alembic_version"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": f"{version:04}"})


def _number(connection: Connection, version: int) -> None:
    connection.execute(text(f"PRAGMA user_version = {version}"))
    connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))


@contextmanager
def _transaction(file: sqlite3.Connection) -> Iterator[Connection]:
    """Of SQLAlchemy's, on a connection that stays the caller's. The lock is taken before anything is read."""
    engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        yield connection
