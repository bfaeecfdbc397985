"""Copies of the notebook, made when it is opened, and the check that tells a good file from a damaged one."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from citations.notebook.tables import APPLICATION

KEPT = 7
BUSY_SECONDS = 5.0


def connect_to_write(path: Path) -> sqlite3.Connection:
    """In autocommit mode: transactions are begun by hand."""
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """For folders in which nothing can be written: there a file in WAL mode opens only if declared immutable."""
    uri = path.resolve().as_uri()
    try:
        connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, timeout=BUSY_SECONDS, check_same_thread=False)
        connection.execute("SELECT count(*) FROM sqlite_schema")
    except sqlite3.OperationalError:
        return sqlite3.connect(f"{uri}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    return connection


def problem_with(path: Path, connect: Callable[[Path], sqlite3.Connection] = connect_to_write) -> str:
    """Why the file is not a sound notebook, or "" when it is. Reads all of it: notebooks are small.

    Raises sqlite3.OperationalError when the file cannot be reached, which says nothing about its state.
    """
    if path.stat().st_size == 0:
        return "the file is empty"
    try:
        with closing(connect(path)) as connection:
            verdict = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            application = connection.execute("PRAGMA application_id").fetchone()[0]
    except sqlite3.OperationalError as error:
        if _is_about_access(error):
            raise
        return str(error)
    except sqlite3.DatabaseError as error:
        return str(error)
    if verdict != "ok":
        return str(verdict)
    return "" if application == APPLICATION else "not a notebook of this program"


def _is_about_access(error: sqlite3.OperationalError) -> bool:
    """Locked, read-only or unreachable: the file may be perfectly sound."""
    code = error.sqlite_errorcode & 0xFF
    return code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)


def folder_of(notebook: Path) -> Path:
    return notebook.with_name(f"{notebook.stem}-backups")


def backups_of(notebook: Path) -> list[Path]:
    """Newest first."""
    return sorted(folder_of(notebook).glob(f"{notebook.stem}-*.sqlite"), reverse=True)


def back_up(notebook: Path) -> Path:
    """Copies the notebook, unless the newest copy already says the same; keeps the newest few. Returns the copy."""
    existing = backups_of(notebook)
    if existing and _content(existing[0]) == _content(notebook):
        return existing[0]
    folder = folder_of(notebook)
    folder.mkdir(exist_ok=True)
    copy = folder / f"{notebook.stem}-{timestamp()}.sqlite"
    copy_database(notebook, copy)
    for old in backups_of(notebook)[KEPT:]:
        old.unlink(missing_ok=True)
    return copy


def copy_database(source: Path, target: Path, journal: str = "DELETE") -> None:
    """A consistent copy even while the source is in use; `target` appears only when it is complete.

    A copy with `journal` DELETE is one file, readable wherever it is taken.
    """
    temporary = target.with_name(f".{target.name}.new")
    temporary.unlink(missing_ok=True)
    try:
        with closing(connect_to_write(source)) as original, closing(connect_to_write(temporary)) as copy:
            original.backup(copy)
            copy.execute(f"PRAGMA journal_mode = {journal}")
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)


def set_aside(notebook: Path) -> Path | None:
    """Renames a damaged notebook, with its journal files, so that nothing in it is lost. None if there is no file."""
    aside = notebook.with_name(f"{notebook.stem}-damaged-{timestamp()}{notebook.suffix}")
    parts = [part for part in ("-wal", "-shm", "-journal", "") if notebook.with_name(notebook.name + part).exists()]
    for part in parts:
        os.replace(notebook.with_name(notebook.name + part), aside.with_name(aside.name + part))
    return aside if parts else None


def newest_good(notebook: Path) -> Path | None:
    return next((backup for backup in backups_of(notebook) if not problem_with(backup)), None)


def timestamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%f")


def _content(path: Path) -> list[str] | None:
    """What tells one state of a notebook from another; None for a damaged copy, which equals nothing.

    The edition is another number after every change. Files that have none, being new or old, are short.
    """
    try:
        with closing(connect_to_write(path)) as connection:
            version = str(connection.execute("PRAGMA user_version").fetchone()[0])
            with suppress(sqlite3.OperationalError):
                edition = connection.execute("SELECT value FROM notebook_facts WHERE name = 'edition'").fetchone()
                if edition is not None:
                    return [version, str(edition[0])]
            return [version, *connection.iterdump()]
    except sqlite3.DatabaseError:
        return None
