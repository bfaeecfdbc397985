"""Cost model: against measured operators, in its physics, and in how it refuses."""

from __future__ import annotations

import dataclasses
import timeit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.costs.attention import attended_pairs
from engine.costs.cost import CostModel, DoesNotFit, page_bytes, pool_pages
from engine.models import cards
from engine.models.geometry import geometry
from engine.scenario import Hardware, Layout, Memory, Model, Policy, Precision, Scenario

A100, H100, A40 = "a100-sxm-80gb", "h100-sxm-80gb", "a40"


def scenario(
    card: str = "llama2-7b",
    hardware: str = A100,
    tp: int = 1,
    kv_heads: int | None = None,
    precision: Precision | None = None,
    max_length: int = 2048,
) -> Scenario:
    return Scenario(
        model=Model(card=card, kv_heads=kv_heads, max_length=max_length),
        hardware=Hardware(card=hardware),
        layout=Layout(tensor_parallel=tp),
        precision=precision or Precision(),
    )


def test_single_stream_is_near_the_weights_over_bandwidth() -> None:
    cost = CostModel(scenario()).iteration([], 512, 1, 1)
    weights = 2 * geometry(cards.model("llama2-7b")).weights(0) - 2 * 32_000 * 4096  # the input table is looked up
    assert cost.weight_bytes == pytest.approx(weights)
    assert cost.seconds > weights / 2.039e12
    assert cost.seconds < 2 * weights / 2.039e12
    assert cost.flops == pytest.approx(weights + 4 * 32 * 4096 * 512)  # products, then attention


def state_traffic(card: str, contexts: int, tp: int = 1, kv_heads: int | None = None) -> float:
    """Bytes a decode step of one sequence reads because of its context."""
    model = CostModel(scenario(card, "h200-sxm-141gb", tp, kv_heads))
    return model.iteration([], contexts, 1, 1).hbm_bytes - model.iteration([], 0, 1, 1).hbm_bytes


@pytest.mark.parametrize(
    ("card", "bytes_per_token"),
    [
        ("opt-13b", 819_200),
        ("llama3.1-8b", 131_072),  # 8 KV heads, not 32 query heads
        ("llama2-70b", 327_680),
        ("falcon-7b", 8_192),  # one KV head, 71 query heads
        ("deepseek-v3", 70_272),  # the latent, once for all 128 heads
        ("minimax-text-01", 40_960),
        ("kimi-linear-48b", 8_064),  # seven of 27 layers
        ("mimo-v2-flash", 39 * 8 * 320 * 2 + 9 * 4 * 320 * 2),
    ],
)
def test_decode_reads_stored_state_once(card: str, bytes_per_token: int) -> None:
    assert state_traffic(card, 100) == pytest.approx(100 * bytes_per_token, rel=1e-6)


def test_windows_and_selections_stop_growing() -> None:
    mistral = state_traffic("mistral-7b", 4096)
    assert state_traffic("mistral-7b", 40_960) == pytest.approx(mistral)
    sparse = [state_traffic("deepseek-v3.2", n) for n in (2_048, 4_096, 8_192)]
    assert sparse[1] - sparse[0] == pytest.approx(2_048 * 61 * 128 * 2)  # index keys only
    assert sparse[2] - sparse[1] == pytest.approx(4_096 * 61 * 128 * 2)
    assert state_traffic("deepseek-v3.2", 8_192) < state_traffic("deepseek-v3", 8_192)


def test_kv_heads_override_cuts_traffic_by_the_group_size() -> None:
    assert state_traffic("opt-13b", 100, kv_heads=8) == pytest.approx(state_traffic("opt-13b", 100) / 5)


def test_tensor_parallelism_splits_heads_but_not_latents() -> None:
    assert state_traffic("llama2-70b", 100, tp=8) == pytest.approx(state_traffic("llama2-70b", 100) / 8)
    assert state_traffic("deepseek-v3", 100, tp=8) == pytest.approx(state_traffic("deepseek-v3", 100))


