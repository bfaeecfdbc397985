"""The ledger sheet: rows, verdicts, folding, and copying."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTreeView
from pytestqt.qtbot import QtBot
from sheet_samples import AFTER, BEFORE, DELTA, REASON

from engine.sheet import LEDGERS
from widgets.ledger_sheet import LedgerSheetView
from widgets.ledger_sheet_model import Column, LedgerSheetModel
from widgets.ledger_text import ledger_account, ledger_name
from widgets.palette import apply_theme


@pytest.fixture
def view(qtbot: QtBot) -> LedgerSheetView:
    view = LedgerSheetView()
    qtbot.addWidget(view)
    view.resize(420, 440)
    view.setDelta(DELTA)
    view.show()
    return view


def tree(view: LedgerSheetView) -> QTreeView:
    return view.findChild(QTreeView)


def cell(view: LedgerSheetView, ledger: str, column: int = 0) -> QModelIndex:
    return tree(view).model().index(LEDGERS.index(ledger), column)


def shown(view: LedgerSheetView, ledger: str) -> list[str]:
    return [cell(view, ledger, column).data() for column in Column]


def click(qtbot: QtBot, view: LedgerSheetView, index: QModelIndex) -> None:
    rect = tree(view).visualRect(index)
    qtbot.mouseClick(tree(view).viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def texts(view: LedgerSheetView) -> str:
    return " ".join(label.text() for label in view.findChildren(QLabel) if label.isVisible())


def test_all_eighteen_rows_fit_without_scrolling(view: LedgerSheetView) -> None:
    found = tree(view)
    assert found.model().rowCount() == 18
    for size in ((420, 400), (420, 440), (700, 640)):
        view.resize(*size)
        assert found.verticalScrollBar().maximum() == 0
        last = found.visualRect(cell(view, "economics"))
        assert last.bottom() <= found.viewport().height()
        assert last.height() >= 19
    assert last.height() >= 26


def test_a_row_shows_the_headline_of_both_days_and_the_change(view: LedgerSheetView) -> None:
    assert shown(view, "contract") == ["Contract", "1\u00a0s", "500\u00a0ms", "×0.5", "teaching-estimate"]
    assert shown(view, "request")[3] == "same"
    assert shown(view, "experts")[1:4] == ["not exercised", "not exercised", "not exercised"]
    assert shown(view, "reuse")[3] == "new"


def test_the_head_counts_what_moved(view: LedgerSheetView) -> None:
    assert "15 of 18 ledgers moved" in texts(view)
    assert "▲" in texts(view)
    assert "▼" in texts(view)


def test_the_reason_why_nothing_was_measured_is_one_hover_away(view: LedgerSheetView) -> None:
    tip = cell(view, "experts").data(Qt.ItemDataRole.ToolTipRole)
    assert REASON in tip
    assert ledger_account("experts") in tip


def test_without_a_day_before_there_is_one_column_of_values(view: LedgerSheetView) -> None:
    view.setSheet(AFTER)
    found = tree(view)
    assert found.isColumnHidden(Column.BEFORE)
    assert found.isColumnHidden(Column.CHANGE)
    assert cell(view, "contract", Column.AFTER).data() == "500\u00a0ms"
    assert "17 of 18 ledgers exercised" in texts(view)


def test_a_click_reports_the_ledger_and_a_quantity_reports_both(view: LedgerSheetView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.ledgerSelected) as caught:
        click(qtbot, view, cell(view, "decode"))
    assert caught.args == ["decode"]
    tree(view).expand(cell(view, "decode"))
    second = tree(view).model().index(1, 0, cell(view, "decode"))
    with qtbot.waitSignals([view.ledgerSelected, view.quantitySelected]):
        click(qtbot, view, second)
    assert second.data(LedgerSheetModel.KEY) == "decode.second"


def test_the_chevron_unfolds(view: LedgerSheetView, qtbot: QtBot) -> None:
    rect = tree(view).visualRect(cell(view, "state"))
    place = QPoint(rect.left() - 6, rect.center().y())
    qtbot.mouseClick(tree(view).viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tree(view).isExpanded(cell(view, "state"))


def test_keys_move_and_unfold(view: LedgerSheetView, qtbot: QtBot) -> None:
    found = tree(view)
    qtbot.keyClick(found, Qt.Key.Key_Home)
    with qtbot.waitSignal(view.ledgerSelected) as caught:
        qtbot.keyClick(found, Qt.Key.Key_Down)
    assert caught.args == ["contract"]
    qtbot.keyClick(found, Qt.Key.Key_Return)
    assert found.isExpanded(cell(view, "contract"))
    with qtbot.waitSignal(view.quantitySelected) as caught:
        qtbot.keyClick(found, Qt.Key.Key_Down)
    assert caught.args == ["contract.head"]


def test_selecting_from_outside_unfolds_and_stays_silent(view: LedgerSheetView, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(view.ledgerSelected), qtbot.assertNotEmitted(view.quantitySelected):
        view.selectLedger("faults.second")
    assert tree(view).isExpanded(cell(view, "faults"))
    assert tree(view).currentIndex().data(LedgerSheetModel.KEY) == "faults.second"


def test_a_new_run_keeps_what_was_unfolded_and_selected(view: LedgerSheetView, qtbot: QtBot) -> None:
    view.selectLedger("faults.second")
    with qtbot.assertNotEmitted(view.ledgerSelected):
        view.setDelta(AFTER - AFTER)
    assert tree(view).isExpanded(cell(view, "faults"))
    assert tree(view).currentIndex().data(LedgerSheetModel.KEY) == "faults.second"
    assert "0 of 18 ledgers moved" in texts(view)


def test_copy_puts_the_selected_rows_on_the_clipboard_in_full_precision(view: LedgerSheetView, qtbot: QtBot) -> None:
    view.selectLedger("contract")
    qtbot.keyClick(tree(view), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QApplication.clipboard().text().splitlines()
    assert lines[0].split("\t")[:5] == ["ledger", "quantity", "before", "after", "ratio"]
    assert lines[1].split("\t") == ["contract", "head", "1.0", "0.5", "0.5", "better", "s", "teaching-estimate"]
    assert len(lines) == 2


def test_copy_without_a_selection_takes_every_quantity(view: LedgerSheetView) -> None:
    tree(view).clearSelection()
    view.copySelection()
    assert len(QApplication.clipboard().text().splitlines()) == 1 + 36


def test_what_is_shown_can_be_saved(view: LedgerSheetView) -> None:
    assert view.sheet() is DELTA
    view.setSheet(BEFORE)
    assert view.sheet() is BEFORE


def test_narrow_columns_give_way_in_order(view: LedgerSheetView) -> None:
    view.resize(300, 440)
    assert tree(view).isColumnHidden(Column.BEFORE)
    assert not tree(view).isColumnHidden(Column.AFTER)
    view.resize(420, 440)
    assert not tree(view).isColumnHidden(Column.BEFORE)


def test_no_run_has_a_page_of_its_own(view: LedgerSheetView) -> None:
    view.setDelta(None)
    assert not tree(view).isVisible()
    assert view.sheet() is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_row_draws_in_both_themes(view: LedgerSheetView, scheme: str) -> None:
    apply_theme(QApplication.instance(), scheme)
    tree(view).expandAll()
    for width in (300, 420, 800):
        view.resize(width, 1200)
        image = view.grab().toImage()
        assert len({image.pixel(x, y) for x in range(0, width, 3) for y in range(0, 1200, 7)}) > 20


def test_each_ledger_has_a_name_and_one_sentence() -> None:
    names = {ledger_name(ledger) for ledger in LEDGERS}
    assert len(names) == 18
    for ledger in LEDGERS:
        assert ledger_account(ledger).endswith(".")


def test_cells_speak(view: LedgerSheetView) -> None:
    role = Qt.ItemDataRole.AccessibleTextRole
    assert cell(view, "contract").data(role) == "Contract: head"
    assert cell(view, "contract", Column.CHANGE).data(role) == "better, ×0.5"
    assert "15 of 18" in tree(view).accessibleDescription()
