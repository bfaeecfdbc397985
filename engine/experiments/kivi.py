"""KIVI: keys in groups per channel, values in groups per token, two bits a number, the newest tokens untouched.

Keys have a few channels that are large for every token, values differ in size from token to token: the two shapes
that decide which way groups should run.
"""

from __future__ import annotations

import numpy as np

from engine.experiment import Experiment
from engine.experiments.checks import demand, measured_error
from engine.experiments.kivi_checks import beats, exact_bytes, rounded, same_codes, stored, tails
from engine.experiments.kivi_frames import error_frame, output_frame, state_frame, width_frame
from engine.experiments.kivi_trial import Streamed, Text, draw_keys, draw_values, stream
from engine.experiments.state_groups import Along
from engine.ledgers.entry import COUNTED, LESS, MORE, declare, given, measured
from engine.sheet import Measured

SOURCE = "Liu et al. (2024)"
QUERIES = 64

STORED = declare(
    "precision.kivi.group_bits",
    "Bits per number outside the tails, with scale and minimum",
    "bit",
    LESS,
    COUNTED,
    "8 · B_q / n_q",
    source=SOURCE,
)
HELD = declare("precision.kivi.held_bits", "Bits per number with the tails", "bit", LESS, COUNTED, "8 · B / n")
PER_TOKEN = declare(
    "state.kivi.bytes_per_token", "State per token in this cache", "B/token", LESS, COUNTED, "B / T", source=SOURCE
)
SMALLER = declare(
    "decode.kivi.read_ratio", "State read per step, 16 bits over these", "x", MORE, COUNTED, "2 · n / B"
)
ERROR = declare(
    "precision.kivi.output_error",
    "Error of the attention output",
    "1",
    LESS,
    COUNTED,
    "‖O' - O‖ / ‖O‖",
)
KEYS_WRONG = declare(
    "precision.kivi.keys_per_token",
    "Error of the keys, per token over per channel",
    "x",
    MORE,
    COUNTED,
    "e_t / e_c",
)
VALUES_WRONG = declare(
    "precision.kivi.values_per_channel",
    "Error of a token's values, per channel over per token",
    "x",
    MORE,
    COUNTED,
    "e_c / e_t",
)


def run(
    rng: np.random.Generator,
    *,
    tokens: int = 2000,
    heads: int = 2,
    channels: int = 128,
    group: int = 32,
    residual: int = 128,
    bits: int = 2,
    outliers: int = 4,
    outlier_size: float = 12.0,
    token_spread: float = 0.8,
) -> Experiment:
    """Stream `tokens` tokens. `outliers` key channels of each head have the size `outlier_size`, the others one; the
    size of a token's values is lognormal with `token_spread`. Raises ValueError if a parameter is out of range.
    """
    demand(1 <= bits <= 8, "bits", bits, "1 to 8")
    demand(group > 0 and channels % group == 0, "group", group, f"a divisor of the {channels} channels")
    demand(residual > 0 and residual % group == 0, "residual", residual, f"a multiple of the group, {group}")
    demand(tokens > residual, "tokens", tokens, f"more than the tail, {residual}")
    demand(0 <= outliers <= channels, "outliers", outliers, f"0 to {channels}")
    keys = draw_keys(rng, (heads, tokens, channels), outliers, outlier_size)
    values = draw_values(rng, (heads, tokens, channels), token_spread)
    queries = rng.standard_normal((heads, QUERIES, channels))
    text = Text(keys, values, queries, group=group, residual=residual, bits=bits)
    streamed = stream(text)
    return Experiment(
        "Keys and values in a few bits, grouped the way each of them varies",
        (
            state_frame(text.keys, text.values, residual),
            error_frame(text.keys, text.restored_keys, residual),
            output_frame(text.output_errors()),
            width_frame(streamed.bytes_held, text.keys[:, 0].size, group, residual, bits),
        ),
        _findings(text, streamed),
        (
            rounded(text, streamed.cache),
            tails(text, streamed),
            same_codes(text, streamed.cache),
            exact_bytes(text, streamed.cache),
            beats("Keys lose less per channel than per token", text.key_errors, Along.CHANNEL),
            beats("Values lose less per token than per channel", text.value_errors, Along.TOKEN),
        ),
    )


def _findings(text: Text, streamed: Streamed) -> tuple[Measured, ...]:
    cache, (heads, tokens, channels) = streamed.cache, text.keys.shape
    size, numbers = stored(cache)
    held = given("B", cache.nbytes, "B", "bytes of the cache")
    count = given("n", 2 * heads * tokens * channels, "", "numbers in keys and values")
    blocks = given("B_q", size, "B", "bytes of the quantised blocks")
    quantised = given("n_q", numbers, "", "numbers in the quantised blocks")
    keys, values = text.key_errors, text.value_errors
    return (
        measured(STORED, 8 * size / numbers, blocks, quantised),
        measured(HELD, 8 * held.value / count.value, held, count),
        measured(PER_TOKEN, held.value / tokens, held, given("T", tokens, "tokens", "tokens in the cache")),
        measured(SMALLER, 2 * count.value / held.value, count, held),
        measured_error(ERROR, text.output_error(*cache.restored()), float(np.linalg.norm(text.exact))),
        measured(
            KEYS_WRONG,
            keys[Along.TOKEN] / keys[Along.CHANNEL],
            given("e_t", keys[Along.TOKEN], "1", "‖K' - K‖ / ‖K‖, grouped per token"),
            given("e_c", keys[Along.CHANNEL], "1", "‖K' - K‖ / ‖K‖, grouped per channel"),
        ),
        measured(
            VALUES_WRONG,
            values[Along.CHANNEL] / values[Along.TOKEN],
            given("e_c", values[Along.CHANNEL], "1", "‖v' - v‖ / ‖v‖ of a token, per channel"),
            given("e_t", values[Along.TOKEN], "1", "‖v' - v‖ / ‖v‖ of a token, per token"),
        ),
    )
