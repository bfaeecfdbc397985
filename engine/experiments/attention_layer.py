"""One attention layer with as many key and value heads as one likes, one token at a time or all at once.

Weights are float64: queries (d, h·dₖ), keys (d, hₖ·dₖ), values (d, hᵥ·dᵥ), output (h·dᵥ, d). hₖ and hᵥ are h
(multi-head) or 1 (shared by all query heads).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Layer:
    """`heads` query heads over `key_heads` key heads and `value_heads` value heads."""

    heads: int
    key_heads: int
    value_heads: int
    queries: Numbers
    keys: Numbers
    values: Numbers
    output: Numbers

    @property
    def weights(self) -> int:
        """Numbers in the four projections."""
        return self.queries.size + self.keys.size + self.values.size + self.output.size

    def tied(self) -> Layer:
        """The multi-head layer whose heads all have this layer's one key head and one value head."""
        keys, values = np.tile(self.keys, self.heads), np.tile(self.values, self.heads)
        return Layer(self.heads, self.heads, self.heads, self.queries, keys, values, self.output)


@dataclass(frozen=True)
class Decoded:
    """What came out of `decode`, and what its steps read from the cache."""

    outputs: Numbers  # (sequences, steps, d)
    key_bytes: NDArray[np.int64]  # (steps,)
    value_bytes: NDArray[np.int64]
    cache: Cache

    @property
    def bytes_read(self) -> NDArray[np.int64]:
        return self.key_bytes + self.value_bytes


class Cache:
    """Keys and values of the tokens so far. Whoever reads them reads all of them, and that is counted."""

    def __init__(self, layer: Layer, sequences: int, capacity: int) -> None:
        d_k, d_v = layer.keys.shape[1] // layer.key_heads, layer.values.shape[1] // layer.value_heads
        self.keys = np.zeros((sequences, layer.key_heads, capacity, d_k))
        self.values = np.zeros((sequences, layer.value_heads, capacity, d_v))
        self.tokens = 0
        self.key_bytes: list[int] = []
        self.value_bytes: list[int] = []

    def append(self, keys: Numbers, values: Numbers) -> None:
        """One token: keys (sequences, hₖ·dₖ), values (sequences, hᵥ·dᵥ)."""
        self.keys[:, :, self.tokens] = keys.reshape(self.keys.shape[0], self.keys.shape[1], -1)
        self.values[:, :, self.tokens] = values.reshape(self.values.shape[0], self.values.shape[1], -1)
        self.tokens += 1

    def read(self) -> tuple[Numbers, Numbers]:
        keys, values = self.keys[:, :, : self.tokens], self.values[:, :, : self.tokens]
        self.key_bytes.append(keys.nbytes)
        self.value_bytes.append(values.nbytes)
        return keys, values


def softmax(scores: Numbers) -> Numbers:
    """Over the last axis."""
    grown = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares: Numbers = grown / grown.sum(axis=-1, keepdims=True)
    return shares


def decode(layer: Layer, inputs: Numbers) -> Decoded:
    """Incremental decoding of `inputs` (sequences, steps, d): each step appends one token and reads all before it.

    A projection sees one token only, so those of all steps are computed together; what a step may look back at is
    in the cache and nowhere else.
    """
    sequences, steps, _ = inputs.shape
    queries = (inputs @ layer.queries).reshape(sequences, steps, layer.heads, -1)
    keys, values = inputs @ layer.keys, inputs @ layer.values
    cache = Cache(layer, sequences, steps)
    mixed = np.empty((sequences, steps, layer.heads, cache.values.shape[-1]))
    for step in range(steps):
        cache.append(keys[:, step], values[:, step])
        mixed[:, step] = attend_one(queries[:, step], *cache.read())
    outputs = mixed.reshape(sequences, steps, -1) @ layer.output
    return Decoded(outputs, np.array(cache.key_bytes), np.array(cache.value_bytes), cache)


