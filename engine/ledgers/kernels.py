"""Kernels ledger: arithmetic against memory traffic, and what is neither."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, MORE, NEITHER, declare, given, ratio
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
WORK = declare(
    "kernels.flops_per_output_token",
    "Operations per output token",
    "FLOP/token",
    LESS,
    ESTIMATED,
    "Σ operations of a device / output tokens",
)
MFU = declare(
    "kernels.mfu",
    "MFU of busy time",
    "1",
    MORE,
    ESTIMATED,
    "Σ operations / (peak operations per second × busy time), mean over engines",
)
MBU = declare(
    "kernels.mbu",
    "MBU of busy time",
    "1",
    MORE,
    ESTIMATED,
    "Σ bytes read and written / (memory bandwidth × busy time), mean over engines",
)
BOUND = declare(
    "kernels.memory_bound_share",
    "Busy time below the ridge",
    "1",
    NEITHER,
    ESTIMATED,
    "Σ duration of iterations whose intensity is below the ridge / Σ duration of iterations",
)
MEAN = declare(
    "kernels.iteration_mean", "Iteration, mean", "s", LESS, ESTIMATED, "Σ duration of iterations / iterations"
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
    yield ratio(WORK, flops, account.output_input, "No output token was delivered.")
    peak = given("F_peak · t", facts["peak_flops"] * account.busy_seconds, "FLOP", "operations at the peak rate")
    most = given("BW · t", facts["memory_bandwidth"] * account.busy_seconds, "B", "bytes at the peak bandwidth")
    yield ratio(MFU, flops, peak, "No iteration ran.")
    yield ratio(MBU, moved, most, "No iteration ran.")
    ridge = facts["peak_flops"] / facts["memory_bandwidth"]
    below = iterations["flops"] < ridge * iterations["hbm_bytes"]
    bound = given("t_mem", account.iteration_seconds[below].sum(), "s", "time of iterations below the ridge")
    yield ratio(BOUND, bound, account.busy_input, "No iteration ran.")
    yield ratio(MEAN, account.busy_input, account.iteration_input, "No iteration ran.")
    lost = given("t_over", iterations["overhead"].sum() / NANOSECONDS, "s", "launch, CPU and floor time")
    yield ratio(OVERHEAD, lost, account.busy_input, "No iteration ran.")
