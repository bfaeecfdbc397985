"""Routing ledger: how work spreads over engines that do the same job."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, LESS, NEITHER, absent, declare, given, measured, ratio
from engine.sheet import Measured

IMBALANCE = declare(
    "routing.imbalance",
    "Busiest engine against the mean",
    "×",
    LESS,
    COUNTED,
    "most tokens scheduled on an engine / mean over engines with the same job",
    headline=True,
)
ENGINES = declare(
    "routing.engines", "Engines to choose from", "engines", NEITHER, COUNTED, "engines with the same job"
)

_ONE = "A request has one engine to go to."


def rows(account: Account) -> Iterator[Measured]:
    """The larger group of engines with the same job is measured when prefill and decode are split."""
    iterations, split = account.iterations, account.facts["prefill_engines"]
    tokens = iterations["prefill_tokens"].astype("f8") + iterations["decode_tokens"]
    served = np.bincount(iterations["engine"], tokens, minlength=account.engines)
    group = max(served[:split], served[split:], key=len)
    if len(group) < 2:
        yield absent(IMBALANCE, _ONE)
        yield absent(ENGINES, _ONE)
        return
    yield ratio(
        IMBALANCE,
        given("n_max", group.max(), "tokens", "tokens of the busiest engine"),
        given("n_mean", group.mean(), "tokens", "tokens per engine, mean"),
        "No token was scheduled.",
    )
    count = given("E", len(group), "engines", "engines with the same job")
    yield measured(ENGINES, count.value, count)