def attend_one(queries: Numbers, keys: Numbers, values: Numbers) -> Numbers:
    """One query per head (sequences, h, dₖ): (sequences, h, dᵥ). Too little work to share among threads."""
    sequences, heads, _ = queries.shape
    keys = np.broadcast_to(keys, (sequences, heads, *keys.shape[2:]))
    values = np.broadcast_to(values, (sequences, heads, *values.shape[2:]))
    shares = softmax(np.einsum("shd,shnd->shn", queries, keys) / sqrt(keys.shape[-1]))
    mixed: Numbers = np.einsum("shn,shnd->shd", shares, values)
    return mixed


def attend(queries: Numbers, keys: Numbers, values: Numbers) -> Numbers:
    """Queries (…, q, dₖ) over keys (…, n, dₖ) and values (…, n, dᵥ): (…, q, dᵥ)."""
    scores = queries @ keys.swapaxes(-1, -2) / sqrt(keys.shape[-1])
    return softmax(scores) @ values


def parallel(layer: Layer, inputs: Numbers) -> Numbers:
    """The same layer over all tokens at once, each seeing itself and those before it."""
    sequences, steps, _ = inputs.shape

    def split(projected: Numbers, heads: int) -> Numbers:
        return projected.reshape(sequences, steps, heads, -1).swapaxes(1, 2)

    queries = split(inputs @ layer.queries, layer.heads)
    keys = split(inputs @ layer.keys, layer.key_heads)
    values = split(inputs @ layer.values, layer.value_heads)
    scores = queries @ keys.swapaxes(-1, -2) / sqrt(keys.shape[-1])
    scores[..., np.triu(np.ones((steps, steps), bool), 1)] = -np.inf
    mixed = softmax(scores) @ values
    result: Numbers = mixed.swapaxes(1, 2).reshape(sequences, steps, -1) @ layer.output
    return result


def random_layer(rng: np.random.Generator, heads: int, d_k: int, d_v: int, d_model: int) -> Layer:
    """A multi-head layer with weights of the size that keeps numbers near one."""

    def draw(*shape: int) -> NDArray[Any]:
        return rng.standard_normal(shape) / sqrt(shape[0])

    return Layer(
        heads,
        heads,
        heads,
        draw(d_model, heads * d_k),
        draw(d_model, heads * d_k),
        draw(d_model, heads * d_v),
        draw(heads * d_v, d_model),
    )


def share(layer: Layer, keys: bool = True, values: bool = True) -> Layer:
    """The layer that keeps only the first key head, the first value head, or both."""
    d_k, d_v = layer.keys.shape[1] // layer.key_heads, layer.values.shape[1] // layer.value_heads
    return Layer(
        layer.heads,
        1 if keys else layer.key_heads,
        1 if values else layer.value_heads,
        layer.queries,
        np.ascontiguousarray(layer.keys[:, :d_k]) if keys else layer.keys,
        np.ascontiguousarray(layer.values[:, :d_v]) if values else layer.values,
        layer.output,
    )


def influence(layer: Layer, decoded: Decoded, token: Numbers) -> Numbers:
    """Which query heads read which cached heads, by trial: (h, cached value heads).

    Entry (i, j): how far the last token's mix in query head i moves, relative to its size, when the values of cached
    head j are taken away. `token` is that token's input (sequences, d).
    """
    cache = decoded.cache
    queries = (token @ layer.queries).reshape(len(token), layer.heads, -1)
    mixed = attend_one(queries, cache.keys, cache.values)
    moved = np.zeros((layer.heads, layer.value_heads))
    for head in range(layer.value_heads):
        without = cache.values.copy()
        without[:, head] = 0
        change = attend_one(queries, cache.keys, without) - mixed
        moved[:, head] = np.sqrt((change**2).sum(axis=(0, 2)) / (mixed**2).sum(axis=(0, 2)))
    return moved
