"""The widths that all families have, read from a config.json."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.models.card_types import LayerGroup
from engine.models.hf_config_reader import Reader

MOST_LAYERS = 4096  # every layer of a file is looked at


@dataclass(frozen=True, slots=True)
class Dims:
    """Layers and widths. `head_dim` is that of a query."""

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    value_dim: int = 0  # 0 = as `head_dim`
    nope_dim: int = 0
    rope_dim: int = 0
    q_rank: int = 0


def dims(reader: Reader) -> Dims:
    """Raises ConfigError for a field that is missing or no number."""
    layers = reader.whole("num_hidden_layers n_layer n_layers num_layers", "layers", most=MOST_LAYERS)
    hidden = reader.whole("hidden_size n_embd d_model model_dim", "hidden width")
    if reader.table.get("word_embed_proj_dim") == hidden:
        reader.skip("word_embed_proj_dim")
    heads = reader.whole("num_attention_heads n_head n_heads num_heads", "query heads")
    return Dims(layers, hidden, heads, _kv_heads(reader, heads), _head_dim(reader, hidden, heads))


def _kv_heads(reader: Reader, heads: int) -> int:
    if reader.has("multi_query") and not reader.table.get("new_decoder_architecture"):
        if reader.flag("multi_query", "one KV head for all query heads", False):
            reader.skip("num_kv_heads", "n_head_kv", "new_decoder_architecture")
            return 1
        reader.skip("num_kv_heads", "n_head_kv")
        return heads
    return reader.whole(
        "num_key_value_heads num_kv_heads n_head_kv num_query_groups multi_query_group_num",
        "KV heads",
        heads,
        "not given: every query head has keys and values of its own",
    )


def _head_dim(reader: Reader, hidden: int, heads: int) -> int:
    if reader.has("head_dim", "attention_head_dim", "d_head", "kv_channels"):
        return reader.whole("head_dim attention_head_dim d_head kv_channels", "width of a head")
    if reader.has("kv_lora_rank", "qk_nope_head_dim"):
        return 0  # a latent has widths of its own
    if hidden % heads:
        expected = f"hidden width {hidden} that {heads} heads divide, or a width of a head"
        raise reader.error("head_dim", "no such field", expected)
    reader.assume("width of a head", hidden // heads, "not given: hidden width / query heads")
    return hidden // heads


def headed(kv_heads: int, head_dim: int, size: Dims, *, window: int = 0, value_dim: int = 0) -> LayerGroup:
    """One layer that keeps keys and values, for the whole context or inside a window."""
    kind = "mha" if kv_heads == size.heads else "mqa" if kv_heads == 1 else "gqa"
    value = 0 if value_dim == head_dim else value_dim
    return LayerGroup(
        "swa" if window else kind, 1, kv_heads=kv_heads, head_dim=head_dim, v_head_dim=value, window=window
    )


def merged(layers: Iterable[LayerGroup]) -> tuple[LayerGroup, ...]:
    """Layers of one sort together, in the order in which the sorts appear."""
    counts: dict[LayerGroup, int] = {}
    for layer in layers:
        counts[layer] = counts.get(layer, 0) + layer.count
    return tuple(replace(layer, count=count) for layer, count in counts.items())
