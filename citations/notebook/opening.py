"""Opening a notebook: whatever is found, the user gets one to write in, and is told what happened."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from citations.notebook.backups import (
    back_up,
    connect_to_read,
    connect_to_write,
    copy_database,
    newest_good,
    problem_with,
    set_aside,
)
from citations.notebook.records import Opened, Report
from citations.notebook.schema import Migrations, migrate, version_of

LOCK_SECONDS = 10.0


def prepare(path: Path, migrations: Migrations) -> Report:
    """Leaves a sound notebook of the current version at `path`, if that can be done. Never raises for its state."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(path):
            return _prepare(path, migrations)
    except (OSError, sqlite3.Error) as error:
        return _what_is_left(path, error)


def _prepare(path: Path, migrations: Migrations) -> Report:
    if not path.exists():
        return _replace_missing(path, migrations)
    problem = problem_with(path)
    if problem:
        return _rescue(path, problem, migrations)
    with closing(connect_to_write(path)) as connection:
        version = version_of(connection)
        if version <= migrations.version:  # raises where nothing can be written
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    if version > migrations.version:
        detail = f"{path}: notebook of version {version}, this program knows {migrations.version}"
        return Report(Opened.READ_ONLY, detail)
    if version < migrations.version:
        backup = back_up(path)
        _migrate(path, migrations)
        return Report(Opened.MIGRATED, f"{path}: version {version} brought to {migrations.version}", backup=backup)
    try:
        back_up(path)
    except (OSError, sqlite3.Error) as error:  # no reason to keep the user from writing
        return Report(Opened.OPENED, f"{path}: no backup made ({error})")
    return Report(Opened.OPENED, str(path))


def _replace_missing(path: Path, migrations: Migrations) -> Report:
    """A first start, unless there are backups: then the file was lost.

    A journal that was left behind would be mixed into the new file: it is set aside.
    """
    aside = set_aside(path)
    backup = newest_good(path)
    if backup is None:
        _create(path, migrations)
        return Report(Opened.CREATED, str(path), set_aside=aside)
    _restore(path, backup, migrations)
    return Report(Opened.RESTORED, f"{path}: missing, restored from {backup}", set_aside=aside, backup=backup)


def _rescue(path: Path, problem: str, migrations: Migrations) -> Report:
    backup = newest_good(path)
    aside = set_aside(path)
    detail = f"{path}: damaged ({problem}), set aside as {aside}"
    if backup is None:
        _create(path, migrations)
        return Report(Opened.STARTED_OVER, f"{detail}; no good backup", set_aside=aside)
    _restore(path, backup, migrations)
    return Report(Opened.RESTORED, f"{detail}; restored from {backup}", set_aside=aside, backup=backup)


def _create(path: Path, migrations: Migrations) -> None:
    """Complete before it has its name, so that an empty file is always a damaged one."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)
    try:
        _migrate(temporary, migrations)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _restore(path: Path, backup: Path, migrations: Migrations) -> None:
    copy_database(backup, path, journal="WAL")
    _migrate(path, migrations)


def _migrate(path: Path, migrations: Migrations) -> None:
    with closing(connect_to_write(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        if version_of(connection) < migrations.version:
            migrate(connection, migrations)


def _what_is_left(path: Path, error: Exception) -> Report:
    """The folder cannot be written: perhaps the notebook can be read."""
    detail = f"{path}: cannot be written ({error})"
    with suppress(OSError, sqlite3.Error):
        if path.is_file() and not problem_with(path, connect_to_read):
            return Report(Opened.READ_ONLY, detail)
    return Report(Opened.IN_MEMORY, detail)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Holds back other windows while this one opens: two must not rescue the same file at once.

    The lock is that of an empty SQLite file: it works on every system and is gone with the process that held it.
    """
    lock = path.with_name(f".{path.name}.lock")
    if lock.exists() and lock.stat().st_size:
        lock.unlink()
    with closing(sqlite3.connect(lock, timeout=LOCK_SECONDS, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            # A window that hangs while opening must not keep this one from opening.
        yield
