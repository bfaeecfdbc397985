"""Weights ledger: what the parameters occupy and how often they are read."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, declare, given, measured, ratio
from engine.sheet import Measured

BYTES = declare(
    "weights.bytes",
    "Weights on one device",
    "B",
    LESS,
    ESTIMATED,
    "parameters × (weight bits + overhead bits) / 8 / devices that share them",
    headline=True,
)
SHARE = declare(
    "weights.memory_share", "Share of the device's memory", "1", LESS, ESTIMATED, "weights on one device / its memory"
)
PER_ITERATION = declare(
    "weights.read_per_iteration",
    "Weights read per iteration",
    "B",
    LESS,
    ESTIMATED,
    "Σ weight bytes read by a device / iterations",
)
PER_TOKEN = declare(
    "weights.read_per_output_token",
    "Weights read per output token",
    "B/token",
    LESS,
    ESTIMATED,
    "Σ weight bytes read by a device / output tokens",
)


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    held = given("W", facts["weight_bytes"], "B", "weights on one device")
    read = given("R_w", account.iterations["weight_bytes"].sum(), "B", "weight bytes a device read over the run")
    yield measured(
        BYTES,
        held.value,
        given("b_w", facts["weight_bits"], "bit", "bits per weight of the layers, scales included"),
        given("TP", facts["tensor_parallel"], "devices", "devices that share one copy"),
    )
    yield ratio(SHARE, held, given("M", facts["memory_bytes"], "B", "memory of one device"), "Memory is unknown.")
    yield ratio(PER_ITERATION, read, account.iteration_input, "No iteration ran.")
    yield ratio(PER_TOKEN, read, account.output_input, "No output token was delivered.")
