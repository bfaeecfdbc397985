"""The eighteen ledgers of a run. One module per ledger: its quantities, and how each follows from a recording."""

from __future__ import annotations

from types import ModuleType

from engine.ledgers import (
    allocation,
    batching,
    contract,
    decode,
    economics,
    experts,
    faults,
    kernels,
    network,
    parallelism,
    precision,
    prefill,
    request,
    reuse,
    routing,
    speculation,
    state,
    weights,
)
from engine.ledgers.account import Account
from engine.recording import Recording
from engine.sheet import LedgerSheet, Quantity

MODULES: tuple[ModuleType, ...] = (
    request,
    contract,
    weights,
    state,
    allocation,
    prefill,
    decode,
    batching,
    reuse,
    kernels,
    speculation,
    precision,
    parallelism,
    experts,
    network,
    routing,
    faults,
    economics,
)


def measure(recording: Recording, title: str = "") -> LedgerSheet:
    """All quantities of a recording, in ledger order. What the run does not exercise is None with a reason."""
    account = Account(recording)
    return LedgerSheet(title, tuple(row for module in MODULES for row in module.rows(account)))


def quantities() -> tuple[Quantity, ...]:
    """Every quantity that a sheet has, without measuring anything."""
    return tuple(item for module in MODULES for value in vars(module).values() for item in _declared(value))


def _declared(value: object) -> tuple[Quantity, ...]:
    """A module declares quantities one by one, or several percentiles at once."""
    items = value if isinstance(value, tuple) else (value,)
    return tuple(item for item in items if isinstance(item, Quantity))
