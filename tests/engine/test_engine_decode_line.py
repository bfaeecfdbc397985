"""Plain decode iterations are straight lines over the sum of contexts, and iterations follow them exactly."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.costs.cost import CostModel
from engine.costs.decode_line import UNBOUNDED, Constant, decode_lines
from engine.scenario import Hardware, Layout, Model, Scenario

CARDS = ("opt-13b", "llama3.1-8b", "mistral-7b", "gemma3-27b", "mixtral-8x7b", "deepseek-v3.2", "kimi-linear-48b")


def cost(card: str, tp: int) -> CostModel:
    return CostModel(
        Scenario(model=Model(card=card), hardware=Hardware(card="h100-sxm-80gb"), layout=Layout(tensor_parallel=tp))
    )


MODELS = {(card, tp): cost(card, tp) for card in CARDS for tp in (1, 4)}
which = st.sampled_from(sorted(MODELS))


@given(key=which, rows=st.integers(1, 300), contexts=st.integers(0, 3_000_000))
def test_an_iteration_is_its_line(key: tuple[str, int], rows: int, contexts: int) -> None:
    model = MODELS[key]
    line, made = model.decode_line(rows, contexts), model.iteration((), contexts, rows, rows)
    assert made.picoseconds == line.base_ps + line.slope_ps * contexts
    assert made.seconds == made.picoseconds / 1e12
    assert made.hbm_bytes == line.bytes_base + line.bytes_slope * contexts
    assert made.flops == line.flops_base + line.flops_slope * contexts
    assert (made.weight_bytes, made.link_bytes, made.experts) == (line.weight_bytes, line.link_bytes, line.experts)
    assert made.overhead_seconds == line.overhead_ns / 1e9
    assert made.communication_seconds == line.communication_ns / 1e9


@given(key=which, rows=st.integers(1, 300), start=st.integers(0, 200_000), steps=st.integers(1, 60))
def test_a_stretch_evaluated_at_once_equals_its_iterations(
    key: tuple[str, int], rows: int, start: int, steps: int
) -> None:
    model = MODELS[key]
    line = model.decode_line(rows, start)
    contexts = start + rows * np.arange(steps)
    contexts = contexts[contexts <= line.high]
    single = [model.iteration((), int(c), rows, rows) for c in contexts]
    assert (line.base_ps + line.slope_ps * contexts).tolist() == [s.picoseconds for s in single]
    assert (line.bytes_base + line.bytes_slope * contexts).tolist() == [s.hbm_bytes for s in single]
    assert (line.flops_base + line.flops_slope * contexts).tolist() == [s.flops for s in single]


@given(key=which, rows=st.integers(1, 300))
def test_lines_meet_and_are_found_by_their_range(key: tuple[str, int], rows: int) -> None:
    model = MODELS[key]
    contexts = 0
    while True:
        line = model.decode_line(rows, contexts)
        assert line.slope_ps >= 0
        assert model.decode_line(rows, line.high) is line
        if line.high == UNBOUNDED:
            break
        after = model.decode_line(rows, line.high + 1)
        assert after is not line
        assert after.base_ps + after.slope_ps * line.high == line.base_ps + line.slope_ps * line.high
        assert after.bytes_base + after.bytes_slope * line.high == pytest.approx(
            line.bytes_base + line.bytes_slope * line.high
        )
        contexts = line.high + 1


caps = st.lists(st.integers(1, 5_000), min_size=1, max_size=3, unique=True).map(sorted)


@given(caps=caps, data=st.data(), rows=st.integers(1, 64), contexts=st.integers(0, 500_000))
def test_lines_are_the_longer_of_bytes_and_operations(
    caps: list[int], data: st.DataObject, rows: int, contexts: int
) -> None:
    size = st.floats(1, 1e6)
    reads = [(cap, data.draw(size), data.draw(size)) for cap in [*caps, 1 << 62]]
    lines = decode_lines(rows, reads, 1e12, 3e12, Constant(0.01, 0, 0, 0, 0, 0, 0, 0))
    assert [line.high for line in lines] == sorted({line.high for line in lines})
    line = next(line for line in lines if contexts <= line.high)
    seen = [(min(contexts, rows * cap), b, f) for cap, b, f in reads]
    read, flops = sum(n * b for n, b, _ in seen), sum(n * f for n, _, f in seen)
    assert line.bytes_base + line.bytes_slope * contexts == pytest.approx(read)
    assert line.flops_base + line.flops_slope * contexts == pytest.approx(flops)
    expected = 0.01 + max(read / 1e12, flops / 3e12)
    token = sum(b for _, b, _ in reads) / 1e12 + sum(f for _, _, f in reads) / 3e12
    rounding = 1e-12 * (contexts + 2) + len(lines) * token  # half a picosecond a token, and the token at a crossing
    assert (line.base_ps + line.slope_ps * contexts) / 1e12 == pytest.approx(expected, rel=1e-5, abs=rounding)


@given(key=which, rows=st.integers(2, 64), mean=st.integers(1, 4_000))
def test_a_line_is_near_an_iteration_with_a_crumb_of_prefill(key: tuple[str, int], rows: int, mean: int) -> None:
    model = MODELS[key]
    plain = model.iteration((), rows * mean, rows, rows)
    mixed = model.iteration([(1, 0)], (rows - 1) * mean, rows - 1, rows)
    assert mixed.weight_bytes == plain.weight_bytes
    assert mixed.seconds == pytest.approx(plain.seconds, rel=0.35)
