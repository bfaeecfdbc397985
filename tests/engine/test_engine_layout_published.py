"""Layouts against figures that others have published."""

from __future__ import annotations

import pytest

from engine.costs.cost import CostModel
from engine.costs.hot_experts import placement
from engine.costs.parallel import Exchange
from engine.models import cards
from engine.models.memory_split import weight_bytes
from engine.models.sharding import sharding
from engine.scenario import Hardware, Layout, Model, Precision, Scenario

V3 = cards.model("deepseek-v3")
H800 = cards.hardware_card("h800-sxm-80gb")
MOE_LAYERS = 58


@pytest.mark.parametrize(("ways", "dispatch_us", "combine_us"), [(32, 155, 273), (128, 192, 369), (256, 194, 360)])
def test_dispatch_and_combine_among_devices(ways: int, dispatch_us: float, combine_us: float) -> None:
    """DeepEP, low latency: 128 tokens a device, width 7168, top 8, 8 bits out and 16 back, 400 Gb/s cards."""
    layout = Layout(data_parallel=ways, expert_parallel=ways, network_bytes_per_s=50e9)
    told = Exchange(V3, layout, H800, activation_bytes=1.0).at(128 * ways)
    assert told.seconds / MOE_LAYERS * 1e6 == pytest.approx(dispatch_us + combine_us, rel=0.12)


@pytest.mark.parametrize(("ways", "slots"), [(32, 9), (144, 2), (288, 1)])
def test_expert_slots_of_deepseeks_deployment(ways: int, slots: int) -> None:
    """32 redundant experts: 9 routed slots a device in prefill (EP32), 2 in decode (EP144)."""
    held = placement(256, 8, ways, 32, 0.5)
    assert len(held.copies) / held.devices == slots
    layout = Layout(data_parallel=ways, expert_parallel=ways, redundant_experts=32)
    one = 3 * 7168 * 2048 * MOE_LAYERS
    assert weight_bytes(V3, Precision(weight_bits=8), None, layout).experts == pytest.approx(slots * one)


def test_the_layouts_of_the_v3_report() -> None:
    """Prefill: TP4, DP8, EP32 on 32 devices. Decode: TP4, DP80, EP320 on 320, 64 of them for redundant experts."""
    prefill = sharding(Layout(tensor_parallel=4, data_parallel=8, expert_parallel=32, redundant_experts=32), V3)
    assert (prefill.devices, prefill.expert_tensor) == (32, 1)
    decode = sharding(Layout(tensor_parallel=4, data_parallel=80, expert_parallel=320, redundant_experts=64), V3)
    assert (decode.devices, decode.expert_tensor) == (320, 1)


@pytest.mark.parametrize(
    ("key", "precision", "published", "tolerance"),
    [
        ("deepseek-v4.1-flash", Precision(weight_bits=8, expert_weight_bits=4.25), 510e9, 0.01),
        ("kimi-k3", Precision(expert_weight_bits=4.25), 1.5e12, 0.05),
        ("deepseek-v3", Precision(weight_bits=8), 671e9, 0.01),
    ],
)
def test_whole_models_in_their_own_precision(
    key: str, precision: Precision, published: float, tolerance: float
) -> None:
    assert weight_bytes(cards.model(key), precision, None).once == pytest.approx(published, rel=tolerance)


def test_expert_weights_shrink_with_the_expert_parallel_degree() -> None:
    """A planner that leaves this out asks for up to eight times the memory on eight devices."""
    one = weight_bytes(V3, Precision(weight_bits=8), None)
    eight = weight_bytes(V3, Precision(weight_bits=8), None, Layout(data_parallel=8, expert_parallel=8))
    assert one.experts / eight.experts == pytest.approx(8)


def wide(ways: int, overlap: float = 0.0) -> CostModel:
    """DeepSeek-V3 as its operator runs it: attention replicas, one expert group, 8-bit products, H800."""
    return CostModel(
        Scenario(
            model=Model(card="deepseek-v3", max_length=16_384),
            precision=Precision(weight_bits=8, activation_bits=8),
            hardware=Hardware(card="h800-sxm-80gb"),
            layout=Layout(data_parallel=ways, expert_parallel=ways, redundant_experts=32, overlap=overlap),
        )
    )


HIDDEN = 0.75  # of the products' time: two micro-batches in turn, as the operator runs them


def test_decoding_among_144_devices() -> None:
    """Disclosed: 14,800 output tokens/s a node of 8, 21 a user (so 88 users a device), 4,989 tokens of state."""
    rows = 88 * 144
    spent = wide(144, HIDDEN).iteration((), rows * 4_989, rows, rows)
    assert 88 * 8 / spent.seconds == pytest.approx(14_800, rel=0.2)


def test_prompts_among_32_devices() -> None:
    """Disclosed: 73,700 input tokens/s a node, 56.3 % of them from the cache, so 32,200 computed."""
    spent = wide(32, HIDDEN).iteration([(4096, 0)] * 32, 0, 0, 32)
    assert 4096 * 8 / spent.seconds == pytest.approx(73_700 * (1 - 0.563), rel=0.2)


def test_collectives_hide_behind_the_other_half_of_a_batch() -> None:
    rows = 88 * 144
    whole, halves = (wide(144, share).iteration((), rows * 4_989, rows, rows) for share in (0.0, HIDDEN))
    assert halves.communication_seconds < whole.communication_seconds
    assert halves.link_bytes == whole.link_bytes
    products = [spent.seconds - spent.communication_seconds for spent in (whole, halves)]
    assert products[1] > products[0]  # halves read the weights twice
    few = [wide(144, share).iteration((), 144 * 100, 144, 144).seconds for share in (0.0, HIDDEN)]
    assert few[1] > few[0]  # one sequence a device: nothing is gained by halves
