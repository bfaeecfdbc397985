"""The preview of an import: what is checked, why, and how to change it."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from citations.exchange import Duplicate, Incoming, Same, Trouble, read_bytes
from citations.exchange.records import EXPECTED
from widgets.library_preview import LibraryPreview
from widgets.library_preview_model import ItemColumn
from widgets.library_preview_words import State, expected, trouble_name
from widgets.palette import apply_theme

BIB = """@article{a, title={Attention once more}, author={One, A and Two, B and Three, C and Four, D}, year=2024}
@article{b, title = {Known work}, doi = {10.1000/known}}
@article{c, title = {Attention once more!}, year = soon}
@misc{d, doi = {10.1000/untitled}}
@article{e, title = {Never closed
"""
DUPLICATES = {1: Duplicate("orca", "Orca", Same.DOI), 2: Duplicate("a", "One", Same.TITLE, inside=True)}


@pytest.fixture
def incoming() -> Incoming:
    return read_bytes(BIB.encode(), "mine.bib")


@pytest.fixture
def preview(qtbot: QtBot, incoming: Incoming) -> LibraryPreview:
    widget = LibraryPreview()
    qtbot.addWidget(widget)
    widget.resize(900, 600)
    widget.setIncoming(incoming, DUPLICATES)
    widget.show()
    return widget


def cell(preview: LibraryPreview, row: int, column: ItemColumn) -> str:
    return str(preview.table.model().index(row, column).data())


def test_new_titled_references_are_checked(preview: LibraryPreview) -> None:
    assert preview.taken() == {0}
    texts = [cell(preview, row, ItemColumn.STATE) for row in range(4)]
    assert texts == ["new", "same DOI as Orca", "same title as One, above in this file", "without a title"]
    assert cell(preview, 0, ItemColumn.AUTHORS) == "A One, B Two, C Three et al."
    assert cell(preview, 1, ItemColumn.LINE) == "2"


def test_problems_are_listed(preview: LibraryPreview) -> None:
    model = preview.problems.model()
    rows = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]
    assert rows == [
        ["3", "unknown abbreviation: soon", "an abbreviation that @string defines (kept as it is)", "read"],
        ["3", "not a year: soon", "a year such as 2023 or a date such as 2023-10-23", "read"],
        ["4", "no title: d", "a title", "read"],
        ["5", "not closed: @article{e, title = {Never closed", expected(Trouble.UNCLOSED), "left out"],
    ]
    preview.problems.selectRow(2)
    assert preview.table.currentIndex().row() == 3


def test_space_checks_rows(preview: LibraryPreview, qtbot: QtBot) -> None:
    with qtbot.waitSignal(preview.takenChanged):
        qtbot.keyClick(preview.table, Qt.Key.Key_Space)
    assert preview.taken() == frozenset()
    preview.table.selectAll()
    qtbot.keyClick(preview.table, Qt.Key.Key_Space)
    assert preview.taken() == {0, 1, 2, 3}


def test_a_click_on_the_box_checks(preview: LibraryPreview, qtbot: QtBot) -> None:
    index = preview.table.model().index(1, ItemColumn.TITLE)
    option = QStyleOptionViewItem()
    option.rect = preview.table.visualRect(index)
    preview.table.itemDelegateForIndex(index).initStyleOption(option, index)
    part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
    place = preview.table.style().subElementRect(part, option, preview.table).center()
    qtbot.mouseClick(preview.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place.x(), place.y()))
    assert preview.taken() == {0, 1}


def test_states_narrow_the_table(preview: LibraryPreview, qtbot: QtBot) -> None:
    assert preview.states[State.KNOWN].text() == "= In the library 1"
    preview.states[State.KNOWN].click()
    assert preview.table.model().rowCount() == 1
    preview.all.click()
    assert preview.taken() == {0, 1}
    preview.none.click()
    assert preview.taken() == {0}
    preview.states[None].click()
    preview.none.click()
    assert preview.taken() == frozenset()
    preview.new.click()
    assert preview.taken() == {0}


def test_enter_asks_for_the_duplicate(preview: LibraryPreview, qtbot: QtBot) -> None:
    preview.table.selectRow(1)
    with qtbot.waitSignal(preview.sourceRequested) as asked:
        qtbot.keyClick(preview.table, Qt.Key.Key_Return)
    assert asked.args == ["orca"]
    preview.table.selectRow(0)
    with qtbot.assertNotEmitted(preview.sourceRequested):
        qtbot.keyClick(preview.table, Qt.Key.Key_Return)


def test_text_twin(preview: LibraryPreview) -> None:
    text = preview.describe()
    assert "4 references, 4 problems; 1 to be added" in text
    assert "to be added; Attention once more; A One, B Two, C Three et al.; 2024; new; line 1" in text
    assert "not to be added; Known work; –; same DOI as Orca; in the library; line 2" in text
    assert "line 5: found not closed" in text
    assert preview.table.accessibleName()
    assert preview.problems.accessibleName()


def test_empty(qtbot: QtBot) -> None:
    widget = LibraryPreview()
    qtbot.addWidget(widget)
    assert widget.describe() == "No file has been read."
    widget.setIncoming(read_bytes(b"", "x.bib"), {})
    assert widget.taken() == frozenset()
    assert "line" not in widget.describe()
    assert "file: found empty file" in widget.describe()


def test_every_trouble_has_words() -> None:
    for trouble in Trouble:
        assert trouble_name(trouble) == trouble.value
        assert expected(trouble) == EXPECTED[trouble]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_painted(preview: LibraryPreview, scheme: str, qapp: QApplication) -> None:
    apply_theme(qapp, scheme)
    try:
        QApplication.sendEvent(preview, QEvent(QEvent.Type.LanguageChange))
        assert not preview.grab().isNull()
    finally:
        apply_theme(qapp, "light")


def test_only_what_is_seen_of_many_rows_is_asked_for(qtbot: QtBot, preview: LibraryPreview) -> None:
    text = "".join(f"@misc{{k{number}, title = {{Title {number}}}, year = 2020}}\n" for number in range(5000))
    start = time.perf_counter()
    preview.setIncoming(read_bytes(text.encode(), "many.bib"), {})
    preview.none.click()
    preview.grab()
    assert preview.taken() == frozenset()
    assert time.perf_counter() - start < 5
