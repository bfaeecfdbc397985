"""Bytes of state that a model keeps: per token, per window and per request, for every kind of layer on the cards.

State obeys four laws. It grows with every token (attention), grows until a window is full (sliding and chunked
attention), or is constant from the first token (recurrent state, convolution tail). Widths are counted in elements
so that any precision applies; recurrent state keeps the precision its card names. Sources: the cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.models.card_types import COMPRESSED, HEADED, LATENT, RECURRENT, LayerGroup, ModelCard
from engine.models.geometry import device_heads, kv_heads_of
from engine.models.native_layout import NativeState, native_state
from engine.scenario import Precision

CONVOLUTION_BYTES = 2  # the tail of a short convolution is kept at 16 bits
FULL_BITS = 16.0


@dataclass(frozen=True, slots=True)
class Layout:
    """State of one device. `windows` holds (tokens, elements per token) of the bounded part."""

    growing_elements: float  # per token
    windows: tuple[tuple[int, float], ...]
    recurrent_bytes: float  # per request
    convolution_bytes: float  # per request

    def elements(self, tokens: float) -> float:
        """Elements that grow or slide, for a request of `tokens` tokens."""
        return self.growing_elements * tokens + sum(min(tokens, w) * per_token for w, per_token in self.windows)

    @property
    def fixed_bytes(self) -> float:
        """Bytes per request that do not depend on its length."""
        return self.recurrent_bytes + self.convolution_bytes


def stored_elements(group: LayerGroup, kv_heads: int | None = None, tensor_parallel: int = 1) -> float:
    """Elements per token that one layer of the group keeps for the whole context, or inside its window."""
    if group.kind in LATENT:
        return group.latent_rank + group.rope_dim + group.index_dim
    if group.kind in COMPRESSED:
        return (group.head_dim + group.index_dim) / group.compress_ratio if group.compress_ratio else 0.0
    if group.kind not in HEADED:
        return 0.0
    heads = device_heads(kv_heads_of(group, kv_heads), tensor_parallel)
    width = group.head_dim if group.shared_kv else group.head_dim + group.value_dim
    return heads * width + (group.index_dim * group.index_key_heads if group.index_dim else 0)


def recurrent_elements(group: LayerGroup) -> float:
    """Elements of recurrent state of one layer."""
    if group.kind == "mamba1":
        return group.d_inner * group.d_state
    if group.kind == "mamba2":
        return group.heads * group.head_dim * group.d_state
    return (group.v_heads or group.heads) * group.dk * group.dv


def convolution_elements(group: LayerGroup) -> float:
    """Elements of the convolution tail of one layer."""
    if not group.conv_kernel:
        return 0.0
    if group.kind == "mamba1":
        width = group.d_inner
    elif group.kind == "mamba2":
        width = group.heads * group.head_dim + 2 * group.n_groups * group.d_state
    elif group.kind == "gdn":
        width = 2 * group.k_heads * group.dk + group.v_heads * group.dv
    else:
        width = group.heads * (2 * group.dk + group.dv)
    return width * (group.conv_kernel - 1)


def layout(card: ModelCard, kv_heads: int | None = None, tensor_parallel: int = 1) -> Layout:
    """State of one device; what `tensor_parallel` cannot split (a KV head, a latent, an index key) is copied."""
    growing = recurrent = convolution = 0.0
    windows: dict[int, float] = {}
    for group in card.layer_group:
        if group.kind in RECURRENT:
            recurrent += group.count * recurrent_elements(group) * group.state_bytes_per_elem / tensor_parallel
            convolution += group.count * convolution_elements(group) * CONVOLUTION_BYTES / tensor_parallel
            continue
        elements = group.count * stored_elements(group, kv_heads, tensor_parallel)
        if group.kind in COMPRESSED:  # compressed entries for ever, whole entries inside the window
            growing += elements
            windows[group.window] = windows.get(group.window, 0.0) + group.count * group.head_dim
        elif group.window:
            windows[group.window] = windows.get(group.window, 0.0) + elements
        else:
            growing += elements
    return Layout(growing, tuple(sorted(windows.items())), recurrent, convolution)


def _records(card: ModelCard | None, precision: Precision) -> NativeState | None:
    return native_state(card) if card is not None and precision.native_state else None


def element_bytes(precision: Precision, card: ModelCard | None = None) -> float:
    """Bytes of one element that stays, scales and zero points included; the mean of a model's own records."""
    records = _records(card, precision)
    if card is not None and records is not None:
        return records.growing / layout(card).growing_elements
    return (precision.state_bits + precision.state_overhead_bits) / 8


