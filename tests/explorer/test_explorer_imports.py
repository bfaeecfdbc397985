"""Traces in the window: read, told, read again otherwise, and refused without losing the settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from idle_jobs import Idle
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from explorer import worker
from explorer.brought import Brought
from explorer.conductor import Conductor
from explorer.import_dialog import ImportDialog, brought_with, settings_of
from explorer.jobs import Job
from explorer.session import Session
from explorer.settings import Settings
from explorer.window import Window
from widgets.import_settings import ReadSettings


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    file = tmp_path / "mine.csv"
    file.write_text("when,question,answer\n" + "".join(f"{1000 * i},{100 + i},10\n" for i in range(40)))
    return file


def answer(jobs: Idle, job: Job) -> None:
    """What the worker makes of a job."""
    try:
        result = worker.trace(job.fields, lambda share: None)
    except ValueError as error:
        jobs.failed.emit(job, str(error), "")
    else:
        jobs.finished.emit(job, result)


def opened(qtbot: QtBot, window: Window, conductor: Conductor) -> ImportDialog:
    dialog = ImportDialog(window, conductor)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def test_settings_make_a_brought_trace_and_back() -> None:
    blank = Brought(name="t", trace="t.csv")
    assert settings_of(blank) == ReadSettings()
    assert brought_with(blank, ReadSettings()) == blank
    asked = ReadSettings(3, 77, True, "wall clock", 2.5, ("a", "b", "c"))
    assert settings_of(brought_with(blank, asked)) == asked


def test_a_refused_file_is_read_with_the_columns_that_the_user_names(
    qtbot: QtBot, window: Window, trace: Path
) -> None:
    session, jobs = window.session, Idle()
    conductor = Conductor(session, jobs)
    conductor.open(trace)
    answer(jobs, jobs.asked[-1])
    assert session.imported is None
    assert "the header" in session.import_error
    dialog = opened(qtbot, window, conductor)
    assert "the header" in dialog.report.page.toPlainText()
    settings = ReadSettings(5, 20, False, "ms", 1.0, ("when", "question", "answer"))
    dialog.report.form.setSettings(settings)
    read = dialog.report.form.findChildren(QPushButton)[0]
    read.setFocus()
    qtbot.keyClick(read, Qt.Key.Key_Space)
    assert jobs.asked[-1].fields["brought"]["trace_limit"] == 20
    answer(jobs, jobs.asked[-1])
    assert session.imported is not None
    assert session.imported.rows_used == 20
    assert "lines 7 to 26" in dialog.report.page.toPlainText()
    assert session.brought.trace_start == 5
    assert "workload.columns.unit=ms" in session.brought.settings
    assert dialog.report.form.settings() == settings


def test_the_report_is_at_hand_after_a_failure_too(window: Window, trace: Path) -> None:
    assert not window.commands["file.report"].isEnabled()
    window.session.setImport(Brought(name="x", trace=str(trace)), error="no")
    assert window.commands["file.report"].isEnabled()
    window.session.setImport(None)
    assert not window.commands["file.report"].isEnabled()


def test_the_dialog_can_be_worked_with_the_keyboard_and_speaks_both_languages(
    qtbot: QtBot, window: Window, trace: Path
) -> None:
    session, jobs = window.session, Idle()
    conductor = Conductor(session, jobs)
    session.setImport(Brought(name="x", trace=str(trace)), error="no")
    dialog = opened(qtbot, window, conductor)
    dialog.report.page.setFocus()
    start = dialog.report.form.findChildren(QSpinBox)[0]
    for _ in range(6):
        focused = QApplication.focusWidget()
        assert focused is not None
        if focused is start:
            break
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is start
    assert dialog.windowTitle() == "Import report"
    window.session.setLanguage("zh")
    try:
        QApplication.processEvents()
        assert dialog.windowTitle() == "导入报告"
    finally:
        window.session.setLanguage("en")


def test_a_session_forgets_the_trace_with_the_own_day_before() -> None:
    session = Session(Settings())
    session.setImport(Brought(name="x", trace="x"), error="no")
    session.setImport(None)
    assert (session.tried, session.imported, session.import_error) == (None, None, "")


def test_what_was_read_is_told_with_or_without_times(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    session, jobs = window.session, Idle()
    conductor = Conductor(session, jobs)
    for header, told in (("t_ms,in,out", "time in ms (named by the column)"), ("n,in,out", "no arrival times")):
        file = tmp_path / "lengths.csv"
        file.write_text(f"{header}\n1,5,6\n2,0,6\n")
        conductor.open(file)
        answer(jobs, jobs.asked[-1])
        assert session.notices[-1].text == f"lengths.csv: 2 rows read, 1 used, 1 set aside; {told}"
        assert "1: no prompt tokens" in session.notices[-1].detail