def test_recurrent_state_moves_per_sequence_not_per_token() -> None:
    model = CostModel(scenario("kimi-linear-48b", "h200-sxm-141gb"))
    one, two = model.iteration([], 0, 2, 1), model.iteration([], 0, 2, 2)
    assert two.hbm_bytes - one.hbm_bytes == pytest.approx(2 * (41_943_040 + 1_474_560))


CARDS = (
    "opt-13b",
    "llama3.1-8b",
    "mixtral-8x7b",
    "deepseek-v3.2",
    "gemma3-27b",
    "deepseek-v4-flash",
    "kimi-linear-48b",
)
MODELS = {card: CostModel(scenario(card, A100)) for card in CARDS}
CHUNKS = st.lists(st.tuples(st.integers(1, 3000), st.integers(0, 3000)), max_size=4)


@given(card=st.sampled_from(CARDS), prefill=CHUNKS, count=st.integers(0, 256), mean=st.integers(0, 4000))
def test_more_work_never_costs_less(card: str, prefill: list[tuple[int, int]], count: int, mean: int) -> None:
    model = MODELS[card]
    base = model.iteration(prefill, count * mean, count, count + len(prefill))
    grown = model.iteration(prefill, count * mean + 500, count, count + len(prefill))
    wider = model.iteration(prefill, count * mean + mean, count + 1, count + 1 + len(prefill))
    longer = model.iteration([*prefill, (100, 0)], count * mean, count, count + 1 + len(prefill))
    for more in (grown, wider, longer):
        assert more.seconds >= base.seconds * (1 - 1e-12)
        assert more.hbm_bytes >= base.hbm_bytes * (1 - 1e-12)
        assert more.flops >= base.flops * (1 - 1e-12)
    assert base.seconds >= base.overhead_seconds + base.communication_seconds
    assert base.hbm_bytes >= base.weight_bytes
    assert base.weight_bytes <= model.weight_bytes()


@given(chunk=st.integers(1, 60), before=st.integers(0, 60), cap=st.integers(1, 100))
def test_pairs_are_counted_exactly(chunk: int, before: int, cap: int) -> None:
    assert attended_pairs(chunk, before, cap) == sum(min(before + i + 1, cap) for i in range(chunk))


@given(cuts=st.lists(st.integers(1, 500), min_size=1, max_size=6))
def test_chunking_a_prompt_keeps_its_operations(cuts: list[int]) -> None:
    model, total = MODELS["opt-13b"], sum(cuts)
    whole = model.iteration([(total, 0)], 0, 0, 1)
    done, flops, weights = 0, 0.0, 0.0
    for cut in cuts:
        part = model.iteration([(cut, done)], 0, 0, 1)
        done, flops, weights = done + cut, flops + part.flops, weights + part.weight_bytes
    head = 2 * 5120 * 50_272
    assert flops == pytest.approx(whole.flops + (len(cuts) - 1) * head)
    assert weights == pytest.approx(len(cuts) * whole.weight_bytes)


def test_batching_shares_the_weights() -> None:
    model = MODELS["opt-13b"]
    one, many = model.iteration([], 500, 1, 1), model.iteration([], 16_000, 32, 32)
    assert many.seconds < 4 * one.seconds
    assert many.weight_bytes == one.weight_bytes


def test_experts_touched_by_a_batch() -> None:
    model = MODELS["mixtral-8x7b"]
    one, many = model.iteration([], 0, 1, 1), model.iteration([], 0, 64, 64)
    assert one.experts == pytest.approx(2)
    assert 7.9 < many.experts <= 8
    assert many.weight_bytes > 3 * one.weight_bytes
    assert MODELS["opt-13b"].iteration([], 0, 1, 1).experts == 0


