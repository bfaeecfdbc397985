"""References in and out through the window: read in a worker, previewed, added, undone, exported, copied."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from citations.exchange import FORMATS, read
from citations.filters import SourceFilter
from explorer import library_in, library_out
from explorer.library_import import ReferenceImport
from explorer.window import Window

BIB = """@article{new2024, title={A new work on serving}, author={New, A}, year=2024, keywords={paging; later},
  x-builds-on={kwon (extends)}}
@article{kwon, title={x}, eprint={2309.06180}}
@article{broken, title={Unclosed
@misc{other, title={Another work}, year=soon}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my references 文献.bib"
    path.write_text(BIB, "utf-8")
    return path


def opened(window: Window, qtbot: QtBot, *paths: Path) -> ReferenceImport:
    dialog = library_in.show(window, paths)
    qtbot.waitUntil(lambda: dialog.choice() is not None, timeout=20000)
    return dialog


def own_titles(window: Window) -> set[str]:
    assert window.librarian.notebook is not None
    return {source.title for source in window.librarian.notebook.own_sources()}


def test_import_select_undo_redo(window: Window, qtbot: QtBot, file: Path) -> None:
    session = window.session
    session.setFilter(SourceFilter(text="nothing matches this"))
    dialog = opened(window, qtbot, file)
    assert dialog.preview.taken() == {0, 2}
    assert dialog.add.text() == "Add 2 sources"
    assert dialog.tags.isVisibleTo(dialog)
    assert not dialog.files.isVisibleTo(dialog)
    dialog.tags.setChecked(True)
    dialog.add.click()
    assert own_titles(window) == {"A new work on serving", "Another work"}
    assert session.filter.is_empty
    assert session.stage == "table"
    shelf = session.shelf
    assert shelf is not None
    assert [shelf.source(key).title for key in session.selection] == ["A new work on serving", "Another work"]  # type: ignore[union-attr]
    first = session.selection[0]
    assert [(edge.older, edge.relation) for edge in shelf.relations(first)] == [("pagedattention", "extends")]
    assert shelf.readings[first].tags == ("later", "paging")
    assert "Ctrl+Z" in window.statusBar().currentMessage()
    changes = window.librarian.changes
    assert changes.undoTitle == "import of 2 sources"
    changes.undo()
    assert own_titles(window) == set()
    changes.redo()
    assert own_titles(window) == {"A new work on serving", "Another work"}


def test_pdfs_beside_the_file_are_attached(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4")
    bib = tmp_path / "with files.bib"
    bib.write_text("@misc{a, title = {A work with a file of its own}, file = {:paper.pdf:PDF;:gone.pdf:PDF}}")
    dialog = opened(window, qtbot, bib)
    dialog.files.setChecked(True)
    dialog.add.click()
    shelf = window.session.shelf
    assert shelf is not None
    assert shelf.readings[window.session.selection[0]].attachments == (tmp_path / "paper.pdf",)


def test_what_is_there_already_is_not_checked_again(window: Window, qtbot: QtBot, file: Path) -> None:
    opened(window, qtbot, file).add.click()
    again = opened(window, qtbot, file)
    assert again.preview.taken() == frozenset()
    assert not again.add.isEnabled()
    again.preview.all.click()
    assert again.add.text() == "Add 3 sources"
    again.reject()


def test_many_are_kept_by_the_worker(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "many.ris"
    path.write_text("".join(f"TY  - JOUR\nTI  - Study number {number} of many\nER  - \n" for number in range(260)))
    dialog = opened(window, qtbot, path)
    dialog.add.click()
    assert not dialog.add.isEnabled()
    qtbot.waitUntil(lambda: len(own_titles(window)) == 260, timeout=20000)
    qtbot.waitUntil(lambda: len(window.session.selection) == 260, timeout=20000)
    window.librarian.changes.undo()
    assert own_titles(window) == set()


def test_several_files_one_after_another(window: Window, qtbot: QtBot, file: Path, tmp_path: Path) -> None:
    edges = tmp_path / "edges.csv"
    edges.write_text("newer,older,relation\norca,pagedattention,uses\nnobody,orca,uses\n")
    dialog = library_in.show(window, [tmp_path / "missing.bib", file])
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(edges))])
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        dropped,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    dialog.dropEvent(drop)
    assert dialog.windowTitle() == "Import references, file 1 of 3"
    qtbot.waitUntil(lambda: dialog._note.isVisible(), timeout=20000)
    assert "missing.bib" in dialog._note.accessibleName()
    assert not dialog.add.isEnabled()
    dialog.buttons.rejected.emit()
    qtbot.waitUntil(lambda: dialog.choice() is not None, timeout=20000)
    dialog.buttons.rejected.emit()
    qtbot.waitUntil(lambda: dialog.choice() is not None, timeout=20000)
    assert dialog.add.text() == "Add 1 edge"
    assert "line 3: found edge to an unknown source: nobody" in dialog.preview.describe()
    dialog.add.click()
    assert window.librarian.notebook is not None
    assert [(edge.newer, edge.older) for edge in window.librarian.notebook.own_edges()] == [
        ("orca", "pagedattention")
    ]
    assert own_titles(window) == set()


def test_reading_can_be_cancelled(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "huge.bib"
    path.write_text("".join(f"@misc{{k{number}, title = {{T {number}}}}}\n" for number in range(60000)))
    dialog = library_in.show(window, [path])
    qtbot.waitUntil(lambda: dialog._bar.value() > 0, timeout=20000)
    dialog.buttons.rejected.emit()
    assert dialog.result() == 1
    assert dialog.choice() is None
    assert own_titles(window) == set()


def test_ask_shows_what_was_chosen(window: Window, qtbot: QtBot, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    assert library_in.ask(window) is None
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(file)], ""))
    dialog = library_in.ask(window)
    assert dialog is not None
    dialog.reject()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.bib", "", True),
        ("a.csv", "Title,Authors,Year\nA,B,2020\n", True),
        ("a.csv", "arrived_at,num_prefill_tokens,num_decode_tokens\n0,1,2\n", False),
        ("a.json", '[{"id": "a", "title": "A", "type": "book"}]', True),
        ("a.jsonl", '{"timestamp": 1, "input_length": 2}', False),
        ("a.json", '[{"timestamp": 1, "input_length": 2}]', False),
        ("a.txt", "TY  - JOUR\nER  - \n", True),
        ("a.toml", "[workload]\n", False),
    ],
)
def test_what_is_dropped_is_known_by_what_is_in_it(tmp_path: Path, name: str, text: str, expected: bool) -> None:
    (tmp_path / name).write_text(text)
    assert library_in.is_references(tmp_path / name) is expected


