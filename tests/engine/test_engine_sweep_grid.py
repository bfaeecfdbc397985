"""The grid of a sweep: what its texts mean, what is wrong with them, and in what order its cells come."""

from __future__ import annotations

import contextlib
import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scenario import Cache
from engine.scenario_schema import schema
from engine.sweep import SweepError, axis, grid, of_values
from engine.sweep.grid import MOST_CELLS

RATES = st.floats(0.001, 1_000_000).map(lambda value: float(f"{value:.12g}"))


@given(st.lists(RATES, min_size=1, max_size=20, unique=True))
def test_a_list_is_the_values_in_the_order_given(values: list[float]) -> None:
    found = axis("workload.rate=" + ",".join(map(repr, values)))
    assert found.values == tuple(values)
    assert of_values("workload.rate", values).values == found.values


@given(RATES, RATES, st.integers(2, 50), st.sampled_from(["", ":log", ":linear"]))
def test_a_range_has_both_ends_and_even_steps(low: float, high: float, count: int, spacing: str) -> None:
    if low == high:
        return
    text = f"workload.rate={low!r}:{high!r}:{count}{spacing}"
    if abs(high / low - 1) < 1e-6:
        return  # steps that are lost in the twelfth digit
    values = axis(text).values
    assert (values[0], values[-1], len(values)) == (low, high, count)
    scale = math.log if spacing == ":log" else float
    places = [scale(value) for value in values]
    step = (places[-1] - places[0]) / (count - 1)
    for place, expected in zip(places, itertools.count(places[0], step), strict=False):
        assert place == pytest.approx(expected, rel=1e-9, abs=max(1e-9, abs(step) * 1e-4))
    assert list(values) == sorted(values, reverse=high < low)


@given(st.integers(1, 65_536), st.integers(1, 65_536), st.integers(2, 300), st.sampled_from(["", ":log"]))
def test_a_range_of_whole_numbers_names_each_once(low: int, high: int, count: int, spacing: str) -> None:
    if low == high:
        return
    values = axis(f"policy.max_running={low}:{high}:{count}{spacing}").values
    assert (values[0], values[-1]) == (low, high)
    assert all(type(value) is int for value in values)
    assert list(values) == sorted(set(values), reverse=high < low)
    assert len(values) <= count
    if not spacing and abs(high - low) >= 2 * count:
        assert len(values) == count


def test_values_read_well() -> None:
    assert axis("workload.rate=0.1:0.5:5").texts == ("0.1", "0.2", "0.3", "0.4", "0.5")
    assert axis("workload.rate=1:4:4").texts == ("1", "2", "3", "4")
    assert axis("policy.max_running=1:1024:11:log").values == tuple(2**power for power in range(11))
    assert axis("workload.rate=4:1:4").values == (4.0, 3.0, 2.0, 1.0)


def test_every_kind_of_field_can_be_swept_over() -> None:
    assert axis("memory.cache=none, radix").values == (Cache.NONE, Cache.RADIX)
    assert axis("memory.pages=none,100").values == (None, 100)
    assert axis("speculation.widths=[1, 2],[3]").values == ((1, 2), (3,))
    assert axis("policy.reserve_full_prompt=true,false").values == (True, False)
    assert axis("title='a, b',c").values == ("a, b", "c")
    assert axis("title=a:b:3").values == ("a:b:3",)
    dies = '[{kind = "worker-dies", at_s = 1.0}]'
    none, one = axis(f"faults=[],{dies}").values
    assert none == ()
    assert one[0].at_s == 1.0


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("workload.rate", "no values", "KEY=LOW:HIGH:COUNT"),
        ("workload.rate=", "no values", "KEY=A,B,C"),
        ("workload.rat=1", "an unknown field workload.rat", "workload.rate"),
        ("=1", "an unknown field", "one of"),
        ("workload.rate=-1,2", "-1", "(0, 1,000,000]"),
        ("workload.rate=1,,2", '""', "a number"),
        ("workload.rate=fast", '"fast"', "a number"),
        ("workload.rate=1,1.0", "1.0 twice", "every value once"),
        ("workload.rate=1:2", "'1:2'", "LOW:HIGH:COUNT"),
        ("workload.rate=1:2:3:cubic", "'1:2:3:cubic'", "LOW:HIGH:COUNT:log"),
        ("workload.rate=a:2:3", "an end 'a'", "a number"),
        ("workload.rate=nan:2:3", "an end 'nan'", "a number"),
        ("workload.rate=1:2:1", "a count of 1", "from 2"),
        ("workload.rate=1:2:2.5", "a count of 2.5", "from 2"),
        ("workload.rate=2:2:3", "from 2 to itself", "two different ends"),
        ("hardware.overhead_us=0:2:3:log", "an end at 0", "above 0"),
        ("policy.max_running=1.5:3:3", "an end '1.5'", "a whole number"),
        ("memory.cache=radixx", '"radixx"', "closest: radix"),
        ("faults=[{}]", "nothing in faults[0].kind", "worker-dies"),
    ],
)
def test_an_error_names_the_option_what_was_found_and_what_was_expected(text: str, found: str, expected: str) -> None:
    with pytest.raises(SweepError) as raised:
        axis(text)
    error = raised.value
    assert error.option == f"--over {text}"
    assert found in error.found
    assert expected in error.expected
    assert str(error) == f"{error.option}: found {error.found}, expected {error.expected}"


def test_a_grid_needs_axes_each_of_them_once_and_not_too_many_cells() -> None:
    for over, found in (
        ([], "no field"),
        (["workload.rate=1", "workload.rate=2"], "workload.rate 2 times"),
        (["workload.rate=1:2:2000", "seed=1:2000:2000"], f"{4_000_000:,} cells"),
    ):
        with pytest.raises(SweepError) as raised:
            grid(over)
        assert found in raised.value.found
    assert MOST_CELLS == 1_000_000


AXES = {"workload.rate": RATES, "policy.max_running": st.integers(1, 999), "memory.page_tokens": st.integers(1, 64)}


@given(st.data(), st.permutations(list(AXES)), st.integers(1, 3))
def test_cells_are_the_product_with_the_last_axis_fastest(data: st.DataObject, keys: list[str], count: int) -> None:
    lists = [data.draw(st.lists(AXES[key], min_size=1, max_size=4, unique=True)) for key in keys[:count]]
    texts = [f"{key}={','.join(map(str, values))}" for key, values in zip(keys, lists, strict=False)]
    points = grid(texts)
    cells = list(points)
    assert [cell.values for cell in cells] == list(itertools.product(*lists))
    assert [cell.number for cell in cells] == list(range(len(points)))
    assert all(len(cell.settings) == count for cell in cells)
    assert list(grid(texts)) == cells


@given(
    st.sampled_from([*schema(), "faults", "workload", "nothing"]),
    st.text(st.sampled_from("0123456789.,:-e[]{}'\" =abnolgtruefalse\ud800\n"), max_size=30) | st.text(max_size=20),
)
def test_any_text_is_an_axis_or_an_error_of_the_sweep(key: str, values: str) -> None:
    with contextlib.suppress(SweepError):
        found = axis(f"{key}={values}")
        assert len(found.texts) == len(found.values) > 0
        assert len(set(found.values)) == len(found.values)
