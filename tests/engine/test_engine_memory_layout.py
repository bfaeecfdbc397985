"""Memory of one device under every layout: weights shared and repeated, workspace, pages, refusals."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.models import cards
from engine.models.memory_facts import memory_facts
from engine.models.memory_notes import memory_notes
from engine.models.memory_split import DoesNotFit, split_memory, weight_bytes
from engine.models.sharding import sharding
from engine.models.workspace import captured_sizes, derive
from engine.scenario import Batching, Hardware, Layout, Memory, Model, Policy, Precision, Scenario

BF16 = Precision()
MOE, DENSE = cards.model("deepseek-v3"), cards.model("llama3.1-70b")
CHUNKED = Policy(batching=Batching.CHUNKED, max_running=256, token_budget=2048)


def scenario(model: str, layout: Layout, hardware: str = "h200-sxm-141gb", **sections: object) -> Scenario:
    parts = {"model": Model(card=model, max_length=8192), "policy": CHUNKED, **sections}
    return Scenario(layout=layout, hardware=Hardware(card=hardware), **parts)  # type: ignore[arg-type]


def test_expert_weights_are_divided_by_the_expert_parallel_degree() -> None:
    alone = weight_bytes(MOE, BF16, None, Layout(data_parallel=8))
    shared = weight_bytes(MOE, BF16, None, Layout(data_parallel=8, expert_parallel=8))
    assert shared.experts == pytest.approx(58 * 32 * 3 * 7168 * 2048 * 2)
    assert shared.experts == pytest.approx(alone.experts)  # split within or between experts: the same bytes
    assert shared.layers == pytest.approx(weight_bytes(MOE, BF16, None, Layout()).layers)  # attention is repeated
    assert shared.replicated == pytest.approx(7 * (shared.layers + shared.tables))


def test_redundant_experts_take_room() -> None:
    plain = weight_bytes(MOE, BF16, None, Layout(data_parallel=32, expert_parallel=32))
    extra = weight_bytes(MOE, BF16, None, Layout(data_parallel=32, expert_parallel=32, redundant_experts=32))
    assert extra.experts == pytest.approx(plain.experts * 9 / 8)
    assert extra.redundant == pytest.approx(plain.experts / 8)


@given(
    key=st.sampled_from(["deepseek-v3", "qwen3-235b-a22b", "mixtral-8x7b", "kimi-k2"]),
    tp=st.sampled_from([1, 2, 4]),
    dp=st.sampled_from([1, 2, 4]),
    pp=st.sampled_from([1, 2, 3]),
    ep=st.sampled_from([1, 2, 4]),
)
def test_the_devices_of_an_engine_hold_the_model(key: str, tp: int, dp: int, pp: int, ep: int) -> None:
    if (tp * dp) % ep:
        ep = 1
    card = cards.model(key)
    layout = Layout(tensor_parallel=tp, data_parallel=dp, pipeline_parallel=pp, expert_parallel=ep)
    held = weight_bytes(card, BF16, None, layout)
    one = weight_bytes(card, BF16, None).device
    assert held.once == pytest.approx(one)
    assert held.engine >= one * (1 - 1e-9)
    assert held.device * sharding(layout, card).devices >= held.engine * (1 - 1e-9)  # the heaviest stage decides
    if dp == tp == pp == 1:
        assert held.replicated == 0
    if dp > 1:
        assert held.replicated >= (dp - 1) * (held.layers + held.tables) * 0.9


def test_dense_models_are_repeated_by_attention_replicas() -> None:
    held = weight_bytes(DENSE, BF16, None, Layout(tensor_parallel=2, data_parallel=4))
    assert held.engine == pytest.approx(4 * held.once)
    assert held.replicated == pytest.approx(3 * held.once)


def test_stages_hold_their_layers_and_the_tables_lie_at_the_ends() -> None:
    card = cards.model("llama3.1-405b")
    one = weight_bytes(card, BF16, None)
    four = weight_bytes(card, BF16, None, Layout(pipeline_parallel=4))
    assert four.engine == pytest.approx(one.device)
    assert four.device == pytest.approx(one.layers * 32 / 126)
    tied = cards.model("llama3.2-1b")
    two = weight_bytes(tied, BF16, None, Layout(pipeline_parallel=2))
    assert two.replicated == pytest.approx(two.tables)  # first and last stage both need the table


def test_deepseek_v3_fits_eight_devices_at_8_bits_only() -> None:
    layout = Layout(tensor_parallel=8)
    with pytest.raises(DoesNotFit, match=r"tensor_parallel = 8.*usable.*weights \(.*experts\)"):
        split_memory(scenario("deepseek-v3", layout))
    eight = scenario("deepseek-v3", layout, precision=Precision(weight_bits=8, activation_bits=8))
    assert split_memory(eight).pages > 1000


def test_a_refusal_names_the_layout_and_the_stage() -> None:
    with pytest.raises(DoesNotFit) as caught:
        split_memory(scenario("llama3.1-405b", Layout(pipeline_parallel=4), "a100-sxm-40gb"))
    for words in ("pipeline_parallel = 4", "per device of stage", "less than one page", "workspace"):
        assert words in str(caught.value)


@pytest.mark.parametrize(
    "split",
    [
        Layout(tensor_parallel=8),
        Layout(tensor_parallel=4, context_parallel=2),
        Layout(tensor_parallel=4, data_parallel=2),
    ],
)
def test_pages_of_an_engine_are_the_mean_of_its_devices(split: Layout) -> None:
    s = scenario("llama3.1-70b", split)
    held = split_memory(s)
    assert held.page * sharding(split, DENSE).devices == pytest.approx(327_680 * 16)
    facts = memory_facts(s)
    assert facts["state_bytes_per_token"] == 327_680
    used = held.weights + held.workspace + held.fixed_state + held.pool
    assert 0 <= held.usable - used < held.page


def test_the_tightest_stage_decides_about_pages() -> None:
    s = scenario("llama3.1-70b", Layout(pipeline_parallel=3), "a100-sxm-80gb")
    held = split_memory(s)
    assert held.shape.stages == (27, 27, 26)
    assert held.stage == 0  # as many layers as the second, and the input table
    assert held.page == 27 * 4096 * 16


def test_fixed_state_is_shared_out_over_replicas_and_stages() -> None:
    whole = split_memory(scenario("kimi-linear-48b", Layout()))
    split = split_memory(scenario("kimi-linear-48b", Layout(data_parallel=2)))
    assert split.fixed_per_request == whole.fixed_per_request / 2
    assert split.fixed_state == whole.fixed_state / 2


def test_a_derived_workspace_agrees_with_a_measured_one() -> None:
    """vLLM 0.19, Llama 3.1 8B on a device of 25,250,627,584 B, 0.9 of it: 2,588 blocks of 16 were left for state."""
    s = Scenario(
        model=Model(card="llama3.1-8b", max_length=32_768),
        hardware=Hardware(card="rtx-4090", workspace_bytes=None),
        policy=CHUNKED,
    )
    card = cards.model("llama3.1-8b")
    parts = derive(s, card, sharding(s.layout, card))
    measured = 0.9 * 25_250_627_584 - weight_bytes(card, BF16, None).device - 2588 * 16 * 131_072
    assert parts.total - parts.graphs == pytest.approx(measured, rel=0.05)  # that version leaves graphs out


def test_workspace_parts() -> None:
    s = dataclasses.replace(
        scenario("llama3.1-70b", Layout(tensor_parallel=4)), hardware=Hardware(workspace_bytes=None)
    )
    parts = derive(s, DENSE, sharding(s.layout, DENSE))
    more = dataclasses.replace(s, policy=dataclasses.replace(s.policy, token_budget=16_384))
    wide = derive(more, DENSE, sharding(s.layout, DENSE))
    assert wide.activations == pytest.approx(8 * parts.activations)
    assert wide.total > parts.total  # with few tokens the sampling of 256 sequences is the larger part
    assert parts.communication > 0
    given = derive(scenario("llama3.1-70b", Layout()), DENSE, sharding(Layout(), DENSE))
    assert given.total == given.given == 1_500_000_000
    assert [captured_sizes(n) for n in (1, 8, 256, 512, 4000)] == [1, 4, 35, 51, 51]


def test_given_pages_are_taken_as_they_are() -> None:
    s = scenario("llama3.1-8b", Layout(), memory=Memory(pages=2588))
    assert split_memory(s).pages == 2588
    assert memory_notes(s) == ()
    more = dataclasses.replace(s, memory=Memory(pages=1_000_000))
    assert split_memory(more).pages == 1_000_000
    assert "takes 1,953.12 GiB on a device" in memory_notes(more)[0]


def test_notes_say_what_is_held_more_than_once_or_longer_than_needed() -> None:
    assert memory_notes(scenario("llama3.1-70b", Layout(tensor_parallel=8))) == ()
    assert "8 KV heads on 16 devices" in memory_notes(scenario("llama3.1-70b", Layout(tensor_parallel=16)))[0]
    assert "each of the 8 devices" in memory_notes(scenario("deepseek-v3", Layout(tensor_parallel=8)))[0]
    assert "windowed" in memory_notes(scenario("mistral-7b", Layout()))[0]