def window_element_bytes(precision: Precision, card: ModelCard, window: int) -> float:
    """Bytes of one element inside a window of `window` tokens."""
    records = _records(card, precision)
    if records is None:
        return element_bytes(precision)
    return dict(records.windows)[window] / dict(layout(card).windows)[window]


def bytes_per_token(
    card: ModelCard,
    precision: Precision | None = None,
    kv_heads: int | None = None,
    tensor_parallel: int = 1,
) -> float:
    """Bytes per token of the state that grows with the context, on one device of `tensor_parallel`."""
    precision = precision or Precision()
    return layout(card, kv_heads, tensor_parallel).growing_elements * element_bytes(precision, card)


def growing_by_kind(
    card: ModelCard,
    precision: Precision | None = None,
    kv_heads: int | None = None,
    tensor_parallel: int = 1,
) -> dict[str, float]:
    """Bytes per token of the state that grows, on one device, by kind of layer; index keys apart."""
    each, found = element_bytes(precision or Precision(), card), dict[str, float]()
    for group in card.layer_group:
        if group.window and group.kind not in COMPRESSED:
            continue
        whole = group.count * stored_elements(group, kv_heads, tensor_parallel)
        keys = float(group.count * group.index_dim * (group.index_key_heads if group.kind in HEADED else 1))
        if group.kind in COMPRESSED:
            keys = keys / group.compress_ratio if group.compress_ratio else 0.0
        for kind, elements in ((group.kind, whole - keys), ("index keys", keys)):
            if elements:
                found[kind] = found.get(kind, 0.0) + elements * each
    return found


def window_bytes(
    card: ModelCard,
    precision: Precision | None = None,
    kv_heads: int | None = None,
    tensor_parallel: int = 1,
) -> float:
    """Bytes per request of the bounded state once every window is full, on one device."""
    precision = precision or Precision()
    windows = layout(card, kv_heads, tensor_parallel).windows
    return sum(tokens * elements * window_element_bytes(precision, card, tokens) for tokens, elements in windows)


def fixed_bytes(card: ModelCard, tensor_parallel: int = 1) -> float:
    """Bytes per request of recurrent state and convolution tails, on one device."""
    return layout(card, None, tensor_parallel).fixed_bytes


def request_bytes(
    card: ModelCard,
    tokens: int,
    precision: Precision | None = None,
    kv_heads: int | None = None,
    tensor_parallel: int = 1,
) -> float:
    """Bytes that a request of `tokens` tokens keeps on one device, without page rounding."""
    precision = precision or Precision()
    shape = layout(card, kv_heads, tensor_parallel)
    newest = min(tokens, precision.full_precision_window)
    total = shape.fixed_bytes
    width = element_bytes(precision, card)
    total += shape.growing_elements * (tokens * width + newest * (FULL_BITS / 8 - width))
    for window, elements in shape.windows:
        width = window_element_bytes(precision, card, window)
        total += elements * (min(tokens, window) * width + min(newest, window) * (FULL_BITS / 8 - width))
    return total


@dataclass(frozen=True, slots=True)
class Paging:
    """How the state is placed on one device: in pages, and set aside once per request slot."""

    bytes_per_token: float  # in pages
    bytes_per_request: float  # outside them: windows that slide, recurrent state, the full-precision tail
    note: str = ""


def paging(
    card: ModelCard,
    precision: Precision,
    max_length: int,
    kv_heads: int | None = None,
    tensor_parallel: int = 1,
) -> Paging:
    """Place the state of requests of up to `max_length` tokens.

    A window that no request can outgrow lies in pages like full attention; a shorter one is a ring per request slot.
    If nothing else grows, the windowed layers are paged and their old tokens kept, and the note says so.
    """
    shape = layout(card, kv_heads, tensor_parallel)
    full, note = shape.growing_elements, ""
    paged, ring = full * element_bytes(precision, card), 0.0
    inside = [(tokens, n, n * window_element_bytes(precision, card, tokens)) for tokens, n in shape.windows]
    for tokens, elements, size in inside:
        if tokens >= max_length:
            full, paged = full + elements, paged + size
        else:
            ring += tokens * size
    if not paged and inside:
        full, paged, ring = sum(n for _, n, _ in inside), sum(size for *_, size in inside), 0.0
        note = f"every attention layer of {card.name} is windowed: pages hold the whole context, an upper bound"
    tail = min(max_length, precision.full_precision_window) * max(0.0, full * FULL_BITS / 8 - paged)
    return Paging(paged, ring + tail + shape.fixed_bytes, note)
