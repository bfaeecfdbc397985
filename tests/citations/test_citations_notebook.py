"""The user's notebook: notes, status, tags and attachments."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citations.notebook import Notebook, Opened, Reading, Status


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
