"""What attention reads and computes per token of context, for every kind of layer on the cards.

A layer's reads are of up to three sorts: the whole context, the newest tokens inside a window, or a selection of
tokens. The last two stop growing at a cap, so a read is (elements per token, operations per token, cap in tokens).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.models.card_types import COMPRESSED, LATENT, RECURRENT, WITHOUT_ATTENTION, LayerGroup, ModelCard
from engine.models.geometry import device_heads, kv_heads_of
from engine.models.state import convolution_elements, recurrent_elements

NO_CAP = 1 << 62


@dataclass(frozen=True, slots=True)
class Read:
    """One sort of read in `layers` layers of one device. Operations are per query token and token of context."""

    layers: int
    elements: float  # stored elements read per token of context
    decode_flops: float
    prefill_flops: float
    cap: int = NO_CAP  # tokens of context after which it grows no more


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Recurrent layers of one device: bytes of state per sequence, operations per token."""

    layers: int
    state_bytes: float
    flops_per_token: float


def _headed(card: ModelCard, group: LayerGroup, kv_heads: int | None, tp: int) -> list[Read]:
    heads = device_heads(kv_heads_of(group, kv_heads), tp)
    width = group.head_dim if group.shared_kv else group.head_dim + group.value_dim
    flops = 2 * card.q_heads / tp * (group.head_dim + group.value_dim)
    cap = group.window or NO_CAP
    reads = []
    if group.topk_blocks:
        cap = min(cap, group.block * group.topk_blocks)
        keys = group.index_dim * group.index_key_heads
        index = 2 * group.index_heads * group.index_dim
        reads.append(Read(group.count, keys, index, index))
    return [*reads, Read(group.count, heads * width, flops, flops, cap)]


def _latent(card: ModelCard, group: LayerGroup, topk: int, tp: int) -> list[Read]:
    heads = card.q_heads / tp
    latent = group.latent_rank + group.rope_dim
    absorbed = 2 * heads * (latent + group.latent_rank)  # decoding works on the latent itself
    expanded = 2 * heads * (card.head_dim + card.v_head_dim)  # prompts expand it into heads once
    sparse = group.kind != "mla"
    reads = [Read(group.count, latent, absorbed, absorbed if sparse else expanded, topk if sparse else NO_CAP)]
    if group.index_dim:
        index = 2 * group.index_heads * group.index_dim
        reads.append(Read(group.count, group.index_dim, index, index))
    return reads


def _compressed(card: ModelCard, group: LayerGroup, topk: int, tp: int) -> list[Read]:
    flops = 4 * card.q_heads / tp * group.head_dim
    reads = [Read(group.count, group.head_dim, flops, flops, group.window)]
    ratio = group.compress_ratio or 1
    sparse = group.kind != "hca"
    cap = topk * ratio if sparse else NO_CAP
    reads.append(Read(group.count, group.head_dim / ratio, flops / ratio, flops / ratio, cap))
    if group.index_heads:
        width = group.index_dim or max(g.index_dim for g in card.layer_group)
        index = 2 * group.index_heads * width / ratio
        reads.append(Read(group.count, width / ratio, index, index))
    return reads


def reads_of(card: ModelCard, kv_heads: int | None, tensor_parallel: int) -> tuple[Read, ...]:
    """All reads of the model's attention layers on one device."""
    topk = max((g.index_topk for g in card.layer_group), default=0) or NO_CAP
    reads: list[Read] = []
    for group in card.layer_group:
        if group.kind in RECURRENT or group.kind in WITHOUT_ATTENTION:
            continue
        if group.kind in COMPRESSED:
            reads += _compressed(card, group, group.index_topk or topk, tensor_parallel)
        elif group.kind in LATENT:
            reads += _latent(card, group, group.index_topk or topk, tensor_parallel)
        else:
            reads += _headed(card, group, kv_heads, tensor_parallel)
    return tuple(reads)


def recurrence_of(card: ModelCard, tensor_parallel: int) -> Recurrence:
    """The recurrent layers on one device: each element of state is updated and read once per token."""
    layers = sum(g.count for g in card.layer_group if g.kind in RECURRENT)
    state = flops = 0.0
    for group in card.layer_group:
        if group.kind in RECURRENT:
            elements = group.count * recurrent_elements(group) / tensor_parallel
            state += elements * group.state_bytes_per_elem
            state += group.count * convolution_elements(group) * 2 / tensor_parallel
            flops += 6 * elements  # decay, outer-product update, read-out
    return Recurrence(layers, state, flops)


def attended_pairs(chunk: int, before: int, cap: int) -> float:
    """Query-key pairs of a causal chunk of `chunk` tokens after `before` tokens, each query seeing at most `cap`."""
    return _triangle(before + chunk, cap) - _triangle(before, cap)


def _triangle(tokens: int, cap: int) -> float:
    if tokens <= cap:
        return tokens * (tokens + 1) / 2
    return cap * (cap + 1) / 2 + (tokens - cap) * cap


def attention_layers(card: ModelCard) -> int:
    """Layers that hold attention over a context."""
    return sum(g.count for g in card.layer_group if g.kind not in RECURRENT and g.kind not in WITHOUT_ATTENTION)


def merge(reads: tuple[Read, ...]) -> tuple[tuple[int, float, float], ...]:
    """Per cap: (cap, elements, decode operations), summed over layers; what a decode step needs."""
    sums: dict[int, list[float]] = {}
    for read in reads:
        entry = sums.setdefault(read.cap, [0.0, 0.0])
        entry[0] += read.layers * read.elements
        entry[1] += read.layers * read.decode_flops
    return tuple((cap, e, f) for cap, (e, f) in sorted(sums.items()) if math.isfinite(e))
