"""One text for KIVI: its keys and values, the cache that streams them, and the errors of each grouping."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.experiments.attention_layer import attend
from engine.experiments.checks import relative_error
from engine.experiments.state_groups import Along, Block, Half, quantise
from engine.experiments.streaming_state import StreamingState

RIDGE_VARIATION = 0.25  # of a large key channel, relative to its size


class Text:
    """Float16 keys and values (heads, tokens, channels) of one text, and queries (heads, n, channels) over it.

    What is compared here has the tokens of the whole key blocks quantised in one shot, and the rest as it is.
    """

    def __init__(
        self,
        keys: NDArray[np.float64],
        values: NDArray[np.float64],
        queries: NDArray[np.float64],
        *,
        group: int,
        residual: int,
        bits: int,
    ) -> None:
        self.keys, self.values, self.queries = keys.astype(np.float16), values.astype(np.float16), queries
        self.group, self.residual, self.bits = group, residual, bits
        self.whole = keys.shape[1] // residual * residual  # tokens in whole key blocks

    @cached_property
    def key_blocks(self) -> dict[Along, Block]:
        return {along: quantise(self.keys[:, : self.whole], along, self.group, self.bits) for along in Along}

    @cached_property
    def restored_keys(self) -> dict[Along, NDArray[np.float64]]:
        """All keys, by grouping."""
        return {along: self._completed(block, self.keys) for along, block in self.key_blocks.items()}

    @cached_property
    def restored_values(self) -> dict[Along, NDArray[np.float64]]:
        blocks = {along: quantise(self.values[:, : self.whole], along, self.group, self.bits) for along in Along}
        return {along: self._completed(block, self.values) for along, block in blocks.items()}

    @cached_property
    def exact(self) -> NDArray[np.float64]:
        """The attention output in full precision."""
        return attend(self.queries, self.keys.astype(float), self.values.astype(float))

    @cached_property
    def key_errors(self) -> dict[Along, float]:
        """‖K' - K‖ / ‖K‖ by grouping."""
        exact = self.keys.astype(float)
        return {along: relative_error(keys, exact) for along, keys in self.restored_keys.items()}

    @cached_property
    def value_errors(self) -> dict[Along, float]:
        """‖v' - v‖ / ‖v‖ of a token's values v, root mean square over tokens, by grouping."""
        exact = self.values.astype(float)
        size = (exact**2).sum(axis=2)
        moved = {along: ((values - exact) ** 2).sum(axis=2) for along, values in self.restored_values.items()}
        return {along: float(np.sqrt((squares / size).mean())) for along, squares in moved.items()}

    def output_error(self, keys: NDArray[np.float64], values: NDArray[np.float64]) -> float:
        return relative_error(attend(self.queries, keys, values), self.exact)

    def output_errors(self) -> dict[tuple[Along, Along], float]:
        """Error of the attention output for (grouping of keys, grouping of values)."""
        keys, values = self.restored_keys, self.restored_values
        return {(k, v): self.output_error(keys[k], values[v]) for k in Along for v in Along}

    def _completed(self, block: Block, state: Half) -> NDArray[np.float64]:
        return np.concatenate([block.restored(), state[:, self.whole :].astype(float)], axis=1)


@dataclass(frozen=True)
class Streamed:
    """The cache after all tokens, and what it held after each one."""

    cache: StreamingState
    bytes_held: NDArray[np.int64]  # (tokens,)
    key_tails: NDArray[np.int64]
    value_tails: NDArray[np.int64]


def draw_keys(
    rng: np.random.Generator, shape: tuple[int, int, int], outliers: int, size: float
) -> NDArray[np.float64]:
    """Normal keys; in `outliers` channels of each head they stay near ± `size` for every token."""
    keys = rng.standard_normal(shape)
    for head in keys:
        ridges = rng.choice(shape[2], outliers, replace=False)
        head[:, ridges] = size * rng.choice((-1, 1), outliers) * (1 + RIDGE_VARIATION * head[:, ridges])
    return keys


def draw_values(rng: np.random.Generator, shape: tuple[int, int, int], spread: float) -> NDArray[np.float64]:
    """What the tokens of a head have in common plus as much of their own, in a size that each token draws."""
    heads, tokens, channels = shape
    common = rng.standard_normal((heads, 1, channels))
    sizes = rng.lognormal(0.0, spread, (heads, tokens, 1))
    values: NDArray[np.float64] = (common + rng.standard_normal(shape)) * sizes
    return values


def stream(text: Text) -> Streamed:
    """Append all tokens one by one."""
    heads, tokens, channels = text.keys.shape
    cache = StreamingState(heads, channels, group=text.group, residual=text.residual, bits=text.bits)
    held = np.empty((3, tokens), np.int64)
    for token in range(tokens):
        cache.append(text.keys[:, token], text.values[:, token])
        held[:, token] = cache.nbytes, *cache.tail_lengths
    return Streamed(cache, *held)
