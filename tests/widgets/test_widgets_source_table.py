"""The table of sources under real clicks and keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_samples import CLAIMS, EDGES, RUNNABLE, SOURCES, source
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QTableView
from pytestqt.qtbot import QtBot

from citations.notebook.records import Reading, Status
from citations.records import NEIGHBOUR, OWN
from widgets.empty_note import EmptyNote
from widgets.source_table import SourceTable
from widgets.source_table_columns import Column, TableFacts, column_key
from widgets.source_table_copy import cell
from widgets.source_table_fit import columns_that_fit, fitted
from widgets.source_table_header import SourceTableHeader
from widgets.source_table_legend import SourceTableLegend
from widgets.source_table_model import SourceTableModel

MINE = replace(source("mine", "2020", "mine", ring=OWN, primary_ledger="", effects=(), authors=()), date="")
NEAR = source("near", "2021-03", "Éclair", ring=NEIGHBOUR, venue="", claims=CLAIMS)
ALL = (*SOURCES, MINE, NEAR)
READINGS = {
    "leaf": Reading("leaf", Status.TAUGHT, tags=("exam", "lecture 3")),
    "root": Reading("root", Status.READ),
}


@pytest.fixture
def table(qtbot: QtBot) -> SourceTable:
    table = SourceTable()
    qtbot.addWidget(table)
    table.resize(1300, 400)
    table.setLibrary(ALL, EDGES, RUNNABLE)
    table.setReadings(READINGS)
    table.show()
    return table


def rows_of(table: SourceTable) -> QTableView:
    return table.findChild(QTableView)


def header(table: SourceTable) -> SourceTableHeader:
    return table.findChild(SourceTableHeader)


def keys(table: SourceTable) -> list[str]:
    model = rows_of(table).model()
    return [model.index(row, 0).data(model.KEY) for row in range(model.rowCount())]


def text(table: SourceTable, key: str, column: Column, role: int = Qt.ItemDataRole.DisplayRole) -> str:
    return rows_of(table).model().index(keys(table).index(key), column).data(role)


def current(table: SourceTable) -> str:
    index = rows_of(table).currentIndex()
    return index.data(rows_of(table).model().KEY) if index.isValid() else ""


def click(
    qtbot: QtBot, table: SourceTable, key: str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    view = rows_of(table)
    rect = view.visualRect(view.model().index(keys(table).index(key), 0))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, held, rect.center())


def press(qtbot: QtBot, table: SourceTable, *pressed: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    for key in pressed:
        qtbot.keyClick(rows_of(table), key, held or Qt.KeyboardModifier.NoModifier)


# order


def test_rows_come_by_date_undated_last(table: SourceTable) -> None:
    assert keys(table) == ["root", "near", "left", "right", "middle", "leaf", "alone", "mine"]


@pytest.mark.parametrize(
    ("column", "first", "last"),
    [
        ("name", "alone", "root"),
        ("date", "root", "mine"),
        ("ledgers", "root", "mine"),
        ("venue", "root", "near"),
        ("evidence", "near", "mine"),
        ("status", "near", "leaf"),
        ("tags", "leaf", "mine"),
        ("builds-on", "root", "middle"),
        ("led-to", "near", "root"),
        ("belongs-to", "root", "mine"),
    ],
)
def test_each_column_sorts_by_what_it_means(table: SourceTable, column: str, first: str, last: str) -> None:
    table.sortBy("ring" if column == "belongs-to" else column)
    assert (keys(table)[0], keys(table)[-1]) == (first, last)


def test_names_sort_without_case_and_accents(table: SourceTable) -> None:
    table.sortBy("name")
    assert keys(table) == ["alone", "near", "leaf", "left", "middle", "mine", "right", "root"]


def test_sorting_is_stable_and_keeps_the_order_before_within_equals(table: SourceTable) -> None:
    table.sortBy("name", descending=True)
    table.sortBy("kind")
    assert keys(table) == ["root", "right", "mine", "middle", "near", "alone", "leaf", "left"]
    table.setLibrary(tuple(reversed(ALL)), EDGES, RUNNABLE)
    assert keys(table) == ["root", "right", "mine", "middle", "near", "alone", "leaf", "left"]


@pytest.mark.parametrize("descending", [False, True])
def test_what_has_no_value_comes_last_either_way(table: SourceTable, descending: bool) -> None:
    table.sortBy("authors", descending)
    assert keys(table)[-1] == "mine"
    table.sortBy("date", descending)
    assert keys(table)[-1] == "mine"


def test_a_heading_sorts_and_sorts_the_other_way(table: SourceTable, qtbot: QtBot) -> None:
    bar = header(table)
    place = QPoint(bar.sectionViewportPosition(Column.NAME) + 20, bar.height() // 2)
    told: list[tuple[str, bool]] = []
    table.sortChanged.connect(lambda name, down: told.append((name, down)))
    for _ in range(2):
        qtbot.mouseClick(bar.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == [("name", False), ("name", True)]
    assert keys(table)[0] == "root"
    assert "by name, last first" in table.describe().splitlines()[0]


def test_headings_are_worked_by_keys(table: SourceTable, qtbot: QtBot) -> None:
    bar = header(table)
    table.select("root")
    press(qtbot, table, Qt.Key.Key_Up)
    assert bar.hasFocus() or table.focusWidget() is bar
    qtbot.keyClick(bar, Qt.Key.Key_Right)
    qtbot.keyClick(bar, Qt.Key.Key_Return)
    qtbot.keyClick(bar, Qt.Key.Key_Space)
    assert keys(table) == ["alone", "leaf", "middle", "right", "left", "near", "root", "mine"]
    width = bar.sectionSize(Column.DATE)
    qtbot.keyClick(bar, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert bar.sectionSize(Column.DATE) > width
    qtbot.keyClick(bar, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert bar.visualIndex(Column.DATE) == 0
    qtbot.keyClick(bar, Qt.Key.Key_Down)
    assert table.focusWidget() is rows_of(table)


def test_sorting_leaves_the_keyboard_at_its_source(table: SourceTable) -> None:
    table.select("leaf")
    table.sortBy("name")
    assert current(table) == "leaf"


# narrowing


def test_only_visible_sources_are_rows_and_the_order_stays(table: SourceTable) -> None:
    table.sortBy("name", descending=True)
    table.setVisible({"leaf", "root", "nobody"})
    assert keys(table) == ["root", "leaf"]
    table.setVisible(None)
    assert len(keys(table)) == 8
    table.setVisible(False)
    assert not table.isVisible()


def test_nothing_left_is_said(table: SourceTable) -> None:
    table.setVisible(set())
    note = table.findChild(EmptyNote)
    assert note.isVisible()
    assert note.accessibleName() == "No source passes the filter"
    table.setLibrary((), (), frozenset())
    assert note.accessibleName() == "The library is empty"
    table.grab()


def test_the_selection_outlives_a_filter_and_what_it_hides_is_said(table: SourceTable, qtbot: QtBot) -> None:
    table.setSelection(["root", "leaf"])
    with qtbot.assertNotEmitted(table.selectionChanged):
        table.setVisible({"leaf", "alone"})
    assert table.selection() == ["leaf"]
    assert "1 selected but hidden by the filter" in table.describe()
    table.setVisible(None)
    assert table.selection() == ["root", "leaf"]


def test_rows_that_vanish_under_the_keyboard_hand_it_to_the_next(table: SourceTable, qtbot: QtBot) -> None:
    table.activateWindow()
    rows_of(table).setFocus()
    qtbot.waitUntil(rows_of(table).hasFocus)
    table.select("root")
    press(qtbot, table, Qt.Key.Key_Down, Qt.Key.Key_Down)
    table.setVisible(set(keys(table)) - {"left"})
    assert current(table) == "right"


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_rows_are_what_stable_sorting_and_narrowing_leave(qapp: QApplication, data: st.DataObject) -> None:
    dates = st.sampled_from(["", "2019", "2020-02", "2020-02-03", "2024-01-01"])
    made = data.draw(st.lists(st.tuples(dates, st.sampled_from("aAbé "), st.integers(1, 3)), max_size=12))
    sources = [
        replace(source(f"k{place:02}", "2020", name, ring=ring, number=0), date=date)
        for place, (date, name, ring) in enumerate(made)
    ]
    model, facts = SourceTableModel(), TableFacts()
    model.set_library(sources, (), ())
    expected = sorted(sources, key=lambda one: one.order)
    columns = st.sampled_from([Column.NAME, Column.DATE, Column.RING, Column.TAGS])
    for column, descending in data.draw(
        st.lists(st.tuples(columns, st.booleans()), max_size=3, unique_by=lambda x: x[0])
    ):
        model.sort_by(column, descending)
        some = [one for one in expected if facts.sort_key(one, column) is not None]
        none = [one for one in expected if facts.sort_key(one, column) is None]
        expected = sorted(some, key=lambda one: facts.sort_key(one, column), reverse=descending) + none
    visible = data.draw(st.none() | st.sets(st.sampled_from([one.key for one in sources] or ["k"])))
    model.set_visible(visible)
    assert [one.key for one in model.rows] == [one.key for one in expected if visible is None or one.key in visible]
    assert [model.row(one.key) for one in model.rows] == list(range(len(model.rows)))


# selecting


def test_a_click_opens_and_selects(table: SourceTable, qtbot: QtBot) -> None:
    told: list[object] = []
    table.selectionChanged.connect(told.append)
    table.sourceSelected.connect(told.append)
    click(qtbot, table, "middle")
    assert told == [["middle"], "middle"]


def test_clicks_with_keys_select_more_and_open_nothing(table: SourceTable, qtbot: QtBot) -> None:
    click(qtbot, table, "near")
    with qtbot.assertNotEmitted(table.sourceSelected):
        click(qtbot, table, "right", Qt.KeyboardModifier.ShiftModifier)
        click(qtbot, table, "alone", Qt.KeyboardModifier.ControlModifier)
    assert table.selection() == ["near", "left", "right", "alone"]


def test_setters_emit_nothing(table: SourceTable, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(table.selectionChanged), qtbot.assertNotEmitted(table.sourceSelected):
        table.setSelection(["leaf"])
        table.select("root")
        table.setReadings({})
        table.setLanguage("zh")
        table.sortBy("name")


def test_keys_move_extend_toggle_and_only_enter_opens(table: SourceTable, qtbot: QtBot) -> None:
    table.select("root")
    with qtbot.assertNotEmitted(table.sourceSelected):
        press(qtbot, table, Qt.Key.Key_Down)
        press(qtbot, table, Qt.Key.Key_Down, held=Qt.KeyboardModifier.ShiftModifier)
        assert table.selection() == ["near", "left"]
        press(qtbot, table, Qt.Key.Key_Space)
        assert table.selection() == ["near"]
        press(qtbot, table, Qt.Key.Key_End)
        assert current(table) == "mine"
        press(qtbot, table, Qt.Key.Key_A, held=Qt.KeyboardModifier.ControlModifier)
        assert len(table.selection()) == 8
        press(qtbot, table, Qt.Key.Key_Home)
        assert current(table) == "root"
    with qtbot.waitSignal(table.sourceSelected) as caught:
        press(qtbot, table, Qt.Key.Key_Return)
    assert caught.args == ["root"]


def test_typing_jumps_to_a_name_whatever_column_the_keyboard_is_at(table: SourceTable, qtbot: QtBot) -> None:
    table.select("root")
    press(qtbot, table, Qt.Key.Key_Right)
    qtbot.keyClicks(rows_of(table), "ec")
    assert current(table) == "near"
    selected = table.selection()
    qtbot.keyClick(rows_of(table), Qt.Key.Key_Space)  # part of what is typed
    assert table.selection() == selected
    assert rows_of(table).currentIndex().column() == Column.DATE


def test_selecting_from_outside_scrolls_to_the_row(table: SourceTable) -> None:
    many = tuple(source(f"s{n:03}", f"20{10 + n // 12}-{1 + n % 12:02}-01", f"S{n}") for n in range(150))
    table.setLibrary(many, (), frozenset())
    table.select("s140")
    view = rows_of(table)
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())


# what is asked for


def menu_at_current(table: SourceTable, qtbot: QtBot) -> QMenu:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(rows_of(table).viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def entry(menu: QMenu, title: str) -> QMenu:
    return next(action.menu() for action in menu.actions() if action.text().replace("&", "") == title)


def test_the_menu_key_offers_status_for_all_selected_rows(table: SourceTable, qtbot: QtBot) -> None:
    table.setSelection(["root", "leaf"])
    menu = menu_at_current(table, qtbot)
    statuses = entry(menu, "Reading status")
    assert [action.text().replace("&", "") for action in statuses.actions()] == [
        "unread",
        "skimmed",
        "read",
        "taught",
    ]
    with qtbot.waitSignal(table.statusChosen) as caught:
        statuses.actions()[1].trigger()
    assert caught.args == [["root", "leaf"], "skimmed"]
    menu.close()


def test_only_own_sources_can_be_removed(table: SourceTable, qtbot: QtBot) -> None:
    table.setSelection(["root", "mine"])
    with qtbot.waitSignal(table.removeRequested) as caught:
        press(qtbot, table, Qt.Key.Key_Delete)
    assert caught.args == [["mine"]]
    table.setSelection(["root"])
    with qtbot.assertNotEmitted(table.removeRequested):
        press(qtbot, table, Qt.Key.Key_Delete)


def test_rows_are_copied_with_headings_as_they_stand(table: SourceTable, qtbot: QtBot) -> None:
    table.setColumns(["name", "date", "ledgers", "led-to"])
    table.sortBy("name")
    table.setSelection(["root", "alone"])
    press(qtbot, table, Qt.Key.Key_C, held=Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines == [
        ["name", "date", "ledgers", "led to"],
        ["Alone", "4 Jun 2024", "▲ Allocation ▼ Kernels", "0"],
        ["Root", "6 Nov 2019", "▲ Allocation ▼ Kernels", "2"],
    ]


@pytest.mark.parametrize(
    ("raw", "copied"), [("a\tb\nc", "a b c"), ("=1+1", "'=1+1"), ("@x", "'@x"), ("-1", "'-1"), ("x=1", "x=1")]
)
def test_a_copied_cell_is_one_line_and_never_a_formula(raw: str, copied: str) -> None:
    assert cell(raw) == copied


# what cells say


def test_cells_say_what_the_library_and_the_notebook_know(table: SourceTable) -> None:
    assert text(table, "leaf", Column.DATE) == "Jan 2024"
    assert text(table, "mine", Column.DATE) == "undated"
    assert text(table, "leaf", Column.STATUS) == "★ taught"
    assert text(table, "leaf", Column.TAGS) == "exam, lecture 3"
    assert text(table, "alone", Column.STATUS) == "○ unread"
    assert text(table, "near", Column.EVIDENCE) == "? author-reported, production-internal"
    assert text(table, "middle", Column.BUILDS_ON) == "2"
    assert (text(table, "near", Column.RING), text(table, "mine", Column.RING)) == ("neighbour", "yours")
    table.setLanguage("zh")
    assert text(table, "root", Column.NAME) == "Root（中文）"
    assert text(table, "root", Column.DATE) == "2019年11月6日"


def test_signs_are_spoken_as_words(table: SourceTable) -> None:
    said = Qt.ItemDataRole.AccessibleTextRole
    assert text(table, "root", Column.LEDGERS, said) == "saves Allocation, costs Kernels"
    assert text(table, "near", Column.EVIDENCE, said) == "not verified, author-reported, production-internal"
    assert text(table, "mine", Column.NAME, said) == "mine, yours, paper"
    assert text(table, "leaf", Column.STATUS, said) == "taught"
    assert rows_of(table).accessibleName()
    assert header(table).accessibleName()
    interface = QAccessible.queryAccessibleInterface(rows_of(table))
    heard = [interface.child(number).text(QAccessible.Text.Name) for number in range(interface.childCount())]
    assert heard[1:4] == ["name", "date", "ledgers"]
    assert "saves Allocation, costs Kernels" in heard


def test_marks_of_a_name_are_spoken_too_and_stand_in_the_legend(table: SourceTable) -> None:
    said, legend = Qt.ItemDataRole.AccessibleTextRole, table.findChild(SourceTableLegend)
    assert text(table, "middle", Column.NAME, said) == "Middle, canon, paper, can be run"
    assert "ancestor" not in [entry.label for entry in legend.entries()]
    table.setKin({"middle": 1, "left": 2}, {"alone"})
    assert text(table, "middle", Column.NAME, said).endswith("can be run, the selected source builds on it")
    assert text(table, "left", Column.NAME, said).endswith("ancestor of the selected source")
    assert text(table, "alone", Column.NAME, said).endswith("descendant of the selected source")
    assert {"ancestor", "descendant", "neighbour", "yours", "can be run"} <= {one.label for one in legend.entries()}
    table.setLibrary(SOURCES, EDGES, frozenset())
    table.setKin((), ())
    table.setColumns(["name", "date"])
    assert [entry.label for entry in legend.entries()] == ["paper", "report", "repository"]


def test_the_twin_in_words_has_every_row(table: SourceTable) -> None:
    table.setSelection(["root"])
    lines = table.describe().splitlines()
    assert lines[0] == "8 of 8 sources · 1 selected · by date"
    assert len(lines) == 9
    assert lines[1].startswith("Root, canon, paper | 6 Nov 2019 | saves Allocation, costs Kernels | ")


def test_new_readings_change_cells_and_move_no_row(table: SourceTable) -> None:
    table.sortBy("status")
    before = keys(table)
    table.setReadings({"near": Reading("near", Status.TAUGHT)})
    assert keys(table) == before
    assert text(table, "near", Column.STATUS) == "★ taught"


# columns


@pytest.mark.parametrize("width", [640, 1000, 1300, 1900])
def test_columns_fill_the_width_without_scrolling(table: SourceTable, width: int) -> None:
    table.resize(width, 400)
    assert rows_of(table).horizontalScrollBar().maximum() == 0
    shown = header(table).shown()
    assert {Column.NAME, Column.DATE, Column.LEDGERS, Column.STATUS} <= set(shown)
    assert (Column.TITLE in shown) == (width >= 1000)


def test_chosen_columns_stay_and_may_scroll(table: SourceTable, qtbot: QtBot) -> None:
    table.setColumns([column_key(column) for column in Column])
    table.resize(640, 400)
    assert len(header(table).shown()) == 15
    assert rows_of(table).horizontalScrollBar().maximum() > 0
    table.setColumns([])
    assert rows_of(table).horizontalScrollBar().maximum() == 0
    table.setColumns(["nonsense", "tags"])
    assert header(table).shown() == [Column.NAME, Column.TAGS]


def test_the_order_of_columns_is_told_and_can_be_given_back(table: SourceTable, qtbot: QtBot) -> None:
    bar = header(table)
    with qtbot.waitSignal(table.columnsChanged) as caught:
        bar.setCurrent(Column.DATE)
        qtbot.keyClick(bar, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert caught.args[0][:2] == ["date", "name"]
    table.setColumns(["tags", "name", "status"])
    assert bar.shown() == [Column.TAGS, Column.NAME, Column.STATUS]
    table.setColumns(caught.args[0])
    assert bar.shown()[:2] == [Column.DATE, Column.NAME]
    table.setColumns([])
    assert bar.shown()[:2] == [Column.NAME, Column.DATE]


def test_tooltips_show_text_as_it_is(table: SourceTable) -> None:
    table.setLibrary((source("x", "2020", "X", title="A <b>bold</b> title"),), (), frozenset())
    assert "A &lt;b&gt;bold&lt;/b&gt; title" in text(table, "x", Column.NAME, Qt.ItemDataRole.ToolTipRole)
    assert text(table, "x", Column.TAGS, Qt.ItemDataRole.ToolTipRole) == ""


def test_the_menu_of_columns_switches_them_and_can_leave_it_to_the_width(table: SourceTable, qtbot: QtBot) -> None:
    table.setSelection(["root"])
    menu = menu_at_current(table, qtbot)
    columns = {action.text().replace("&", ""): action for action in entry(menu, "Columns").actions()}
    with qtbot.waitSignal(table.columnsChanged) as caught:
        columns["tags"].trigger()
    assert "tags" in caught.args[0]
    assert not columns["name"].isEnabled()
    with qtbot.waitSignal(table.columnsChanged) as caught:
        columns["As many as fit"].trigger()
    assert caught.args == [[]]
    menu.close()


@pytest.mark.parametrize("width", range(200, 3000, 170))
def test_widths_add_up(width: int) -> None:
    columns = columns_that_fit(width)
    widths = fitted(width, columns, 1.0, {})
    assert sum(widths.values()) == max(width, sum(widths.values()))
    dragged = fitted(width, columns, 1.0, {Column.NAME: 90})
    assert dragged[Column.NAME] == 90
