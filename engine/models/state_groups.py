"""The kinds of state of a hybrid model as groups of pages that share one pool.

All groups have pages of the same bytes, so that one free queue serves them. A page holds the state of a few layers:
for layers that keep something of every token a run of tokens, for recurrent layers one whole state. Where a recurrent
state is larger than a run of `hash_tokens` tokens, pages grow to a multiple of it (the physical block), while content
is still hashed and matched per `hash_tokens`. Kimi K3 at 16 bits: 6,144 tokens a page, twelve hash blocks of 512.
Layers are put together as vLLM's hybrid manager does; what the last page of a group lacks in layers is padding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.models.card_types import COMPRESSED, RECURRENT, LayerGroup, ModelCard
from engine.models.sharding import sharding
from engine.models.state import (
    CONVOLUTION_BYTES,
    convolution_elements,
    element_bytes,
    recurrent_elements,
    stored_elements,
    window_element_bytes,
)
from engine.scenario import Layout, Precision

SIMILAR = 1.25  # groups whose layer counts differ less than this are padded to the larger count


@dataclass(frozen=True, slots=True)
class StateGroup:
    """One kind of state. Bytes are those of one device."""

    name: str
    kind: str  # full, window or recurrent
    bytes_per_page: int  # the same in all groups of a model
    page_tokens: int  # tokens of a page (the physical block); a recurrent page stands for all tokens before it
    hash_tokens: int  # tokens per content hash, a divisor of page_tokens
    grows: bool  # needs more pages the longer the request is
    window_tokens: int | None  # newest tokens that are still read
    per_request_pages: int | None  # the most that a request holds, None = no bound
    pages_per_block: int  # page tables of the group: pages that a run of page_tokens tokens takes
    layers: int
    padding: float  # share of the page bytes that holds nothing


@dataclass(frozen=True, slots=True)
class _Kind:
    """Layers with the same law of growth. Widths are bytes per token and layer, states bytes per layer."""

    kind: str
    layers: int
    width: float = 0.0
    state: float = 0.0
    window: int = 0


def _window_width(group: LayerGroup, kv_heads: int | None, tp: int) -> float:
    return group.head_dim if group.kind in COMPRESSED else stored_elements(group, kv_heads, tp)


def _kinds(
    card: ModelCard, precision: Precision, kv_heads: int | None, tp: int, max_length: int | None
) -> list[_Kind]:
    full = recurrent = 0
    size = state = 0.0
    each = element_bytes(precision, card)
    windows: dict[int, tuple[int, float]] = {}
    for group in card.layer_group:
        if group.kind in RECURRENT:
            recurrent += group.count
            kept = recurrent_elements(group) * group.state_bytes_per_elem
            state += group.count * (kept + convolution_elements(group) * CONVOLUTION_BYTES) / tp
            continue
        bounded = group.window and (max_length is None or group.window < max_length)
        width = stored_elements(group, kv_heads, tp)
        if width and (not bounded or group.kind in COMPRESSED):
            full, size = full + group.count, size + group.count * width * each
        if not group.window:
            continue
        inside = group.count * _window_width(group, kv_heads, tp)
        inside *= window_element_bytes(precision, card, group.window)
        if bounded:
            layers, total = windows.get(group.window, (0, 0.0))
            windows[group.window] = (layers + group.count, total + inside)
        elif group.kind in COMPRESSED:
            size += inside
    kinds = [_Kind("full", full, size / full)] if full else []
    kinds += [_Kind("window", n, total / n, window=w) for w, (n, total) in sorted(windows.items())]
    return kinds + ([_Kind("recurrent", recurrent, state=state / recurrent)] if recurrent else [])


def _layers_per_page(kinds: list[_Kind]) -> int:
    counts = [kind.layers for kind in kinds]
    return max(counts) if max(counts) < SIMILAR * min(counts) else min(counts)


def state_groups(
    card: ModelCard,
    precision: Precision,
    layout: Layout,
    page_tokens: int,
    *,
    kv_heads: int | None = None,
    max_length: int | None = None,
) -> tuple[StateGroup, ...]:
    """The groups of a model, the growing one first; `page_tokens` is the hash block and the least page.

    A window that no request of `max_length` tokens outgrows counts as growing. Raises ValueError for degrees that do
    not go together, and for a model whose layers keep nothing per token.
    """
    shape = sharding(layout, card)
    kinds = _kinds(card, precision, kv_heads, shape.tensor, max_length)
    tokens = [kind for kind in kinds if kind.kind != "recurrent"]
    if not tokens:
        raise ValueError(f"{card.name}: no layer keeps state per token, so there is nothing to page")
    share = 1 / shape.context
    hashed = tokens[0].width * share * page_tokens  # bytes of a hash block in one layer
    largest = max(
        [kind.width * share * page_tokens for kind in tokens] + [kind.state for kind in kinds if not kind.width]
    )
    unit = hashed * math.ceil(largest / hashed - 1e-9)
    together = _layers_per_page(kinds)
    stage = max(shape.stages) / card.layers / shape.data  # of a device's mean part of the engine's pages
    page = max(1, round(together * unit * stage))
    block = page_tokens * round(unit / hashed)
    return tuple(_group(kind, unit, share, together, page, page_tokens, block) for kind in kinds)


def _group(
    kind: _Kind, unit: float, share: float, together: int, page: int, hash_tokens: int, block: int
) -> StateGroup:
    tables = -(-kind.layers // together)
    run = hash_tokens * int(unit / (kind.width * share * hash_tokens) + 1e-9) if kind.width else block
    used = kind.layers * (kind.width * share * run if kind.width else kind.state)
    bound = None
    if kind.window:
        bound = (-(-(kind.window - 1) // run) + 1) * tables
    elif not kind.width:
        bound = tables
    return StateGroup(
        name=f"window {kind.window}" if kind.window else kind.kind,
        kind=kind.kind,
        bytes_per_page=page,
        page_tokens=run,
        hash_tokens=hash_tokens,
        grows=kind.kind == "full",
        window_tokens=kind.window or None,
        per_request_pages=bound,
        pages_per_block=tables,
        layers=kind.layers,
        padding=1 - used / (tables * together * unit),
    )
