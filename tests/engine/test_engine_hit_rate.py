"""The hit rate of the newest look-ups."""

from __future__ import annotations

import pytest

from engine.reading.hit_rate import HitRateWindow


def test_older_entries_leave_the_window() -> None:
    window = HitRateWindow(5)
    rates = []
    for queries, hits, requests in ((20, 9, 2), (80, 16, 3), (10, 2, 4)):
        window.add(queries, hits, requests)
        rates.append(window.rate)
    assert rates == [pytest.approx(0.45), pytest.approx(0.25), pytest.approx(0.2)]


def test_empty_statistics_do_not_shift_the_window() -> None:
    window = HitRateWindow(5)
    window.add(20, 9, 5)
    window.add(0, 0, 0)
    assert window.rate == pytest.approx(0.45)
    assert window.requests == 5


def test_one_entry_larger_than_the_window_replaces_all() -> None:
    window = HitRateWindow(5)
    window.add(20, 9, 2)
    window.add(100, 10, 50)
    assert (window.requests, window.rate) == (50, pytest.approx(0.1))


def test_no_queries_yet_is_not_all_missed() -> None:
    window = HitRateWindow()
    assert window.rate is None
    window.add(40, 0)
    assert window.rate == 0.0
