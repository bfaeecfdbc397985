"""What has to hold for a cache of quantised keys and values."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.experiment import Invariant
from engine.experiments.kivi_trial import Streamed, Text
from engine.experiments.state_groups import Along, quantise
from engine.experiments.streaming_state import StreamingState

CLEARLY = 1.5  # factor by which the right grouping must beat the wrong one
HALF_BITS = 16


def beats(name: str, errors: Mapping[Along, float], right: Along) -> Invariant:
    """Whether the right grouping has clearly the smaller error."""
    (wrong,) = (along for along in Along if along is not right)
    ratio = errors[wrong] / errors[right]
    detail = f"error {errors[right]:.3f} against {errors[wrong]:.3f}, ratio {ratio:.2f}, expected {CLEARLY:g} or more"
    return Invariant(name, ratio >= CLEARLY, detail)


def rounded(text: Text, cache: StreamingState) -> Invariant:
    """No number may move by more than half a step of its group."""
    excess, worst, count = -np.inf, 0.0, 0
    for state, blocks in ((text.keys, cache.key_blocks), (text.values, cache.value_blocks)):
        first = 0
        for block in blocks:
            moved = np.abs(block.restored() - state[:, first : first + block.shape[1]])
            excess = max(excess, float((moved - block.steps / 2).max()))
            worst = max(worst, float((moved / block.steps).max()))
            count += moved.size
            first += block.shape[1]
    detail = f"at most {worst:.4f} steps over {count:,} numbers"
    return Invariant("Rounding moves a number by half a step at most", excess <= 1e-12, detail)


def tails(text: Text, streamed: Streamed) -> Invariant:
    """Lengths of both tails after every token, and that the newest tokens are untouched."""
    length = np.arange(1, len(streamed.key_tails) + 1)
    wrong = (streamed.key_tails != length % text.residual) | (
        streamed.value_tails != np.minimum(length, text.residual)
    )
    key_tail, value_tail = streamed.cache.key_tail, streamed.cache.value_tail
    untouched = np.array_equal(key_tail, text.keys[:, text.whole :]) and np.array_equal(
        value_tail, text.values[:, -text.residual :]
    )
    detail = (
        f"{key_tail.shape[1]} keys and {value_tail.shape[1]} values at the end, "
        f"{'bit for bit' if untouched else 'changed'}; {int(wrong.sum())} of {len(length):,} lengths differ"
    )
    return Invariant("The newest tokens stay in full precision", untouched and not wrong.any(), detail)


def same_codes(text: Text, cache: StreamingState) -> Invariant:
    """Streaming against quantising the same tokens in one shot: codes, scales and minima."""
    values = quantise(text.values[:, : -text.residual], Along.TOKEN, text.group, text.bits)
    differ = count = 0
    pairs = ((cache.key_blocks, text.key_blocks[Along.CHANNEL], 2), (cache.value_blocks, values, 1))
    for blocks, once, axis in pairs:
        differ += int((np.concatenate([block.codes for block in blocks], axis=1) != once.codes).sum())
        differ += int((np.concatenate([block.scale for block in blocks], axis=axis) != once.scale).sum())
        differ += int((np.concatenate([block.minimum for block in blocks], axis=axis) != once.minimum).sum())
        count += once.codes.size + 2 * once.scale.size
    detail = f"{differ} of {count:,} codes, scales and minima differ"
    return Invariant("Streaming gives the codes of one shot", differ == 0, detail)


def stored(cache: StreamingState) -> tuple[int, int]:
    """Bytes and numbers in the quantised blocks."""
    blocks = [*cache.key_blocks, *cache.value_blocks]
    return sum(block.nbytes for block in blocks), sum(int(np.prod(block.shape)) for block in blocks)


def exact_bytes(text: Text, cache: StreamingState) -> Invariant:
    """Bits per stored number must be the code and a share of scale and minimum, to the byte."""
    size, numbers = stored(cache)
    due = text.bits * text.group + 2 * HALF_BITS
    detail = f"{8 * size / numbers:g} bits a number, expected {text.bits} + {2 * HALF_BITS}/{text.group}"
    return Invariant(
        "Stored bytes are codes, scales and minima, and nothing else", 8 * size * text.group == numbers * due, detail
    )
