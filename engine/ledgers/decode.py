"""Decode ledger: one token after another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import (
    COUNTED,
    ESTIMATED,
    LESS,
    MORE,
    NEITHER,
    absent,
    declare,
    given,
    measured,
    percentile,
    ratio,
)
from engine.recording import Work
from engine.sheet import Measured

STALL = 5.0  # a gap longer than this many median gaps is a stall: an iteration that had a whole prompt in it

RATE = declare(
    "decode.rate", "Output tokens per second", "tokens/s", MORE, ESTIMATED, "output tokens / T", headline=True
)
ITL_P50 = declare(
    "decode.itl_p50", "ITL, p50", "s", LESS, ESTIMATED, "median time between consecutive deliveries of a request"
)
ITL_P90 = declare(
    "decode.itl_p90", "ITL, p90", "s", LESS, ESTIMATED, "90th percentile of the time between consecutive deliveries"
)
ITL_P99 = declare(
    "decode.itl_p99",
    "ITL, p99",
    "s",
    LESS,
    ESTIMATED,
    "99th percentile of the time between consecutive deliveries (accepted drafts arrive in one delivery)",
)
LONGEST = declare(
    "decode.longest_gap", "Longest gap", "s", LESS, ESTIMATED, "max time between deliveries of a request"
)
STALLED = declare(
    "decode.stall_share",
    "Decoding time spent in stalls",
    "1",
    LESS,
    ESTIMATED,
    f"Σ gaps longer than {STALL:g} × the median gap / Σ gaps",
)
MBU = declare(
    "decode.mbu",
    "MBU of decode-only iterations",
    "1",
    MORE,
    ESTIMATED,
    "Σ bytes read and written / (memory bandwidth × time), iterations without prefill",
)
ITERATION = declare(
    "decode.time_per_iteration",
    "Time of a decode-only iteration, mean",
    "s",
    LESS,
    ESTIMATED,
    "Σ duration of iterations without prefill / how many",
)
MIXED = declare(
    "decode.mixed_share",
    "Decoding beside prefill",
    "1",
    LESS,
    ESTIMATED,
    "request·time of decoding in iterations with prefill / request·time of decoding",
)
BATCH = declare(
    "decode.batch",
    "Sequences per decode iteration, mean",
    "requests",
    MORE,
    COUNTED,
    "decode slices / iterations that decode",
)
CONTEXT = declare(
    "decode.context",
    "Context read per decoded token, mean",
    "tokens",
    LESS,
    COUNTED,
    "Σ tokens with state / decode slices",
)
WEIGHTS = declare(
    "decode.weight_share",
    "Traffic of decode-only iterations that is weights",
    "1",
    NEITHER,
    ESTIMATED,
    "Σ weight bytes / Σ bytes, iterations without prefill (the rest is mostly state)",
)

_NO_GAP = "No request received two deliveries."
_NO_DECODE = "No iteration was decode only."


def rows(account: Account) -> Iterator[Measured]:
    yield ratio(RATE, account.output_input, account.run_time, "The run took no time.")
    gaps = account.gaps
    count = given("n", len(gaps), "gaps", "pairs of consecutive deliveries")
    yield percentile(ITL_P50, gaps, 50, count, _NO_GAP)
    yield percentile(ITL_P90, gaps, 90, count, _NO_GAP)
    yield percentile(ITL_P99, gaps, 99, count, _NO_GAP)
    if len(gaps):
        limit = STALL * float(np.median(gaps))
        yield measured(LONGEST, gaps.max(), count)
        yield measured(
            STALLED,
            gaps[gaps > limit].sum() / gaps.sum(),
            given("limit", limit, "s", f"{STALL:g} × the median gap"),
            given("Σ gaps", gaps.sum(), "s", "time requests spent between deliveries"),
        )
    else:
        yield absent(LONGEST, _NO_GAP)
        yield absent(STALLED, _NO_GAP)
    alone = account.decoding_only
    seconds = float(account.iteration_seconds[alone].sum())
    moved = given(
        "B", account.iterations["hbm_bytes"][alone].sum(), "B", "bytes those iterations moved on one device"
    )
    could = given("BW · t", account.facts["memory_bandwidth"] * seconds, "B", "bytes at the peak bandwidth")
    yield ratio(MBU, moved, could, _NO_DECODE)
    yield ratio(
        ITERATION,
        given("t", seconds, "s", "time of decode-only iterations"),
        given("n", alone.sum(), "iterations", "decode-only iterations"),
        _NO_DECODE,
    )
    yield from _sequences(account)
    weights = given("B_w", account.iterations["weight_bytes"][alone].sum(), "B", "weight bytes of those iterations")
    yield ratio(WEIGHTS, weights, moved, _NO_DECODE)


def _sequences(account: Account) -> Iterator[Measured]:
    slices = account.slices
    decoding = slices[slices["work"] == Work.DECODE]
    seconds = account.iteration_seconds[decoding["iteration"]]
    beside = account.prefilling[decoding["iteration"]]
    reason = "No token was decoded."
    yield ratio(
        MIXED,
        given("t_mixed", seconds[beside].sum(), "request·s", "decoding time in iterations with prefill"),
        given("t_dec", seconds.sum(), "request·s", "decoding time"),
        reason,
    )
    count = given("n_dec", len(decoding), "slices", "decode slices: one request in one iteration")
    iterations = given("n_it", len(np.unique(decoding["iteration"])), "iterations", "iterations that decode")
    yield ratio(BATCH, count, iterations, reason)
    context = given("Σ context", decoding["computed"].sum(dtype="i8"), "tokens", "tokens with state, summed")
    yield ratio(CONTEXT, context, count, reason)
