"""A cache of keys and values that quantises while tokens arrive, and keeps the newest in full precision."""

from __future__ import annotations

import numpy as np

from engine.experiments.state_groups import Along, Block, Half, quantise


class StreamingState:
    """Keys per channel, values per token. Arrays are float16 of shape (heads, tokens, channels).

    Groups along tokens need several tokens: keys wait in a tail, which becomes one block when it holds `residual`
    tokens. Values need only their own token: their tail is a window over the newest `residual`, and the token that
    leaves it is quantised.
    """

    def __init__(self, heads: int, channels: int, *, group: int, residual: int, bits: int) -> None:
        self._group, self._residual, self._bits = group, residual, bits
        self._key_room = np.zeros((heads, residual, channels), np.float16)
        self._value_room = np.zeros((heads, residual, channels), np.float16)
        self.tokens = 0
        self.key_blocks: list[Block] = []
        self.value_blocks: list[Block] = []
        self._block_bytes = 0

    @property
    def tail_lengths(self) -> tuple[int, int]:
        """Tokens of which keys, and values, are in full precision."""
        return self.tokens % self._residual, min(self.tokens, self._residual)

    @property
    def key_tail(self) -> Half:
        return self._key_room[:, : self.tail_lengths[0]]

    @property
    def value_tail(self) -> Half:
        """Oldest first."""
        if self.tokens < self._residual:
            return self._value_room[:, : self.tokens]
        return np.roll(self._value_room, -(self.tokens % self._residual), axis=1)

    @property
    def nbytes(self) -> int:
        """Codes, scales, minima, and the float16 tails."""
        return self._block_bytes + sum(self.tail_lengths) * self._key_room[:, 0].nbytes

    def append(self, keys: Half, values: Half) -> None:
        """One token: (heads, channels) each."""
        place = self.tokens % self._residual
        if self.tokens >= self._residual:
            self._store(self.value_blocks, self._value_room[:, place : place + 1], Along.TOKEN)
        self._value_room[:, place] = values
        self._key_room[:, place] = keys
        self.tokens += 1
        if self.tokens % self._residual == 0:
            self._store(self.key_blocks, self._key_room, Along.CHANNEL)

    def _store(self, blocks: list[Block], state: Half, along: Along) -> None:
        blocks.append(quantise(state, along, self._group, self._bits))
        self._block_bytes += blocks[-1].nbytes

    def restored(self) -> tuple[np.ndarray, np.ndarray]:
        """Keys and values of all tokens as a decode step sees them: float64 (heads, tokens, channels)."""
        keys = [*(block.restored() for block in self.key_blocks), self.key_tail.astype(float)]
        values = [*(block.restored() for block in self.value_blocks), self.value_tail.astype(float)]
        return np.concatenate(keys, axis=1), np.concatenate(values, axis=1)
