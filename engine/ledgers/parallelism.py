"""Parallelism ledger: devices, what they share, and how busy their engines are."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, NEITHER, absent, declare, given, measured, ratio
from engine.recording import NANOSECONDS
from engine.sheet import Measured

BUSY = declare(
    "parallelism.busy_share",
    "Engine time that is busy",
    "1",
    NEITHER,
    ESTIMATED,
    "Σ duration of iterations / (engines × T)",
    headline=True,
)
DEVICES = declare("parallelism.devices", "Devices", "devices", LESS, COUNTED, "engines × devices per engine")
DEGREE = declare("parallelism.degree", "Devices per engine", "devices", NEITHER, COUNTED, "tensor-parallel degree")
COMMUNICATION = declare(
    "parallelism.communication_share",
    "Busy time spent in collectives",
    "1",
    LESS,
    ESTIMATED,
    "Σ collective time / Σ duration of iterations",
)


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    engines = given("E", account.engines, "engines", "engines")
    degree = given("TP", facts["tensor_parallel"], "devices", "devices that share an engine")
    whole = given("E · T", account.engines * account.seconds, "s", "time of all engines")
    yield ratio(BUSY, account.busy_input, whole, "The run took no time.")
    yield measured(DEVICES, facts["devices"], engines, degree)
    yield measured(DEGREE, degree.value, degree)
    if degree.value == 1:
        yield absent(COMMUNICATION, "Each engine has one device.")
    else:
        spent = account.iterations["communication"].sum() / NANOSECONDS
        yield ratio(
            COMMUNICATION,
            given("t_comm", spent, "s", "time in collectives"),
            account.busy_input,
            "No iteration ran.",
        )
