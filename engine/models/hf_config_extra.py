"""Weights of attention that the general shape of a kind does not show, but the fields of a config.json do."""

from __future__ import annotations

from engine.models.card_types import LayerGroup
from engine.models.hf_config_dims import Dims
from engine.models.hf_config_reader import Reader


def further(reader: Reader, size: Dims, groups: tuple[LayerGroup, ...]) -> int:
    """Weights of all layers beyond the products of `engine.models.geometry`."""
    kinds = {group.kind: group for group in groups}
    if "csa" in kinds or "hca" in kinds:
        return _compressed(reader, size, groups)
    if "gdn" in kinds and reader.flag("attn_output_gate", "attention is gated", True, "as in this family"):
        attends = sum(group.count for group in groups if group.kind != "gdn")
        return attends * size.hidden * size.heads * size.head_dim
    if "kda" in kinds:
        return _full_gates(reader, size, kinds["kda"])
    return 0


def _full_gates(reader: Reader, size: Dims, group: LayerGroup) -> int:
    """Output gates as wide as the values (Kimi K3), in place of the low rank that the shape counts."""
    parts = reader.table.get("linear_attn_config")
    if not isinstance(parts, dict) or not parts.get("use_full_rank_gate"):
        return 0
    reader.note("linear_attn_config.use_full_rank_gate", "output gates have the full rank")
    values = group.heads * group.dv
    return group.count * (size.hidden * values - group.dv * (size.hidden + values))


def _compressed(reader: Reader, size: Dims, groups: tuple[LayerGroup, ...]) -> int:
    """The way back through a low rank in groups of heads, and the queries of the indexer."""
    index = sum(group.count * size.q_rank * group.index_heads * group.index_dim for group in groups)
    if not reader.has("o_lora_rank"):
        reader.assume("outputs of attention", "left out", "no o_lora_rank: the count of weights is a lower bound")
        return index
    rank = reader.whole("o_lora_rank", "width of a group of outputs")
    parts = reader.whole("o_groups", "groups of heads that share outputs", 1)
    layer = size.heads * size.head_dim * rank + parts * rank * size.hidden
    return index + size.layers * layer
