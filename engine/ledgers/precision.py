"""Precision ledger: bits per stored number."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, MORE, declare, given, measured
from engine.models.state import FULL_BITS
from engine.sheet import Measured

RESIDENT = declare(
    "precision.resident_bits",
    "Bits per number in memory",
    "bit",
    LESS,
    ESTIMATED,
    "8 · (W + S) / (n_w + 8 S / b_s): weights and paged state at its peak",
    headline=True,
)
WEIGHTS = declare(
    "precision.weight_bits",
    "Bits per weight, mean",
    "bit",
    LESS,
    ESTIMATED,
    "8 · W / n_w: codes, scales and zero points, and the tables that stay at 16 bits",
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

COMPRESSION = declare(
    "precision.compression",
    "Smaller than at 16 bits",
    "×",
    MORE,
    ESTIMATED,
    "16 / bits per number in memory",
)
SAVED = declare(
    "precision.saved_bytes",
    "Saved against 16 bits",
    "B",
    MORE,
    ESTIMATED,
    "2 · (n_w + 8 S / b_s) − (W + S), one device, at the peak of the state",
)


def rows(account: Account) -> Iterator[Measured]:
    facts, pools = account.facts, account.recording.pools
    peaks = zip(account.holdings.peak_by_pool, pools, strict=True)
    weights = given("W", facts["weight_bytes"], "B", "weights on one device")
    state = given("S", max((peak * pool.page_bytes for peak, pool in peaks), default=0), "B", "state at its peak")
    count = given("n_w", facts["weight_elements"], "weights", "weights on one device")
    state_bits = given("b_s", facts["state_bits"], "bit", "bits per state element")
    numbers = count.value + 8 * state.value / state_bits.value
    yield measured(RESIDENT, 8 * (weights.value + state.value) / numbers, weights, state, count, state_bits)
    yield measured(WEIGHTS, 8 * weights.value / count.value, weights, count)
    yield measured(STATE, state_bits.value, state_bits)
    activations = given("b_a", facts["activation_bits"], "bit", "bits per activation")
    yield measured(ACTIVATIONS, activations.value, activations)
    yield measured(STATE_BYTES, state_bits.value / 8, state_bits)
    resident = given("b", 8 * (weights.value + state.value) / numbers, "bit", "bits per number in memory")
    yield measured(COMPRESSION, FULL_BITS / resident.value, resident)
    full = given("2 · n", FULL_BITS / 8 * numbers, "B", "the same numbers at 16 bits")
    kept = given("W + S", weights.value + state.value, "B", "what they take")
    yield measured(SAVED, full.value - kept.value, full, kept)
