"""The why panel, and formulas filled with the figures of a run."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot
from rich_clicks import click_words
from sheet_samples import AFTER, DELTA, REASON

from engine.sheet import Input, Measured
from widgets.formula_fill import fill, worked
from widgets.ledger_text import ledger_account
from widgets.ledger_why import LedgerWhy, Mover
from widgets.rich_page import RichPage

MOVERS = (
    Mover("paper", "A paper", "costs", "takes longer", False),
    Mover("engine", "An engine", "saves", "fewer pages", True, "×0.5 in this run"),
)


@pytest.fixture
def why(qtbot: QtBot) -> LedgerWhy:
    why = LedgerWhy()
    qtbot.addWidget(why)
    why.resize(420, 600)
    why.show()
    why.setLedger("contract", DELTA.ledger("contract"), AFTER.ledger("contract"), MOVERS)
    return why


def text(why: LedgerWhy) -> str:
    return why.findChild(RichPage).toPlainText().replace("\u00a0", " ").replace("\u2060", "")


def test_it_says_what_the_ledger_accounts_for(why: LedgerWhy) -> None:
    assert text(why).startswith("Contract")
    assert ledger_account("contract") in text(why)


def test_it_says_which_definition_a_figure_follows(why: LedgerWhy) -> None:
    from engine.ledgers import quantities

    known = next(found for found in quantities() if found.name.startswith("TTFT"))
    why.setLedger(known.ledger, None, [Measured(known, 0.5)])
    assert "TTFT time to first token: first token − arrival" in text(why)
    assert "the wait in the queue is part of it" in text(why)
    assert "in seconds" in text(why)


def test_a_quantity_shows_both_days_its_formula_its_inputs_and_its_evidence(why: LedgerWhy) -> None:
    said = text(why)
    assert "1 s → 500 ms" in said
    assert "▲ ×0.5 better" in said
    assert "a / b" in said
    assert "= 1.5 s / 3 requests" in said
    assert "requests that arrived" in said
    assert "teaching-estimate" in said
    assert "trust the direction, not the digits" in said


def test_one_run_has_no_arrow(why: LedgerWhy) -> None:
    why.setLedger("contract", None, AFTER.ledger("contract"), ())
    assert "→" not in text(why)
    assert "500 ms" in text(why)


def test_what_was_not_exercised_says_why(why: LedgerWhy) -> None:
    why.setLedger("experts", DELTA.ledger("experts"), AFTER.ledger("experts"), ())
    assert "Not exercised in this run" in text(why)
    assert REASON in text(why)


def test_runnable_techniques_come_first_and_can_be_clicked(why: LedgerWhy, qtbot: QtBot) -> None:
    said = text(why)
    assert said.index("An engine") < said.index("A paper")
    assert "measured here: ×0.5 in this run" in said
    with qtbot.waitSignal(why.sourceRequested) as caught:
        click_words(why.findChild(RichPage), "A paper")
    assert caught.args == ["paper"]


def test_a_quantity_can_be_scrolled_to(why: LedgerWhy) -> None:
    why.resize(420, 200)
    why.showQuantity("contract.second")
    assert why.findChild(RichPage).verticalScrollBar().value() > 0


def test_no_ledger_has_a_page_of_its_own(why: LedgerWhy) -> None:
    why.setLedger(None)
    assert not why.findChild(RichPage).isVisible()


def test_whole_symbols_are_replaced_and_words_by_their_meaning() -> None:
    inputs = [Input("N", 96, "requests", "requests that arrived"), Input("T", 2, "s", "time of the run")]
    assert fill("N / T", inputs).replace("\u00a0", " ") == "96 requests / 2 s"
    assert fill("requests that arrived / T_max + T", inputs).replace("\u00a0", " ") == "96 requests / T_max + 2 s"


def test_half_a_substitution_is_none() -> None:
    inputs = [Input("N", 96, "requests", "requests that arrived"), Input("Z", 2, "s", "nowhere")]
    assert fill("N / T", inputs) == ""
    assert fill("N / T", []) == ""


def test_a_division_or_a_product_is_shown_even_where_the_formula_is_prose() -> None:
    good, arrived = Input("N_good", 75, "requests", "met"), Input("N", 96, "requests", "arrived")
    assert worked("those that met / those that came", [good, arrived], 75 / 96).replace("\u00a0", " ") == (
        "75 requests / 96 requests"
    )
    pages, size = Input("p", 10, "pages", ""), Input("B", 2048, "B", "")
    assert worked("size of all", [pages, size], 20480).replace("\u00a0", " ") == "10 pages × 2 KiB"
    assert worked("something else", [good, arrived], 3.0) == ""
    assert worked("nothing over nothing", [good, Input("Z", 0, "s", "")], 3.0) == ""


@given(st.text(max_size=40), st.text(min_size=1, max_size=4))
def test_filling_never_fails(formula: str, symbol: str) -> None:
    filled = fill(formula, [Input(symbol, 1.5, "s", "")])
    assert filled == "" or "1.5" in filled
