"""Cards: complete, typed, and counted from the shape to within what the sources publish."""

from __future__ import annotations

import dataclasses

import pytest

from engine.models import cards
from engine.models.card_types import COMPRESSED, HEADED, LATENT, RECURRENT, WITHOUT_ATTENTION
from engine.models.geometry import device_heads, geometry

KEYS = tuple(cards.models())
KINDS = HEADED | LATENT | COMPRESSED | RECURRENT | WITHOUT_ATTENTION


@pytest.mark.parametrize("key", KEYS)
def test_layer_groups_add_up(key: str) -> None:
    card = cards.model(key)
    assert sum(group.count for group in card.layer_group) == card.layers
    assert {group.kind for group in card.layer_group} <= KINDS
    assert card.source


@pytest.mark.parametrize("key", KEYS)
def test_products_reproduce_the_parameter_counts(key: str) -> None:
    card = cards.model(key)
    shape = geometry(card)
    total = shape.weights(card.moe.n_routed if card.moe else 0)
    active = shape.weights(card.moe.top_k if card.moe else 0)
    assert total == pytest.approx(card.params_total_derived, rel=0.006)
    assert active == pytest.approx(card.params_active_derived, rel=0.006)
    assert card.params_total_derived == pytest.approx(card.params_total, rel=0.06)


@pytest.mark.parametrize("key", ["llama2-70b", "mixtral-8x7b", "deepseek-v3", "kimi-linear-48b", "falcon-7b"])
def test_devices_hold_at_least_their_share(key: str) -> None:
    card = cards.model(key)
    whole = geometry(card).weights(8)
    shares = [geometry(card, tensor_parallel=tp).weights(8) * tp for tp in (1, 2, 4, 8)]
    assert shares[0] == pytest.approx(whole)
    assert shares == sorted(shares)  # copies never shrink the total


def test_kv_heads_override_changes_only_the_kv_projection() -> None:
    card = cards.model("llama2-7b")
    full, grouped = geometry(card), geometry(card, kv_heads=8)
    saved = 32 * 4096 * (32 - 8) * 2 * 128
    assert full.weights(0) - grouped.weights(0) == saved


@pytest.mark.parametrize(
    ("heads", "devices", "held"), [(8, 1, 8), (8, 4, 2), (8, 8, 1), (8, 16, 1), (1, 4, 1), (0, 4, 0)]
)
def test_kv_heads_are_copied_when_there_are_more_devices(heads: int, devices: int, held: int) -> None:
    assert device_heads(heads, devices) == held


@pytest.mark.parametrize("key", tuple(cards.hardware()))
def test_hardware_has_what_the_cost_model_needs(key: str) -> None:
    card = cards.hardware_card(key)
    assert card.memory_bytes > 0
    assert card.memory_bandwidth > 0
    assert card.source
    assert card.sparsity == "dense"
    if card.ridge_16bit:
        assert card.peak_16bit is not None
        assert card.ridge_16bit == pytest.approx(card.peak_16bit / card.memory_bandwidth, rel=0.01)


def test_paths_that_a_chip_lacks_are_not_unknown_ones() -> None:
    assert cards.hardware_card("a100-sxm-80gb").peak_fp8 == 0
    assert cards.hardware_card("v100-sxm2-32gb").peak_8bit is None
    assert cards.hardware_card("v100-sxm2-32gb").peak_16bit == 125e12


def test_other_sections() -> None:
    assert cards.interconnects()["nvlink3"].bytes_per_s_per_direction == 300_000_000_000
    assert cards.storage()["dram-host"].read_bytes_per_s
    assert cards.constants()["p2p_latency_s"].value == 1e-5
    assert all(row.source for row in cards.constants().values())


@pytest.mark.parametrize(
    ("find", "key", "close"),
    [(cards.model, "llama-3.1-8b", "llama3.1-8b"), (cards.hardware_card, "a100-sxm4-40gb", "a100-sxm-40gb")],
)
def test_unknown_card_names_the_nearest(find: object, key: str, close: str) -> None:
    with pytest.raises(cards.UnknownCard) as caught:
        find(key)  # type: ignore[operator]
    assert isinstance(caught.value, KeyError)
    assert key in str(caught.value)
    assert caught.value.close[0] == close


def test_cards_are_frozen_and_loaded_once() -> None:
    card = cards.model("opt-13b")
    assert card is cards.models()["opt-13b"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.layers = 1  # type: ignore[misc]
