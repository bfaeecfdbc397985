"""Experts ledger: which part of a mixture-of-experts model an iteration touches."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, NEITHER, absent, declare, given, measured, ratio
from engine.sheet import Measured

TOUCHED = declare(
    "experts.touched",
    "Distinct experts touched per layer and iteration, mean",
    "experts",
    LESS,
    ESTIMATED,
    "Σ distinct experts per layer / iterations (expected number, tokens choosing evenly)",
    headline=True,
)
SHARE = declare(
    "experts.touched_share", "Share of a layer's experts touched", "1", LESS, ESTIMATED, "touched / experts"
)
PER_TOKEN = declare(
    "experts.per_token", "Experts per token", "experts", NEITHER, ESTIMATED, "routed experts per token"
)


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    if not facts["experts_per_layer"]:
        for quantity in (TOUCHED, SHARE, PER_TOKEN):
            yield absent(quantity, "The model is dense: it has no experts.")
        return
    touched = given(
        "Σ e", account.iterations["experts"].sum(dtype="f8"), "experts", "distinct experts, all iterations"
    )
    yield ratio(TOUCHED, touched, account.iteration_input, "No iteration ran.")
    yield ratio(
        SHARE,
        touched,
        given(
            "n_it · E",
            len(account.iterations) * facts["experts_per_layer"],
            "experts",
            "experts of a layer, all iterations",
        ),
        "No iteration ran.",
    )
    k = given("k", facts["experts_per_token"], "experts", "routed experts per token")
    yield measured(PER_TOKEN, k.value, k)
