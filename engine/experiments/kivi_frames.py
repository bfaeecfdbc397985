"""What KIVI looks like: the shape of keys and values, where errors land, and bits per number as a text grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Bars, Curve, Curves, Matrix, Panel, Series
from engine.experiments.state_groups import Along, Half


def state_frame(keys: Half, values: Half, tokens: int) -> Matrix:
    """The first `tokens` tokens of the first head."""
    return Matrix(
        "Keys vary by channel, values by token",
        "Stronger colour is larger. A few channels of the keys are large for every token, so the numbers of one "
        "channel are alike. Values differ in size from token to token, so the numbers of one token are alike.",
        (
            Panel("keys, size", np.abs(keys[0, :tokens]).astype(float)),
            Panel("values, size", np.abs(values[0, :tokens]).astype(float)),
        ),
        "token",
        "channel",
        "",
    )


def error_frame(keys: Half, restored: Mapping[Along, NDArray[Any]], tokens: int) -> Matrix:
    """How far the same keys move under each grouping."""
    exact = keys[0, :tokens].astype(float)
    return Matrix(
        "Where the error of the keys lands",
        "Groups within a channel keep a large channel's error to itself. Groups across channels stretch their step "
        "to reach it, and everything beside it is rounded coarsely.",
        tuple(Panel(str(along), np.abs(numbers[0, :tokens] - exact)) for along, numbers in restored.items()),
        "token",
        "channel",
        "",
    )


def output_frame(errors: Mapping[tuple[Along, Along], float]) -> Bars:
    """`errors` by (grouping of keys, grouping of values)."""
    return Bars(
        "Error of the attention output",
        "The same bits, four ways to group them. Keys decide most, because their error changes which tokens are "
        "read; values add their own.",
        tuple(f"keys {along}" for along in Along),
        tuple(
            Series(f"values {values}", tuple(errors[keys, values] for keys in Along))
            for values in (Along.TOKEN, Along.CHANNEL)
        ),
        "1",
    )


def width_frame(held: NDArray[Any], numbers: int, group: int, residual: int, bits: int) -> Curves:
    """Bits per number after every token; `numbers` is the size of one token's keys, `held` the bytes of the cache."""
    tokens = np.arange(1, len(held) + 1, dtype=float)
    tails = tokens % residual + np.minimum(tokens, residual)
    share = tails / (2 * tokens)
    expected = share * 16 + (1 - share) * (bits + 32 / group)
    return Curves(
        "Bits per number while a text grows",
        "Short texts are all tail, in full precision. The saw-tooth is the key tail, which is quantised as a block "
        "when it is full; scales and minima keep the width above that of the codes.",
        (
            Curve("full precision", tokens, np.full(len(tokens), 16.0)),
            Curve("formula", tokens, expected, expected=True),
            Curve("bytes counted", tokens, 8 * held / (2 * numbers * tokens)),
            Curve("codes alone", tokens, np.full(len(tokens), float(bits))),
        ),
        "tokens in the cache",
        "bits per number",
        "tokens",
        "bit",
    )
