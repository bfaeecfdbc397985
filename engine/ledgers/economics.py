"""Economics ledger: devices, time and energy for what the client received."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.contract import within_contract
from engine.ledgers.entry import ESTIMATED, LESS, MORE, absent, declare, given, ratio
from engine.sheet import Input, Measured

MILLION = 1e6
JOULES_PER_KWH = 3.6e6
SECONDS_PER_HOUR = 3600

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
ALL_TOKENS = declare(
    "economics.all_tokens_per_device_second",
    "Tokens served per device-second",
    "tokens/s",
    MORE,
    ESTIMATED,
    "(prompt + output tokens of finished requests) / (devices × T)",
)
PER_REQUEST = declare(
    "economics.device_seconds_per_request",
    "Device-seconds per good request",
    "s",
    LESS,
    ESTIMATED,
    "devices × T / requests within every limit",
)
IDLE = declare(
    "economics.idle_share",
    "Device time paid for and idle",
    "1",
    LESS,
    ESTIMATED,
    "1 − Σ duration of iterations / (engines × T)",
)
PRICE = declare(
    "economics.price",
    "Price per million output tokens",
    "USD",
    LESS,
    ESTIMATED,
    "10⁶ × devices × T × price of a device-hour / 3,600 / output tokens",
    source="DeepSeek (2025): 2 USD per H800 hour, their own assumption",
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
    yield from _whole(account, rented, good)


def _whole(account: Account, rented: Input, good: Input) -> Iterator[Measured]:
    requests, done = account.requests, account.finished
    tokens = requests["prompt_tokens"][done].sum(dtype="i8") + account.outputs[done].sum()
    served = given("n", tokens, "tokens", "prompt and output tokens of finished requests")
    yield ratio(ALL_TOKENS, served, rented, _NO_TIME)
    yield ratio(PER_REQUEST, rented, good, "No request was within every limit.")
    whole = given("E · T", account.engines * account.seconds, "s", "time of all engines")
    idle = given("t_idle", max(0.0, whole.value - account.busy_seconds), "s", "time of engines in no iteration")
    yield ratio(IDLE, idle, whole, _NO_TIME)
    price = account.facts.get("price")
    if price is None:
        yield absent(PRICE, "No source names a price for this device.")
        return
    rate = given("USD/h", price["usd_per_device_hour"], "USD", f"price of a device-hour: {price['source']}")
    paid = given("USD", rented.value * rate.value / SECONDS_PER_HOUR, "USD", "device-hours × price")
    yield ratio(PRICE, paid, account.output_input, _NO_TOKEN, MILLION, beside=(rate,))
