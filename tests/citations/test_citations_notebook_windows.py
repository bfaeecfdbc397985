"""Several windows, and programs, with one notebook."""

from __future__ import annotations

import threading
from pathlib import Path

from notebook_helpers import write

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
