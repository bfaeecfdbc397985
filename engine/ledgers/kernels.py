"""Kernels ledger: arithmetic against memory traffic, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, NEITHER, declare, given, ratio
from engine.recording import NANOSECONDS
from engine.sheet import Measured

BYTES = declare(
    "kernels.bytes_per_output_token",
    "Memory traffic per output token",
    "B/token",
    LESS,
    ESTIMATED,
    "Σ bytes read and written by a device / output tokens",
    headline=True,
)
INTENSITY = declare(
    "kernels.intensity",
    "Arithmetic intensity",
    "FLOP/B",
    NEITHER,
    ESTIMATED,
    "Σ operations / Σ bytes, all iterations",
)
DECODE_INTENSITY = declare(
    "kernels.decode_intensity",
    "Arithmetic intensity, decode only",
    "FLOP/B",
    NEITHER,
    ESTIMATED,
    "Σ operations / Σ bytes, iterations without prefill",
)
RIDGE = declare(
    "kernels.ridge",
    "Ridge of the device",
    "FLOP/B",
    NEITHER,
    ESTIMATED,
    "peak operations per second / memory bandwidth: below it memory sets the time",
)
OVERHEAD = declare(
    "kernels.overhead_share",
    "Busy time that is overhead",
    "1",
    LESS,
    ESTIMATED,
    "Σ launch, CPU and floor time / Σ duration of iterations",
)


def rows(account: Account) -> Iterator[Measured]:
    iterations, facts, alone = account.iterations, account.facts, account.decoding_only
    flops = given("F", iterations["flops"].sum(), "FLOP", "operations of one device")
    moved = given("B", iterations["hbm_bytes"].sum(), "B", "bytes one device read and wrote")
    yield ratio(BYTES, moved, account.output_input, "No output token was delivered.")
    yield ratio(INTENSITY, flops, moved, "No iteration ran.")
    yield ratio(
        DECODE_INTENSITY,
        given("F", iterations["flops"][alone].sum(), "FLOP", "operations of decode-only iterations"),
        given("B", iterations["hbm_bytes"][alone].sum(), "B", "bytes of decode-only iterations"),
        "No iteration was decode only.",
    )
    yield ratio(
        RIDGE,
        given("F_peak", facts["peak_flops"], "FLOP/s", "peak rate of one device"),
        given("BW", facts["memory_bandwidth"], "B/s", "memory bandwidth of one device"),
        "The bandwidth is unknown.",
    )
    lost = given("t_over", iterations["overhead"].sum() / NANOSECONDS, "s", "launch, CPU and floor time")
    yield ratio(OVERHEAD, lost, account.busy_input, "No iteration ran.")
