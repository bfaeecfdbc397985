"""Layouts: degrees that go together, what devices send each other, pipelines and hot experts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.costs.hot_experts import picks, placement
from engine.costs.parallel import (
    NETWORK_SHARE,
    Exchange,
    bubble,
    communication,
    hot_expert_factor,
    pipeline_stretch,
    touched_experts,
)
from engine.models import cards
from engine.models.sharding import sharding, stage_layers
from engine.scenario import Layout
from engine.scenario_file import ScenarioError, loads

H100 = cards.hardware_card("h100-sxm-80gb")
DENSE, MOE, HYBRID = cards.model("llama3.1-70b"), cards.model("deepseek-v3"), cards.model("kimi-k3")
MIXTRAL = cards.model("mixtral-8x7b")


def test_one_device_says_nothing() -> None:
    told = communication(DENSE, Layout(), H100, 100)
    assert told.bytes == told.seconds == told.ops == 0


def test_tensor_parallel_rings() -> None:
    told = communication(DENSE, Layout(tensor_parallel=8), H100, 64)
    assert told.all_reduce_bytes == pytest.approx(2 * 80 * (2 * 7 / 8) * 64 * 8192 * 2)
    assert told.ops == 160
    assert told.seconds == pytest.approx(told.all_reduce_bytes / 450e9 + 160 * 10e-6)
    assert told.all_to_all_bytes == told.p2p_bytes == told.ring_bytes == 0


def test_expert_parallel_dispatches_and_combines() -> None:
    layout = Layout(data_parallel=32, expert_parallel=32)
    told = communication(MOE, layout, H100, 3200)
    visited = 31 * (1 - (31 / 32) ** 8)  # other devices that one token goes to
    assert told.all_to_all_bytes == pytest.approx(58 * 2 * 100 * visited * 7168 * 2)
    assert 0.85 * 8 * 31 / 32 < visited < 8 * 31 / 32
    assert told.all_reduce_bytes == 0


def test_experts_in_a_narrow_width_are_sent_in_it() -> None:
    told = communication(HYBRID, Layout(data_parallel=8, expert_parallel=8), H100, 8)
    assert told.all_to_all_bytes == pytest.approx(92 * 2 * 7 * (1 - (7 / 8) ** 16) * 3584 * 2)


def test_attention_replicas_gather_where_experts_are_split_by_tensor() -> None:
    told = communication(MOE, Layout(data_parallel=8), H100, 80)
    assert told.all_reduce_bytes == pytest.approx(58 * (2 * 7 / 8) * 80 * 7168 * 2)


def test_stages_pass_activations_on() -> None:
    told = communication(DENSE, Layout(pipeline_parallel=4), H100, 10)
    assert told.p2p_bytes == 3 * 10 * 8192 * 2
    assert told.ops == 3


def test_context_parallel_passes_state_round_for_prompts_and_merges_partial_softmaxes() -> None:
    layout = Layout(context_parallel=4)
    prompts = communication(DENSE, layout, H100, 1000, 1000)
    assert prompts.ring_bytes == pytest.approx(3 * 250 * 327_680)
    decoding = communication(DENSE, layout, H100, 10)
    assert decoding.ring_bytes == pytest.approx(10 * 80 * (2 * 3 / 4) * 64 * (128 * 2 + 4))


def test_beyond_the_scale_up_domain_the_network_card_decides() -> None:
    near = communication(DENSE, Layout(tensor_parallel=8), H100, 1000)
    far = communication(DENSE, Layout(tensor_parallel=16), H100, 1000)
    latency = 160 * 10e-6
    assert near.seconds - latency == pytest.approx(near.bytes / 450e9)
    assert far.seconds - latency == pytest.approx(far.bytes / (NETWORK_SHARE * 50e9))
    slow = communication(DENSE, Layout(tensor_parallel=16, network_bytes_per_s=25e9), H100, 1000)
    assert slow.seconds - latency == pytest.approx(2 * (far.seconds - latency))
    few = Exchange(MOE, Layout(data_parallel=8, expert_parallel=8), H100).at(8000)
    many = Exchange(MOE, Layout(data_parallel=64, expert_parallel=64), H100).at(64_000)
    assert many.seconds > 5 * few.seconds


@given(
    key=st.sampled_from(["llama3.1-70b", "deepseek-v3", "mixtral-8x7b"]),
    tokens=st.integers(1, 5000),
    prompts=st.integers(0, 5000),
    layout=st.sampled_from(
        [
            Layout(tensor_parallel=2),
            Layout(tensor_parallel=2, pipeline_parallel=2),
            Layout(tensor_parallel=4, context_parallel=2),
            Layout(tensor_parallel=2, data_parallel=2),
        ]
    ),
)
def test_communication_grows_with_tokens(key: str, tokens: int, prompts: int, layout: Layout) -> None:
    exchange = Exchange(cards.model(key), layout, H100)
    prompts = min(prompts, tokens)
    small, large = exchange.at(tokens, prompts), exchange.at(2 * tokens, 2 * prompts)
    assert large.bytes == pytest.approx(2 * small.bytes)
    assert small.seconds < large.seconds <= 2 * small.seconds


def test_layers_of_uneven_stages() -> None:
    assert stage_layers(80, 4) == (20, 20, 20, 20)
    assert stage_layers(61, 4) == (15, 15, 16, 15)
    assert stage_layers(126, 4) == (31, 32, 32, 31)
    assert stage_layers(12, 1) == (12,)


def test_a_pipeline_waits_for_its_first_and_last_microbatch() -> None:
    layout = Layout(pipeline_parallel=4)
    assert bubble(layout, 1) == 3 / 4
    assert bubble(layout, 13) == 3 / 16
    assert bubble(layout) == 3 / 7
    assert bubble(Layout()) == 0
    assert pipeline_stretch(DENSE, layout, 1) == 1  # one microbatch walks through all layers
    assert pipeline_stretch(DENSE, layout, 16) == 19 / 4
    assert pipeline_stretch(DENSE, Layout()) == 1
    assert pipeline_stretch(MOE, layout, 1) == 4 * 16 / 61  # the slowest stage sets the pace


def test_picks_of_a_token_are_its_experts() -> None:
    assert picks(8, 2, 0.0) == pytest.approx([0.25] * 8)
    skewed = picks(16, 4, 2.0)
    assert sum(skewed) == pytest.approx(4)
    assert max(skewed) == 1.0  # no expert is picked twice by a token
    assert skewed == sorted(skewed, reverse=True)


@given(
    groups=st.sampled_from([(256, 8), (128, 8), (8, 2), (896, 16)]),
    ways=st.sampled_from([2, 4, 8]),
    extra=st.integers(0, 8),
    skew=st.floats(0, 2),
)
def test_redundant_experts_spread_the_load(groups: tuple[int, int], ways: int, extra: int, skew: float) -> None:
    experts, k = groups
    plain = placement(experts, k, ways, 0, skew)
    helped = placement(experts, k, ways, extra * ways, skew)
    assert sum(helped.copies) == pytest.approx(k)
    assert len(helped.copies) == experts + extra * ways
    assert helped.imbalance >= 1 - 1e-9
    assert helped.imbalance <= plain.imbalance * 1.03  # greedy, so not exactly monotonous
    if skew == 0:
        assert plain.imbalance == pytest.approx(1)


def test_hot_experts() -> None:
    even = Layout(data_parallel=32, expert_parallel=32)
    skewed = Layout(data_parallel=32, expert_parallel=32, expert_skew=0.8)
    helped = Layout(data_parallel=32, expert_parallel=32, expert_skew=0.8, redundant_experts=32)
    assert hot_expert_factor(MOE, even, 10**9) == pytest.approx(1, abs=1e-3)
    assert hot_expert_factor(MOE, even, 64) > hot_expert_factor(MOE, even, 4096) > 1
    assert hot_expert_factor(MOE, skewed, 10**6) > 1.5
    assert hot_expert_factor(MOE, helped, 10**6) < 0.75 * hot_expert_factor(MOE, skewed, 10**6)
    assert hot_expert_factor(MOE, Layout(tensor_parallel=8), 7) == 1
    assert hot_expert_factor(DENSE, Layout(), 7) == 1
    assert hot_expert_factor(MIXTRAL, Layout(data_parallel=8, expert_parallel=8), 1) <= 4  # all tokens on one device


def test_experts_that_a_batch_touches() -> None:
    whole = touched_experts(MOE, Layout(), 64)
    assert whole == pytest.approx(256 * (1 - (1 - 8 / 256) ** 64))
    assert touched_experts(MOE, Layout(data_parallel=32, expert_parallel=32), 64) == pytest.approx(whole / 32)
    assert touched_experts(MOE, Layout(expert_skew=1.0), 64) < whole
    assert touched_experts(DENSE, Layout(), 64) == 0


@pytest.mark.parametrize(
    ("model", "lines", "field", "words"),
    [
        ("llama3.1-70b", "expert_parallel = 2", "layout.expert_parallel", "has no experts"),
        ("llama3.1-70b", "moe_tensor_parallel = 2", "layout.moe_tensor_parallel", "has no experts"),
        ("llama3.1-70b", "redundant_experts = 8", "layout.redundant_experts", "has no experts"),
        ("llama3.1-8b", "pipeline_parallel = 33", "layout.pipeline_parallel", "32 layers"),
        ("kimi-k3", "context_parallel = 2", "layout.context_parallel", "recurrent"),
        ("deepseek-v3", "expert_parallel = 4\ntensor_parallel = 2", "layout.expert_parallel", "a divisor of"),
        (
            "deepseek-v3",
            "tensor_parallel = 8\nexpert_parallel = 4\nmoe_tensor_parallel = 4",
            "layout.moe_tensor_parallel",
            "expected 2, so that times expert_parallel = 4",
        ),
        ("deepseek-v3", "redundant_experts = 32", "layout.redundant_experts", "expert_parallel = 1"),
        (
            "deepseek-v3",
            "data_parallel = 32\nexpert_parallel = 32\nredundant_experts = 16",
            "layout.expert_parallel",
            "256 experts of deepseek-v3 + 16 redundant",
        ),
    ],
)
def test_degrees_that_do_not_go_together_are_refused_by_field(model: str, lines: str, field: str, words: str) -> None:
    text = f'[model]\ncard = "{model}"\n[layout]\n{lines}\n'
    with pytest.raises(ScenarioError, match=re.escape(words)) as caught:
        loads(text, "x.toml")
    assert caught.value.field == field
    assert caught.value.line is not None


def test_a_sharding_resolves_what_is_left_open() -> None:
    shape = sharding(Layout(tensor_parallel=4, data_parallel=4, pipeline_parallel=2, expert_parallel=8), MOE)
    assert (shape.devices, shape.stage_devices, shape.expert_tensor, shape.replicas) == (32, 16, 2, 4)
    assert shape.stages == (31, 30)
    with pytest.raises(ValueError, match=r"layout\.expert_parallel: found 3"):
        sharding(Layout(expert_parallel=3), MOE)
