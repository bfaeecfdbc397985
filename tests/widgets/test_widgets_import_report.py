"""The import report: the books, where lines were set aside, and the settings to read a file otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from engine.traces import TraceReport, load
from widgets.import_report import ImportReport
from widgets.import_settings import ReadSettings
from widgets.palette import apply_theme, colours

BURST = "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"


@pytest.fixture
def report(tmp_path: Path) -> TraceReport:
    file = tmp_path / "burst.csv"
    rows = [f"{i},ChatGPT,{100 + i},{0 if i % 3 == 1 else 20},1,API log" for i in range(12)]
    file.write_text(BURST + "\n".join(rows) + "\n")
    return load(file, limit=10, start=1).report


@pytest.fixture
def view(qtbot: QtBot) -> ImportReport:
    made = ImportReport()
    qtbot.addWidget(made)
    made.resize(700, 600)
    made.show()
    return made


def test_the_books_and_every_reason_are_shown(view: ImportReport, report: TraceReport) -> None:
    view.setReport(report, ReadSettings(1, 10))
    text = view.page.toPlainText().replace("\u00a0", " ").replace("\u2060", "")
    for part in (
        "10 rows read",
        "6 used",
        "4 set aside",
        "BurstGPT",
        "s (fixed by the layout)",
        "lines 3 to 12, after the first 1 rows, the file goes on",
        "Timestamp, Request tokens, Response tokens",
        "failed: no output tokens",
        "lines 3, 6, 9, 12",
        "kept as rejected arrivals",
        "reading stopped after 10 rows",
    ):
        assert part in text, part


def test_the_settings_are_those_of_the_import_and_come_back(
    qtbot: QtBot, view: ImportReport, report: TraceReport
) -> None:
    asked = ReadSettings(3, 500, False, "ms", 2.5, ("when", "question", "answer"))
    view.setReport(report, asked)
    assert view.form.settings() == asked
    with qtbot.waitSignal(view.readRequested) as heard:
        qtbot.keyClick(view.form.findChildren(QLineEdit)[-1], Qt.Key.Key_Return)
    assert heard.args == [asked]


def test_names_of_the_layout_stand_where_the_user_gives_none(view: ImportReport, report: TraceReport) -> None:
    view.setReport(report, ReadSettings())
    fields = [field for field in view.form.findChildren(QLineEdit) if field.placeholderText()]
    assert [field.placeholderText() for field in fields] == ["Timestamp", "Request tokens", "Response tokens"]
    assert view.form.settings() == ReadSettings()


def test_the_busiest_rows_have_no_first_row_to_choose(view: ImportReport, report: TraceReport) -> None:
    view.setReport(report, ReadSettings(busiest=True))
    start = view.form.findChildren(QSpinBox)[0]
    assert not start.isEnabled()
    view.form.findChildren(QCheckBox)[0].click()
    assert start.isEnabled()


def test_a_file_that_cannot_be_read_keeps_its_settings(view: ImportReport) -> None:
    view.setError("/somewhere/odd.csv", "odd.csv, line 1: found the header 'a,b'", ReadSettings(rows=7))
    text = view.page.toPlainText()
    assert "odd.csv" in text
    assert "found the header 'a,b'" in text
    assert view.form.settings().rows == 7


def test_every_field_has_a_name_a_key_and_a_place_in_the_order(qtbot: QtBot, view: ImportReport) -> None:
    labels = view.form.findChildren(QLabel)
    buddies = [label.buddy() for label in labels]
    assert all(buddy.accessibleName() for buddy in buddies)
    keys = [label.text()[label.text().index("&") + 1].lower() for label in labels]
    assert len(set(keys)) == len(keys) == 7
    view.activateWindow()
    view.page.setFocus()
    reached = []
    for _ in range(12):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert all(buddy in reached or any(buddy.isAncestorOf(child) for child in reached) for buddy in buddies)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_follows_the_theme(view: ImportReport, report: TraceReport, theme: str) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    view.setReport(report, ReadSettings())
    apply_theme(application, theme)
    assert colours(view.page).dark == (theme == "dark")
    assert colours(view.page).text.name() in view.page.toHtml()
