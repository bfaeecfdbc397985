"""Several windows, and programs, with one notebook."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from notebook_helpers import write, write_first_version

from citations.notebook import Notebook, Opened, Status


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
    path.write_bytes(b"")
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


def test_two_windows_that_open_an_old_notebook_at_once_migrate_it_once(path: Path) -> None:
    write_first_version(path, a="x")
    opened: list[Opened] = []
    start = threading.Barrier(3)

    def open_it() -> None:
        start.wait()
        with Notebook(path) as notebook:
            notebook.set_tags(threading.current_thread().name, ["y"])
            opened.append(notebook.report.opened)

    threads = [threading.Thread(target=open_it) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(opened) == [Opened.MIGRATED, Opened.OPENED, Opened.OPENED]
    with Notebook(path) as notebook:
        assert notebook.tags() == {"y": 3}
        assert notebook.note("a") == "x"


BUSY = """
import sys
from pathlib import Path
from citations.notebook import Notebook, Status
from citations.records import Basis, Edge
from notebook_helpers import own_source

name, edits = sys.argv[2], 12
with Notebook(Path(sys.argv[1])) as notebook:
    print("open", flush=True)
    sys.stdin.readline()
    for number in range(edits):
        batch = notebook.add([own_source("same")], [Edge("same", "orca", "uses", name, Basis.OWN, True)], name)
        notebook.set_note(batch.keys[0], f"by {name}")
        notebook.set_tags("shared", [*notebook.reading("shared").tags, name])
        if number % 3 == 2:
            notebook.take_back(batch.id)
        if number % 3 == 1:
            notebook.remove(batch.keys)
"""


def test_two_programs_write_into_one_notebook(path: Path) -> None:
    """Neither waits for the other for long, no key is given twice, and what each wrote is there."""
    write(path)
    here = Path(__file__).parent
    places = os.pathsep.join((str(here.parents[1]), str(here)))
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", BUSY, str(path), name],
            env={**os.environ, "PYTHONPATH": places, "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("one", "other")
    ]
    with Notebook(path) as notebook:
        before = notebook.version()
        for program in programs:
            assert program.stdout is not None
            assert program.stdout.readline() == "open\n"
        for program in programs:
            assert program.stdin is not None
            program.stdin.write("go\n")
            program.stdin.flush()
        for program in programs:
            assert program.communicate(timeout=60)[1] == ""
            assert program.returncode == 0
        assert notebook.version() != before
        added = [batch for batch in notebook.batches() if batch.added]
        keys = [key for batch in added for key in batch.keys]
        assert sorted(batch.origin for batch in added) == ["one"] * 12 + ["other"] * 12
        assert len(set(keys)) == 24
        assert len(notebook.own_sources()) == len(notebook.own_edges()) == 8
        assert all(notebook.note(batch.keys[0]) == f"by {batch.origin}" for batch in added)
        assert notebook.find("by o") == {source.key for source in notebook.own_sources()}
        assert "one" in notebook.tags() or "other" in notebook.tags()
