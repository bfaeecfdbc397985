"""The window with real clicks and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from idle_jobs import Idle
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from explorer import exports, truth, views
from explorer.command_palette import CommandPalette
from explorer.commands import COMMANDS
from explorer.dialogs import Page, TruthPage
from explorer.handlers import Handlers
from explorer.session import Run
from explorer.window import Window
from widgets.truth_words import plain_text

CTRL = Qt.KeyboardModifier.ControlModifier


def _key(qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the focus is."""
    focused = QApplication.focusWidget()
    assert focused is not None
    qtbot.keyClick(focused, key, modifier)


def _page(window: Window) -> Page:
    return window.findChildren(Page)[-1]


def test_everything_is_there_and_shows_the_run(window: Window) -> None:
    assert set(window.panels) == {"stage", "ledgers", "lineage", "card", "why"}
    assert window.stage is not None
    assert window.stage.playhead.duration == window.session.comparison.after.duration  # type: ignore[union-attr]
    shown = [label.text() for label in window.head.findChildren(QLabel)]
    assert "PagedAttention (vLLM) · 2023" in shown


def test_every_command_has_a_handler(window: Window) -> None:
    assert set(window.findChild(Handlers).table) == {command.id for command in COMMANDS}  # type: ignore[union-attr]


def test_space_plays_unless_a_control_has_the_focus(window: Window, qtbot: QtBot) -> None:
    assert window.stage is not None
    playhead = window.stage.playhead
    window.stage.focus()
    _key(qtbot, Qt.Key.Key_Space)
    assert playhead.playing
    _key(qtbot, Qt.Key.Key_Space)
    assert not playhead.playing
    field = window.panels["lineage"].findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setFocus()
    qtbot.keyClicks(field, "a b.")
    assert field.text() == "a b."
    assert not playhead.playing


def test_space_presses_the_button_that_has_the_focus(window: Window, qtbot: QtBot) -> None:
    assert window.stage is not None
    button = next(b for b in window.head.findChildren(QToolButton) if b.text() == "Side by side")
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert window.session.run is Run.BOTH
    assert not window.stage.playhead.playing


def test_stepping_goes_forward_and_back(window: Window, qtbot: QtBot) -> None:
    assert window.stage is not None
    playhead = window.stage.playhead
    window.stage.focus()
    visited = [playhead.time]
    for _ in range(3):
        _key(qtbot, Qt.Key.Key_Period)
        visited.append(playhead.time)
    assert visited == sorted(set(visited))
    _key(qtbot, Qt.Key.Key_Comma)
    assert playhead.time == visited[2]
    _key(qtbot, Qt.Key.Key_End, CTRL)
    assert playhead.time == playhead.duration
    _key(qtbot, Qt.Key.Key_Home, CTRL)
    assert playhead.time == 0


def test_one_playhead_drives_both_runs(window: Window, qtbot: QtBot) -> None:
    assert window.stage is not None
    window.stage.focus()
    _key(qtbot, Qt.Key.Key_3, CTRL)
    both = window.stage.views.values()
    assert all(views.table.isVisible() and views.clock.isVisible() for views in both)
    longest = max(views.recording.duration for views in both if views.recording is not None)
    assert window.stage.playhead.duration == longest
    _key(qtbot, Qt.Key.Key_1, CTRL)
    assert not window.stage.views[Run.AFTER].table.isVisible()
    assert window.commands["view.before"].isChecked()


def test_side_by_side_clocks_show_the_same_time(window: Window, qtbot: QtBot) -> None:
    window.commands["view.both"].trigger()
    assert window.stage is not None
    clocks = [views.clock for views in window.stage.views.values()]
    clocks[0].canvas.setFocus()
    for key in (Qt.Key.Key_W, Qt.Key.Key_W, Qt.Key.Key_D):
        qtbot.keyClick(clocks[0].canvas, key)
        first, second = (clock.canvas.view.time for clock in clocks)
        assert (first.start, first.end) == (second.start, second.end)
        assert not first.fitted
    qtbot.keyClick(clocks[1].canvas, Qt.Key.Key_S)
    assert clocks[0].canvas.view.time.span == clocks[1].canvas.view.time.span
    window.commands["view.after"].trigger()
    after = window.stage.views[Run.AFTER]
    assert after.recording is not None
    assert after.clock.canvas.view.time.duration == after.recording.duration


