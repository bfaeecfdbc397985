"""The lineage view under real clicks and keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_samples import EDGES, RUNNABLE, SOURCES, source
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView
from pytestqt.qtbot import QtBot

from citations.filters import SourceFilter
from citations.records import NEIGHBOUR, OWN, Basis, Edge
from widgets.empty_note import EmptyNote
from widgets.lineage_delegate import RowMetrics
from widgets.lineage_filter_note import LineageFilterNote
from widgets.lineage_legend import LineageLegend
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
    """The sources in sight, without the years."""
    return [index.data() for index in indices(view) if index.flags()]


def indices(view: LineageView) -> list[QModelIndex]:
    model = listing(view).model()
    every = (model.index(row, 0) for row in range(model.rowCount()))
    return [index for index in every if index.data(LineageModel.KEY)]


def index_of(view: LineageView, key: str) -> QModelIndex:
    return next(index for index in indices(view) if index.data(LineageModel.KEY) == key)


def texts(view: LineageView) -> str:
    return " ".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def click(qtbot: QtBot, view: LineageView, key: str) -> None:
    found = listing(view)
    rect = found.visualRect(index_of(view, key))
    qtbot.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.center().x(), rect.bottom() - 5))


def test_sources_stand_in_order_of_date_whatever_order_they_come_in(view: LineageView) -> None:
    view.setLibrary(tuple(reversed(SOURCES)), EDGES, RUNNABLE)
    assert names(view) == ["Root", "Left", "Right", "Middle", "Leaf", "Alone"]


def test_a_click_selects_and_counts_the_lineage(view: LineageView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.sourceSelected) as caught:
        click(qtbot, view, "middle")
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


def test_typing_asks_and_only_an_answer_narrows(view: LineageView, qtbot: QtBot) -> None:
    field = view.findChild(QLineEdit)
    with qtbot.waitSignal(view.textChanged) as caught:
        qtbot.keyClicks(field, "l")
    assert caught.args == ["l"]
    assert len(names(view)) == 6
    with qtbot.assertNotEmitted(view.textChanged):
        view.setFilter(SourceFilter(text="l"), {"left", "leaf"})
    assert names(view) == ["Left", "Leaf"]
    assert "2 of 6" in texts(view)
    with qtbot.waitSignal(view.textChanged) as caught:
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert caught.args == [""]


def test_words_that_others_ask_for_stand_in_the_field_and_typing_is_not_disturbed(view: LineageView) -> None:
    field = view.findChild(QLineEdit)
    view.setFilter(SourceFilter(text="leaf"), {"leaf"})
    assert field.text() == "leaf"
    field.setText("leaf ")
    view.setFilter(SourceFilter(text="leaf"), {"leaf"})
    assert field.text() == "leaf "


def test_down_in_the_words_moves_into_the_list(view: LineageView, qtbot: QtBot) -> None:
    field = view.findChild(QLineEdit)
    view.setFilter(SourceFilter(text="leaf"), {"leaf"})
    qtbot.keyClick(field, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.sourceSelected) as caught:
        qtbot.keyClick(listing(view), Qt.Key.Key_Return)
    assert caught.args == ["leaf"]


def test_what_the_filter_hides_is_said(view: LineageView) -> None:
    view.select("middle")
    view.setFilter(SourceFilter(text="leaf"), {"leaf", "left"})
    assert "hidden by the filter" in texts(view)
    assert "3 ancestors (2 hidden)" in texts(view)
    assert "1 descendant" in texts(view)


def test_nothing_left_is_said_in_place_of_rows(view: LineageView) -> None:
    view.setFilter(SourceFilter(ledgers=("economics",)), set())
    note = listing(view).findChild(EmptyNote)
    assert note.isVisible()
    assert note.accessibleName() == "No source passes the filter"
    view.setFilter(SourceFilter(), None)
    assert not note.isVisible()


@pytest.mark.parametrize("key", [None, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_the_filter_is_told_in_one_line_that_takes_it_away(
    view: LineageView, qtbot: QtBot, key: Qt.Key | None
) -> None:
    note = view.findChild(LineageFilterNote)
    assert not note.isVisible()
    view.setFilter(SourceFilter(text="x", ledgers=("batching",)), {"right"})
    assert note.isVisible()
    assert note.accessibleName() == "Filter: ledger: Batching"
    with qtbot.waitSignal(view.filterCleared):
        if key is None:
            qtbot.mouseClick(note, Qt.MouseButton.LeftButton)
        else:
            qtbot.keyClick(note, key)


def test_many_parts_are_counted_where_they_do_not_fit(view: LineageView) -> None:
    view.resize(205, 420)
    view.setFilter(SourceFilter(ledgers=("batching", "parallelism", "speculation"), tags=("lecture",)), set())
    note = view.findChild(LineageFilterNote)
    assert note.shown() == "4 filters"
    assert "ledger: Batching or Parallelism or Speculation; tag: lecture" in note.toolTip()
    view.resize(900, 420)
    assert note.shown() == "ledger: Batching or Parallelism or Speculation; tag: lecture"


def test_a_highlight_replaces_the_whole_lineage_until_the_next_selection(view: LineageView) -> None:
    view.select("middle")
    view.setKin({"left": 1}, {})
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
    assert len(model.edge_rows()) == 2


def test_the_language_of_names_tooltips_and_months_changes_at_once(view: LineageView) -> None:
    view.setLanguage("zh")
    assert names(view)[0] == "Root（中文）"
    tip = index_of(view, "root").data(Qt.ItemDataRole.ToolTipRole)
    assert "2019年11月6日" in tip
    assert "Ada Example, Bo Sample" in tip


def test_every_row_speaks_for_itself(view: LineageView) -> None:
    view.select("middle")
    spoken = [index.data(Qt.ItemDataRole.AccessibleTextRole) for index in indices(view)]
    assert spoken[3].startswith("Middle, 12 Sep 2023, paper, ledger: Allocation, can be run, selected")
    assert "ancestor of the selected source" in spoken[0]
    assert "builds on the selected source" in spoken[4]
    assert listing(view).accessibleName()
    assert "3 ancestors" in listing(view).accessibleDescription()


def test_what_is_selected_elsewhere_is_marked_and_spoken(view: LineageView) -> None:
    before = listing(view).viewport().grab().toImage()
    view.setSelection(["left", "leaf"])
    assert listing(view).viewport().grab().toImage() != before
    spoken = index_of(view, "leaf").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Leaf, Jan 2024, report, ledger: Allocation, marked"


def test_titles_with_markup_are_shown_as_text(view: LineageView) -> None:
    view.setLibrary((source("x", "2020-01-01", "X", title="A <b>bold</b> & odd title"),), (), frozenset())
    tip = index_of(view, "x").data(Qt.ItemDataRole.ToolTipRole)
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


def test_years_are_rows_that_neither_keys_nor_clicks_stop_at(view: LineageView, qtbot: QtBot) -> None:
    found = listing(view)
    said = Qt.ItemDataRole.AccessibleTextRole
    spoken = [found.model().index(row, 0).data(said) for row in range(found.model().rowCount())]
    assert [text for text in spoken if text.startswith("20")] == [
        "2019, 1 source",
        "2022, 2 sources, 3 years later",
        "2023, 1 source",
        "2024, 2 sources",
    ]
    view.select("root")
    walked = []
    for _ in range(6):
        walked.append(found.currentIndex().data())
        qtbot.keyClick(found, Qt.Key.Key_Down)
    assert walked == names(view)
    qtbot.keyClick(found, Qt.Key.Key_PageUp)
    qtbot.keyClick(found, Qt.Key.Key_Home)
    qtbot.keyClick(found, Qt.Key.Key_Up)
    assert found.currentIndex().data() == "Root"
    with qtbot.assertNotEmitted(view.sourceSelected):
        rect = found.visualRect(found.model().index(0, 0))
        qtbot.mouseClick(found.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_undated_sources_and_sources_without_a_ledger_come_last_and_do_no_harm(view: LineageView) -> None:
    dated = source("bare", "2023", "Bare", year=None, ring=OWN, primary_ledger="", effects=())
    bare = replace(dated, date="")
    view.setLibrary((*SOURCES, bare), EDGES, RUNNABLE)
    view.grab()
    assert names(view)[-1] == "Bare"
    assert index_of(view, "bare").data(Qt.ItemDataRole.AccessibleTextRole) == "Bare, undated, paper, yours"
    assert "undated, 1 source" in view.describe()


def test_neighbours_and_own_sources_are_told_apart_without_colour(view: LineageView) -> None:
    """All three stand in the same shape and colour; the picture of their marks differs all the same."""
    marks = []
    for ring in (1, NEIGHBOUR, OWN):
        view.setLibrary((source("x", "2020-01-01", "X", ring=ring),), (), frozenset())
        rect = listing(view).visualRect(index_of(view, "x"))
        axis = RowMetrics.fitting(listing(view).width()).axis
        image = listing(view).viewport().grab(QRect(axis - 6, rect.center().y() - 6, 13, 13)).toImage()
        marks.append([image.pixelColor(x, y).lightness() > 200 for x in range(13) for y in range(13)])
    assert marks[0] != marks[1] != marks[2] != marks[0]


def test_the_twin_in_words_has_every_row(view: LineageView) -> None:
    view.select("middle")
    lines = view.describe().splitlines()
    assert lines[0] == "6 of 6. Middle: 3 ancestors, 1 descendant"
    assert len(lines) == 1 + 4 + 6


def test_a_crowd_of_arcs_is_thinned_out_and_said(view: LineageView) -> None:
    many = tuple(source(f"s{n:03}", f"20{10 + n // 12}-{1 + n % 12:02}-01", f"S{n}") for n in range(120))
    crowd = tuple(
        Edge(many[newer].key, many[older].key, "uses", "", Basis.CITES, True)
        for newer in range(120)
        for older in range(newer)
    )
    view.setLibrary(many, crowd, frozenset())
    view.grab()
    assert "arcs left out" in view.findChild(LineageLegend).accessibleDescription()


@given(
    dates=st.lists(st.sampled_from(["", "2009-04", "2019", "2020-02", "2020-02-03", "2024-01-01"]), max_size=12),
    data=st.data(),
)
@settings(max_examples=60, deadline=None)
def test_every_visible_source_stands_once_under_its_year(
    qapp: QApplication, dates: list[str], data: st.DataObject
) -> None:
    sources = [replace(source(f"k{n:02}", "2020", f"N{n}", number=0), date=date) for n, date in enumerate(dates)]
    model = LineageModel()
    model.set_library(sources, (), ())
    visible = data.draw(st.none() | st.sets(st.sampled_from([one.key for one in sources] or ["k"])))
    model.set_visible(visible)
    wanted = [one for one in sorted(sources, key=lambda one: one.order) if visible is None or one.key in visible]
    assert model.sources() == wanted
    assert model.shown == len(wanted)
    years = [model.year(row) for row in range(model.rowCount()) if model.is_year(row)]
    assert years == list(dict.fromkeys(one.date[:4] for one in wanted))
    for one in wanted:
        row = model.row(one.key)
        above = max(number for number in range(row) if model.is_year(number))
        assert model.source(row) is one
        assert model.year(above) == one.date[:4]
