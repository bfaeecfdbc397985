"""The user's notebook: notes, status, tags and attachments."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citations.notebook import Notebook, NotebookError, Opened, Reading, Status


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


@settings(deadline=None, max_examples=30)
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


def test_tags(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.set_tags("orca", ["zebra", " to\t do ", "Apple", "apple", "页", "", "zebra"])
        notebook.set_tags("vllm", ["zebra"])
        assert notebook.reading("orca").tags == ("Apple", "apple", "to do", "zebra", "页")
        assert list(notebook.tags().items()) == [("Apple", 1), ("apple", 1), ("to do", 1), ("zebra", 2), ("页", 1)]
        notebook.set_tags("orca", [])
        assert notebook.tags() == {"zebra": 1}
        assert list(notebook.readings()) == ["vllm"]


def test_attachments_are_kept_in_order_and_by_their_whole_path(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.parent.mkdir()
    monkeypatch.chdir(path.parent)
    first, second = Path("论文 1.pdf"), path.parent / "ünï #%.pdf"
    with Notebook(path) as notebook:
        notebook.attach("orca", first)
        notebook.attach("orca", second)
        notebook.attach("orca", first)
        assert notebook.reading("orca").attachments == (path.parent / first, second)
        notebook.detach("orca", path.parent / first)
        notebook.detach("orca", Path("never attached"))
        assert notebook.readings()["orca"].attachments == (second,)
        notebook.detach("orca", second)
        assert notebook.readings() == {}


def test_a_file_name_that_is_no_text_is_refused(path: Path) -> None:
    with Notebook(path) as notebook, pytest.raises(ValueError, match=r"path: found .*udcff"):
        notebook.attach("orca", Path("/a\udcff.pdf"))


def test_find_looks_into_notes_and_tags(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.set_note("orca", "Iteration-level SCHEDULING; 分页, caf\u00e9")
        notebook.set_tags("vllm", ["schedulers", '"quoted" OR x'])
        assert notebook.find("schedul") == {"orca", "vllm"}
        for word in ("level", "Café", "分页", "页"):
            assert notebook.find(word) == {"orca"}
        assert notebook.find('"QUOTED" or') == notebook.find('d"') == {"vllm"}
        assert notebook.find("nothing of it") == notebook.find("") == notebook.find(" \0\ud83d") == frozenset()
        notebook.set_note("orca", "")
        assert notebook.find("schedul") == {"vllm"}


def test_scenarios_and_paths(path: Path) -> None:
    with Notebook(path) as notebook:
        notebook.save_scenario("b", "x = 1\n# 页\n")
        notebook.save_scenario("  A  b ", "y = 2")
        notebook.save_path("main", ["orca", "vllm"])
        notebook.save_path("空", [])
        with pytest.raises(ValueError, match="name: found ' '"):
            notebook.save_path(" ", ["orca"])
    with Notebook(path) as notebook:
        assert list(notebook.scenarios().items()) == [("A b", "y = 2"), ("b", "x = 1\n# 页\n")]
        assert notebook.paths() == {"main": ("orca", "vllm"), "空": ()}
        notebook.save_path("main", ["vllm"])
        notebook.remove_path("空")
        notebook.remove_scenario("b")
        notebook.remove_scenario("never there")
        assert notebook.paths() == {"main": ("vllm",)}
        assert notebook.scenarios() == {"A b": "y = 2"}


def test_the_version_changes_with_every_change_and_with_nothing_else(path: Path) -> None:
    with Notebook(path) as notebook, Notebook(path) as other:
        seen = {notebook.version()}
        changes = (
            lambda: notebook.set_note("a", "x"),
            lambda: other.set_status("a", Status.READ),
            lambda: notebook.set_tags("a", ["t"]),
            lambda: other.attach("a", path),
            lambda: notebook.save_scenario("s", ""),
            lambda: other.save_path("p", []),
        )
        for number, change in enumerate(changes, start=2):
            change()
            assert notebook.version() == notebook.version() == other.version()
            seen.add(other.version())
            assert len(seen) == number
        notebook.readings(), other.tags(), notebook.batches()
        assert notebook.version() in seen


def test_a_notebook_that_another_program_holds_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citations.notebook.backups.BUSY_SECONDS", 0.02)
    with Notebook(path) as notebook, closing(sqlite3.connect(path)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotebookError, match=f"{re.escape(str(path))}.*locked"):
            notebook.set_note("a", "x")
        holder.rollback()
        notebook.set_note("a", "x")
        assert notebook.note("a") == "x"
