"""The law of state of each kind of layer: its own formula in symbols, with numbers in their place, and its value.

The values are those of `engine.models.state`; a formula is never borrowed from another kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.models.card_types import COMPRESSED, LATENT, RECURRENT, WITHOUT_ATTENTION, LayerGroup, ModelCard
from engine.models.geometry import kv_heads_of
from engine.models.state import (
    CONVOLUTION_BYTES,
    convolution_elements,
    element_bytes,
    recurrent_elements,
    stored_elements,
    window_element_bytes,
)
from engine.scenario import Precision


@dataclass(frozen=True, slots=True)
class Law:
    """State of the layers of one kind for one request, copies on other devices not counted. Sizes in bytes.

    `formula` gives the bytes of T tokens; `filled` has everything but T in its place.
    """

    kind: str
    layers: int
    formula: str
    filled: str
    per_token: float  # that stays
    window: int  # tokens, 0 = no window
    per_window_token: float  # of the newest `window` tokens
    fixed: float  # whatever the length

    def bytes(self, tokens: float) -> float:
        """State of a request of `tokens` tokens."""
        return self.per_token * tokens + self.per_window_token * min(tokens, self.window) + self.fixed

    def next_token(self, tokens: int) -> float:
        """What the token after the first `tokens` adds."""
        return self.per_token + (self.per_window_token if tokens < self.window else 0.0)


def laws(card: ModelCard, precision: Precision, kv_heads: int | None = None) -> tuple[Law, ...]:
    """The laws of a model's layers that keep state, in the order of the card."""
    return tuple(_law(card, group, precision, kv_heads) for group in card.layer_group if _keeps(group))


def _keeps(group: LayerGroup) -> bool:
    return group.kind not in WITHOUT_ATTENTION


def _law(card: ModelCard, group: LayerGroup, precision: Precision, kv_heads: int | None) -> Law:
    if group.kind in RECURRENT:
        return _recurrent(group)
    each = element_bytes(precision, card) if _grows(group) else 0.0
    inside = window_element_bytes(precision, card, group.window) if group.window else 0.0
    if group.kind in COMPRESSED:
        return _compressed(group, each, inside)
    formula, filled = _width(group, kv_heads)
    elements = group.count * stored_elements(group, kv_heads)
    length, shown = ("min(T, W)", f"min(T, {group.window:,})") if group.window else ("T", "T")
    size = inside if group.window else each
    return Law(
        kind=group.kind,
        layers=group.count,
        formula=f"L · {formula} · b · {length}",
        filled=f"{group.count} · {filled} · {size:.4g} · {shown}",
        per_token=0.0 if group.window else elements * each,
        window=group.window,
        per_window_token=elements * inside if group.window else 0.0,
        fixed=0.0,
    )


def _grows(group: LayerGroup) -> bool:
    return not group.window or (group.kind in COMPRESSED and group.compress_ratio > 0)


def _width(group: LayerGroup, kv_heads: int | None) -> tuple[str, str]:
    """Elements of a token in one layer, in symbols and in numbers."""
    if group.kind in LATENT:
        parts = [("r", group.latent_rank), ("dr", group.rope_dim), ("di", group.index_dim)]
        used = [(symbol, value) for symbol, value in parts if value]
        return f"({' + '.join(s for s, _ in used)})", f"({' + '.join(f'{v:,}' for _, v in used)})"
    heads = kv_heads_of(group, kv_heads)
    if group.shared_kv:
        formula, filled = "Hkv · Dh", f"{heads} · {group.head_dim}"
    elif group.value_dim == group.head_dim:
        formula, filled = "2 · Hkv · Dh", f"2 · {heads} · {group.head_dim}"
    else:
        formula, filled = "Hkv · (Dk + Dv)", f"{heads} · ({group.head_dim} + {group.value_dim})"
    if group.index_dim:
        keys = group.index_key_heads
        return f"({formula} + Hi · di)", f"({filled} + {keys} · {group.index_dim})"
    return formula, filled


def _compressed(group: LayerGroup, each: float, inside: float) -> Law:
    count, entry, window = group.count, group.head_dim, group.window
    formula, filled = "L · D · b · min(T, W)", f"{count} · {entry} · {inside:.4g} · min(T, {window:,})"
    stays = count * stored_elements(group) * each
    if group.compress_ratio:
        width = ("(D + di)", f"({entry} + {group.index_dim})") if group.index_dim else ("D", str(entry))
        formula = f"L · {width[0]} / m · b · T + {formula}"
        filled = f"{count} · {width[1]} / {group.compress_ratio} · {each:.4g} · T + {filled}"
    return Law(group.kind, count, formula, filled, stays, window, count * entry * inside, 0.0)


def _recurrent(group: LayerGroup) -> Law:
    formula, filled = _recurrent_width(group)
    size = group.state_bytes_per_elem
    state = group.count * recurrent_elements(group) * size
    tail = group.count * convolution_elements(group) * CONVOLUTION_BYTES
    formula, filled = f"L · {formula} · s", f"{group.count} · {filled} · {size}"
    if tail:
        width = convolution_elements(group) / (group.conv_kernel - 1)
        formula = f"{formula} + L · (K − 1) · C · 2"
        filled = f"{filled} + {group.count} · {group.conv_kernel - 1} · {width:,.0f} · {CONVOLUTION_BYTES}"
    return Law(group.kind, group.count, formula, filled, 0.0, 0, 0.0, state + tail)


def _recurrent_width(group: LayerGroup) -> tuple[str, str]:
    if group.kind == "mamba1":
        return "Di · N", f"{group.d_inner:,} · {group.d_state}"
    if group.kind == "mamba2":
        return "H · P · N", f"{group.heads} · {group.head_dim} · {group.d_state}"
    return "H · dk · dv", f"{group.v_heads or group.heads} · {group.dk} · {group.dv}"
