"""A damaged notebook is set aside and repaired; the user goes on writing."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from notebook_helpers import write

from citations.notebook import Notebook, Opened
from citations.notebook.backups import backups_of, folder_of


def scribble(path: Path) -> None:
    content = bytearray(path.read_bytes())
    numbers = random.Random(7)
    for place in numbers.sample(range(100, len(content)), len(content) // 2):
        content[place] = numbers.randrange(256)
    path.write_bytes(content)


def break_header(path: Path) -> None:
    path.write_bytes(os.urandom(64) + path.read_bytes()[64:])


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def replace_by_text(path: Path) -> None:
    path.write_text("Dear notebook,\n" * 500, encoding="utf-8")


def replace_by_foreign_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE something (else_)")


DAMAGES = [scribble, break_header, truncate, empty, replace_by_text, replace_by_foreign_database]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_without_a_backup_starts_over(path: Path, damage: Callable[[Path], None]) -> None:
    write(path, a="note " * 2000)
    shutil.rmtree(folder_of(path), ignore_errors=True)
    damage(path)
    damaged = path.read_bytes()
    with Notebook(path) as notebook:
        report = notebook.report
        assert report.opened is Opened.STARTED_OVER
        assert report.is_bad_news
        assert report.set_aside is not None
        assert report.set_aside.read_bytes() == damaged
        assert str(report.set_aside) in report.detail
        notebook.set_note("b", "goes on")
        assert list(notebook.readings()) == ["b"]
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_repaired_from_the_newest_good_backup(path: Path, damage: Callable[[Path], None]) -> None:
    write(path, a="first")
    write(path, a="second " * 2000)
    with Notebook(path):
        pass
    newest, good, *_ = [*backups_of(path), None]
    assert newest is not None
    assert good is not None
    write(path, a="newest " * 2000)
    damage(path)
    newest.write_bytes(b"a backup may be damaged too")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.RESTORED
        assert notebook.report.backup == good
        assert notebook.report.set_aside is not None
        assert notebook.note("a") == "first"
        notebook.set_note("a", "goes on")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert notebook.note("a") == "goes on"


def test_a_lost_file_is_restored(path: Path) -> None:
    write(path, a="x")
    with Notebook(path):
        pass
    path.unlink()
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.RESTORED
        assert notebook.note("a") == "x"


def test_a_journal_that_a_lost_file_left_behind_is_set_aside(path: Path) -> None:
    """SQLite would take the old journal for one of the new file."""
    with Notebook(path) as notebook:
        notebook.set_note("a", "in the journal")
        journal = path.with_name(f"{path.name}-wal").read_bytes()
    shutil.rmtree(folder_of(path), ignore_errors=True)
    path.unlink()
    path.with_name(f"{path.name}-wal").write_bytes(journal)
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.CREATED
        assert notebook.readings() == {}
        assert notebook.report.set_aside is not None
        aside = notebook.report.set_aside
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == journal


def test_leftovers_of_a_crash_do_no_harm(path: Path) -> None:
    write(path, a="x")
    path.with_name(f".{path.name}.new").write_bytes(b"half a file")
    path.with_name(f".{path.name}.lock").write_bytes(b"not a lock")
    (folder_of(path)).mkdir(exist_ok=True)
    (folder_of(path) / ".notebook-x.sqlite.new").write_bytes(b"half a backup")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert notebook.note("a") == "x"
