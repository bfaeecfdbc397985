"""The open file: short transactions, one edition a change, errors that name the file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, func, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from citations.notebook.backups import connect_to_read, connect_to_write
from citations.notebook.records import NotebookError, Opened
from citations.notebook.schema import Migrations, in_memory, migrated_copy, version_of
from citations.notebook.tables import FactRow

EDITION = "edition"  # of everything
OWN_EDITION = "own edition"  # of own sources and edges


class Store:
    """Sessions for reading and for writing."""

    def __init__(self, path: Path, opened: Opened, migrations: Migrations) -> None:
        self.path = path
        self.is_writable = opened is not Opened.READ_ONLY
        self._engine = _engine(path, opened, migrations)
        event.listen(self._engine, "begin", _begin)
        self._writing = self._engine.execution_options(writes=True)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One state of the notebook, whatever other windows write meanwhile."""
        with self._named_errors(), Session(self._engine) as session:
            yield session

    @contextmanager
    def writing(self, *, own: bool = False) -> Iterator[Session]:
        """A transaction: all of it is saved at the end, or nothing. NotebookError when it cannot be saved.

        `own`: it changes own sources or edges.
        """
        if not self.is_writable:
            raise NotebookError(f"{self.path}: read-only, cannot be changed")
        with self._named_errors(), Session(self._writing) as session, session.begin():
            yield session
            editions = (EDITION, OWN_EDITION) if own else (EDITION,)
            renewed = insert(FactRow).values([{"name": edition, "value": func.random()} for edition in editions])
            fresh = {"value": renewed.excluded.value}
            session.execute(renewed.on_conflict_do_update(index_elements=["name"], set_=fresh))

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise NotebookError(f"{self.path}: {error.orig}") from error


def number_of(session: Session, edition: str) -> int:
    """Another one after every change; 0 if nothing was changed yet."""
    return session.scalar(select(FactRow.value).where(FactRow.name == edition)) or 0


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _begin(connection: Connection) -> None:
    """A writer takes the lock at once: one that read before would be refused if another wrote in between."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _engine(path: Path, opened: Opened, migrations: Migrations) -> Engine:
    if opened is Opened.IN_MEMORY:
        memory = in_memory(migrations)
        return create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
    if opened is Opened.READ_ONLY:
        with closing(connect_to_read(path)) as file:
            if version_of(file) < migrations.version:
                copy = migrated_copy(file, migrations)
                return create_engine("sqlite://", creator=lambda: copy, poolclass=StaticPool)
        return create_engine("sqlite://", creator=lambda: connect_to_read(path))
    return create_engine("sqlite://", creator=lambda: _connect(path))


def _connect(path: Path) -> sqlite3.Connection:
    """WAL lets one window read while another writes (where a network share refuses it, the journal stays as it is).

    FULL: what was saved survives a power cut, not only a crash.
    """
    connection = connect_to_write(path)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection
