"""Cost model against measurements: operators of real accelerators and the pool of a real engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.costs.cost import pool_pages
from engine.costs.fits import fit_for
from engine.models import cards
from engine.models.geometry import geometry
from engine.scenario import Hardware, Model, Scenario

A100, H100, A40 = "a100-sxm-80gb", "h100-sxm-80gb", "a40"
RUN = Path(__file__).parents[3] / "shared" / "ground_truth" / "vllm_runs" / "RTX4090_Llama-3.1-8B" / "meta.json"
TOKENS = (1, 16, 64, 128, 256, 512, 1024, 4096)

# Measured time of the products of a layer over the bare roofline, at TOKENS tokens (operator profiles of Vidur).
MEASURED = [
    (A100, "llama2-7b", 1, (1.34, 1.32, 1.37, 1.70, 1.51, 1.43, 1.47, 1.40), 0.053),
    (H100, "llama2-7b", 1, (1.29, 1.32, 1.31, 1.43, 1.99, 1.57, 1.35, 1.32), 0.076),
    (A40, "llama2-7b", 1, (1.25, 1.28, 1.55, 1.50, 1.89, 1.48, 1.43, 1.37), 0.047),
    (A100, "llama3.1-8b", 1, (1.29, 1.35, 1.48, 1.69, 1.55, 1.39, 1.52, 1.37), 0.053),
    (A100, "llama2-70b", 8, (1.45, 1.51, 1.54, 1.84, 1.91, 1.66, 1.44, 1.31), 0.053),
    (H100, "llama2-70b", 8, (1.37, 1.38, 1.42, 1.56, 1.71, 1.65, 1.50, 1.33), 0.076),
]


@pytest.mark.parametrize(("hardware", "card", "tp", "ratios", "stated"), MEASURED)
def test_products_against_measured_rows(
    hardware: str, card: str, tp: int, ratios: tuple[float, ...], stated: float
) -> None:
    device, fit = cards.hardware_card(hardware), fit_for(hardware).products
    assert fit.error == stated
    assert device.peak_16bit is not None
    errors = []
    for tokens, ratio in zip(TOKENS, ratios, strict=True):
        bare = modelled = 0.0
        for product in geometry(cards.model(card), tensor_parallel=tp).dense:
            compute = 2 * product.weights * tokens / device.peak_16bit
            memory = 2 * (product.weights + tokens * (product.inputs + product.outputs)) / device.memory_bandwidth
            bare += max(compute, memory)
            modelled += fit.seconds(compute, memory) + fit.floor_s
        errors.append(abs(modelled / bare / ratio - 1))
    assert sum(errors) / len(errors) <= stated
    assert max(errors) < 0.2


# Reached share of bandwidth of decode attention, one layer of 32 query and 8 KV heads of 128.
DECODE = [
    (A100, 1, {1024: 0.10, 4096: 0.28, 16384: 0.52}),
    (A100, 32, {1024: 0.54, 4096: 0.63}),
    (A100, 128, {1024: 0.77}),
    (H100, 1, {1024: 0.09, 4096: 0.30, 16384: 0.49}),
    (H100, 32, {1024: 0.67, 4096: 0.86, 16384: 0.93}),
    (H100, 128, {1024: 0.84, 4096: 0.93}),
]


def test_decode_attention_against_measured_shares() -> None:
    errors: dict[str, list[float]] = {A100: [], H100: []}
    for hardware, batch, shares in DECODE:
        fit, bandwidth = fit_for(hardware).decode, cards.hardware_card(hardware).memory_bandwidth
        for context, share in shares.items():
            size = batch * context * 8 * 128 * 2 * 2
            modelled = size / bandwidth / (fit.floor_s + size / (bandwidth * fit.share))
            errors[hardware].append(abs(modelled / share - 1))
    assert sum(errors[A100]) / 6 < 0.146
    assert sum(errors[H100]) / 8 < 0.146


def test_prefill_curve_passes_through_the_measured_shares() -> None:
    curve = fit_for(A100).prefill_curve(312e12)
    for tokens, share in {128: 0.03, 1024: 0.28, 8192: 0.56}.items():
        work = 2 * 32 * 128 * tokens * tokens
        assert work / curve.at(work) / 312e12 == pytest.approx(share)
    assert curve.at(1.0) == curve.at(2 * 32 * 128 * 128 * 128)  # a floor below the first point


@pytest.mark.skipif(not RUN.exists(), reason="no engine logs beside the checkout")
def test_pool_is_near_that_of_a_real_engine() -> None:
    cache = json.loads(RUN.read_text())["kv_cache"]
    assert cache["block_size"] == 16
    own = Scenario(model=Model("llama3.1-8b", max_length=32_768), hardware=Hardware("rtx-4090"))
    assert pool_pages(own) == pytest.approx(cache["num_gpu_blocks"], rel=0.1)
