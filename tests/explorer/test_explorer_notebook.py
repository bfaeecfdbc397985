"""What the user keeps: every change from the keyboard, every change taken back, and other windows."""

from __future__ import annotations

from pathlib import Path

import pytest
from library_window import ALT, CTRL, SHIFT, close_dialogs, dialog, other_window, own, press
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QInputDialog, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from citations.records import OWN, Basis, Edge
from explorer.own_relation import OwnRelationDialog
from explorer.own_source import OwnSourceDialog
from explorer.window import Window


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[QUrl]:
    """What would have been opened with another program."""
    found: list[QUrl] = []

    def note(url: QUrl) -> bool:
        found.append(url)
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", note)
    return found


def _status(window: Window, key: str) -> str:
    assert window.librarian.notebook is not None
    return str(window.librarian.notebook.status(key))


def test_a_status_is_marked_taken_back_and_marked_again(window: Window, qtbot: QtBot) -> None:
    window.focus_stage()
    assert not window.commands["edit.undo"].isEnabled()
    press(qtbot, window, Qt.Key.Key_3, ALT)
    assert _status(window, "pagedattention") == "read"
    assert window.commands["edit.read"].isChecked()
    assert window.commands["edit.undo"].text() == "Undo status of 1 source"
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    assert _status(window, "pagedattention") == "unread"
    assert window.commands["edit.unread"].isChecked()
    assert window.commands["edit.undo"].text() == "Undo"
    press(qtbot, window, Qt.Key.Key_Z, CTRL | SHIFT)
    assert _status(window, "pagedattention") == "read"
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    window.session.setLanguage("zh")
    qtbot.waitUntil(lambda: window.commands["edit.redo"].text() != "Redo status of 1 source")
    assert "status" not in window.commands["edit.redo"].text()


def test_a_status_is_for_all_that_are_selected(window: Window, qtbot: QtBot) -> None:
    window.focus_stage()
    window.session.setSelection(("orca", "sglang", "awq"))
    press(qtbot, window, Qt.Key.Key_4, ALT)
    assert [_status(window, key) for key in ("orca", "sglang", "awq", "pagedattention")] == [
        *["taught"] * 3,
        "unread",
    ]
    assert window.commands["edit.undo"].text() == "Undo status of 3 sources"
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    assert _status(window, "sglang") == "unread"


def test_tags_are_typed_between_commas(window: Window, qtbot: QtBot) -> None:
    window.focus_stage()
    window.session.setSelection(("orca", "sglang"))
    assert window.librarian.notebook is not None
    window.librarian.notebook.set_tags("orca", ("first week",))
    press(qtbot, window, Qt.Key.Key_G, CTRL)
    asked = dialog(window, QInputDialog)
    asked.setTextValue("exam, slides")
    asked.accept()
    readings = window.librarian.notebook.readings()
    assert set(readings["orca"].tags) == {"first week", "exam", "slides"}
    assert set(readings["sglang"].tags) == {"exam", "slides"}
    press(qtbot, window, Qt.Key.Key_Z, CTRL)
    assert window.librarian.notebook.reading("sglang").tags == ()
    assert window.librarian.notebook.reading("orca").tags == ("first week",)


def test_a_note_is_the_last_change_even_while_it_is_typed(window: Window, qtbot: QtBot) -> None:
    card = window.panels["card"].view  # type: ignore[union-attr]
    window.focus_stage()
    window.session.setLedger("state")
    press(qtbot, window, Qt.Key.Key_F9)
    field = card.findChild(QPlainTextEdit)
    assert window.focusWidget() is field
    assert isinstance(field, QPlainTextEdit)
    qtbot.keyClicks(field, "zebra, to be shown first")
    window.librarian.notes.flush()
    assert window.librarian.notebook is not None
    assert window.librarian.notebook.note("pagedattention") == "zebra, to be shown first"
    qtbot.keyClicks(field, " and last")
    window.commands["edit.undo"].trigger()
    assert window.librarian.notebook.note("pagedattention") == "zebra, to be shown first"
    assert field.toPlainText() == "zebra, to be shown first"
    window.session.setStage("table")
    window.session.setFilter(window.session.filter.__class__(text="zebra"))
    assert window.session.matching == ("pagedattention",)


def test_a_pdf_is_attached_opened_missed_and_detached(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[QUrl]
) -> None:
    pdf = tmp_path / "a paper 论文.pdf"
    pdf.write_bytes(b"%PDF-1.4")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(pdf), ""))
    window.focus_stage()
    assert not window.commands["edit.pdf"].isEnabled()
    press(qtbot, window, Qt.Key.Key_P, CTRL | SHIFT)
    assert window.commands["edit.undo"].text() == f"Undo attaching {pdf.name}"
    assert opened == []
    press(qtbot, window, Qt.Key.Key_G, CTRL | SHIFT)
    assert opened == [QUrl.fromLocalFile(str(pdf))]
    pdf.unlink()
    window.desk.openAttachment(str(pdf))
    assert len(opened) == 1
    assert str(pdf) in window.session.notices[-1].text
    window.desk.detach(str(pdf))
    assert not window.commands["edit.pdf"].isEnabled()
    window.commands["edit.undo"].trigger()
    assert window.commands["edit.pdf"].isEnabled()


def test_links_are_opened_only_on_the_command(window: Window, qtbot: QtBot, opened: list[QUrl]) -> None:
    window.focus_stage()
    press(qtbot, window, Qt.Key.Key_F8)
    assert opened == [QUrl("https://arxiv.org/abs/2309.06180")]
    window.session.selectSource("deepgemm")
    assert not window.commands["library.doi"].isEnabled()


