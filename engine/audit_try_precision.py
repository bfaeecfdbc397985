"""Claims about narrower numbers: one stream that reads fewer bytes, and a system that holds more requests."""

from __future__ import annotations

from dataclasses import replace

from engine.audit_try import Pair
from engine.audit_try_parts import MODELLED, SINGLE, exactly, one_stream
from engine.scenario import Arrivals, Batching, Hardware, Layout, Memory, Model, Policy, Precision, Scenario, Workload
from engine.techniques import get

GROUP_OVERHEAD = 32 / 128  # a 16-bit scale and zero point for 128 weights
_AWQ = Scenario(
    title="16-bit weights, one stream",
    model=Model(card="llama3.1-8b", max_length=4096),
    hardware=Hardware(card="rtx-4090", overhead_us=100.0),
    policy=SINGLE,
    workload=one_stream(64, 256),
)
_GPTQ = Scenario(
    title="16-bit weights in six stages, one stream",
    model=Model(card="opt-175b", max_length=2048),
    hardware=Hardware(card="a100-sxm-80gb"),
    layout=Layout(pipeline_parallel=6, microbatches=1),
    policy=SINGLE,
    workload=one_stream(64, 128, 2),
)
_SMOOTH = get("smoothquant").day_before()


_W8 = Precision(weight_bits=8.0, activation_bits=8.0, state_bits=8.0)
_W4 = Precision(weight_bits=4.0, weight_overhead_bits=GROUP_OVERHEAD, state_bits=8.0)
_W4A8KV4 = Precision(
    weight_bits=4.0, weight_overhead_bits=16 / 128, activation_bits=8.0, state_bits=4.0, state_overhead_bits=32 / 128
)


def _qserve(model: Model, precision: Precision) -> tuple[Scenario, Scenario]:
    """Full load of 1,024 in and 512 out on one A100 80 GB, with as large a batch as memory allows, at most 256."""
    before = Scenario(
        title="The baseline's precision",
        model=model,
        precision=precision,
        hardware=Hardware(card="a100-sxm-80gb"),
        memory=Memory(page_tokens=64),
        policy=Policy(batching=Batching.CONTINUOUS, max_running=256, token_budget=8192),
        workload=Workload(requests=512, arrivals=Arrivals.AT_ONCE, prompt=exactly(1024), output=exactly(512)),
    )
    return before, replace(before, title="W4A8KV4", precision=_W4A8KV4)


_QSERVE_MET = ("one A100 80 GB", "1,024 tokens in, 512 out", "pages of 64 tokens, at most 256 sequences", "full load")
_NOT_SAID = "which of the baseline's precisions won is not stated"
PRECISION: tuple[Pair, ...] = (
    Pair(
        "gptq",
        2,
        "Speed of one stream: 16-bit weights over several GPUs against 3-bit weights on one",
        "stream",
        _GPTQ,
        replace(
            _GPTQ,
            title="3-bit weights on one GPU, one stream",
            layout=Layout(),
            precision=Precision(weight_bits=3.0, weight_overhead_bits=GROUP_OVERHEAD),
        ),
        ("OPT-175B", "A100 80 GB", "3 bits against FP16", "one stream"),
        ("six stages of a pipeline for the 16-bit side: 96 layers do not divide by five", MODELLED),
    ),
    Pair(
        "smoothquant",
        1,
        "Throughput: 16-bit weights and activations against 8-bit ones",
        "tokens",
        _SMOOTH,
        get("smoothquant").patch(_SMOOTH),
        ("8-bit weights and activations against FP16", "fixed batches"),
        ("OPT-175B on eight A100 80 GB, batch 16: the claim spans models up to 530B and states no batch", MODELLED),
    ),
    Pair(
        "awq",
        3,
        "Speed of one stream: 16-bit weights against 4-bit ones",
        "stream",
        _AWQ,
        replace(
            _AWQ,
            title="4-bit weights, one stream",
            precision=Precision(weight_bits=4.0, weight_overhead_bits=GROUP_OVERHEAD),
        ),
        ("one stream", "RTX 4090", "4-bit weights in groups of 128, 16-bit activations"),
        ("Llama 3.1 8B, which has the layers of Llama 3 8B", "prompts of 64 tokens, outputs of 256: ours", MODELLED),
    ),
    Pair(
        "qserve",
        1,
        "Throughput under full load: 8 bits everywhere against W4A8KV4",
        "tokens",
        *_qserve(Model(card="llama3.1-8b", max_length=2048), _W8),
        _QSERVE_MET,
        ("Llama 3.1 8B, which has the layers of Llama 3 8B", f"8 bits for the baseline: {_NOT_SAID}", MODELLED),
    ),
    Pair(
        "qserve",
        2,
        "Throughput under full load: 4-bit weights and 8-bit state against W4A8KV4",
        "tokens",
        *_qserve(Model(card="qwen2.5-72b", kv_heads=64, max_length=2048), _W4),
        _QSERVE_MET,
        (
            "Qwen2.5-72B with a pair of keys and values for every head, as Qwen1.5-72B has",
            f"4-bit weights, 16-bit activations, 8-bit state for the baseline, which fit: {_NOT_SAID}",
            MODELLED,
        ),
    ),
)
