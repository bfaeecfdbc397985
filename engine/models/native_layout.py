"""State as the models' own engines store it: records of low-bit numbers with their scales beside them.

A latent record (FlashMLA): 8-bit latent, a 32-bit scale per 128 numbers, position part at 16 bits; its index key has
8 bits and one scale. An entry of compressed attention: 448 numbers at 8 bits, 64 at 16 bits, 8 scale bytes. The
second generation has 4-bit entries with a scale per 16 numbers, and 8-bit windows. Index keys of compressed attention
take 4 bits. The totals per token equal those on the cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.models.card_types import COMPRESSED, LATENT, LayerGroup, ModelCard

SCALED = 128  # numbers of a latent that share a scale
POSITION = 64  # numbers of an entry that stay at 16 bits
SECOND = frozenset({"csa2_full", "csa2_reuse", "csa2_reindex"})


@dataclass(frozen=True, slots=True)
class NativeState:
    """Bytes of all layers: per token that stays, and per token inside each window."""

    growing: float
    windows: tuple[tuple[int, float], ...]


def _latent(group: LayerGroup) -> float:
    index = group.index_dim + 4 if group.index_dim else 0
    return group.latent_rank + 4 * -(-group.latent_rank // SCALED) + 2 * group.rope_dim + index


def _entry(group: LayerGroup) -> float:
    """An 8-bit entry: position part at 16 bits, a scale byte for each 64 numbers."""
    return group.head_dim - POSITION + 2 * POSITION + group.head_dim // 64


def _compressed(group: LayerGroup) -> float:
    if not group.compress_ratio:
        return 0.0
    entry = group.head_dim / 2 + group.head_dim / 16 if group.kind in SECOND else _entry(group)
    index = group.index_dim / 2 + group.index_dim / 32 if group.index_dim else 0
    return (entry + index) / group.compress_ratio


def _window(group: LayerGroup, second: bool) -> float:
    if second:
        return group.head_dim + group.head_dim / 32  # 8 bits and a scale byte per 32
    return _entry(group)


def native_state(card: ModelCard) -> NativeState | None:
    """The records of a model, None when no layout of its own is known."""
    own = LATENT | COMPRESSED
    if not any(group.kind in own for group in card.layer_group):
        return None
    growing, second = 0.0, any(group.kind in SECOND for group in card.layer_group)
    windows: dict[int, float] = {}
    for group in card.layer_group:
        if group.kind in LATENT:
            growing += group.count * _latent(group)
        elif group.kind in COMPRESSED:
            growing += group.count * _compressed(group)
        if group.window:
            windows[group.window] = windows.get(group.window, 0.0) + group.count * _window(group, second)
    return NativeState(growing, tuple(sorted(windows.items())))
