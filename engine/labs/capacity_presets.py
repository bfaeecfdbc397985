"""Settings of the capacity lab that keep a promise: some fit, some fail, each for one reason."""

from __future__ import annotations

from dataclasses import replace

from engine.labs.capacity_settings import CapacitySettings
from engine.labs.records import Outcome, Preset
from engine.scenario import Allocator

MXFP4 = 4.25  # 4 bits, and a scale byte for each 32 numbers
K3 = CapacitySettings(expert_weight_bits=MXFP4)
AGENTS = CapacitySettings(
    model="glm-5.2",
    hardware="h200-sxm-141gb",
    expert_parallel=8,
    weight_bits=8.0,
    state_bits=8.0,
    context_tokens=420_000,
    max_running=24,
    page_tokens=64,
)
CHAT = CapacitySettings(
    model="opt-13b",
    hardware="a100-sxm-40gb",
    tensor_parallel=1,
    context_tokens=300,
    max_running=24,
    max_length=2048,
)
SEVENTY = CapacitySettings(
    model="llama3.1-70b", hardware="h100-sxm-80gb", tensor_parallel=1, context_tokens=8192, max_running=4
)
SWARM = CapacitySettings(
    model="deepseek-v3",
    hardware="h200-sxm-141gb",
    expert_parallel=8,
    weight_bits=8.0,
    context_tokens=131_072,
    max_running=24,
)
FULL = CapacitySettings(
    model="qwen2.5-72b",
    hardware="h200-sxm-141gb",
    tensor_parallel=1,
    weight_bits=8.0,
    context_tokens=8192,
    max_running=20,
    token_budget=32_768,
)
SHORT = CapacitySettings(
    model="llama3.1-8b",
    hardware="rtx-4090",
    tensor_parallel=1,
    context_tokens=300,
    max_running=64,
    token_budget=2048,
)
WINDOWS = CapacitySettings(
    model="gpt-oss-120b",
    hardware="h100-sxm-80gb",
    tensor_parallel=1,
    expert_weight_bits=MXFP4,
    context_tokens=32_768,
    max_running=4,
)
HEADS = CapacitySettings(
    model="llama1-65b", hardware="a100-sxm-80gb", tensor_parallel=4, context_tokens=2048, max_running=64
)


def _works(key: str, settings: CapacitySettings) -> Preset[CapacitySettings]:
    return Preset(key, settings, Outcome.WORKS, "fits")


def _fails(key: str, settings: CapacitySettings, reason: str) -> Preset[CapacitySettings]:
    return Preset(key, settings, Outcome.FAILS, reason)


# The first is the failure of the lesson. Each that fails is followed, further down, by what cures it.
PRESETS = (
    _fails("k3-long", K3, "too-many"),
    _fails("one-device", SEVENTY, "weights"),
    _fails("no-workspace", FULL, "workspace"),
    _fails("reservation", replace(CHAT, allocator=Allocator.CONTIGUOUS), "too-many"),
    _fails("copied-latents", SWARM, "too-many"),
    _fails("own-copies", AGENTS, "too-many"),
    _fails("large-pages", replace(SHORT, page_tokens=1024), "too-many"),
    _fails("all-heads", HEADS, "too-many"),
    _works("k3-spread", replace(K3, hardware="gb300", tensor_parallel=4, data_parallel=8, expert_parallel=32)),
    _works("four-bits", replace(SEVENTY, weight_bits=4.0, weight_overhead_bits=0.25)),
    _works("smaller-chunks", replace(FULL, token_budget=4096)),
    _works("paged", CHAT),
    _works("latents-apart", replace(SWARM, tensor_parallel=1, data_parallel=8)),
    _works("shared-prefix", replace(AGENTS, shared_prefix_tokens=400_000, max_running=12)),
    _works("small-pages", SHORT),
    _works("few-heads", replace(HEADS, kv_heads=8)),
    _works("windows", WINDOWS),
)