def test_the_truth_page_opens_and_says_what_is_known(window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F4)
    page = next(found for found in window.findChildren(TruthPage) if found.isVisible())
    found = truth.shipped()
    assert page.view.describe() == plain_text(found)
    assert page.view.groups.isVisible() == (found is not None)
    page.close()


def test_a_damaged_truth_is_told(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise ValueError("assets/truth.json:1: found no JSON")

    monkeypatch.setattr(truth, "shipped", damaged)
    window.commands["help.truth"].trigger()
    assert "truth.json" in window.session.notices[-1].text


def test_a_click_on_a_source_selects_it_everywhere(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    tree = window.panels["lineage"].findChild(QAbstractItemView)
    assert isinstance(tree, QAbstractItemView)
    model = tree.model()
    wanted = next(row for row in range(model.rowCount()) if "FlexGen" in str(model.index(row, 0).data()))
    tree.scrollTo(model.index(wanted, 0))
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=tree.visualRect(model.index(wanted, 0)).center())
    assert window.session.source == "flexgen"
    assert window.session.technique == "pagedattention"
    assert jobs.asked == []


def test_walking_to_the_next_technique_runs_it(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    window.stage.focus()  # type: ignore[union-attr]
    _key(qtbot, Qt.Key.Key_Down, CTRL)
    assert window.session.technique != "pagedattention"
    assert jobs.asked[-1].fields["technique"] == window.session.technique
    assert "Simulating" in "".join(label.text() for label in window.statusBar().findChildren(QLabel))
    _key(qtbot, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.session.source == "pagedattention"


def test_cancelling_keeps_what_is_shown(window: Window, jobs: Idle, qtbot: QtBot) -> None:
    window.stage.focus()  # type: ignore[union-attr]
    before = window.session.comparison
    _key(qtbot, Qt.Key.Key_F5)
    assert window.commands["run.cancel"].isEnabled()
    cancel = next(b for b in window.statusBar().findChildren(QToolButton) if b.text() == "Cancel run")
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert jobs.current is None
    assert not cancel.isVisible()
    assert window.session.comparison is before


def test_the_palette_finds_and_runs(window: Window, qtbot: QtBot) -> None:
    window.stage.focus()  # type: ignore[union-attr]
    for typed, reached in (
        ("side by", lambda: window.session.run is Run.BOTH),
        ("kivi", lambda: window.session.source == "kivi"),
    ):
        _key(qtbot, Qt.Key.Key_K, CTRL)
        palette = window.findChildren(CommandPalette)[-1]
        field = palette.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        qtbot.keyClicks(field, typed)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert reached()
        window.activateWindow()
        window.stage.focus()  # type: ignore[union-attr]


def test_a_ledger_opens_the_reasons(window: Window) -> None:
    window.session.setLedger("allocation")
    assert window.tabs.currentWidget() is window.panels["why"]
    window.commands["go.filter"].trigger()
    assert window.session.filter.ledgers == ("allocation",)


def test_the_language_changes_at_run_time(window: Window, qtbot: QtBot) -> None:
    window.stage.focus()  # type: ignore[union-attr]
    _key(qtbot, Qt.Key.Key_L, CTRL)
    assert window.session.language == "zh"
    qtbot.waitUntil(lambda: window.commands["view.before"].text() == "之前")
    assert window.tabs.tabText(0) == "文献"
    _key(qtbot, Qt.Key.Key_L, CTRL)
    qtbot.waitUntil(lambda: window.commands["view.before"].text() == "Day before")


def test_scale_and_theme_change_the_application(window: Window, qapp: QApplication, qtbot: QtBot) -> None:
    window.stage.focus()  # type: ignore[union-attr]
    size = qapp.font().pointSizeF()
    _key(qtbot, Qt.Key.Key_Equal, CTRL)
    assert qapp.font().pointSizeF() > size
    _key(qtbot, Qt.Key.Key_0, CTRL)
    assert qapp.font().pointSizeF() == size
    light = window.palette().window().color().lightness()
    _key(qtbot, Qt.Key.Key_T, CTRL)
    assert window.palette().window().color().lightness() < light


def test_f6_reaches_every_panel(window: Window, qtbot: QtBot) -> None:
    window.stage.focus()  # type: ignore[union-attr]
    reached = set()
    for _ in range(4):
        _key(qtbot, Qt.Key.Key_F6)
        focused = QApplication.focusWidget()
        reached |= {name for name, panel in window.panels.items() if focused and panel.isAncestorOf(focused)}
    assert reached == {"lineage", "stage", "card", "ledgers"}


def test_the_keys_of_the_stage_work_at_the_start(window: Window) -> None:
    focus = window.focusWidget()
    assert window.stage is not None
    assert focus is not None
    assert window.stage.isAncestorOf(focus)


def test_a_dropped_file_is_opened(window: Window, tmp_path: Path) -> None:
    dropped: list[Path] = []
    window.dropped.connect(dropped.append)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "trace.csv"))])
    arguments = (data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, *arguments)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, *arguments))
    assert dropped == [tmp_path / "trace.csv"]


