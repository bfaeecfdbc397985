"""Network ledger: bytes between devices."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, absent, declare, given, measured, percentile, ratio
from engine.recording import NANOSECONDS
from engine.sheet import Measured

PER_TOKEN = declare(
    "network.bytes_per_output_token",
    "Bytes over links per output token",
    "B/token",
    LESS,
    ESTIMATED,
    "(state transferred + collective bytes of all devices) / output tokens",
    headline=True,
)
STATE = declare(
    "network.state_bytes", "State transferred between engines", "B", LESS, ESTIMATED, "Σ bytes of transfers"
)
TIME_P50 = declare("network.transfer_p50", "Transfer, p50", "s", LESS, ESTIMATED, "median of transfer end − start")
TIME_P99 = declare("network.transfer_p99", "Transfer, p99", "s", LESS, ESTIMATED, "99th percentile of the same")
BUSY = declare(
    "network.link_busy_share",
    "Time with a transfer under way",
    "1",
    LESS,
    ESTIMATED,
    "time covered by at least one transfer / T",
)
COLLECTIVES = declare(
    "network.collective_bytes",
    "Collective bytes sent by one device",
    "B",
    LESS,
    ESTIMATED,
    "Σ bytes a device sends in collectives",
)

_NO_TRANSFER = "No state moves between engines."


def rows(account: Account) -> Iterator[Measured]:
    transfers, degree = account.recording.transfers, account.facts["tensor_parallel"]
    state = given("B_kv", transfers["bytes"].sum(), "B", "state moved between engines")
    sent = given("B_coll", account.iterations["link_bytes"].sum(), "B", "bytes one device sent in collectives")
    if len(transfers) or degree > 1:
        total = given("B", state.value + sent.value * degree, "B", "state plus collectives of all devices")
        yield ratio(PER_TOKEN, total, account.output_input, "No output token was delivered.")
    else:
        yield absent(PER_TOKEN, "One device per engine and no transfer between engines: no link is used.")
    seconds = (transfers["end"] - transfers["start"]) / NANOSECONDS
    count = given("n", len(transfers), "transfers", "transfers between engines")
    yield measured(STATE, state.value, state) if len(transfers) else absent(STATE, _NO_TRANSFER)
    yield percentile(TIME_P50, seconds, 50, count, _NO_TRANSFER)
    yield percentile(TIME_P99, seconds, 99, count, _NO_TRANSFER)
    if len(transfers):
        covered = given(
            "t_link", _covered(transfers["start"], transfers["end"]), "s", "time with a transfer under way"
        )
        yield ratio(BUSY, covered, account.run_time, "The run took no time.")
    else:
        yield absent(BUSY, _NO_TRANSFER)
    yield (
        measured(COLLECTIVES, sent.value, sent) if degree > 1 else absent(COLLECTIVES, "Each engine has one device.")
    )


def _covered(start: np.ndarray, end: np.ndarray) -> float:
    """Seconds covered by at least one of the intervals."""
    order = np.argsort(start, kind="stable")
    start, reached = start[order], np.maximum.accumulate(end[order])
    before = np.concatenate([[start[0]], reached[:-1]])
    return float(np.maximum(reached - np.maximum(start, before), 0).sum()) / NANOSECONDS
