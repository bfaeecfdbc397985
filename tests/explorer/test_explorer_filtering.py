"""One filter and one selection for map, timeline and table."""

from __future__ import annotations

from pathlib import Path

from library_window import ALT, CTRL, SHIFT, press
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QToolButton, QTreeView
from pytestqt.qtbot import QtBot

from citations.filters import SourceFilter
from citations.lineage import Direction
from explorer.panes.atlas import AtlasPane
from explorer.panes.filters import FilterPane
from explorer.panes.lineage import LineagePane
from explorer.panes.table import TablePane
from explorer.settings import Settings
from explorer.window import Window


def _shown(window: Window, name: str) -> str:
    """What a view says it shows."""
    return str(window.panels[name].view.describe())  # type: ignore[union-attr]


def _field(panel: object) -> QLineEdit:
    field = panel.findChild(QLineEdit)  # type: ignore[attr-defined]
    assert isinstance(field, QLineEdit)
    return field


def test_words_typed_above_the_map_narrow_all_three(window: Window, qtbot: QtBot) -> None:
    window.session.setStage("map")
    bar, left = window.panels["filter"], window.panels["lineage"]
    assert isinstance(bar, FilterPane)
    assert isinstance(left, LineagePane)
    bar.focus()
    qtbot.keyClicks(_field(bar), "radix")
    assert window.session.filter.text == "radix"
    kept = set(window.session.matching)
    assert "sglang" in kept
    assert len(kept) < 20
    assert _field(left).text() == "radix"
    assert "SGLang" in _shown(window, "lineage")
    assert "FlexGen" not in _shown(window, "lineage")
    window.session.setStage("table")
    assert "SGLang" in _shown(window, "table")
    assert "FlexGen" not in _shown(window, "table")
    press(qtbot, window, Qt.Key.Key_A, CTRL | SHIFT)
    assert window.session.filter.is_empty
    assert "FlexGen" in _shown(window, "table")
    assert _field(left).text() == ""


def test_words_typed_in_the_timeline_reach_the_chips(window: Window, qtbot: QtBot) -> None:
    window.session.setStage("table")
    press(qtbot, window, Qt.Key.Key_F, CTRL)
    qtbot.keyClicks(window.focusWidget(), "awq")
    bar = window.panels["filter"]
    assert isinstance(bar, FilterPane)
    assert bar.view.filter().text == "awq"
    press(qtbot, window, Qt.Key.Key_Escape)
    assert window.session.filter.is_empty


def test_the_ledger_sheet_filters_by_its_ledger(window: Window, qtbot: QtBot) -> None:
    rows = window.panels["ledgers"].findChild(QTreeView)
    assert isinstance(rows, QTreeView)
    assert window.commands["go.filter"] in rows.actions()
    index = rows.model().index(5, 0)
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.RightButton, pos=rows.visualRect(index).center())
    ledger = window.session.ledger
    assert ledger
    press(qtbot, window, Qt.Key.Key_F, CTRL | SHIFT)
    assert window.session.filter.ledgers == (ledger,)
    shelf = window.session.shelf
    assert shelf is not None
    assert set(window.session.matching) >= {source.key for source in shelf.acting_on(ledger)}
    assert window.commands["go.filter"].isChecked()
    press(qtbot, window, Qt.Key.Key_F, CTRL | SHIFT)
    assert window.session.filter.is_empty


def test_the_reasons_offer_the_same(window: Window, qtbot: QtBot) -> None:
    window.session.setLedger("reuse")
    button = next(one for one in window.panels["why"].findChildren(QToolButton) if one.isVisible())
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.session.filter.ledgers == ("reuse",)


def test_rows_selected_in_the_table_are_selected_for_commands(window: Window, qtbot: QtBot) -> None:
    window.session.setStage("table")
    table = window.panels["table"]
    assert isinstance(table, TablePane)
    rows = table.findChild(QAbstractItemView)
    assert isinstance(rows, QAbstractItemView)
    for row in (2, 4):
        flag = QItemSelectionModel.SelectionFlag
        rows.selectionModel().select(
            rows.model().index(row, 0), (flag.ClearAndSelect if row == 2 else flag.Select) | flag.Rows
        )
    keys = table.view.selection()
    assert len(keys) == 2
    assert set(window.session.selection) == set(keys)
    window.session.setStage("map")
    window.session.selectSource("orca")
    window.session.setStage("table")
    assert table.view.selection() == ["orca"]


