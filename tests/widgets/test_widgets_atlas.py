"""The map of the library under real clicks, wheels and keys, and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from library_samples import EDGES, RUNNABLE, SOURCES, source
from many_sources import many_sources
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeySequence, QShortcut, QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from citations.records import NEIGHBOUR, OWN, Basis, Edge
from widgets.atlas_canvas import AtlasCanvas
from widgets.atlas_view import AtlasView
from widgets.export import export_widget, picture
from widgets.legend import Legend
from widgets.palette import apply_theme, colours


@pytest.fixture
def view(qtbot: QtBot, dressed: object) -> Iterator[AtlasView]:
    view = AtlasView()
    qtbot.addWidget(view)
    view.resize(900, 560)
    view.setLibrary(SOURCES, EDGES, RUNNABLE)
    view.show()
    yield view
    view.close()


def place(view: AtlasView, key: str) -> QPoint:
    """Where the mark of a source is on the canvas."""
    keys = [source.key for source in sorted(SOURCES, key=lambda source: source.order)]
    return view.canvas.view().at(keys.index(key)).toPoint()


def click(qtbot: QtBot, view: AtlasView, key: str, several: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ShiftModifier if several else Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, modifier, place(view, key))


def press(qtbot: QtBot, view: AtlasView, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(view.canvas, key)


def texts(view: AtlasView) -> str:
    return " ".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def turn(view: AtlasView, steps: int, at: QPointF) -> None:
    """The wheel over the canvas."""
    none = Qt.MouseButton.NoButton
    event = QWheelEvent(
        at,
        view.canvas.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * steps),
        none,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.canvas, event)


def pixels(view: AtlasView) -> QImage:
    view.canvas.settle()
    return picture(view.canvas, 1.0)


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


# looking closer


def test_wheel_keys_and_buttons_zoom_and_come_back(view: AtlasView, qtbot: QtBot) -> None:
    whole = pixels(view)
    turn(view, 3, QPointF(place(view, "middle")))
    assert view.canvas.camera.zoom > 1.5
    assert pixels(view) != whole
    view.fit()
    assert view.canvas.camera.fitted
    assert pixels(view) == whole
    press(qtbot, view, Qt.Key.Key_Plus, Qt.Key.Key_Plus, Qt.Key.Key_Minus)
    assert view.canvas.camera.zoom == pytest.approx(1.25)
    next(button for button in view.findChildren(QToolButton) if "whole map" in button.toolTip()).click()
    assert view.canvas.camera.fitted


def test_shift_and_arrows_pan_and_keys_of_the_map_come_before_shortcuts(view: AtlasView, qtbot: QtBot) -> None:
    fired: list[str] = []
    for key in ("Space", "P", "Ctrl+P"):
        QShortcut(QKeySequence(key), view, activated=lambda key=key: fired.append(key))
    view.canvas.zoom(4.0)
    view.canvas.setFocus()
    before = view.canvas.camera.offset.x()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.canvas.camera.offset.x() > before
    assert view.selected == ""
    view.select("root")
    press(qtbot, view, Qt.Key.Key_Space, Qt.Key.Key_P)
    qtbot.keyClick(view.canvas, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert fired == ["Ctrl+P"]
    assert "Chosen together: Root." in view.describe()
    view.canvas.settle()


def test_hovering_brings_a_source_and_its_edges_to_the_front(view: AtlasView, qtbot: QtBot) -> None:
    rest = view.canvas.grab().toImage()
    qtbot.mouseMove(view.canvas, place(view, "middle"))
    hovered = view.canvas.grab().toImage()
    assert hovered != rest
    assert view.canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor
    qtbot.mouseMove(view.canvas, view.canvas.rect().bottomRight() - QPoint(5, 5))
    assert view.canvas.grab().toImage() == rest
    assert view.canvas.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_a_drag_moves_the_map_and_selects_nothing(view: AtlasView, qtbot: QtBot) -> None:
    view.canvas.zoom(4.0)
    before = view.canvas.camera.offset
    with qtbot.assertNotEmitted(view.sourceSelected):
        start = place(view, "middle")
        qtbot.mousePress(view.canvas, Qt.MouseButton.LeftButton, pos=start)
        for step in range(1, 6):
            qtbot.mouseMove(view.canvas, start + QPoint(-12 * step, -8 * step))
        qtbot.mouseRelease(view.canvas, Qt.MouseButton.LeftButton, pos=start + QPoint(-60, -40))
    assert view.canvas.camera.offset != before
    press(qtbot, view, Qt.Key.Key_0)


def test_while_moving_the_kept_picture_stands_where_the_map_will_be(view: AtlasView) -> None:
    view.resize(901, 561)
    pixels(view)
    view.canvas.grab()
    view.canvas.zoom(2.0)
    moving = view.canvas.grab().toImage()
    view.canvas.settle()
    sharp = view.canvas.grab().toImage()
    own, at = colours(view), place(view, "right")
    assert moving.pixelColor(at) == sharp.pixelColor(at) == own.ledger["batching"]
    assert moving != sharp


def test_selecting_from_outside_brings_the_source_into_sight(view: AtlasView) -> None:
    view.canvas.zoom(5.0)
    for key in ("root", "leaf", "alone"):
        view.select(key)
        assert view.canvas.camera.area.contains(QPointF(place(view, key)))
    view.canvas.settle()


def test_a_fitted_map_stays_fitted_when_the_window_grows(view: AtlasView) -> None:
    view.resize(1400, 900)
    assert view.canvas.camera.fitted
    assert view.canvas.camera.area.right() == pytest.approx(view.canvas.width(), abs=1)


def test_a_library_that_grew_is_looked_at_where_it_was(view: AtlasView) -> None:
    view.select("middle")
    view.canvas.zoom(3.0)
    zoom, share = view.canvas.camera.zoom, view.canvas.camera.share_at(450)
    view.setLibrary([*SOURCES, source("new", "2024-08-01", "New", ring=OWN)], EDGES, RUNNABLE)
    assert view.canvas.camera.zoom == pytest.approx(zoom)
    assert view.canvas.camera.share_at(450) == pytest.approx(share, abs=0.05)
    assert view.selected == "middle"
    view.setLanes("family")
    assert view.canvas.camera.fitted
    view.canvas.settle()


# words and looks


def test_describe_names_lanes_edges_and_selection(view: AtlasView) -> None:
    view.select("middle")
    text = view.describe()
    assert "A map of 6 sources, 5 edges" in text
    assert "Allocation: Root 2019, Left 2022, Middle 2023, Leaf 2024, Alone 2024" in text
    assert "Batching: Right 2022" in text
    assert "Middle — uses → Left: takes its kernel · stated in the repository" in text


def test_tips_tell_title_and_lane(view: AtlasView) -> None:
    view.select("middle")
    tip = view.canvas.tip(QPointF(place(view, "leaf")))
    assert "The full title of Leaf" in tip
    assert "Ada Example" in tip
    assert "drops the table" in tip
    assert "Allocation" in view.canvas.tip(QPointF(8, view.canvas.camera.y(1.0)))
    assert view.canvas.tip(QPointF(8, 4)) == ""


def test_the_language_of_names_follows(view: AtlasView) -> None:
    view.setLanguage("zh")
    assert "Root（中文） 2019" in view.describe()


def test_neighbours_and_own_sources_look_different_and_are_explained(view: AtlasView) -> None:
    labels = [entry.label for entry in view.findChild(Legend).entries()]
    assert "neighbour" not in labels
    alone = place(view, "alone")
    looks = []
    for ring in (1, NEIGHBOUR, OWN):
        changed = [replace(one, ring=ring) if one.key == "alone" else one for one in SOURCES]
        view.setLibrary(changed, EDGES, RUNNABLE)
        assert place(view, "alone") == alone
        looks.append(pixels(view).copy(QRect(alone - QPoint(7, 7), QSize(15, 15))))
    assert looks[0] != looks[1] != looks[2] != looks[0]
    assert looks[1].pixelColor(7, 7) == colours(view).surface, "hollow"
    labels = [entry.label for entry in view.findChild(Legend).entries()]
    assert {"yours", "our reading", "uses", "extends", "same problem"} <= set(labels)


def test_sources_without_ledger_date_or_edges_are_shown(view: AtlasView, qtbot: QtBot) -> None:
    lost = source("lost", "2020-01-01", "Lost", primary_ledger="", ring=OWN, number=0)
    undated = replace(lost, key="undated", date="", year=None)
    view.setLibrary([*SOURCES, lost, undated], [*EDGES, Edge("lost", "root", "odd", "", Basis.OWN, False)], RUNNABLE)
    pixels(view)
    view.select("lost")
    pixels(view)
    assert "No ledger: Lost 2020, Lost" in view.describe()
    for lanes in ("family", "organisation", "ledger"):
        view.setLanes(lanes)
        pixels(view)
    assert "your own link" in [entry.label for entry in view.findChild(Legend).entries()]
    with pytest.raises(ValueError, match="colour"):
        view.setLanes("colour")


def test_an_empty_library_says_so(qtbot: QtBot, dressed: object) -> None:
    view = AtlasView()
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    assert not view.canvas.isVisible()
    assert "empty" in view.describe()
    view.setLibrary(SOURCES, EDGES, RUNNABLE)
    assert view.canvas.isVisible()


def test_everything_has_an_accessible_name_and_can_be_reached(view: AtlasView) -> None:
    reachable = (AtlasCanvas, QComboBox, QToolButton, QSlider, QCheckBox)
    for widget in view.findChildren(QWidget):
        if isinstance(widget, reachable):
            assert widget.accessibleName() or (isinstance(widget, QCheckBox) and widget.text())
            assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(widget, QToolButton)


def test_the_theme_follows(view: AtlasView) -> None:
    corner = QPoint(view.canvas.width() - 4, 4)
    light = pixels(view).pixelColor(corner)
    apply_theme(QApplication.instance(), "dark")
    dark = pixels(view).pixelColor(corner)
    assert light == QColor("#ffffff")
    assert dark == colours(True).surface


# pictures


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_the_whole_map_is_written_whatever_is_seen(view: AtlasView, tmp_path: Path, suffix: str) -> None:
    sources, edges = many_sources(153)
    view.setLibrary(sources, edges, frozenset())
    view.select(sources[70].key)
    view.canvas.zoom(6.0)
    view.canvas.settle()
    before, seen = view.size(), view.canvas.camera
    target = view.exportMap(tmp_path / f"map.{suffix}", scale=1.0)
    assert view.size() == before
    assert view.canvas.camera.zoom == pytest.approx(seen.zoom)
    if suffix == "svg":
        written = target.read_text("utf-8")
        assert all(f">{one.name.en}<" in written for one in sources)
        assert "<image" not in written
        assert "Ancestors" not in written
    elif suffix == "png":
        assert QImage(str(target)).width() > 1200
    else:
        assert target.read_bytes().startswith(b"%PDF")


def test_a_picture_at_another_scale_is_drawn_and_not_blown_up(view: AtlasView, tmp_path: Path) -> None:
    view.canvas.grab()
    export_widget(view, tmp_path / "map.png", scale=3.0)
    image = QImage(str(tmp_path / "map.png"))
    assert image.size() == view.size() * 3
    grown = picture(view, 1.0).scaled(image.size(), mode=Qt.TransformationMode.FastTransformation)
    assert image != grown.convertToFormat(image.format())
