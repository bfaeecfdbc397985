"""Verdicts, deltas and headlines of ledger sheets."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sheet import (
    LEDGERS,
    Delta,
    Direction,
    Evidence,
    LedgerSheet,
    Measured,
    Quantity,
    Verdict,
    in_order,
)


def _quantity(key: str, better: Direction = Direction.LESS, headline: bool = False) -> Quantity:
    return Quantity(key, key.partition(".")[0], key, "s", better, Evidence.TEACHING_ESTIMATE, "f", headline=headline)


def _delta(before: float | None, after: float | None, better: Direction = Direction.LESS) -> Delta:
    quantity = _quantity("contract.x", better)
    return Delta(Measured(quantity, before, reason="r"), Measured(quantity, after, reason="r"))


@pytest.mark.parametrize(
    ("before", "after", "better", "verdict"),
    [
        (1.0, 0.5, Direction.LESS, Verdict.BETTER),
        (1.0, 2.0, Direction.LESS, Verdict.WORSE),
        (1.0, 2.0, Direction.MORE, Verdict.BETTER),
        (2.0, 1.0, Direction.MORE, Verdict.WORSE),
        (1.0, 2.0, Direction.NEITHER, Verdict.CHANGED),
        (1.0, 1.004, Direction.LESS, Verdict.SAME),
        (0.0, 0.0, Direction.MORE, Verdict.SAME),
        (0.0, 3.0, Direction.LESS, Verdict.WORSE),
        (None, 3.0, Direction.LESS, Verdict.APPEARED),
        (3.0, None, Direction.LESS, Verdict.VANISHED),
        (None, None, Direction.LESS, Verdict.UNEXERCISED),
    ],
)
def test_verdicts(before: float | None, after: float | None, better: Direction, verdict: Verdict) -> None:
    assert _delta(before, after, better).verdict is verdict


def test_a_difference_with_nothing_is_nothing() -> None:
    assert _delta(None, 1.0).difference is None
    assert _delta(1.0, None).ratio is None
    assert _delta(0.0, 1.0).ratio is None
    assert _delta(2.0, 1.0).ratio == 0.5
    assert _delta(2.0, 1.0).difference == -1.0


_VALUES = st.none() | st.floats(-1e12, 1e12, allow_nan=False)


@given(_VALUES, _VALUES, st.sampled_from(Direction))
def test_swapping_the_days_mirrors_the_verdict(a: float | None, b: float | None, better: Direction) -> None:
    mirror = {
        Verdict.BETTER: Verdict.WORSE,
        Verdict.WORSE: Verdict.BETTER,
        Verdict.APPEARED: Verdict.VANISHED,
        Verdict.VANISHED: Verdict.APPEARED,
    }
    there, back = _delta(a, b, better), _delta(b, a, better)
    assert back.verdict is mirror.get(there.verdict, there.verdict)
    if there.difference is not None and back.difference is not None:
        assert math.isclose(there.difference, -back.difference)


def test_sheets_subtract_by_key_and_report_what_moved_in_ledger_order() -> None:
    slow, hits = _quantity("contract.slow"), _quantity("reuse.hits", Direction.MORE)
    new, still = _quantity("state.new"), _quantity("weights.still")
    before = LedgerSheet("b", (Measured(hits, 1.0), Measured(slow, 3.0), Measured(still, 5.0)))
    after = LedgerSheet(
        "a", (Measured(slow, 2.0), Measured(still, 5.0), Measured(new, 7.0), Measured(hits, None, reason="off."))
    )
    delta = after - before
    assert delta.moved() == ("contract", "state", "reuse")
    assert [row.verdict for row in delta.rows] == [
        Verdict.BETTER,
        Verdict.SAME,
        Verdict.APPEARED,
        Verdict.VANISHED,
    ]
    assert delta.rows[2].before.reason == "not in this run"
    assert delta.ledger("contract")[0].ratio == pytest.approx(2 / 3)


def test_the_headline_is_the_declared_one_if_exercised_else_the_first_exercised() -> None:
    first, main = _quantity("state.first"), _quantity("state.main", headline=True)
    sheet = LedgerSheet("s", (Measured(first, 1.0), Measured(main, 2.0)))
    assert sheet.headline("state").quantity is main
    silent = LedgerSheet("s", (Measured(first, 1.0), Measured(main, None, reason="off.")))
    assert silent.headline("state").quantity is first
    assert (silent - sheet).headline("state").quantity is first
    nothing = LedgerSheet("s", (Measured(first, None, reason="off."), Measured(main, None, reason="off.")))
    assert nothing.headline("state").quantity is main
    assert (nothing - sheet).headline("state").verdict is Verdict.VANISHED


def test_a_missing_key_is_a_key_error() -> None:
    with pytest.raises(KeyError, match=r"state\.nothing"):
        LedgerSheet("s", ())["state.nothing"]


@given(st.lists(st.sampled_from(LEDGERS)))
def test_in_order_keeps_each_ledger_once(ledgers: list[str]) -> None:
    ordered = in_order(ledgers)
    assert set(ordered) == set(ledgers)
    assert list(ordered) == sorted(ordered, key=LEDGERS.index)