def test_weight_bits_change_bytes_and_activation_bits_the_peak() -> None:
    whole = CostModel(scenario("llama2-70b", H100, 4))
    eight = CostModel(scenario("llama2-70b", H100, 4, precision=Precision(weight_bits=8)))
    both = CostModel(scenario("llama2-70b", H100, 4, precision=Precision(weight_bits=8, activation_bits=8)))
    prompt = [(4096, 0)]
    assert eight.weight_bytes() == pytest.approx(whole.weight_bytes() / 2, rel=0.01)
    assert eight.iteration([], 500, 1, 1).seconds < 0.7 * whole.iteration([], 500, 1, 1).seconds
    compute = [m.iteration(prompt, 0, 0, 1) for m in (whole, eight, both)]
    assert compute[1].seconds == pytest.approx(compute[0].seconds, rel=0.03)  # weights are widened: 16-bit products
    assert compute[2].seconds < 0.85 * compute[0].seconds  # collectives stay at 16 bits
    assert not both.notes
    assert compute[0].flops == compute[2].flops


def test_a_chip_without_the_low_bit_path_says_so() -> None:
    low = Precision(weight_bits=8, activation_bits=8)
    model = CostModel(scenario("llama2-7b", "v100-sxm2-32gb", precision=low))
    assert any("16 bits" in note for note in model.notes)
    assert model.facts()["peak_flops"] == 125e12


def test_tensor_parallelism_pays_for_its_links() -> None:
    one, four = CostModel(scenario("llama2-13b")), CostModel(scenario("llama2-13b", tp=4))
    costs = one.iteration([(1000, 0)], 0, 0, 1), four.iteration([(1000, 0)], 0, 0, 1)
    assert costs[0].link_bytes == costs[0].communication_seconds == 0
    assert costs[1].link_bytes == pytest.approx(2 * 40 * 1.5 * 1000 * 5120 * 2)
    assert costs[1].communication_seconds == pytest.approx(80 * 1e-5 + costs[1].link_bytes / 300e9)
    assert costs[0].seconds / 4 < costs[1].seconds < costs[0].seconds
    assert four.weight_bytes() == pytest.approx(one.weight_bytes() / 4)


def test_unfitted_chips_are_flagged() -> None:
    assert not CostModel(scenario(hardware=A100)).extrapolated
    assert not CostModel(scenario(hardware=H100)).extrapolated
    assert not CostModel(scenario(hardware="b200-sxm")).extrapolated
    mi300x = CostModel(scenario(hardware="mi300x"))
    assert mi300x.extrapolated
    assert any("extrapolated" in note for note in mi300x.notes)
    assert "decode attention" in " ".join(CostModel(scenario(hardware=A40)).notes)


def test_overhead_is_per_iteration() -> None:
    base = scenario()
    slow = dataclasses.replace(base, hardware=dataclasses.replace(base.hardware, overhead_us=20_000.0))
    costs = [CostModel(s).iteration([], 100, 1, 1) for s in (base, slow)]
    assert costs[1].seconds - costs[0].seconds == pytest.approx(0.0195)


def test_an_empty_iteration_costs_nothing() -> None:
    assert CostModel(scenario()).iteration([], 0, 0, 0).seconds == 0


def test_pool_is_what_memory_leaves() -> None:
    s = scenario("opt-13b", "a100-sxm-40gb")
    facts = CostModel(s).facts()
    left = 42_949_672_960 * 0.9 - CostModel(s).weight_bytes() - 1_500_000_000
    assert page_bytes(s) == 16 * 819_200
    assert pool_pages(s) == left // (16 * 819_200)
    assert facts["pool_bytes"] == pool_pages(s) * page_bytes(s)
    assert facts["state_bytes_per_token"] == 819_200


def test_pages_can_be_overridden() -> None:
    s = dataclasses.replace(scenario("llama2-70b", "l4"), memory=Memory(pages=100))
    assert pool_pages(s) == 100


def test_refusal_shows_the_arithmetic() -> None:
    with pytest.raises(DoesNotFit) as caught:
        pool_pages(scenario("llama2-70b", A100))
    text = str(caught.value)
    for part in ("Llama 2 70B", "A100", "usable", "weights", "workspace", "128.", "tensor_parallel = 1"):
        assert part in text
    assert isinstance(caught.value, ValueError)
    assert pool_pages(scenario("llama2-70b", A100, tp=4)) > 0


