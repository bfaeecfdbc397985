"""Paths: found, shown on the map, played through the worker, saved; and two sources side by side."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from idle_jobs import Idle
from library_window import CTRL, SHIFT, dialog, press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QLabel, QLineEdit, QListWidget, QMessageBox
from pytestqt.qtbot import QtBot

from engine.adoption import Walk, adopt
from engine.compare import Comparison, compare
from explorer import exports, routes
from explorer.kept import KeptDialog
from explorer.palette_entries import entries
from explorer.panes.ledgers import LedgerPane
from explorer.panes.pair import PairPane
from explorer.panes.path import PathPane
from explorer.session import Stage
from explorer.window import Window

SHORT = ("orca", "flexgen", "pagedattention")  # FlexGen cannot be run yet


@cache
def played() -> Walk:
    return adopt(SHORT)


@cache
def compared(key: str) -> Comparison:
    return compare(key)


def finish(jobs: Idle, result: object) -> None:
    """Let the job under way end with a result."""
    job = jobs.current
    assert job is not None
    jobs._job = None
    jobs.finished.emit(job, result)


def path_pane(window: Window) -> PathPane:
    pane = window.panels["path"]
    assert isinstance(pane, PathPane)
    return pane


def test_paths_between_the_two_selected(window: Window, qtbot: QtBot) -> None:
    session = window.session
    window.focus_stage()
    press(qtbot, window, Qt.Key.Key_J, CTRL)
    assert "Select two sources" in session.notices[-1].text
    session.setSelection(("sglang", "orca"))
    press(qtbot, window, Qt.Key.Key_J, CTRL)
    assert session.stage is Stage.MAP
    assert session.route.ends == ("orca", "sglang")
    assert all(path[0] == "orca" and path[-1] == "sglang" for path in session.route.paths)
    said = window.panels["map"].view.describe()  # type: ignore[union-attr]
    assert "From Orca to SGLang" in said
    press(qtbot, window, Qt.Key.Key_Escape)
    assert not session.route.paths
    assert not window.commands["library.nopath"].isEnabled()


def test_sources_that_are_not_related_are_told(window: Window) -> None:
    session = window.session
    assert session.shelf is not None
    first = session.shelf.sources[0].key
    stranger = next(
        source.key for source in session.shelf.sources[1:] if not session.shelf.lineage.paths(first, source.key)
    )
    window.desk.routes.showBetween(first, stranger)
    assert "No line of descent" in session.notices[-1].text
    assert session.stage is Stage.CLOCK


def test_the_main_path_and_paths_to_where_the_field_is(window: Window, qtbot: QtBot) -> None:
    session = window.session
    window.focus_stage()
    press(qtbot, window, Qt.Key.Key_J, CTRL | SHIFT)
    assert session.shelf is not None
    assert session.route.keys == session.shelf.lineage.main_path()
    for command, key in (("library.kimi", "kimi-k3"), ("library.deepseek", "deepseek-v4")):
        window.commands[command].trigger()
        assert session.route.keys[-1] == key


def test_a_path_is_played_by_the_worker_and_the_ledgers_follow(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    session = window.session
    window.desk.routes.choose(SHORT)
    window.focus_stage()
    press(qtbot, window, Qt.Key.Key_F5, SHIFT)
    assert session.stage is Stage.PATH
    assert (jobs.asked[-1].kind, jobs.asked[-1].fields["keys"]) == ("walk", list(SHORT))
    said = "".join(label.text() for label in window.statusBar().findChildren(QLabel))
    assert "Playing a path of 3" in said
    jobs.progressed.emit(jobs.current, 0.5)
    finish(jobs, played())
    assert session.walk is played()
    assert path_pane(window).view.walk is played()
    assert path_pane(window).view.playing
    path_pane(window).view.pause()
    sheet = window.panels["ledgers"]
    assert isinstance(sheet, LedgerPane)
    assert sheet.view.sheet() is played().base
    path_pane(window).view.setStep(2)
    assert session.step == 2
    after = session.accounts
    assert sheet.view.sheet() is not None
    assert after is not None
    assert session.sheet is played().steps[2].sheet
    window.session.setStage("clock")
    assert session.accounts is session.delta


def test_steps_from_the_keyboard_wherever_the_focus_is(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    window.desk.routes.choose(SHORT)
    window.session.setStage("path")
    window.session.setWalk(played())
    window.panels["lineage"].focus()
    window.commands["play.forward"].trigger()
    assert window.session.step == 0
    window.commands["play.end"].trigger()
    assert window.session.step == 2
    window.commands["play.start"].trigger()
    assert window.session.step == -1


def test_a_path_that_is_played_is_not_given_up_for_another_source(window: Window, jobs: Idle) -> None:
    session = window.session
    window.desk.routes.play(SHORT)
    session.selectSource("orca")
    assert jobs.current is not None
    assert jobs.current.kind == "walk"
    finish(jobs, played())
    assert jobs.current is not None
    assert (jobs.current.kind, jobs.current.fields["technique"]) == ("compare", "orca")


def test_a_path_is_cancelled_and_what_was_shown_stays(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    window.desk.routes.play(SHORT)
    press(qtbot, window, Qt.Key.Key_Backspace, CTRL)
    assert jobs.current is None
    assert window.session.walk is None
    assert window.session.comparison is not None
    window.desk.routes.play(SHORT)
    finish(jobs, played())
    count = len(jobs.asked)
    window.session.setWalk(None)
    window.desk.routes.play(SHORT)
    assert window.session.walk is played()  # from memory
    assert len(jobs.asked) == count


def test_an_empty_path_stage_takes_all_that_can_be_run(window: Window) -> None:
    window.session.setStage("path")
    assert window.session.shelf is not None
    assert set(window.session.route.keys) == window.session.shelf.runnable
    assert path_pane(window).view.keys == window.session.route.keys


def test_a_path_is_saved_shown_again_and_removed(window: Window, qtbot: QtBot) -> None:
    window.desk.routes.choose(SHORT)
    window.commands["library.keep_path"].trigger()
    asked = dialog(window, QInputDialog)
    asked.setTextValue("for Tuesday")
    asked.accept()
    book = window.librarian.notebook
    assert book is not None
    assert book.paths() == {"for Tuesday": SHORT}
    window.commands["library.keep_path"].trigger()
    again = dialog(window, QInputDialog)
    again.setTextValue("for Tuesday")
    again.accept()
    dialog(window, QMessageBox).button(QMessageBox.StandardButton.Cancel).click()
    window.desk.routes.clear()
    press(qtbot, window, Qt.Key.Key_F3)
    shown = dialog(window, KeptDialog)
    qtbot.mouseClick(shown.show_button, Qt.MouseButton.LeftButton)
    assert window.session.route.keys == SHORT
    assert routes.title(window.session.route, {}) == "for Tuesday"
    press(qtbot, window, Qt.Key.Key_F3)
    shown = dialog(window, KeptDialog)
    qtbot.mouseClick(shown.remove_button, Qt.MouseButton.LeftButton)
    assert shown.findChild(QListWidget).count() == 0  # type: ignore[union-attr]
    shown.close()
    assert book.paths() == {}
    window.commands["edit.undo"].trigger()
    assert book.paths() == {"for Tuesday": SHORT}


def test_a_scenario_is_kept_in_the_notebook_and_run_again(window: Window, jobs: Idle) -> None:
    window.commands["library.keep_scenario"].trigger()
    asked = dialog(window, QInputDialog)
    asked.setTextValue("small")
    asked.accept()
    book = window.librarian.notebook
    assert book is not None
    assert "[workload]" in book.scenarios()["small"]
    offered = {entry.title: entry for entry in entries(window.commands, window.session, window.desk)}
    assert "Main path of the field" in offered
    offered["small"].run()
    assert jobs.asked[-1].kind == "alone"
    assert jobs.asked[-1].fields["opened"]["scenario"] == book.scenarios()["small"]


def test_the_table_of_a_played_path_is_written(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.commands["library.walk"].isEnabled()
    window.session.setWalk(played())
    for suffix, part in (("csv", "orca"), ("json", '"places"'), ("md", "Orca")):
        target = tmp_path / f"path.{suffix}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, target=target: (str(target), ""))
        window.commands["library.walk"].trigger()
        assert part in target.read_text("utf-8")
    with pytest.raises(ValueError, match="xls"):
        exports.walk(window, tmp_path / "path.xls")


@pytest.mark.parametrize("stage", ["map", "path", "pair", "table"])
def test_views_of_the_library_are_written_without_being_opened(window: Window, tmp_path: Path, stage: str) -> None:
    target = tmp_path / f"{stage}.svg"
    exports.view(window, stage, target)
    assert target.read_bytes().startswith(b"<?xml")
    assert window.session.stage is Stage.CLOCK


def test_two_sources_are_measured_when_nothing_else_runs(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    session = window.session
    window.focus_stage()
    session.setSelection(("orca", "sglang"))
    press(qtbot, window, Qt.Key.Key_D, CTRL)
    assert session.stage is Stage.PAIR
    assert session.pair == ("orca", "sglang")
    asked = [job.fields["technique"] for job in jobs.asked if job.kind == "compare"]
    shown = session.comparison
    while jobs.current is not None:
        technique = jobs.current.fields["technique"]
        asked.append(technique)
        finish(jobs, compared(technique))
    assert {"orca", "sglang"} <= set(asked)
    assert {"orca", "sglang"} <= set(session.deltas)
    assert session.technique == "pagedattention"
    assert session.comparison is not None
    assert session.comparison is shown or session.comparison.key == "pagedattention"
    pane = window.panels["pair"]
    assert isinstance(pane, PairPane)
    assert "SGLang" in pane.view.describe()


def test_sources_of_a_pair_are_chosen_from_lists(window: Window, qtbot: QtBot) -> None:
    window.session.setStage("pair")
    pane = window.panels["pair"]
    assert isinstance(pane, PairPane)
    field = pane.choices[1].lineEdit()
    assert isinstance(field, QLineEdit)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "Orca · 2022")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert window.session.pair == ("pagedattention", "orca")
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "no such source")
    pane.choices[0].setFocus()
    assert field.text() == "Orca · 2022"
