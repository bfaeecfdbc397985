"""The lineage view under real clicks and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from library_samples import EDGES, RUNNABLE, SOURCES, source
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QToolButton
from pytestqt.qtbot import QtBot

from citations.records import Basis, Edge
from widgets.lineage_model import Kin, LineageModel
from widgets.lineage_view import LineageView
from widgets.palette import apply_theme, colours


@pytest.fixture
def view(qtbot: QtBot) -> LineageView:
    view = LineageView()
    qtbot.addWidget(view)
    view.resize(320, 420)
    view.setLibrary(SOURCES, EDGES, RUNNABLE)
    view.show()
    return view


def listing(view: LineageView) -> QListView:
    return view.findChild(QListView)


def names(view: LineageView) -> list[str]:
    model = listing(view).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def texts(view: LineageView) -> str:
    return " ".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def click(qtbot: QtBot, view: LineageView, row: int) -> None:
    found = listing(view)
    rect = found.visualRect(found.model().index(row, 0))
    qtbot.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.center().x(), rect.bottom() - 5))


def test_sources_stand_in_order_of_date_whatever_order_they_come_in(view: LineageView) -> None:
    view.setLibrary(tuple(reversed(SOURCES)), EDGES, RUNNABLE)
    assert names(view) == ["Root", "Left", "Right", "Middle", "Leaf", "Alone"]


def test_a_click_selects_and_counts_the_lineage(view: LineageView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.sourceSelected) as caught:
        click(qtbot, view, 3)
    assert caught.args == ["middle"]
    assert "3 ancestors" in texts(view)
    assert "1 descendant" in texts(view)


def test_selecting_from_outside_emits_nothing_and_scrolls_to_it(view: LineageView, qtbot: QtBot) -> None:
    many = tuple(source(f"s{n:03}", f"20{10 + n // 12}-{1 + n % 12:02}-01", f"S{n}") for n in range(150))
    view.setLibrary(many, (), frozenset())
    with qtbot.assertNotEmitted(view.sourceSelected):
        view.select("s140")
    found = listing(view)
    assert found.viewport().rect().contains(found.visualRect(found.currentIndex()).center())


def test_keys_move_and_only_enter_selects(view: LineageView, qtbot: QtBot) -> None:
    found = listing(view)
    with qtbot.assertNotEmitted(view.sourceSelected):
        qtbot.keyClick(found, Qt.Key.Key_Home)
        qtbot.keyClick(found, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.sourceSelected) as caught:
        qtbot.keyClick(found, Qt.Key.Key_Return)
    assert caught.args == ["left"]
    qtbot.keyClick(found, Qt.Key.Key_End)
    assert found.currentIndex().data() == "Alone"


def test_left_and_right_walk_along_edges_and_back(view: LineageView, qtbot: QtBot) -> None:
    view.select("left")
    found = listing(view)
    qtbot.keyClick(found, Qt.Key.Key_Left)
    assert found.currentIndex().data() == "Root"
    qtbot.keyClick(found, Qt.Key.Key_Right)
    assert found.currentIndex().data() == "Left"
    qtbot.keyClick(found, Qt.Key.Key_Right)
    qtbot.keyClick(found, Qt.Key.Key_Right)
    assert found.currentIndex().data() == "Leaf"
    qtbot.keyClick(found, Qt.Key.Key_Right)
    assert found.currentIndex().data() == "Leaf"  # nothing builds on it
    qtbot.keyClick(found, Qt.Key.Key_Left)
    qtbot.keyClick(found, Qt.Key.Key_Left)
    assert found.currentIndex().data() == "Left"  # where the walk came from, although Right is nearer


def test_typing_in_the_list_jumps_to_a_name(view: LineageView, qtbot: QtBot) -> None:
    found = listing(view)
    qtbot.keyClicks(found, "mid")
    assert found.currentIndex().data() == "Middle"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("LOST pages", ["Leaf"]),
        ("full title of right", ["Right"]),
        ("ada 2024", ["Leaf", "Alone"]),
        ("重算", ["Leaf"]),
    ],
)
def test_the_filter_looks_into_titles_authors_years_and_mechanisms(
    view: LineageView, qtbot: QtBot, text: str, left: list[str]
) -> None:
    field = view.findChild(QLineEdit)
    field.setText(text)
    assert names(view) == left
    assert f"{len(left)} of 6" in texts(view)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert len(names(view)) == 6


def test_down_in_the_filter_moves_into_the_list(view: LineageView, qtbot: QtBot) -> None:
    field = view.findChild(QLineEdit)
    qtbot.keyClicks(field, "leaf")
    qtbot.keyClick(field, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.sourceSelected) as caught:
        qtbot.keyClick(listing(view), Qt.Key.Key_Return)
    assert caught.args == ["leaf"]


def test_a_hidden_selection_is_said(view: LineageView) -> None:
    view.select("middle")
    view.findChild(QLineEdit).setText("leaf")
    assert "hidden by the filter" in texts(view)


def test_the_ledger_filter_is_a_chip_that_the_user_can_remove(view: LineageView, qtbot: QtBot) -> None:
    view.setLedgerFilter("batching")
    assert names(view) == ["Right"]
    chip = next(button for button in view.findChildren(QToolButton) if "Batching" in button.text())
    with qtbot.waitSignal(view.ledgerFilterChanged) as caught:
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert caught.args == [""]
    assert len(names(view)) == 6
    assert not chip.isVisible()


def test_a_highlight_replaces_the_whole_lineage_until_the_next_selection(view: LineageView) -> None:
    view.select("middle")
    view.setHighlight({"left"}, set())
    assert "1 ancestor " in texts(view).replace("</span>", " ")
    assert "0 descendants" in texts(view)
    view.select("middle")
    assert "3 ancestors" in texts(view)


def test_kin_tells_direct_from_indirect() -> None:
    model = LineageModel()
    model.set_library(SOURCES, EDGES, RUNNABLE)
    model.set_selected("middle")
    found = {source.key: model.kin(source.key) for source in SOURCES}
    assert found == {
        "root": Kin.ANCESTOR,
        "left": Kin.PARENT,
        "right": Kin.PARENT,
        "middle": Kin.SELECTED,
        "leaf": Kin.CHILD,
        "alone": Kin.NONE,
    }


def test_a_cycle_and_an_edge_to_nowhere_do_no_harm() -> None:
    model = LineageModel()
    loop = (Edge("a", "b", "uses", "", Basis.CITES, True), Edge("b", "a", "uses", "", Basis.CITES, True))
    model.set_library((source("a", "2020", "A"), source("b", "2020", "B")), (*loop, replace(loop[0], older="x")), ())
    model.set_selected("a")
    assert model.ancestors == {"a", "b"}
    assert len(model.visible_edges()) == 2


def test_the_language_of_names_tooltips_and_months_changes_at_once(view: LineageView) -> None:
    view.setLanguage("zh")
    assert names(view)[0] == "Root（中文）"
    tip = listing(view).model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "2019年11月6日" in tip
    assert "Ada Example, Bo Sample" in tip


def test_every_row_speaks_for_itself(view: LineageView) -> None:
    view.select("middle")
    model = listing(view).model()
    spoken = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(6)]
    assert spoken[3].startswith("Middle, 12 Sep 2023, paper, ledger: Allocation, can be run, selected")
    assert "ancestor of the selected source" in spoken[0]
    assert "builds on the selected source" in spoken[4]
    assert listing(view).accessibleName()
    assert "3 ancestors" in listing(view).accessibleDescription()


def test_titles_with_markup_are_shown_as_text(view: LineageView) -> None:
    view.setLibrary((source("x", "2020-01-01", "X", title="A <b>bold</b> & odd title"),), (), frozenset())
    tip = listing(view).model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "A &lt;b&gt;bold&lt;/b&gt; &amp; odd title" in tip


def near(image_colour: QColor, wanted: QColor) -> bool:
    return sum(abs(a - b) for a, b in zip(image_colour.getRgb()[:3], wanted.getRgb()[:3], strict=True)) < 24


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_arcs_of_a_lineage_light_up_in_two_colours(view: LineageView, scheme: str) -> None:
    apply_theme(QApplication.instance(), scheme)
    own = colours(view)

    def seen() -> set[str]:
        image = listing(view).viewport().grab().toImage()
        pixels = [image.pixelColor(x, y) for x in range(70) for y in range(image.height())]
        return {name for name in ("blue", "vermillion") if any(near(pixel, own.hue[name]) for pixel in pixels)}

    assert seen() == set()
    view.select("middle")
    assert seen() == {"blue", "vermillion"}
    view.select("alone")
    assert seen() == set()


def test_an_empty_library_draws(view: LineageView) -> None:
    view.setLibrary((), (), frozenset())
    view.grab()
    assert "0 of 0" in texts(view)


def test_the_whole_lineage_fits_into_its_full_size(view: LineageView) -> None:
    view.resize(320, 240)
    assert listing(view).verticalScrollBar().maximum() > 0
    view.resize(view.fullSize())
    assert listing(view).verticalScrollBar().maximum() == 0


def test_a_drawing_file_gets_arcs_as_lines(view: LineageView, tmp_path: Path) -> None:
    view.select("middle")
    path = tmp_path / "lineage.svg"
    drawing = QSvgGenerator()
    drawing.setFileName(str(path))
    drawing.setSize(view.size())
    with QPainter(drawing) as painter:
        view.render(painter, QPoint())
    assert "<image" not in path.read_text()
