"""Cards from config.json files: equal to the shipped ones where those are known, and honest about the rest."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from config_files import CARDS, config_of
from hypothesis import given
from hypothesis import strategies as st

from engine.models import cards
from engine.models.card_types import Experts, LayerGroup
from engine.models.hf_config import ConfigError, Imported, load, loads
from engine.models.state import request_bytes
from engine.scenario_file import ScenarioError
from engine.scenario_file import loads as scenario

LLAMA = config_of(cards.model("llama3.1-8b"))


def imported(config: dict[str, Any], name: str = "config.json") -> Imported:
    return loads(json.dumps(config), name)


def plain(groups: tuple[LayerGroup, ...]) -> list[LayerGroup]:
    """Layer groups without what has no bearing on state or weights."""
    return sorted((replace(group, role="") for group in groups), key=str)


def mixture(moe: Experts | None) -> tuple[int, ...]:
    if moe is None:
        return ()
    return (moe.n_routed, moe.top_k, moe.moe_intermediate, moe.shared_width, moe.expert_hidden)


@pytest.mark.parametrize("key", CARDS)
def test_a_config_with_the_facts_of_a_card_gives_that_card(key: str) -> None:
    card, found = cards.model(key), imported(config_of(cards.model(key)))
    assert plain(found.card.layer_group) == plain(card.layer_group)
    assert mixture(found.card.moe) == mixture(card.moe)
    for name in ("layers", "hidden", "q_heads", "kv_heads", "head_dim", "vocab", "ffn_matrices", "q_lora_rank"):
        assert getattr(found.card, name) == getattr(card, name), name
    assert found.card.params_total_derived == pytest.approx(card.params_total_derived, rel=5e-3)
    assert found.card.params_active_derived == pytest.approx(card.params_active_derived, rel=0.02)
    assert not found.unknown


@pytest.mark.parametrize("key", CARDS)
@pytest.mark.parametrize("tokens", [1, 1000, 200_000])
def test_state_of_an_imported_card_is_that_of_the_shipped_one(key: str, tokens: int) -> None:
    card, found = cards.model(key), imported(config_of(cards.model(key))).card
    for degree in (1, 8):
        assert request_bytes(found, tokens, tensor_parallel=degree) == request_bytes(
            card, tokens, tensor_parallel=degree
        )


def test_most_cards_are_covered() -> None:
    assert len(CARDS) >= 50


def test_the_report_says_what_was_understood_assumed_and_not_understood() -> None:
    found = imported(LLAMA | {"mystery_blocks": 7, "attention_bias": True, "nothing": None})
    assert ("num_key_value_heads", 8) in [(row.field, row.value) for row in found.understood]
    assert found.unknown == (("mystery_blocks", 7),)
    assert "attention_bias" in found.ignored
    assumed = {row.what: row.why for row in found.assumed}
    assert "hidden width / query heads" in assumed["width of a head"]
    assert "counted from the shape" in assumed["weights"]


def test_fields_of_an_inner_object_are_named_with_their_path() -> None:
    config = config_of(cards.model("gemma3-27b"))
    config["text_config"]["mystery"] = 3
    found = imported(config)
    assert found.unknown == (("text_config.mystery", 3),)
    assert any(row.field == "text_config.sliding_window" for row in found.understood)
    assert any(row.what == "vision_config" for row in found.assumed)


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"model_type": "qwen9"}, "model_type", "close: qwen"),
        ({"model_type": None}, "model_type", "no such field"),
        ({"num_hidden_layers": None}, "num_hidden_layers", "layers"),
        ({"num_hidden_layers": "32"}, "num_hidden_layers", "a whole number"),
        ({"num_hidden_layers": 10**9}, "num_hidden_layers", "1 to 4,096"),
        ({"num_attention_heads": 0}, "num_attention_heads", "at least 1"),
        ({"hidden_size": 4097}, "head_dim", "32 heads divide"),
        ({"vocab_size": True}, "vocab_size", "a whole number"),
        ({"tie_word_embeddings": "yes"}, "tie_word_embeddings", "true or false"),
        ({"layer_types": ["full_attention"]}, "layer_types", "each of the 32 layers"),
        ({"layer_types": ["linear_attention"] * 32, "sliding_window": 9}, "layer_types", "a kind of this family"),
    ],
)
def test_wrong_fields_are_named_with_what_was_expected(change: dict[str, Any], where: str, words: str) -> None:
    with pytest.raises(ConfigError) as error:
        imported(LLAMA | change, "models/x/config.json")
    assert where in error.value.field
    assert words in str(error.value)
    assert str(error.value).startswith("models/x/config.json")


@pytest.mark.parametrize("text", ["", "[]", "{", '"llama"', "1", "null", "[" * 100_000])
def test_what_is_no_config_is_refused(text: str) -> None:
    with pytest.raises(ConfigError):
        loads(text)


JUNK = (None, 0, -1, 2.5, True, "", "L", [], [1], [None], {}, {"a": 1}, 10**13, "*" * 200, [0] * 500, math.inf)


@pytest.mark.parametrize("key", CARDS)
def test_junk_in_any_field_of_any_family_gives_a_card_or_a_clear_error(key: str) -> None:
    config = config_of(cards.model(key))
    part = config.get("text_config", config)
    for field, good in list(part.items()):
        for junk in JUNK:
            part[field] = junk
            try:
                request_bytes(imported(config).card, 1000)
            except ConfigError as error:
                assert error.expected  # noqa: PT017 (either way is right)
        part[field] = good


@given(
    field=st.sampled_from(sorted(LLAMA)),
    value=st.one_of(st.none(), st.integers(), st.floats(), st.text(max_size=5), st.booleans(), st.lists(st.none())),
)
def test_any_value_of_a_field_gives_a_card_or_a_clear_error(field: str, value: Any) -> None:
    try:
        found = imported(LLAMA | {field: value})
    except ConfigError as error:
        refused = error
    else:
        assert found.card.params_total > 0
        return
    assert refused.found
    assert refused.expected


@pytest.mark.parametrize(
    ("quantisation", "bits", "overhead", "experts"),
    [
        ({"quant_method": "fp8", "weight_block_size": [128, 128]}, 8, 32 / 16384, 0),
        ({"quant_method": "mxfp4"}, 16, 0, 4.25),
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, 4, 20 / 128, 0),
        ({"quant_method": "gptq", "bits": 8, "group_size": -1}, 8, 0, 0),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, 4, 0.5, 0),
        (
            {
                "quant_method": "compressed-tensors",
                "config_groups": {"group_0": {"weights": {"num_bits": 4, "group_size": 32}}},
            },
            4,
            0.5,
            0,
        ),
        ({"quant_method": "unheard-of"}, 16, 0, 0),
    ],
)
def test_bits_of_stored_weights(quantisation: dict[str, Any], bits: float, overhead: float, experts: float) -> None:
    found = imported(LLAMA | {"quantization_config": quantisation})
    stored = found.stored
    assert (stored.weight_bits, stored.overhead_bits, stored.expert_bits) == (bits, overhead, experts)
    assumed = any(row.what == "bits of a weight" for row in found.assumed)
    assert assumed == (quantisation["quant_method"] == "unheard-of")


def test_windows_count_only_where_they_are_switched_on() -> None:
    qwen = config_of(cards.model("qwen2.5-7b"))
    assert [group.kind for group in imported(qwen).card.layer_group] == ["gqa"]
    qwen |= {"use_sliding_window": True, "sliding_window": 4096, "max_window_layers": 20}
    groups = imported(qwen).card.layer_group
    assert [(group.kind, group.count, group.window) for group in groups] == [("gqa", 20, 0), ("swa", 8, 4096)]


def test_a_path_names_a_model_wherever_a_card_does(tmp_path: Path) -> None:
    path = tmp_path / "my-model" / "config.json"
    path.parent.mkdir()
    path.write_text(json.dumps(LLAMA), encoding="utf-8")
    card = cards.model(str(path))
    assert (card.name, card.kv.bytes_per_token_bf16) == ("my-model", 131_072)
    assert scenario(f"[model]\ncard = {json.dumps(str(path))}\n").model.card == str(path)
    path.write_text(json.dumps(LLAMA | {"num_key_value_heads": 32}), encoding="utf-8")
    assert cards.model(str(path)).kv.bytes_per_token_bf16 == 4 * 131_072
    path.unlink()
    with pytest.raises(ConfigError, match="no file that can be read"):
        load(str(path))
    with pytest.raises(ScenarioError, match=r"config\.json"):
        scenario(f"[model]\ncard = {json.dumps(str(path))}\n")
