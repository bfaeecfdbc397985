"""The map of the library under real clicks and keys: selecting, walking along edges, choosing several."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from atlas_clicks import click, pixels, place, press, sample_map, texts
from library_samples import EDGES, SOURCES
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from widgets.atlas_view import AtlasView
from widgets.palette import colours


@pytest.fixture
def view(qtbot: QtBot, dressed: object) -> Iterator[AtlasView]:
    view = sample_map(qtbot)
    yield view
    view.close()


# selecting


def test_a_click_selects_and_counts_the_lineage(view: AtlasView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.sourceSelected) as caught:
        click(qtbot, view, "middle")
    assert caught.args == ["middle"]
    assert view.selected == "middle"
    assert "3 ancestors" in texts(view)
    assert "1 descendant" in texts(view)


def test_a_click_on_a_label_selects_and_one_beside_everything_lets_go(view: AtlasView, qtbot: QtBot) -> None:
    label = view.canvas.view().labels[0]
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=label.box.center().toPoint())
    assert view.selected == "root"
    corner = view.canvas.camera.area.bottomRight().toPoint() - QPoint(3, 3)
    with qtbot.waitSignal(view.sourceSelected) as caught:
        qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=corner)
    assert caught.args == [""]
    assert view.selected == ""


def test_setters_emit_nothing(view: AtlasView, qtbot: QtBot) -> None:
    signals = (
        view.sourceSelected,
        view.selectionChanged,
        view.lanesChanged,
        view.directionChanged,
        view.depthChanged,
    )
    for signal in (*signals, view.depthChanged, view.neighboursToggled):
        signal.connect(lambda *_: pytest.fail("a setter emitted"))
    view.select("middle")
    view.setLanes("family")
    view.setDirection("ancestors")
    view.setDepth(2)
    view.setSelection(["left", "right"])
    view.setNeighbours(True)
    view.setKin({"root": 2}, {})
    view.setPaths([["root", "left"]], "A path")
    view.setVisibleKeys(["root"])
    view.setLanguage("zh")


def test_direction_and_depth_say_how_many_of_how_many(view: AtlasView) -> None:
    view.select("middle")
    view.setDepth(1)
    assert "2 of 3 ancestors within 1 step" in texts(view)
    view.setDirection("descendants")
    assert "ancestors" not in texts(view)
    assert "1 descendant" in texts(view)
    view.setDirection("both")
    view.setDepth(None)
    view.setKin({"left": 1}, {})
    assert "1 of 3 ancestors" in texts(view)
    assert "0 of 1 descendants" in texts(view)
    with pytest.raises(ValueError, match="sideways"):
        view.setDirection("sideways")


def test_the_tool_row_tells_what_was_asked_for(view: AtlasView, qtbot: QtBot) -> None:
    view.select("middle")
    buttons = {button.text(): button for button in view.findChildren(QToolButton)}
    with qtbot.waitSignal(view.directionChanged) as direction:
        buttons["◀ Ancestors"].click()
    with qtbot.waitSignal(view.depthChanged) as depth:
        view.findChild(QSlider).setValue(2)
    with qtbot.waitSignal(view.depthChanged) as everything:
        view.findChild(QSlider).setValue(view.findChild(QSlider).maximum())
    with qtbot.waitSignal(view.neighboursToggled) as neighbours:
        view.findChild(QCheckBox).click()
    lanes = view.findChild(QComboBox)
    with qtbot.waitSignal(view.lanesChanged) as chosen:
        lanes.setCurrentIndex(1)
        lanes.activated.emit(1)
    found = [caught.args[0] for caught in (direction, depth, everything, neighbours, chosen)]
    assert found == ["ancestors", 2, None, True, "family"]


# what stays where


def test_nothing_moves_when_something_is_selected_or_left_out(view: AtlasView) -> None:
    before = view.canvas.view()
    places = [before.at(index) for index in range(len(SOURCES))]
    view.select("middle")
    view.setVisibleKeys(["middle", "left"])
    view.setPaths([["root", "left", "middle"]], "Path")
    after = view.canvas.view()
    assert [after.at(index) for index in range(len(SOURCES))] == places


def test_what_the_filter_leaves_out_stays_as_a_ghost(view: AtlasView) -> None:
    whole = pixels(view)
    view.setVisibleKeys(["root"])
    ghosts = pixels(view)
    assert whole != ghosts
    assert "1 of 6 sources pass the filter" in texts(view)
    assert "Alone" not in view.describe()
    own, at = colours(view), place(view, "alone")
    assert ghosts.pixelColor(at) != own.surface
    assert whole.pixelColor(at) == own.ledger["allocation"]
    view.setVisibleKeys(None)
    assert pixels(view) == whole


# walking


def test_arrows_walk_along_edges_and_say_why(view: AtlasView, qtbot: QtBot) -> None:
    view.select("middle")
    with qtbot.waitSignal(view.edgeFollowed) as caught:
        press(qtbot, view, Qt.Key.Key_Right)
    assert view.selected == "leaf"
    assert caught.args == [EDGES[4]]
    assert "Leaf — replaces → Middle" in texts(view)
    assert "drops the table" in texts(view)
    assert "cited in the source" in texts(view)
    assert "drops the table" in view.canvas.accessibleDescription()
    press(qtbot, view, Qt.Key.Key_Left)
    assert view.selected == "middle"
    press(qtbot, view, Qt.Key.Key_Left)
    assert view.selected == "right", "of stated edges the nearest in time"
    assert "not checked" in texts(view)
    assert "way 2 of 2" in texts(view)
    press(qtbot, view, Qt.Key.Key_Up)
    assert view.selected == "left"
    press(qtbot, view, Qt.Key.Key_Up)
    assert view.selected == "right", "the ways go round"


def test_going_back_takes_the_edge_one_came_by(view: AtlasView, qtbot: QtBot) -> None:
    view.select("middle")
    for by, way in (("right", ()), ("left", (Qt.Key.Key_Up,))):
        view.select("middle")
        press(qtbot, view, Qt.Key.Key_Left, *way, Qt.Key.Key_Left)
        assert view.selected == "root"
        press(qtbot, view, Qt.Key.Key_Right)
        assert view.selected == by


def test_arrows_start_somewhere_and_step_to_what_is_near(view: AtlasView, qtbot: QtBot) -> None:
    press(qtbot, view, Qt.Key.Key_Right)
    assert view.selected == "root"
    press(qtbot, view, Qt.Key.Key_End)
    assert view.selected == "alone"
    with qtbot.assertNotEmitted(view.sourceSelected):
        press(qtbot, view, Qt.Key.Key_Right)
    press(qtbot, view, Qt.Key.Key_Down)
    assert view.selected == "right", "the lane below"
    press(qtbot, view, Qt.Key.Key_Home)
    assert view.selected == "root"


def test_walking_passes_by_what_is_left_out(view: AtlasView, qtbot: QtBot) -> None:
    view.setVisibleKeys(["root", "right", "middle"])
    view.select("middle")
    press(qtbot, view, Qt.Key.Key_Left)
    assert view.selected == "right"


# several, and paths


def test_shift_click_and_space_choose_several_and_p_asks_for_the_path(view: AtlasView, qtbot: QtBot) -> None:
    click(qtbot, view, "root")
    with qtbot.waitSignal(view.selectionChanged) as caught:
        click(qtbot, view, "leaf", several=True)
    assert caught.args == [["root", "leaf"]]
    assert "path between Root and Leaf" in texts(view)
    with qtbot.waitSignal(view.pathRequested) as asked:
        press(qtbot, view, Qt.Key.Key_P)
    assert asked.args == ["root", "leaf"]
    view.select("leaf")
    with qtbot.waitSignal(view.selectionChanged) as fewer:
        press(qtbot, view, Qt.Key.Key_Space)
    assert fewer.args == [["root"]]


def test_p_without_a_second_source_asks_nothing(view: AtlasView, qtbot: QtBot) -> None:
    view.select("root")
    with qtbot.assertNotEmitted(view.pathRequested):
        press(qtbot, view, Qt.Key.Key_P)


def test_a_path_is_drawn_over_everything_and_told(view: AtlasView) -> None:
    before = pixels(view)
    view.setPaths([["root", "left", "middle"], ["root", "right", "middle"], ["root", "unknown"]], "Main path")
    assert pixels(view) != before
    assert "Main path" in texts(view)
    assert "Root → Left → Middle (and 1 more as short)" in texts(view)
    assert "Main path: Root → Left → Middle" in view.describe()


def test_escape_lets_go_step_by_step(view: AtlasView, qtbot: QtBot) -> None:
    view.select("root")
    view.setSelection(["root", "leaf"])
    view.setPaths([["root", "left"]], "Path")
    press(qtbot, view, Qt.Key.Key_Escape)
    assert "Path" not in view.describe()
    with qtbot.waitSignal(view.selectionChanged) as caught:
        press(qtbot, view, Qt.Key.Key_Escape)
    assert caught.args == [[]]
    press(qtbot, view, Qt.Key.Key_Escape)
    assert view.selected == ""
