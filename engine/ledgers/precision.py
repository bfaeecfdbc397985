"""Precision ledger: bits per stored number."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, declare, given, measured
from engine.sheet import Measured

RESIDENT = declare(
    "precision.resident_bits",
    "Bits per number in memory",
    "bit",
    LESS,
    ESTIMATED,
    "8 · (W + S) / (8 W / b_w + 8 S / b_s): weights and state at the peak, weighted by how many numbers they are",
    headline=True,
)
WEIGHTS = declare(
    "precision.weight_bits",
    "Bits per weight",
    "bit",
    LESS,
    ESTIMATED,
    "code bits + scales and zero points per weight",
)
STATE = declare(
    "precision.state_bits",
    "Bits per state element",
    "bit",
    LESS,
    ESTIMATED,
    "code bits + scales and zero points per element (outside the full-precision window)",
)
ACTIVATIONS = declare(
    "precision.activation_bits",
    "Bits per activation",
    "bit",
    LESS,
    ESTIMATED,
    "bits of the operands of the linear layers",
)
STATE_BYTES = declare(
    "precision.state_element_bytes", "Bytes per state element", "B", LESS, ESTIMATED, "bits per state element / 8"
)


def rows(account: Account) -> Iterator[Measured]:
    facts, pools = account.facts, account.recording.pools
    peaks = zip(account.holdings.peak_by_pool, pools, strict=True)
    weights = given("W", facts["weight_bytes"], "B", "weights on one device")
    state = given("S", max((peak * pool.page_bytes for peak, pool in peaks), default=0), "B", "state at its peak")
    weight_bits = given("b_w", facts["weight_bits"], "bit", "bits per weight")
    state_bits = given("b_s", facts["state_bits"], "bit", "bits per state element")
    numbers = weights.value / weight_bits.value + state.value / state_bits.value
    yield measured(RESIDENT, (weights.value + state.value) / numbers, weights, state, weight_bits, state_bits)
    yield measured(WEIGHTS, weight_bits.value, weight_bits)
    yield measured(STATE, state_bits.value, state_bits)
    activations = given("b_a", facts["activation_bits"], "bit", "bits per activation")
    yield measured(ACTIVATIONS, activations.value, activations)
    yield measured(STATE_BYTES, state_bits.value / 8, state_bits)
