"""Steady closed loops in closed form: the mechanism, and errors on measured configurations."""

from __future__ import annotations

import dataclasses
import json
import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.costs.cost import CostModel
from engine.costs.fits import engines
from engine.costs.serving_point import Prediction, ServingPoint, predict, predict_split
from engine.scenario import Hardware, Layout, Model, Precision, Scenario
from engine.scenario_ranges import CHOICES
from tests.bench import silicon, truth

EIGHT = Precision(weight_bits=8, activation_bits=8, state_bits=8)


def model(card: str = "llama3.1-70b", engine: str = "vllm-0.15", tp: int = 4) -> CostModel:
    return CostModel(
        Scenario(
            model=Model(card=card, max_length=16_384),
            precision=EIGHT,
            hardware=Hardware(card="h200-sxm-141gb", engine=engine),
            layout=Layout(tensor_parallel=tp),
        )
    )


H200 = model()


def at(cost: CostModel = H200, **changes: float) -> Prediction:
    point = ServingPoint(1024, 1024, 16, spread=0.2, rounds=10)
    return predict(cost, dataclasses.replace(point, **changes))


def test_one_client_decodes_alone() -> None:
    alone = at(concurrency=1, rounds=math.inf)
    line = H200.decode_line(1, 1382)
    assert alone.tpot_s == pytest.approx((line.base_ps + line.slope_ps * 1382) / 1e12, rel=0.01)
    prompt = H200.iteration([(922, 0)], 0, 0, 1).seconds
    assert prompt < alone.ttft_s < prompt + 0.1
    assert alone.memory_wait_s == 0


@settings(deadline=None, max_examples=30)
@given(clients=st.integers(1, 200), prompt=st.integers(64, 8192), output=st.integers(32, 4096))
def test_more_clients_never_make_anything_faster(clients: int, prompt: int, output: int) -> None:
    few = at(concurrency=clients, prompt_tokens=prompt, output_tokens=output)
    more = at(concurrency=2 * clients, prompt_tokens=prompt, output_tokens=output)
    assert more.tpot_s >= few.tpot_s * 0.98  # whole prompts per iteration come in steps
    assert more.ttft_s >= few.ttft_s * 0.95
    assert more.running <= 2 * clients


def test_prompts_of_others_stretch_decoding() -> None:
    long, short = at(prompt_tokens=8192, concurrency=64), at(prompt_tokens=1024, concurrency=64)
    contexts = 64 * (7168 * 0.9)
    more_context = H200.iteration((), round(contexts), 64, 64).seconds - H200.iteration((), 0, 64, 64).seconds
    assert long.tpot_s - short.tpot_s > 2 * more_context
    assert at(output_tokens=4096, prompt_tokens=8192, concurrency=64).tpot_s < long.tpot_s


def test_clients_beyond_the_pool_wait_for_memory() -> None:
    tight = model(tp=1)
    crowd = at(tight, concurrency=256, output_tokens=8192)
    assert crowd.running < 256
    assert crowd.memory_wait_s > 0.5 * crowd.ttft_s
    assert at(tight, concurrency=512, output_tokens=8192).tpot_s == pytest.approx(crowd.tpot_s, rel=0.01)


def test_settings_that_hold_tokens_back_show_in_the_first_only() -> None:
    free, held = at(), at(held_steps=20)
    assert held.tpot_s == free.tpot_s
    assert held.ttft_s - free.ttft_s == pytest.approx(20 * free.tpot_s)


def test_prompts_first_and_equal_lengths_run_in_lockstep() -> None:
    first = model("qwen3-32b", "sglang-0.5.1")
    wave, lone = (predict(first, ServingPoint(2048, 256, c, rounds=10)).ttft_s for c in (64, 1))
    assert wave > 15 * lone


def test_a_load_beyond_the_fit_is_extrapolated() -> None:
    assert not at().extrapolated
    crowd, long = at(concurrency=600, output_tokens=256), at(prompt_tokens=15_000)
    assert crowd.extrapolated
    assert "600 sequences at once" in crowd.notes[-1]
    assert long.extrapolated
    assert "prompts of 15000 tokens" in long.notes[-1]


def test_a_split_decodes_undisturbed() -> None:
    point = ServingPoint(8192, 1024, 64, spread=0.2, rounds=10)
    mixed, split = predict(H200, point), predict_split(H200, H200, point, 4, 1)
    assert split.tpot_s < mixed.tpot_s
    assert split.tpot_s == pytest.approx(predict_split(H200, H200, point, 8, 1).tpot_s)
    assert predict_split(H200, H200, point, 1, 1).ttft_s > 2 * split.ttft_s
    assert predict_split(H200, H200, point, 4, 2).tpot_s < split.tpot_s


def test_every_generation_can_be_chosen() -> None:
    assert {"", *engines()} == set(CHOICES["hardware.engine"])
    with pytest.raises(ValueError, match=r"hardware.engine: found none"):
        predict(CostModel(Scenario()), ServingPoint(100, 100, 1))


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ((8, 1, 8, 1), (8, 1, 1)),
        ((64, 1, 8, 8), (8, 1, 8)),  # products of degrees
        ((1, 64, 8, 8), (1, 8, 8)),
        ((4, 4, 1, 16), (4, 1, 4)),
        ((4, 1, 1, 4), (4, 1, 4)),
        ((1, 8, 1, 8), (1, 8, 8)),
        ((1, 0, 4, 1), (1, 4, 1)),
        ((4, 0, 2, 2), (4, 1, 2)),
        ((2, 0, 1, 0), (2, 1, 1)),
    ],
)
def test_degrees_of_measured_rows(columns: tuple[int, int, int, int], expected: tuple[int, int, int]) -> None:
    assert silicon.degrees(*columns) == expected


needs_truth = pytest.mark.skipif(
    not (silicon.TRUTH / "silicon.csv").is_file(), reason="the measured configurations are not beside the checkout"
)


@needs_truth
def test_held_out_configurations_reach_the_goals_and_are_shown_as_they_are() -> None:
    aside: Counter[str] = Counter()
    found = truth.points(aside=aside)
    scopes = truth.scopes(found)
    for scope in scopes:
        assert scope.within, truth.lines([scope])[1]
    shown = json.loads(truth.FILE.read_text("utf-8"))
    assert shown["rows"] == {"predicted": len(found), "set_aside": dict(aside)}
    assert shown["scopes"] == [truth.flat(scope) for scope in scopes]
    assert shown["groups"] == [truth.flat(group) for group in truth.groups(found)]


@needs_truth
def test_the_split_goes_through_configurations() -> None:
    held = {row.configuration for row in silicon.rows() if row.held_out}
    seen = {row.configuration for row in silicon.rows() if not row.held_out}
    assert held
    assert not held & seen
    assert 0.15 < len(held) / len(held | seen) < 0.45
