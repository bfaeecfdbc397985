"""The stages of the library: built on first use, reached by keys, and said in words."""

from __future__ import annotations

import pytest
from library_window import CTRL, SHIFT, press
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from explorer import text_twin
from explorer.session import Stage
from explorer.view_help import HELP
from explorer.window import PANEL_ORDER, Window

KEYS = {
    Stage.MAP: Qt.Key.Key_6,
    Stage.TABLE: Qt.Key.Key_7,
    Stage.PATH: Qt.Key.Key_8,
    Stage.PAIR: Qt.Key.Key_9,
}


def _heading(window: Window) -> str:
    return window.head.findChildren(QLabel)[0].text()


@pytest.mark.parametrize("stage", list(KEYS))
def test_a_key_builds_and_shows_the_stage(window: Window, qtbot: QtBot, stage: Stage) -> None:
    assert str(stage) not in window.panels
    window.focus_stage()
    press(qtbot, window, KEYS[stage], CTRL)
    panel = window.panels[str(stage)]
    assert panel.isAncestorOf(window.focusWidget())
    assert window.stages.currentWidget() is panel
    assert panel.isVisible()
    assert window.commands[f"view.{stage}"].isChecked()
    press(qtbot, window, Qt.Key.Key_4, CTRL)
    assert window.stages.currentWidget() is window.stage


def test_the_first_picture_has_none_of_it(window: Window) -> None:
    assert window.session.stage is Stage.CLOCK
    assert not {"map", "table", "path", "pair", "filter"} & set(window.panels)


def test_a_click_on_a_segment_shows_the_map(window: Window, qtbot: QtBot) -> None:
    button = next(one for one in window.head.findChildren(QToolButton) if one.text() == "Map")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.session.stage is Stage.MAP
    assert _heading(window) == "The library"
    assert not any(one.text() == "Day before" and one.isVisible() for one in window.head.findChildren(QToolButton))


def test_chips_stand_above_map_and_table_only(window: Window) -> None:
    shown = {}
    for stage in Stage:
        window.session.setStage(stage)
        shown[stage] = "filter" in window.panels and window.panels["filter"].isVisible()
    assert [stage for stage, is_shown in shown.items() if is_shown] == [Stage.MAP, Stage.TABLE]


@pytest.mark.parametrize("stage", list(KEYS))
def test_every_stage_says_itself_in_words(window: Window, qtbot: QtBot, stage: Stage) -> None:
    window.session.setPair(("orca", "pagedattention"))
    window.session.setStage(stage)
    window.focus_stage()
    press(qtbot, window, Qt.Key.Key_T, CTRL | SHIFT)
    assert "PagedAttention" in QGuiApplication.clipboard().text()


def test_the_text_of_the_panel_with_the_focus_is_copied(window: Window) -> None:
    window.panels["lineage"].focus()
    assert text_twin.of_focused(window)[0] == "lineage"
    window.panels["card"].focus()
    name, text = text_twin.of_focused(window)
    assert name == "card"
    assert "PagedAttention" in text


def test_every_panel_has_a_help_page(window: Window) -> None:
    assert set(PANEL_ORDER) <= set(HELP)


def test_the_playhead_rests_behind_the_library(window: Window) -> None:
    assert window.stage is not None
    window.stage.playhead.play()
    window.session.setStage("map")
    assert not window.stage.playhead.ticking
    assert not window.commands["play.toggle"].isEnabled()
    window.session.setStage("clock")
    assert window.stage.playhead.ticking
    assert window.commands["play.toggle"].isEnabled()


def test_card_and_ledgers_are_divided_for_run_and_library(window: Window) -> None:
    beside_run = window.halves.sizes()
    window.session.setStage("map")
    beside_library = window.halves.sizes()
    assert beside_library[0] > beside_run[0]
    window.halves.setSizes([300, 360])
    moved = window.halves.sizes()
    window.session.setStage("clock")
    assert window.halves.sizes() == beside_run
    window.session.setStage("table")
    assert window.halves.sizes() == moved


def test_f6_goes_through_filter_and_map(window: Window, qtbot: QtBot) -> None:
    window.session.setStage("map")
    window.panels["lineage"].focus()
    press(qtbot, window, Qt.Key.Key_F6)
    assert isinstance(window.focusWidget(), QLineEdit)
    assert window.panels["filter"].isAncestorOf(window.focusWidget())
    press(qtbot, window, Qt.Key.Key_F6)
    assert window.panels["map"].isAncestorOf(window.focusWidget())


def test_panels_that_are_not_seen_make_up_for_it_when_they_are(window: Window) -> None:
    window.session.setStage("table")
    window.session.setStage("map")
    window.session.selectSource("orca")
    window.session.setStage("table")
    assert window.panels["table"].view.selection() == ["orca"]  # type: ignore[union-attr]


def test_a_library_that_cannot_be_opened_leaves_the_run(window: Window) -> None:
    window.session.shelf = None
    window.session.setStage("map")
    assert window.stages.currentWidget() is window.stage


def test_where_it_is_narrow_the_stages_become_a_menu(window: Window, qtbot: QtBot) -> None:
    def shown() -> list[QToolButton]:
        return [one for one in window.head.findChildren(QToolButton) if one.menu() is not None and one.isVisible()]

    assert shown() == []
    window.resize(820, 600)
    qtbot.waitUntil(lambda: len(shown()) == 1)
    menu = shown()[0].menu()
    assert menu is not None
    menu.actions()[2].trigger()
    assert window.session.stage is Stage.MAP
