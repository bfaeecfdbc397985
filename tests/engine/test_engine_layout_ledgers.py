"""Ledgers of weights, state, parallelism and experts on runs with layouts, and of slower memory."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from engine.costs.hot_experts import hot_expert_factor
from engine.ledgers import measure
from engine.models import cards
from engine.recording import HOST, Event, Recording
from engine.scenario import (
    Batching,
    Cache,
    Hardware,
    Layout,
    Lengths,
    Memory,
    Model,
    Offload,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.sheet import LedgerSheet, Measured
from engine.simulate import simulate

SMALL = Workload(requests=10, rate=20.0, prompt=Lengths(median=60.0, high=150), output=Lengths(median=20.0, high=40))
POLICY = Policy(batching=Batching.CHUNKED, max_running=16, token_budget=512)


def run(model: str, layout: Layout, **sections: object) -> tuple[Recording, LedgerSheet]:
    parts: dict[str, object] = {
        "model": Model(card=model, max_length=512),
        "hardware": Hardware(card="h200-sxm-141gb"),
        "policy": POLICY,
        "workload": SMALL,
        **sections,
    }
    recording = simulate(Scenario(layout=layout, **parts))  # type: ignore[arg-type]
    return recording, measure(recording)


def row(sheet: LedgerSheet, key: str) -> Measured:
    return next(one for one in sheet.rows if one.quantity.key == key)


def value(sheet: LedgerSheet, key: str) -> float:
    found = row(sheet, key).value
    assert found is not None, row(sheet, key).reason
    return found


def test_an_expert_parallel_run() -> None:
    layout = Layout(data_parallel=16, expert_parallel=16, redundant_experts=16, expert_skew=0.6)
    eight = Precision(weight_bits=8, activation_bits=8)
    recording, sheet = run("deepseek-v3", layout, precision=eight)
    assert value(sheet, "parallelism.degree") == value(sheet, "parallelism.attention_replicas") == 16
    assert value(sheet, "experts.slots_per_device") == 17
    one = value(sheet, "weights.expert_bytes") / 17
    assert value(sheet, "weights.redundant_bytes") == pytest.approx(one)
    engine = value(sheet, "weights.engine_bytes")
    assert engine == pytest.approx(16 * value(sheet, "weights.bytes"))
    assert 0 < value(sheet, "weights.replicated_bytes") < engine
    work = recording.iterations["prefill_tokens"] + recording.iterations["decode_tokens"]
    card = cards.model("deepseek-v3")
    factors = [hot_expert_factor(card, layout, int(tokens)) for tokens in work]
    assert value(sheet, "experts.hot_factor") == pytest.approx(np.mean(factors))
    assert value(sheet, "experts.imbalance") > 1
    sent = value(sheet, "parallelism.all_to_all_bytes")
    assert sent == pytest.approx(recording.iterations["link_bytes"].sum(), rel=1e-6)  # nothing else is sent
    assert row(sheet, "parallelism.all_reduce_bytes").value is None
    touched = recording.iterations["experts"].sum(dtype="f8")
    assert value(sheet, "experts.tokens_per_touched") == pytest.approx(work.sum() * 8 / touched)


def test_a_pipeline_run() -> None:
    recording, sheet = run("llama3.1-70b", Layout(tensor_parallel=2, pipeline_parallel=4))
    assert value(sheet, "parallelism.degree") == 8
    assert value(sheet, "parallelism.devices") == 8
    assert value(sheet, "parallelism.bubble_share") == 3 / 7
    assert value(sheet, "parallelism.p2p_bytes") > 0
    parts = [value(sheet, f"parallelism.{name}_bytes") for name in ("all_reduce", "p2p")]
    assert sum(parts) == pytest.approx(recording.iterations["link_bytes"].sum(), rel=1e-6)
    assert value(sheet, "weights.replicated_bytes") == pytest.approx(0, abs=1)
    assert row(sheet, "experts.hot_factor").value is None


def test_state_by_kind() -> None:
    _, sheet = run("deepseek-v3.2", Layout(tensor_parallel=16), precision=Precision(weight_bits=8, activation_bits=8))
    inputs = {one.symbol: one.value for one in row(sheet, "state.bytes_per_token").inputs}
    assert inputs["s_dsa"] == 16 * 61 * 576 * 2
    assert inputs["s_index keys"] == 16 * 61 * 128 * 2
    assert row(sheet, "state.bounded_bytes").value is None


def test_state_that_stops_growing() -> None:
    _, sheet = run("gpt-oss-20b", Layout())
    assert value(sheet, "state.bounded_bytes") == cards.model("gpt-oss-20b").kv.window_bytes_bf16
    _, sheet = run("kimi-linear-48b", Layout())
    figures = cards.model("kimi-linear-48b").kv
    assert value(sheet, "state.bounded_bytes") == figures.recurrent_bytes_fp32 + figures.conv_bytes_bf16


def test_a_derived_workspace_is_shown_in_parts() -> None:
    _, sheet = run("llama3.1-8b", Layout(), hardware=Hardware(card="h200-sxm-141gb", workspace_bytes=None))
    shown = row(sheet, "allocation.workspace_bytes")
    parts = {one.symbol: one.value for one in shown.inputs}
    assert shown.value == pytest.approx(max(parts["a"], parts["l"]) + parts["g"] + parts["c"] + parts["r"], abs=1)
    _, sheet = run("llama3.1-8b", Layout())
    assert value(sheet, "allocation.workspace_bytes") == 1.5e9


def test_slower_memory_in_the_ledgers() -> None:
    recording, sheet = run(
        "llama2-7b",
        Layout(),
        memory=Memory(cache=Cache.HASH, pages=40),
        policy=dataclasses.replace(POLICY, max_running=3),
        workload=dataclasses.replace(SMALL, requests=24, shared_prefix_tokens=256, prefix_families=4, rate=1.0),
        offload=Offload(dram_bytes=10**11, ssd_bytes=10**12),
    )
    loads = recording.events[recording.events["kind"] == Event.LOAD]
    assert value(sheet, "reuse.loaded_tokens") == loads["amount"].sum() > 0
    assert value(sheet, "state.slower_room_bytes") == 1.1e12
    down = recording.transfers[recording.transfers["target"] == HOST]
    assert value(sheet, "state.dropped_bytes") == down["bytes"].sum() > 0
    _, plain = run("llama2-7b", Layout())
    for key in ("reuse.loaded_tokens", "state.slower_room_bytes", "state.dropped_bytes"):
        assert row(plain, key).value is None


def test_collectives_of_all_devices_of_an_engine() -> None:
    recording, sheet = run(
        "deepseek-v3", Layout(data_parallel=16, expert_parallel=16), precision=Precision(weight_bits=8)
    )
    total = recording.iterations["link_bytes"].sum() * 16
    outputs = np.minimum(recording.requests["output_tokens"], 512).sum()
    assert value(sheet, "network.bytes_per_output_token") == pytest.approx(total / outputs)
    assert value(sheet, "network.collective_bytes") == pytest.approx(total / 16)
