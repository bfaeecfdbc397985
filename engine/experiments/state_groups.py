"""Keys and values in groups of a few bits: where groups run, what a group stores, and what comes back.

State is float16 of shape (heads, tokens, channels). A group of g numbers stores g codes, a float16 scale and a
float16 minimum; x̂ = minimum + scale · code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiments.packing import pack, unpack

Half = NDArray[np.float16]


class Along(StrEnum):
    """What the numbers of one group have in common."""

    CHANNEL = "per channel"  # one channel, neighbouring tokens
    TOKEN = "per token"  # one token, neighbouring channels


@dataclass(frozen=True)
class Block:
    """Some tokens, quantised together. Scale and minimum have one entry per group."""

    along: Along
    bits: int
    group: int
    shape: tuple[int, int, int]  # of the state it stands for
    packed: NDArray[np.uint8]
    scale: Half  # (heads, channels, tokens / g) per channel, (heads, tokens, channels / g) per token
    minimum: Half

    @property
    def nbytes(self) -> int:
        return self.packed.nbytes + self.scale.nbytes + self.minimum.nbytes

    @property
    def codes(self) -> NDArray[np.uint8]:
        """Shape (heads, tokens, channels)."""
        codes = unpack(self.packed, self.bits, int(np.prod(self.shape))).reshape(*self.scale.shape, self.group)
        return _ungrouped(codes, self.along)

    @property
    def steps(self) -> NDArray[np.float64]:
        """The scale of every number's group, shape (heads, tokens, channels)."""
        wide = np.repeat(self.scale.astype(float)[..., None], self.group, axis=-1)
        return _ungrouped(wide, self.along)

    def restored(self) -> NDArray[np.float64]:
        """x̂, shape (heads, tokens, channels)."""
        codes = unpack(self.packed, self.bits, int(np.prod(self.shape))).reshape(*self.scale.shape, self.group)
        numbers = self.minimum.astype(float)[..., None] + self.scale.astype(float)[..., None] * codes
        return _ungrouped(numbers, self.along)


def quantise(state: Half, along: Along, group: int, bits: int) -> Block:
    """Quantise (heads, tokens, channels). The grouped axis must be a multiple of `group`."""
    grouped = _grouped(state.astype(float), along, group)
    low, high = grouped.min(axis=-1), grouped.max(axis=-1)
    exact = (high - low) / (2**bits - 1)
    scale = exact.astype(np.float16)
    # Rounded up, never down: a scale too small would leave the largest number of its group out of reach.
    scale = np.where(scale < exact, np.nextafter(scale, np.float16(np.inf)), scale)
    scale[scale == 0] = np.finfo(np.float16).smallest_subnormal  # a group of equal numbers: all codes are 0
    codes = np.rint((grouped - low[..., None]) / scale.astype(float)[..., None]).clip(0, 2**bits - 1)
    return Block(along, bits, group, state.shape, pack(codes, bits), scale, low.astype(np.float16))


def _grouped(state: NDArray[Any], along: Along, group: int) -> NDArray[Any]:
    rows = state.swapaxes(1, 2) if along is Along.CHANNEL else state
    return rows.reshape(*rows.shape[:2], -1, group)


def _ungrouped(grouped: NDArray[Any], along: Along) -> NDArray[Any]:
    rows = grouped.reshape(*grouped.shape[:2], -1)
    return rows.swapaxes(1, 2) if along is Along.CHANNEL else rows
