"""Decode ledger: one token after another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, MORE, absent, declare, given, measured, percentile, ratio
from engine.sheet import Measured

STALL = 5.0  # a gap longer than this many median gaps is a stall: an iteration that had a whole prompt in it

RATE = declare(
    "decode.rate", "Output tokens per second", "tokens/s", MORE, ESTIMATED, "output tokens / T", headline=True
)
ITL_P50 = declare(
    "decode.itl_p50", "ITL, p50", "s", LESS, ESTIMATED, "median time between consecutive deliveries of a request"
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

_NO_GAP = "No request received two deliveries."
_NO_DECODE = "No iteration was decode only."


def rows(account: Account) -> Iterator[Measured]:
    yield ratio(RATE, account.output_input, account.run_time, "The run took no time.")
    gaps = account.gaps
    count = given("n", len(gaps), "gaps", "pairs of consecutive deliveries")
    yield percentile(ITL_P50, gaps, 50, count, _NO_GAP)
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
