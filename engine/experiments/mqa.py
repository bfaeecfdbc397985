"""Multi-query attention: the same decoder with a key and value head per query head, and with one for all.

Both run token by token over a growing cache, and the bytes that each step reads are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Bars, Curve, Curves, Experiment, Frame, Invariant, Matrix, Panel, Series
from engine.experiments.attention_layer import Decoded, Layer, decode, influence, parallel, random_layer, share
from engine.experiments.checks import close, demand
from engine.ledgers.entry import COUNTED, LESS, MORE, NEITHER, declare, given, measured
from engine.sheet import Measured

LIMIT = 1e-10  # of a difference between outputs near one
SOURCE = "Shazeer (2019)"
NUMBER_BYTES = 8  # float64

RATIO = declare(
    "decode.mqa.read_ratio",
    "Keys and values read per step, multi-head over multi-query",
    "x",
    MORE,
    COUNTED,
    "B_h / B_1",
    source=SOURCE,
)
KEYS_ONLY = declare(
    "decode.mqa.keys_only_ratio",
    "The same when only the keys are shared",
    "x",
    NEITHER,
    COUNTED,
    "B_h / B_k",
)
STATE_MANY = declare(
    "state.mqa.multi_head", "State per token, multi-head", "B/token", LESS, COUNTED, "h · (d_k + d_v) · w"
)
STATE_ONE = declare(
    "state.mqa.multi_query", "State per token, multi-query", "B/token", LESS, COUNTED, "(d_k + d_v) · w"
)
WORK_MANY = declare(
    "kernels.mqa.multi_head",
    "Multiply-adds per cached number read, multi-head",
    "",
    MORE,
    COUNTED,
    "M / N",
)
WORK_ONE = declare(
    "kernels.mqa.multi_query",
    "Multiply-adds per cached number read, multi-query",
    "",
    MORE,
    COUNTED,
    "M / N",
)


@dataclass(frozen=True)
class Trial:
    """The three decoders over the same inputs."""

    inputs: NDArray[np.float64]  # (sequences, steps, d_model)
    many: Layer
    one: Layer
    many_run: Decoded
    one_run: Decoded
    keys_run: Decoded  # the control: keys shared, values per head


def run(
    rng: np.random.Generator,
    *,
    heads: int = 8,
    d_k: int = 128,
    d_v: int = 128,
    d_model: int = 1024,
    steps: int = 128,
    sequences: int = 2,
) -> Experiment:
    """Decode `steps` tokens of `sequences` texts. Raises ValueError if a size is below 1 or there is one head."""
    demand(heads > 1, "heads", heads, "at least 2 query heads")
    for name, size in (("d_k", d_k), ("d_v", d_v), ("d_model", d_model), ("steps", steps), ("sequences", sequences)):
        demand(size > 0, name, size, "at least 1")
    many = random_layer(rng, heads, d_k, d_v, d_model)
    one = share(many)
    inputs = rng.standard_normal((sequences, steps, d_model))
    keys_run = decode(share(many, values=False), inputs)
    trial = Trial(inputs, many, one, decode(many, inputs), decode(one, inputs), keys_run)
    return Experiment(
        "One key head and one value head for all query heads",
        _frames(trial),
        _findings(trial),
        _invariants(trial),
    )


def divides(name: str, many: NDArray[Any], one: NDArray[Any], over: int, under: int = 1) -> Invariant:
    """Whether `many` / `one` is `over` / `under` at every step, in whole bytes."""
    wrong = int((many * under != one * over).sum())
    low, high = float((many / one).min()), float((many / one).max())
    detail = (
        f"ratio {low:.4g} to {high:.4g} over {len(many)} steps, expected {over / under:.4g}; {wrong} steps differ"
    )
    return Invariant(name, wrong == 0, detail)


def _invariants(trial: Trial) -> tuple[Invariant, ...]:
    many, one, heads = trial.many_run, trial.one_run, trial.many.heads
    d_k, d_v = trial.one.keys.shape[1], trial.one.values.shape[1]
    at_once = parallel(trial.one, trial.inputs)
    return (
        close(
            "Token by token gives what one pass gives, multi-head",
            many.outputs,
            parallel(trial.many, trial.inputs),
            LIMIT,
        ),
        close("Token by token gives what one pass gives, multi-query", one.outputs, at_once, LIMIT),
        close("Multi-head with equal heads is multi-query", parallel(trial.one.tied(), trial.inputs), at_once, LIMIT),
        divides("Every step reads the head count times fewer bytes", many.bytes_read, one.bytes_read, heads),
        divides(
            "Sharing the keys alone saves less than half",
            many.bytes_read,
            trial.keys_run.bytes_read,
            heads * (d_k + d_v),
            d_k + heads * d_v,
        ),
    )


def _findings(trial: Trial) -> tuple[Measured, ...]:
    many, one, keys = (int(run.bytes_read.sum()) for run in (trial.many_run, trial.one_run, trial.keys_run))
    read = given("B_h", many, "B", "cache bytes read by the multi-head decoder")
    h, w = given("h", trial.many.heads, "", "query heads"), given("w", NUMBER_BYTES, "B", "bytes of a number")
    d_k = given("d_k", trial.one.keys.shape[1], "", "width of a key")
    d_v = given("d_v", trial.one.values.shape[1], "", "width of a value")
    stored = [
        run.cache.keys[0, :, 0].nbytes + run.cache.values[0, :, 0].nbytes for run in (trial.many_run, trial.one_run)
    ]
    sequences, steps, _ = trial.inputs.shape
    products = sequences * trial.many.heads * (d_k.value + d_v.value) * steps * (steps + 1) / 2
    work = given("M", products, "", "multiply-adds of scores and mixes")
    return (
        measured(RATIO, many / one, read, given("B_1", one, "B", "cache bytes read by the multi-query decoder")),
        measured(KEYS_ONLY, many / keys, read, given("B_k", keys, "B", "cache bytes read when only keys are shared")),
        measured(STATE_MANY, stored[0], h, d_k, d_v, w),
        measured(STATE_ONE, stored[1], d_k, d_v, w),
        measured(
            WORK_MANY, products * NUMBER_BYTES / many, work, given("N", many / NUMBER_BYTES, "", "numbers read")
        ),
        measured(WORK_ONE, products * NUMBER_BYTES / one, work, given("N", one / NUMBER_BYTES, "", "numbers read")),
    )


def _frames(trial: Trial) -> tuple[Frame, ...]:
    last = trial.inputs[:, -1]
    one = np.full((trial.many.heads, trial.many.heads), np.nan)
    one[:, :1] = influence(trial.one, trial.one_run, last)
    heads = Matrix(
        "Who reads which cached head",
        "Each cached head was taken away in turn, and the query heads that noticed are marked. With one shared head, "
        "all of them read the same one.",
        (Panel("multi-head", influence(trial.many, trial.many_run, last)), Panel("multi-query", one)),
        "query head",
        "cached head",
        "1",
    )
    return heads, _read_curves(trial), _last_step(trial)


def _read_curves(trial: Trial) -> Curves:
    length = np.arange(1, trial.inputs.shape[1] + 1, dtype=float)
    runs = (
        ("multi-head", trial.many_run),
        ("only the keys shared", trial.keys_run),
        ("multi-query", trial.one_run),
    )
    return Curves(
        "Bytes read from the cache by each step",
        "Every new token reads the keys and values of all tokens before it. Sharing both divides the slope by the "
        "number of heads; sharing one of them leaves more than half.",
        tuple(Curve(name, length, run.bytes_read.astype(float)) for name, run in runs),
        "tokens in the cache",
        "read in this step",
        "tokens",
        "B",
    )


def _last_step(trial: Trial) -> Bars:
    def series(name: str, layer_weights: int, decoded: Decoded) -> Series:
        read = (layer_weights * NUMBER_BYTES, int(decoded.key_bytes[-1]), int(decoded.value_bytes[-1]))
        return Series(name, tuple(map(float, read)))

    return Bars(
        "All that the last step reads",
        "Weights are read once for the whole batch, keys and values once for every text in it: the larger the batch "
        "and the longer the texts, the more the cache weighs, and the more one shared head saves.",
        ("weights", "keys", "values"),
        (
            series("multi-head", trial.many.weights, trial.many_run),
            series("multi-query", trial.one.weights, trial.one_run),
        ),
        "B",
    )