def test_notices_stay_until_read_and_are_kept(window: Window, qtbot: QtBot) -> None:
    window.session.notice("first")
    window.session.notice("second", "because")
    bar = window.message_bar
    assert bar.isVisible()
    assert bar.text == "second"
    buttons = {button.text(): button for button in bar.findChildren(QToolButton)}
    qtbot.mouseClick(buttons["Details"], Qt.MouseButton.LeftButton)
    assert "because" in _page(window).text.toPlainText()
    qtbot.mouseClick(buttons["Dismiss"], Qt.MouseButton.LeftButton)
    assert bar.text == "first"
    qtbot.mouseClick(buttons["Dismiss"], Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    window.commands["help.messages"].trigger()
    assert "first" in _page(window).text.toPlainText()


@pytest.mark.parametrize("command", ["help.keys", "help.view", "help.about", "help.messages"])
def test_help_opens_a_page(window: Window, command: str) -> None:
    window.commands[command].trigger()
    assert len(_page(window).text.toPlainText()) > 10


def test_the_shortcut_sheet_lists_every_command(window: Window) -> None:
    window.commands["help.keys"].trigger()
    text = _page(window).text.toPlainText()
    assert all(command.title.rstrip("…") in text for command in COMMANDS)


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_every_view_can_be_exported(window: Window, tmp_path: Path, suffix: str) -> None:
    begin = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[suffix]
    for name in views.VIEWS:
        if views.find(window, name) is None:
            continue
        path = tmp_path / f"{name}.{suffix}"
        exports.view(window, name, path)
        assert path.read_bytes().startswith(begin), name


def test_ledgers_and_scenario_can_be_exported(window: Window, tmp_path: Path) -> None:
    import json

    from engine import scenario_file

    exports.ledgers(window, tmp_path / "ledgers.csv")
    header = (tmp_path / "ledgers.csv").read_text().splitlines()[0]
    assert header.startswith("ledger,key,name,before,after")
    exports.ledgers(window, tmp_path / "ledgers.json")
    assert len(json.loads((tmp_path / "ledgers.json").read_text())["rows"]) > 50
    exports.scenario(window, tmp_path / "scenario.toml")
    assert scenario_file.load(tmp_path / "scenario.toml").workload.requests == 16
    with pytest.raises(ValueError, match=r"\.xls"):
        exports.ledgers(window, tmp_path / "ledgers.xls")


def test_closing_stops_the_playhead(window: Window) -> None:
    assert window.stage is not None
    window.stage.playhead.play()
    window.close()
    assert not window.stage.playhead.ticking


def test_a_hidden_window_does_not_tick(window: Window) -> None:
    assert window.stage is not None
    window.stage.playhead.play()
    window.hide()
    assert not window.stage.playhead.ticking
    window.show()
    assert window.stage.playhead.ticking
