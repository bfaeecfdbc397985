"""The map seen closer, what it says and looks like, and pictures of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from atlas_clicks import pixels, place, press, sample_map, turn
from library_samples import EDGES, RUNNABLE, SOURCES, source
from many_sources import many_sources
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QSlider, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from citations.records import NEIGHBOUR, OWN, Basis, Edge
from widgets.atlas_canvas import AtlasCanvas
from widgets.atlas_view import AtlasView
from widgets.export import export_widget, picture
from widgets.legend import Legend
from widgets.palette import apply_theme, colours


@pytest.fixture
def view(qtbot: QtBot, dressed: object) -> Iterator[AtlasView]:
    view = sample_map(qtbot)
    yield view
    view.close()


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
