"""What sources claim about the size of state, by the capacity lab's own formulas."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citations.library import Library
from engine.labs.capacity import LAB
from engine.labs.capacity_fit import hold
from engine.labs.capacity_laws import laws
from engine.labs.capacity_settings import CapacitySettings
from engine.models import cards
from engine.scenario import Precision

MILLION = 1_000_000
BF16 = Precision()
NATIVE = Precision(native_state=True)


def claimed(source: str, metric: str) -> float:
    """The value of the claim of a source whose metric begins so."""
    claims = Library.open().source(source).claims
    found = [claim for claim in claims if claim.metric.startswith(metric)]
    return float(found[0].value.removeprefix("up to ").removeprefix("<"))


def state(key: str, tokens: int, precision: Precision = BF16) -> float:
    """Bytes of state of one request."""
    return sum(law.bytes(tokens) for law in laws(cards.model(key), precision))


def growing(key: str, precision: Precision = BF16) -> float:
    return sum(law.per_token for law in laws(cards.model(key), precision))


def test_deepseek_v2_against_67b() -> None:
    smaller = 1 - growing("deepseek-v2", Precision(state_bits=6)) / growing("deepseek-67b")
    assert 100 * smaller == pytest.approx(claimed("deepseek-v2", "KV cache"), abs=0.1)


def test_kimi_linear_against_latents_in_every_layer() -> None:
    every = growing("kimi-linear-48b") / 7 * 27
    assert 100 * (1 - growing("kimi-linear-48b") / every) == pytest.approx(claimed("kimi-linear", "KV cache"), abs=1)


def test_deepseek_v4_against_v32() -> None:
    share = state("deepseek-v4-pro", MILLION, NATIVE) / state("deepseek-v3.2", MILLION, NATIVE)
    assert 100 * share == pytest.approx(claimed("deepseek-v4", "KV cache size at 1M tokens"), abs=1)
    assert state("deepseek-v4-pro", 2**20) / 2**30 == pytest.approx(
        claimed("deepseek-v4", "bf16 KV of V4-Pro"), rel=0.01
    )
    assert growing("deepseek-v4.1-flash", NATIVE) == pytest.approx(claimed("deepseek-v4", "global KV of"), rel=0.01)


def test_pages_waste_less_than_four_per_cent() -> None:
    paged = CapacitySettings(model="llama2-13b", context_tokens=500)
    for tokens in range(400, 600):  # about the mean of the conversations that the claim is about
        assert hold(replace(paged, page_tokens=16), tokens).waste / tokens < 0.04


def test_a_page_of_the_first_paper_is_in_the_figures() -> None:
    paper = CapacitySettings(
        model="opt-13b", hardware="a100-sxm-40gb", tensor_parallel=1, context_tokens=2048, max_running=1
    )
    figures = {row.key: row.value for row in LAB.answer(paper).figures}
    assert figures["token"] == 800 * 1024
    assert figures["request"] == 1.5625 * 2**30  # "as much as 1.6 GB" for 2,048 tokens