def test_fixed_state_is_set_aside_per_slot() -> None:
    few = dataclasses.replace(scenario("qwen3.5-27b"), policy=Policy(max_running=1))
    many = dataclasses.replace(few, policy=Policy(max_running=33))
    lost = (pool_pages(few) - pool_pages(many)) * page_bytes(few)
    assert lost == pytest.approx(32 * (150_994_944 + 2_949_120), rel=0.01)


def test_a_call_is_cheap() -> None:
    model = MODELS["opt-13b"]
    contexts = iter(range(10_000, 100_000))
    best = min(timeit.repeat(lambda: model.iteration([], next(contexts), 32, 32), number=200, repeat=5)) / 200
    assert best < 200e-6  # a few microseconds on an idle machine


def test_stages_of_a_pipeline_take_turns() -> None:
    plain = CostModel(scenario("llama2-13b"))
    base = scenario("llama2-13b")
    staged = CostModel(dataclasses.replace(base, layout=Layout(pipeline_parallel=2, microbatches=2)))
    one, two = plain.iteration([(4096, 0)], 0, 0, 1), staged.iteration([(4096, 0)], 0, 0, 1)
    assert two.flops == pytest.approx(one.flops / 2, rel=0.02)  # per device
    assert 0.7 * one.seconds < two.seconds < one.seconds  # three turns of half the layers, each for half the tokens
    first, second = plain.iteration([], 8000, 8, 8), staged.iteration([], 8000, 8, 8)
    assert second.seconds > first.seconds  # decoding reads the weights once per microbatch
    assert second.weight_bytes == pytest.approx(first.weight_bytes, rel=0.02)


def test_attention_replicas_share_experts_and_not_attention() -> None:
    base = scenario("deepseek-v3", "h200-sxm-141gb")
    split = CostModel(dataclasses.replace(base, layout=Layout(tensor_parallel=8)))
    copied = CostModel(dataclasses.replace(base, layout=Layout(data_parallel=8, expert_parallel=8)))
    contexts = 64 * 4096
    one, two = split.iteration([], contexts, 64, 64), copied.iteration([], contexts, 64, 64)
    state = 64 * 4096 * 70_272
    assert one.hbm_bytes - one.weight_bytes > state  # every device reads the latents of all sequences
    assert two.hbm_bytes - two.weight_bytes < 0.2 * state
    assert two.weight_bytes > one.weight_bytes  # attention weights are copied
    assert two.experts == pytest.approx(one.experts)


def test_fewer_bits_for_experts_leave_the_rest_alone() -> None:
    base = scenario("gpt-oss-120b", H100)
    low = dataclasses.replace(base, precision=Precision(expert_weight_bits=4.25))
    whole, part = (CostModel(s).iteration([], 100, 1, 1) for s in (base, low))
    experts = 36 * 4 * 3 * 2880 * 2880
    assert whole.weight_bytes - part.weight_bytes == pytest.approx(experts * (16 - 4.25) / 8)


def test_an_unknown_generation_of_engines_is_named() -> None:
    base = scenario()
    with pytest.raises(ValueError, match=r"hardware.engine: found 'vllm-1984', expected one of"):
        CostModel(dataclasses.replace(base, hardware=dataclasses.replace(base.hardware, engine="vllm-1984")))


def test_what_a_chip_was_never_fitted_on_is_extrapolated() -> None:
    def beyond(card: str, hardware: str = A100, **bits: float) -> str:
        return " ".join(CostModel(scenario(card, hardware, precision=Precision(**bits))).notes)

    assert not beyond("llama3.1-8b")
    assert "8-bit weights" in beyond("llama3.1-8b", weight_bits=8)
    assert "mla layers" in beyond("deepseek-v3")
    assert "experts" in beyond("mixtral-8x7b")
    assert not beyond("deepseek-v3", "h200-sxm-141gb", weight_bits=8, activation_bits=8)
    assert "kda" in beyond("kimi-linear-48b", "h200-sxm-141gb")
    assert CostModel(scenario("mixtral-8x7b")).extrapolated
