"""Numbers as people read them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets import format as fmt

NB = fmt.NBSP


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [
        (0, f"0{NB}s"),
        (1, f"1{NB}ns"),
        (999, f"999{NB}ns"),
        (1_500, f"1.5{NB}µs"),
        (38_000_000, f"38{NB}ms"),
        (1_238_900_000, f"1.24{NB}s"),
        (999_999_900, f"1{NB}s"),
        (59_960_000_000, f"1{NB}min{NB}00{NB}s"),
        (125e9, f"2{NB}min{NB}05{NB}s"),
        (3_700e9, f"1{NB}h{NB}01{NB}min"),
        (-5_000_000, f"−5{NB}ms"),
    ],
)
def test_durations(nanoseconds: float, text: str) -> None:
    assert fmt.duration(nanoseconds) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.5 KiB"), (40 * 2**30, "40 GiB"), (-(2**20), "−1 MiB")],
)
def test_bytes(size: int, text: str) -> None:
    assert fmt.byte_size(size) == text.replace(" ", NB)


def test_counts_are_grouped_by_thin_spaces() -> None:
    assert fmt.count(12345) == f"12{fmt.THIN}345"
    assert fmt.count(-1234567) == f"−1{fmt.THIN}234{fmt.THIN}567"
    assert fmt.count(12.345) == "12.35"


def test_shares_never_round_to_none_or_all() -> None:
    assert fmt.share(0.963) == f"96.3{NB}%"
    assert fmt.share(0.99999) == f">{NB}99.9{NB}%"
    assert fmt.share(0.00001) == f"<{NB}0.1{NB}%"
    assert fmt.share(0) == f"0{NB}%"
    assert fmt.share(1) == f"100{NB}%"


def test_a_missing_value_is_said_to_be_missing() -> None:
    for write in (fmt.duration, fmt.seconds, fmt.byte_size, fmt.count, fmt.share, fmt.ratio):
        assert write(None) == "not exercised"
    assert fmt.quantity(None, "tokens") == "not exercised"


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.038, "s", "38 ms"),
        (0.5, "1", "50 %"),
        (2.4, "x", "×2.4"),
        (2**30, "B", "1 GiB"),
        (2**30, "B/s", "1 GiB/s"),
        (3.2e12, "FLOP/s", "3.2 TFLOP/s"),
        (300, "W", "300 W"),
        (1234, "tokens", f"1{fmt.THIN}234 tokens"),
        (12, "pages", "12 pages"),
    ],
)
def test_quantities_in_their_units(value: float, unit: str, text: str) -> None:
    assert fmt.quantity(value, unit) == text.replace(" ", NB)


def test_differences_carry_their_sign() -> None:
    assert fmt.signed_quantity(0.038, "s") == f"+38{NB}ms"
    assert fmt.signed_quantity(-2, "pages") == f"−2{NB}pages"


def test_a_read_out_keeps_its_width() -> None:
    assert fmt.clock(1_500_000, 2e9) == f"0.002{NB}s"
    assert fmt.clock(61.5e9, 90e9) == "1:01.500"


@given(st.floats(min_value=1e-9, max_value=1e7))
def test_a_duration_is_within_half_a_percent_of_itself(seconds: float) -> None:
    text = fmt.seconds(seconds)
    parts = text.split(NB)
    unit = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "min": 60, "h": 3600, "d": 86400}
    pairs = zip(parts[::2], parts[1::2], strict=True)
    total = sum(float(number.replace(fmt.THIN, "")) * unit[name] for number, name in pairs)
    assert math.isclose(total, seconds, rel_tol=0.01, abs_tol=30 if seconds > 3600 else 0.5 if seconds > 59 else 0)


@given(st.integers(min_value=0, max_value=2**60))
def test_bytes_never_show_more_than_four_figures_before_the_point(size: int) -> None:
    number = fmt.byte_size(size).split(NB)[0]
    assert len(number.split(".")[0].replace(fmt.THIN, "")) <= 4
