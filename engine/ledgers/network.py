"""Network ledger: bytes between devices, by what they are for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, NEITHER, absent, declare, given, measured, percentile, ratio
from engine.recording import HOST, NANOSECONDS, STORE, Event, Recording
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
    "network.state_bytes",
    "State transferred between engines",
    "B",
    LESS,
    ESTIMATED,
    "Σ bytes of transfers on the link",
)
HANDED = declare(
    "network.handover_bytes",
    "State handed from prefill to decode",
    "B",
    NEITHER,
    ESTIMATED,
    "Σ bytes of transfers to a decode engine, interrupted ones as far as they got",
)
MIGRATED = declare(
    "network.migration_bytes",
    "State of migrating requests",
    "B",
    NEITHER,
    ESTIMATED,
    "Σ bytes of transfers between a migration's beginning and its end",
)
FETCHED = declare(
    "network.fetched_bytes",
    "Pages fetched from the shared store",
    "B",
    NEITHER,
    ESTIMATED,
    "Σ bytes of transfers out of the store",
)
PUBLISHED = declare(
    "network.published_bytes",
    "Pages sent to the shared store",
    "B",
    NEITHER,
    ESTIMATED,
    "Σ bytes of transfers into the store",
)
HOSTED = declare(
    "network.host_bytes",
    "State to and from host memory",
    "B",
    LESS,
    ESTIMATED,
    "Σ bytes of copies between an engine and the memory below it (swapping, offloading)",
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
UTILISATION = declare(
    "network.link_utilisation",
    "Link utilisation",
    "1",
    LESS,
    ESTIMATED,
    "bytes over the link / (bandwidth × T)",
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
    everything, facts = account.recording.transfers, account.facts
    degree = facts.get("engine_devices", facts["tensor_parallel"])
    side_by_side = degree // facts.get("pipeline_parallel", 1)  # what one sends is counted through all stages
    below = (everything["source"] == HOST) | (everything["target"] == HOST)
    transfers = everything[~below]
    state = given("B_kv", transfers["bytes"].sum(), "B", "state moved over the link")
    sent = given("B_coll", account.iterations["link_bytes"].sum(), "B", "bytes one device sent in collectives")
    if len(transfers) or degree > 1:
        total = given("B", state.value + sent.value * side_by_side, "B", "state plus collectives of all devices")
        yield ratio(PER_TOKEN, total, account.output_input, "No output token was delivered.")
    else:
        yield absent(PER_TOKEN, "One device per engine and no transfer between engines: no link is used.")
    yield measured(STATE, state.value, state) if len(transfers) else absent(STATE, _NO_TRANSFER)
    yield from _by_purpose(account.recording, everything, below)
    yield from _link(account, transfers)
    yield (
        measured(COLLECTIVES, sent.value, sent) if degree > 1 else absent(COLLECTIVES, "Each engine has one device.")
    )


def _by_purpose(recording: Recording, transfers: NDArray[Any], below: NDArray[np.bool_]) -> Iterator[Measured]:
    fetched, published = transfers["source"] == STORE, transfers["target"] == STORE
    moved = ~(below | fetched | published)
    migrated = moved & _migrates(recording, transfers)
    for quantity, mask, reason in (
        (HANDED, moved & ~migrated, "Prefill and decode run on the same engine."),
        (MIGRATED, migrated, "No request migrates."),
        (FETCHED, fetched, "Nothing was fetched from a shared store."),
        (PUBLISHED, published, "Nothing was sent to a shared store."),
        (HOSTED, below, "No state goes to host memory."),
    ):
        size = given("B", transfers["bytes"][mask].sum(), "B", f"{mask.sum():,} transfers")
        yield measured(quantity, size.value, size) if mask.any() else absent(quantity, reason)


def _migrates(recording: Recording, transfers: NDArray[Any]) -> NDArray[np.bool_]:
    """Whether the request of each transfer was migrating: since it was last admitted a migration has begun."""
    events = recording.events
    turns = events[np.isin(events["kind"], (Event.ADMIT, Event.MIGRATE))]
    latest: dict[int, tuple[NDArray[Any], NDArray[Any]]] = {}
    result = np.zeros(len(transfers), dtype=np.bool_)
    if not (turns["kind"] == Event.MIGRATE).any():
        return result
    for index, row in enumerate(transfers):
        who = int(row["request"])
        if who not in latest:
            own = turns[turns["request"] == who]
            latest[who] = own["time"], own["kind"]
        times, kinds = latest[who]
        place = int(np.searchsorted(times, row["start"], side="right")) - 1
        result[index] = place >= 0 and kinds[place] == Event.MIGRATE
    return result


def _link(account: Account, transfers: NDArray[Any]) -> Iterator[Measured]:
    if not len(transfers):
        yield from (absent(quantity, _NO_TRANSFER) for quantity in (TIME_P50, TIME_P99, BUSY, UTILISATION))
        return
    seconds = (transfers["end"] - transfers["start"]) / NANOSECONDS
    count = given("n", len(transfers), "transfers", "transfers over the link")
    yield percentile(TIME_P50, seconds, 50, count, _NO_TRANSFER)
    yield percentile(TIME_P99, seconds, 99, count, _NO_TRANSFER)
    covered = given("t_link", _covered(transfers["start"], transfers["end"]), "s", "time with a transfer under way")
    yield ratio(BUSY, covered, account.run_time, "The run took no time.")
    rate = account.facts.get("link_bytes_per_s")
    if rate is None:
        yield absent(UTILISATION, "The recording does not say how fast the link is.")
    else:
        yield ratio(
            UTILISATION,
            given("B", transfers["bytes"].sum(), "B", "bytes over the link"),
            given("W · T", rate * account.seconds, "B", "what the link could have carried"),
            "The run took no time.",
        )


def _covered(start: np.ndarray, end: np.ndarray) -> float:
    """Seconds covered by at least one of the intervals."""
    order = np.argsort(start, kind="stable")
    start, reached = start[order], np.maximum.accumulate(end[order])
    before = np.concatenate([[start[0]], reached[:-1]])
    return float(np.maximum(reached - np.maximum(start, before), 0).sum()) / NANOSECONDS
