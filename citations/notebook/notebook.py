"""The notebook itself: what the user wrote, one row per source, every change saved at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, StaticPool, create_engine, delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from citations.notebook.backups import BUSY_SECONDS, connect_to_read, connect_to_write
from citations.notebook.opening import prepare
from citations.notebook.records import Opened, Reading, Report, Status
from citations.notebook.tables import MIGRATIONS, ReadingRow, migrate


class NotebookError(OSError):
    """A change could not be saved (read-only, disk full, locked by another program): names the file."""


class Notebook:
    """Notes and reading status of sources.

    Opening never raises for a missing, damaged or unwritable file: `report` says what was found and done. Several
    notebooks, in one process or more, may be open on one file: each sees what the others saved.
    """

    def __init__(self, path: Path, migrations: Sequence[str] = MIGRATIONS) -> None:
        self.path = path
        self.report: Report = prepare(path, migrations)
        self._engine = _engine(path, self.report.opened, migrations)

    @property
    def is_writable(self) -> bool:
        return self.report.opened is not Opened.READ_ONLY

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Notebook:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def reading(self, key: str) -> Reading:
        """What is kept about a source; unread and without a note if nothing is."""
        with self._session() as session:
            row = session.get(ReadingRow, key)
            return Reading(key) if row is None else _reading_of(row)

    def readings(self) -> dict[str, Reading]:
        """Everything kept, by source key, last changed first."""
        query = select(ReadingRow).order_by(ReadingRow.changed.desc(), ReadingRow.source_key)
        with self._session() as session:
            return {row.source_key: _reading_of(row) for row in session.scalars(query)}

    def note(self, key: str) -> str:
        return self.reading(key).note

    def set_note(self, key: str, text: str) -> None:
        """Saves the note; NotebookError when it cannot be saved."""
        self._save(key, note=_storable(text))

    def status(self, key: str) -> Status:
        return self.reading(key).status

    def set_status(self, key: str, status: Status) -> None:
        """Saves the status; NotebookError when it cannot be saved."""
        self._save(key, status=Status(status).value)

    def _save(self, key: str, **values: str) -> None:
        """One statement changes one column: two windows that edit note and status do not undo each other."""
        if not self.is_writable:
            raise NotebookError(f"{self.path}: read-only, cannot be changed")
        changed = {**values, "changed": datetime.now(UTC).isoformat(timespec="milliseconds")}
        upsert = insert(ReadingRow).values(source_key=key, **changed)
        empty = delete(ReadingRow).where(
            ReadingRow.source_key == key, ReadingRow.note == "", ReadingRow.status == Status.UNREAD
        )
        with self._session() as session, session.begin():
            session.execute(upsert.on_conflict_do_update(index_elements=["source_key"], set_=changed))
            session.execute(empty)

    @contextmanager
    def _session(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session:
                yield session
        except DatabaseError as error:
            raise NotebookError(f"{self.path}: {error.orig}") from error


def _engine(path: Path, opened: Opened, migrations: Sequence[str]) -> Engine:
    if opened is Opened.IN_MEMORY:
        memory = connect_to_write(Path(":memory:"))
        migrate(memory, migrations)
        return create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
    connect = connect_to_read if opened is Opened.READ_ONLY else _connect
    return create_engine("sqlite://", creator=lambda: connect(path))


def _connect(path: Path) -> sqlite3.Connection:
    """WAL lets one window read while another writes (where a network share refuses it, the journal stays as it is).

    FULL: what was saved survives a power cut, not only a crash.
    """
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _reading_of(row: ReadingRow) -> Reading:
    known = row.status in tuple(Status)
    return Reading(row.source_key, Status(row.status) if known else Status.UNREAD, row.note, row.changed)


def _storable(text: str) -> str:
    """Half characters, which Qt texts may hold, cannot be stored: halves that fit are joined, others replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
