"""The user's notebook: what it keeps, and what it survives."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from citation_helpers import run_unprivileged
from hypothesis import given
from hypothesis import strategies as st

from citations.notebook import Notebook, NotebookError, Opened, Reading, Status
from citations.notebook.backups import KEPT, backups_of, folder_of
from citations.notebook.tables import MIGRATIONS

ROOT = Path(__file__).parents[2]
NEXT = (*MIGRATIONS, "ALTER TABLE readings ADD COLUMN starred INTEGER NOT NULL DEFAULT 0")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "notebook.sqlite"


def write(path: Path, **notes: str) -> None:
    with Notebook(path) as notebook:
        for key, note in notes.items():
            notebook.set_note(key, note)


def test_a_new_notebook_is_empty(path: Path) -> None:
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.CREATED
        assert not notebook.report.is_bad_news
        assert notebook.readings() == {}
        assert notebook.reading("orca") == Reading("orca", Status.UNREAD, "", "")


def test_round_trip(path: Path) -> None:
    note = "分页注意力 📄🧠 — “quoted”\r\nÍñigo \t ç \0 end"
    with Notebook(path) as notebook:
        notebook.set_note("pagedattention", note)
        notebook.set_status("pagedattention", Status.TAUGHT)
        notebook.set_status("orca", Status.SKIMMED)
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert notebook.note("pagedattention") == note
        assert notebook.status("pagedattention") is Status.TAUGHT
        assert notebook.status("orca") is Status.SKIMMED
        assert list(notebook.readings()) == ["orca", "pagedattention"]
        assert notebook.reading("orca").changed.endswith("+00:00")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_any_text_can_be_kept(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder, Notebook(Path(folder) / "n.sqlite") as notebook:
        notebook.set_note("a", text)
        assert notebook.note("a") == text


def test_half_characters_are_joined_or_replaced(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.set_note("a", "x\ud83d\ude00y\ud83d")
        assert notebook.note("a") == "x😀y\ufffd"


def test_nothing_is_kept_about_a_source_without_note_and_status(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.set_note("a", "x")
        notebook.set_status("a", Status.READ)
        notebook.set_note("a", "")
        assert list(notebook.readings()) == ["a"]
        notebook.set_status("a", Status.UNREAD)
        assert notebook.readings() == {}


def test_an_unknown_status_is_refused(path: Path) -> None:
    with Notebook(path) as notebook, pytest.raises(ValueError, match="loved"):
        notebook.set_status("a", "loved")  # type: ignore[arg-type]


# Damage ------------------------------------------------------------------------------------------------------------


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


def test_leftovers_of_a_crash_do_no_harm(path: Path) -> None:
    write(path, a="x")
    path.with_name(f".{path.name}.new").write_bytes(b"half a file")
    path.with_name(f".{path.name}.lock").write_bytes(b"not a lock")
    (folder_of(path)).mkdir(exist_ok=True)
    (folder_of(path) / ".notebook-x.sqlite.new").write_bytes(b"half a backup")
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert notebook.note("a") == "x"


# Backups and versions ----------------------------------------------------------------------------------------------


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


def test_an_older_notebook_is_backed_up_and_migrated(path: Path) -> None:
    write(path, a="x")
    with Notebook(path, NEXT) as notebook:
        assert notebook.report.opened is Opened.MIGRATED
        assert not notebook.report.is_bad_news
        assert notebook.note("a") == "x"
        backup = notebook.report.backup
    assert backup is not None
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT note FROM readings").fetchall() == [("x",)]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT starred FROM readings").fetchall() == [(0,)]


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    write(path, a="x")
    broken = (*NEXT, "INSERT INTO nowhere VALUES (1)")
    with Notebook(path, broken) as notebook:
        assert notebook.report.opened is Opened.READ_ONLY
        assert notebook.note("a") == "x"
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        assert notebook.note("a") == "x"


def test_an_old_backup_is_restored_and_migrated(path: Path) -> None:
    write(path, a="x")
    with Notebook(path):
        pass
    empty(path)
    with Notebook(path, NEXT) as notebook:
        assert notebook.report.opened is Opened.RESTORED
        assert notebook.note("a") == "x"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)


def test_a_newer_notebook_can_be_read_but_not_changed(path: Path) -> None:
    with Notebook(path, NEXT) as notebook:
        notebook.set_note("a", "x")
    before = path.read_bytes()
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.READ_ONLY
        assert not notebook.is_writable
        assert notebook.note("a") == "x"
        with pytest.raises(NotebookError, match=str(path)):
            notebook.set_note("a", "y")
    assert path.read_bytes() == before


# Places that cannot be written -------------------------------------------------------------------------------------


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


# Two windows and crashes -------------------------------------------------------------------------------------------


def test_two_windows_see_each_other(path: Path) -> None:
    with Notebook(path) as one, Notebook(path) as other:
        one.set_note("a", "from one")
        assert other.note("a") == "from one"
        other.set_status("a", Status.READ)
        one.set_note("a", "again")
        assert other.reading("a").status is Status.READ
        assert other.note("a") == "again"


def test_two_windows_write_at_once(path: Path) -> None:
    errors: list[Exception] = []

    def type_away(name: str) -> None:
        try:
            with Notebook(path) as notebook:
                for number in range(15):
                    notebook.set_note(f"{name}-{number}", str(number))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=type_away, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with Notebook(path) as notebook:
        assert len(notebook.readings()) == 60


def test_windows_that_open_a_damaged_notebook_at_once_rescue_it_once(path: Path) -> None:
    write(path, a="x")
    with Notebook(path):
        pass
    empty(path)
    opened: list[Opened] = []

    def open_it() -> None:
        with Notebook(path) as notebook:
            notebook.set_note(threading.current_thread().name, "y")
            opened.append(notebook.report.opened)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(opened) == [Opened.OPENED] * 3 + [Opened.RESTORED]
    with Notebook(path) as notebook:
        assert len(notebook.readings()) == 5


WRITE_FOREVER = """
import itertools, sys
from pathlib import Path
from citations.notebook import Notebook
notebook = Notebook(Path(sys.argv[1]))
for number in itertools.count():
    notebook.set_note(f"k{number % 50}", f"{number} " + "x" * 3000)
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
@pytest.mark.parametrize("after", [0, 7, 60])
def test_a_kill_loses_at_most_the_edit_in_flight(path: Path, after: int) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITE_FOREVER, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert writer.stdout is not None
    for line in writer.stdout:
        if int(line) >= after:
            break
    writer.send_signal(signal.SIGKILL)
    acknowledged = [after, *(int(line) for line in writer.stdout.read().splitlines() if line.isdigit())]
    writer.wait()
    writer.stdout.close()
    with Notebook(path) as notebook:
        assert notebook.report.opened is Opened.OPENED
        latest = max(int(reading.note.split()[0]) for reading in notebook.readings().values())
        assert latest >= max(acknowledged)
        assert latest <= max(acknowledged) + 1