def test_export(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "aus fahrt"), ""))
    for place, kind in enumerate(FORMATS):
        dialog = library_out.ask(window)
        assert dialog is not None
        dialog.which["shown"].setChecked(True)
        dialog.format.setCurrentIndex(place)
        assert dialog._about.text().startswith("62 sources, ")
        dialog.buttons.accepted.emit()
        incoming = read(tmp_path / f"aus fahrt{kind.suffixes[0]}")
        assert incoming.format == kind.key
        assert len(incoming.items) == (0 if kind.key == "edges" else 62)
        assert incoming.edges


def test_export_of_the_selection(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    window.session.setSelection(["orca", "pagedattention", "roofline"])
    dialog = library_out.ask(window)
    assert dialog is not None
    assert list(dialog.which) == ["selected", "shown", "all"]
    assert list(dialog.keys()) == ["orca", "pagedattention", "roofline"]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "missing" / "x" / "y.bib"), ""))
    (tmp_path / "missing").write_text("a file, not a folder")
    dialog.buttons.accepted.emit()
    assert window.session.notices[-1].text == "Not written: y.bib"
    dialog.reject()


def test_copy(window: Window) -> None:
    clipboard = QGuiApplication.clipboard()
    library_out.copy(window, "orca", "text")
    assert clipboard.text().startswith("Gyeong-In Yu")
    library_out.copy(window, "orca", "bibtex")
    assert clipboard.text().startswith("@inproceedings{yu2022-orca,")
    library_out.copy(window, ["orca", "roofline"], "markdown")
    assert clipboard.text().count("](https://") == 2
    assert window.statusBar().currentMessage() == "2 citations copied"
    with pytest.raises(ValueError, match="text, bibtex, markdown"):
        library_out.copy(window, "orca", "apa")