def _fill(form: OwnSourceDialog, qtbot: QtBot, **texts: str) -> None:
    for name, text in texts.items():
        form.lines[name].clear()
        qtbot.keyClicks(form.lines[name], text)


def _save(form: OwnSourceDialog | OwnRelationDialog, qtbot: QtBot) -> None:
    buttons = form.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    qtbot.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)


def test_an_own_source_is_added_edited_and_removed(window: Window, qtbot: QtBot) -> None:
    session = window.session
    window.focus_stage()
    press(qtbot, window, Qt.Key.Key_N, CTRL)
    form = dialog(window, OwnSourceDialog)
    _save(form, qtbot)
    assert "short name" in form.problem.text()
    _fill(form, qtbot, name="My cache", date="2025-13")
    _save(form, qtbot)
    assert "2025-06" in form.problem.text()
    _fill(form, qtbot, date="2025-06", authors="Ada Lovelace; Alan Turing", url="https://example.org/cache")
    _save(form, qtbot)
    shelf = session.shelf
    assert shelf is not None
    source = shelf.source(session.source)
    assert source is not None
    assert (source.ring, source.name.en, source.year) == (OWN, "My cache", 2025)
    assert source.authors == ("Ada Lovelace", "Alan Turing")
    assert len(shelf.sources) == 63
    press(qtbot, window, Qt.Key.Key_F2, SHIFT)
    form = dialog(window, OwnSourceDialog)
    assert form.lines["name"].text() == "My cache"
    _fill(form, qtbot, name="My better cache")
    _save(form, qtbot)
    assert session.shelf is not None
    assert session.shelf.names("en")[source.key] == "My better cache"
    press(qtbot, window, Qt.Key.Key_Delete, CTRL)
    assert session.shelf.source(source.key) is None
    assert session.source == "pagedattention"
    for expected in ("My better cache", "My cache", None):
        press(qtbot, window, Qt.Key.Key_Z, CTRL)
        assert session.shelf.names("en").get(source.key) == expected
    assert len(session.shelf.sources) == 62


def test_a_relation_of_ones_own_joins_two_sources(window: Window, qtbot: QtBot) -> None:
    session = window.session
    window.focus_stage()
    session.setSelection(("pagedattention", "mqa"))
    press(qtbot, window, Qt.Key.Key_N, CTRL | SHIFT)
    form = dialog(window, OwnRelationDialog)
    assert (form.newer.key, form.older.key) == ("pagedattention", "mqa")
    _save(form, qtbot)
    assert "why" in form.problem.text()
    qtbot.keyClicks(form.why, "both shrink the cache")
    _save(form, qtbot)
    assert session.shelf is not None
    edge = next(edge for edge in session.shelf.edges if edge.basis is Basis.OWN)
    assert (edge.newer, edge.older, edge.why) == ("pagedattention", "mqa", "both shrink the cache")
    assert "mqa" in session.shelf.lineage.ancestors("pagedattention", 1)
    assert window.commands["edit.unrelate"].isEnabled()
    window.commands["edit.unrelate"].trigger()
    assert not any(edge.basis is Basis.OWN for edge in session.shelf.edges)
    window.commands["edit.undo"].trigger()
    assert any(edge.basis is Basis.OWN for edge in session.shelf.edges)


def test_an_import_is_taken_back_without_the_notes_written_meanwhile(window: Window) -> None:
    changes, session = window.librarian.changes, window.session
    batch = changes.add(
        [own("one", "One"), own("two", "Two")], [Edge("two", "one", "uses", "", Basis.OWN, True)], "a.bib"
    )
    assert batch is not None
    assert window.commands["edit.undo"].text() == "Undo import of 2 sources"
    changes.setNote("orca", "kept")
    changes.undo()
    changes.undo()
    assert session.shelf is not None
    assert len(session.shelf.sources) == 62
    changes.redo()
    assert len(session.shelf.sources) == 64


def test_another_window_is_noticed_when_this_one_is_used_again(window: Window, qtbot: QtBot) -> None:
    session = window.session
    session.setStage("table")
    with other_window() as other:
        other.add([own("theirs", "From the other window")])
        other.set_note("orca", "theirs too")
    assert session.shelf is not None
    assert len(session.shelf.sources) == 62
    _leave_and_come_back(window, qtbot)
    assert len(session.shelf.sources) == 63
    assert session.shelf.readings["orca"].note == "theirs too"
    assert "From the other window" in window.panels["table"].view.describe()  # type: ignore[union-attr]


def _leave_and_come_back(window: Window, qtbot: QtBot) -> None:
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)
    elsewhere.show()
    with qtbot.waitActive(elsewhere):
        elsewhere.activateWindow()
    elsewhere.close()
    with qtbot.waitActive(window):
        window.activateWindow()


def test_what_cannot_be_saved_is_told_and_not_kept_for_undo(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(type(window.librarian.notebook), "set_status", refuse)
    window.commands["edit.read"].trigger()
    assert "the disk is full" in window.session.notices[-1].detail
    assert not window.commands["edit.undo"].isEnabled()
    assert window.commands["edit.unread"].isChecked()


def test_undo_of_what_another_window_took_away_is_told(window: Window) -> None:
    window.librarian.changes.savePath("mine", ("orca", "sglang"))
    window.librarian.changes.removePath("mine")
    window.commands["edit.undo"].trigger()
    assert window.librarian.notebook is not None
    assert window.librarian.notebook.paths() == {"mine": ("orca", "sglang")}
    close_dialogs(window)