def test_arrow_keys_walk_on_the_map_and_the_card_follows(window: Window, qtbot: QtBot) -> None:
    window.session.setStage("map")
    atlas = window.panels["map"]
    assert isinstance(atlas, AtlasPane)
    atlas.focus()
    assert window.focusWidget() is atlas.view.canvas
    press(qtbot, window, Qt.Key.Key_Left)
    reached = window.session.source
    assert reached in window.session.shelf.lineage.ancestors("pagedattention", 1)  # type: ignore[union-attr]
    press(qtbot, window, Qt.Key.Key_Left, ALT)
    assert window.session.source == "pagedattention"
    assert atlas.view.selected == "pagedattention"


def test_direction_and_depth_from_the_keyboard(window: Window, qtbot: QtBot) -> None:
    session = window.session
    session.setStage("map")
    window.focus_stage()
    assert session.kin.ancestors
    assert session.kin.descendants
    press(qtbot, window, Qt.Key.Key_7, ALT)
    assert session.direction is Direction.ANCESTORS
    assert not session.kin.descendants
    assert window.commands["library.ancestors"].isChecked()
    everything = len(session.kin.ancestors)
    session.setDepth(1)
    assert set(session.kin.ancestors.values()) == {1}
    assert not window.commands["library.nearer"].isEnabled()
    press(qtbot, window, Qt.Key.Key_Up, ALT)
    assert session.depth == 2
    for _ in range(12):
        press(qtbot, window, Qt.Key.Key_Up, ALT)
    assert session.depth is None
    assert len(session.kin.ancestors) == everything
    press(qtbot, window, Qt.Key.Key_8, ALT)
    assert session.kin.descendants


def test_neighbours_come_and_go_everywhere_and_are_remembered(window: Window, qtbot: QtBot) -> None:
    session = window.session
    session.setStage("table")
    assert session.shelf is not None
    assert len(session.shelf.sources) == 62
    press(qtbot, window, Qt.Key.Key_B, CTRL)
    assert len(session.shelf.sources) > 62
    assert window.commands["library.neighbours"].isChecked()
    assert session.settings["view.neighbours"] is True
    assert str(len(session.shelf.sources)) in _shown(window, "table").splitlines()[0]
    press(qtbot, window, Qt.Key.Key_B, CTRL)
    assert len(session.shelf.sources) == 62


def test_a_source_that_is_no_longer_shown_keeps_its_card(window: Window) -> None:
    session = window.session
    session.setNeighbours(True)
    session.setStage("map")
    session.selectSource("gqa")
    session.setNeighbours(False)
    assert session.source == "gqa"
    assert session.kin.ancestors == {}
    assert "Grouped" in _shown(window, "card") or "GQA" in _shown(window, "card")


def test_the_switch_is_written(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "settings.toml")
    settings["view.neighbours"] = True
    settings["view.lanes"] = "family"
    settings.save()
    again = Settings.load(tmp_path / "settings.toml")
    assert again["view.neighbours"] is True
    assert again["view.lanes"] == "family"


def test_a_filter_that_lets_nothing_through_is_told(window: Window) -> None:
    window.session.setStage("map")
    window.session.setFilter(SourceFilter(text="no source says this"))
    assert window.session.visible == frozenset()
    window.session.setStage("table")
    bar = window.panels["filter"]
    assert "0" in bar.view.findChildren(QToolButton)[0].accessibleName() or window.session.matching == ()  # type: ignore[union-attr]


def test_columns_and_order_of_the_table_are_remembered(window: Window, qtbot: QtBot) -> None:
    settings = window.session.settings
    settings["view.columns"] = "name,date,no-such-column"
    settings["view.sort"] = "-date"
    window.session.setStage("table")
    table = window.panels["table"]
    assert isinstance(table, TablePane)
    lines = table.view.describe().splitlines()
    assert lines[1].startswith("Kimi K3")
    table.view.sortChanged.emit("name", False)
    table.view.columnsChanged.emit(["name", "venue"])
    assert settings["view.sort"] == "name"
    assert settings["view.columns"] == "name,venue"


def test_the_palette_finds_neighbours_only_while_they_are_shown(window: Window) -> None:
    from explorer.palette_entries import entries

    def offered() -> set[str]:
        return {entry.kind for entry in entries(window.commands, window.session, window.desk)}

    assert "neighbour" not in offered()
    window.session.setNeighbours(True)
    assert "neighbour" in offered()
