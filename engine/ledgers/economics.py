"""Economics ledger: devices, time and energy for what the client received."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.contract import within_contract
from engine.ledgers.entry import ESTIMATED, LESS, MORE, absent, declare, given, ratio
from engine.sheet import Measured

MILLION = 1e6
JOULES_PER_KWH = 3.6e6

RENTED = declare(
    "economics.device_seconds",
    "Device-seconds per million output tokens",
    "s",
    LESS,
    ESTIMATED,
    "10⁶ × devices × T / output tokens (idle time is paid for)",
    headline=True,
)
BUSY = declare(
    "economics.busy_device_seconds",
    "Busy device-seconds per million output tokens",
    "s",
    LESS,
    ESTIMATED,
    "10⁶ × devices per engine × Σ duration of iterations / output tokens",
)
YIELD = declare(
    "economics.tokens_per_device_second",
    "Output tokens per device-second",
    "tokens/s",
    MORE,
    ESTIMATED,
    "output tokens / (devices × T)",
)
ENERGY = declare(
    "economics.energy",
    "Energy per million output tokens",
    "kWh",
    LESS,
    ESTIMATED,
    "10⁶ × board power limit × busy device-seconds / output tokens (upper bound while busy; idle left out)",
)
GOODPUT = declare(
    "economics.goodput_per_device",
    "Goodput per device",
    "requests/s",
    MORE,
    ESTIMATED,
    "requests within every limit / (devices × T)",
    source="DistServe (2024): per-GPU goodput",
)

_NO_TOKEN = "No output token was delivered."
_NO_TIME = "The run took no time."


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    rented = given("D · T", facts["devices"] * account.seconds, "s", "device-seconds of the run")
    busy = given(
        "D_e · t_busy",
        facts.get("engine_devices", facts["tensor_parallel"]) * account.busy_seconds,
        "s",
        "device-seconds in iterations",
    )
    yield ratio(RENTED, rented, account.output_input, _NO_TOKEN, MILLION)
    yield ratio(BUSY, busy, account.output_input, _NO_TOKEN, MILLION)
    yield ratio(YIELD, account.output_input, rented, _NO_TIME)
    if facts["tdp_w"]:
        used = given("E", facts["tdp_w"] * busy.value / JOULES_PER_KWH, "kWh", "power limit × busy device-seconds")
        yield ratio(ENERGY, used, account.output_input, _NO_TOKEN, MILLION)
    else:
        yield absent(ENERGY, "The power limit of this device is not known.")
    good = given("N_good", within_contract(account).sum(), "requests", "finished within every limit")
    yield ratio(GOODPUT, good, rented, _NO_TIME)
