"""Backups of the notebook, and notebooks of older and newer versions."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from notebook_helpers import with_another, write, write_first_version
from sqlalchemy import create_engine

from citations.notebook import Notebook, NotebookError, Opened, Status
from citations.notebook.backups import KEPT, backups_of, folder_of
from citations.notebook.schema import SHIPPED, Migrations
from citations.notebook.tables import NotebookBase

ROOT = Path(__file__).parents[2]
STARS = "ALTER TABLE readings ADD COLUMN starred INTEGER NOT NULL DEFAULT 0"


def test_backups_rotate(path: Path) -> None:
    for number in range(KEPT + 4):
        write(path, a=f"version {number}")
    backups = backups_of(path)
    assert len(backups) == KEPT
    notes = []
    for backup in backups:
        with closing(sqlite3.connect(backup)) as connection:
            notes.append(connection.execute("SELECT note FROM readings").fetchone()[0])
    assert notes == [f"version {number}" for number in range(KEPT + 2, 2, -1)]


def test_opening_without_changes_keeps_older_backups(path: Path) -> None:
    write(path, a="x")
    for _ in range(3):
        with Notebook(path):
            pass
    assert len(backups_of(path)) == 1


def test_a_backup_that_cannot_be_made_does_not_stop_the_user(path: Path) -> None:
    write(path, a="x")
    shutil.rmtree(folder_of(path), ignore_errors=True)
    folder_of(path).write_text("a file where the folder should be", encoding="utf-8")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert "no backup" in notebook.report.detail
        notebook.set_note("a", "y")


@pytest.fixture
def later(tmp_path: Path) -> Migrations:
    return with_another(tmp_path / "later 以后 50%", STARS)


def test_an_older_notebook_is_backed_up_and_migrated(path: Path, later: Migrations) -> None:
    write(path, a="x")
    with Notebook(path, later) as notebook:
        assert notebook.report.opened is Opened.MIGRATED
        assert not notebook.report.is_bad_news
        assert notebook.note("a") == "x"
        backup = notebook.report.backup
    assert backup is not None
    assert ask(backup, "PRAGMA user_version") == [(SHIPPED.version,)]
    assert ask(backup, "SELECT note FROM readings") == [("x",)]
    assert ask(path, "SELECT starred FROM readings") == [(0,)]
    assert ask(path, "SELECT version_num FROM alembic_version") == [(f"{later.version:04}",)]


def test_a_notebook_of_the_first_release_is_migrated(path: Path) -> None:
    write_first_version(path, a="Pages of 页表 \0 and Ünïts", b="")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.MIGRATED
        assert notebook.reading("a").note == "Pages of 页表 \0 and Ünïts"
        assert notebook.status("b") is Status.READ
        assert notebook.find("页表") == notebook.find("units") == notebook.find("OF") == {"a"}
        notebook.set_tags("b", ["new"])
        assert notebook.find("new") == {"b"}
        assert notebook.report.backup is not None
        assert ask(notebook.report.backup, "PRAGMA user_version") == [(1,)]
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED


def test_migrated_notebooks_have_the_tables_of_new_ones(path: Path, tmp_path: Path) -> None:
    write(tmp_path / "new.sqlite", a="x")
    write_first_version(path, a="x")
    write(path, b="y")
    assert shape_of(path) == shape_of(tmp_path / "new.sqlite")


def test_the_tables_that_the_program_uses_are_those_of_the_file(path: Path) -> None:
    write_first_version(path)
    write(path, a="x")
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(path))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_object": is_of_the_program})
        assert compare_metadata(context, NotebookBase.metadata) == []
    engine.dispose()


def test_the_last_migration_is_the_version_of_the_program() -> None:
    config = Config()
    config.set_main_option("script_location", str(SHIPPED.folder).replace("%", "%%"))
    assert ScriptDirectory.from_config(config).get_heads() == [f"{SHIPPED.version:04}"]


def test_alembic_is_not_loaded_for_new_and_current_notebooks(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from citations.notebook import Notebook\n"
        "for _ in range(2): Notebook(Path(sys.argv[1])).set_note('a', 'x')\n"
        "assert 'alembic' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, cwd=ROOT)


def test_a_migration_that_fails_changes_nothing(path: Path, tmp_path: Path) -> None:
    write(path, a="x")
    broken = with_another(tmp_path / "broken", STARS, "INSERT INTO nowhere VALUES (1)")
    with Notebook(path, broken) as notebook:
        assert notebook.report.opened is Opened.READ_ONLY
        assert "nowhere" in notebook.report.detail
        assert notebook.note("a") == "x"
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert notebook.note("a") == "x"


def test_nothing_is_migrated_without_a_backup(path: Path) -> None:
    write_first_version(path, a="x")
    folder_of(path).write_text("a file where the folder should be", encoding="utf-8")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.READ_ONLY
        assert notebook.note("a") == "x"
    assert ask(path, "PRAGMA user_version") == [(1,)]
    folder_of(path).unlink()
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.MIGRATED


def test_an_old_backup_is_restored_and_migrated(path: Path) -> None:
    write_first_version(path, a="x")
    write(path, a="y")
    oldest = backups_of(path)[-1]
    assert ask(oldest, "PRAGMA user_version") == [(1,)]
    path.write_bytes(b"")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.RESTORED
        assert notebook.report.backup == oldest
        assert notebook.note("a") == "x"
        assert notebook.own_sources() == ()
    assert ask(path, "PRAGMA user_version") == [(SHIPPED.version,)]


def test_a_newer_notebook_can_be_read_but_not_changed(path: Path, later: Migrations) -> None:
    with Notebook(path, later) as notebook:
        notebook.set_note("a", "x")
    before = path.read_bytes()
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.READ_ONLY
        assert not notebook.is_writable
        assert notebook.note("a") == "x"
        with pytest.raises(NotebookError, match=re.escape(str(path))):
            notebook.set_note("a", "y")
    assert path.read_bytes() == before


def ask(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def shape_of(path: Path) -> dict[str, object]:
    """Columns, keys and indexes by table, and the text of triggers and of virtual tables."""
    shape: dict[str, object] = {}
    for kind, name, sql in ask(path, "SELECT type, name, sql FROM sqlite_schema"):
        if kind == "table" and not str(sql).startswith("CREATE VIRTUAL"):
            shape[str(name)] = [ask(path, f"PRAGMA {fact}({name})") for fact in ("table_xinfo", "foreign_key_list")]
            shape[f"indexes of {name}"] = {row[1:] for row in ask(path, f"PRAGMA index_list({name})")}
        else:
            shape[str(name)] = sql
    return shape


def is_of_the_program(_object: object, name: str | None, kind: str, *_: object) -> bool:
    """Not what SQLite keeps for the index over words, nor Alembic's own."""
    return not (kind == "table" and name is not None and (name.startswith("words") or name == "alembic_version"))
