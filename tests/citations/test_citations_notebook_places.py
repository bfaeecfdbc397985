"""Folders in which a notebook cannot be written."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from citation_helpers import run_unprivileged
from notebook_helpers import own_source, with_another, write, write_first_version

from citations.notebook import Notebook, NotebookError, Opened
from citations.notebook.backups import connect_to_write, folder_of


def test_an_impossible_folder_gives_a_notebook_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    path = tmp_path / "file" / "notebook.sqlite"
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.IN_MEMORY
        assert notebook.report.is_bad_news
        notebook.set_note("a", "for now")
        assert notebook.note("a") == "for now"


IMPORT = """
import sys
from pathlib import Path
from citations.notebook import Notebook
Notebook(Path(sys.argv[2])).readings()
"""
OPEN = """
notebook = Notebook(Path(sys.argv[1]))
print(notebook.report.opened, notebook.note("a"))
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp())
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_a_folder_without_rights_can_still_be_read(public_folder: Path, path: Path) -> None:
    notebook = public_folder / "notebook.sqlite"
    write(notebook, a="x")
    shutil.rmtree(folder_of(notebook), ignore_errors=True)
    notebook.chmod(0o444)
    public_folder.chmod(0o555)
    assert run_unprivileged(IMPORT, OPEN, notebook, path).split() == ["read-only", "x"]
    assert run_unprivileged(IMPORT, OPEN, public_folder / "other.sqlite", path).split() == ["in-memory"]


def test_an_older_notebook_that_cannot_be_migrated_can_be_read(tmp_path: Path, path: Path) -> None:
    write_first_version(path, a="分页 x")
    broken = with_another(tmp_path / "broken", "INSERT INTO nowhere VALUES (1)")
    with Notebook(path, broken) as notebook:
        assert notebook.report.opened is Opened.READ_ONLY
        assert notebook.note("a") == "分页 x"
        assert notebook.own_sources() == notebook.batches() == ()
        assert notebook.tags() == notebook.paths() == {}


READ = """
notebook = Notebook(Path(sys.argv[1]))
print(notebook.report.opened, notebook.note("a"), *notebook.find("分"), notebook.tags(), notebook.version())
"""


@pytest.mark.skipif(os.name != "posix", reason="rights of POSIX")
def test_an_older_notebook_without_rights_can_be_read(public_folder: Path, path: Path) -> None:
    notebook = public_folder / "notebook.sqlite"
    write_first_version(notebook, a="分页")
    notebook.chmod(0o444)
    public_folder.chmod(0o555)
    loading = "import alembic.command, alembic.config\n"
    assert run_unprivileged(loading + IMPORT, READ, notebook, path).split() == ["read-only", "分页", "a", "{}", "0"]


def test_a_full_disk_is_told_and_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def on_a_small_disk(path: Path) -> sqlite3.Connection:
        connection = connect_to_write(path)
        connection.execute("PRAGMA max_page_count = 60")
        return connection

    write(path, a="x")
    monkeypatch.setattr("citations.notebook.store.connect_to_write", on_a_small_disk)
    with Notebook(path) as notebook:
        with pytest.raises(NotebookError, match=rf"{re.escape(str(path))}.*full"):
            notebook.add([own_source(f"s{number}") for number in range(500)])
        assert notebook.own_sources() == notebook.batches() == ()
        assert notebook.find("on s") == frozenset()
        notebook.set_note("b", "short")
        assert notebook.note("a") == "x"
        assert notebook.find("short") == {"b"}
