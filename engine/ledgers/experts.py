"""Experts ledger: which part of a mixture-of-experts model an iteration touches."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.costs.hot_experts import crowding
from engine.ledgers.account import Account
from engine.ledgers.entry import ESTIMATED, LESS, MORE, NEITHER, absent, declare, given, measured, ratio
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

CROWD = declare(
    "experts.tokens_per_touched",
    "Tokens per touched expert",
    "tokens",
    MORE,
    ESTIMATED,
    "Σ tokens × experts per token / Σ distinct experts touched (how often a weight read is used)",
)
SLOTS = declare(
    "experts.slots_per_device",
    "Expert slots of a layer on one device",
    "experts",
    NEITHER,
    ESTIMATED,
    "(experts + redundant ones) / expert-parallel groups",
)
HOT = declare(
    "experts.hot_factor",
    "Busiest device over the mean one",
    "×",
    LESS,
    ESTIMATED,
    "mean over iterations of: imbalance of the placement + √(2 ln d · imbalance / mean load of a device)",
)
IMBALANCE = declare(
    "experts.imbalance",
    "Imbalance of the placement",
    "×",
    LESS,
    ESTIMATED,
    "load of the busiest device / mean load, popularity of the r-th expert 1 / r^skew, many tokens",
)
ONE_GROUP = "One group of devices holds all experts: none is busier than another."


def rows(account: Account) -> Iterator[Measured]:
    facts = account.facts
    if not facts["experts_per_layer"]:
        for quantity in (TOUCHED, SHARE, PER_TOKEN, CROWD, SLOTS, HOT, IMBALANCE):
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
    work = account.iterations["prefill_tokens"].astype("f8") + account.iterations["decode_tokens"]
    picks = given("k · Σ n", k.value * work.sum(), "picks", "tokens of all iterations × experts per token")
    yield ratio(CROWD, picks, touched, "No iteration ran.")
    yield from _spread(account, work)


def _spread(account: Account, work: NDArray[np.float64]) -> Iterator[Measured]:
    """How the experts lie on devices. `work`: tokens of each iteration."""
    facts = account.facts
    ways = given("EP", facts.get("expert_parallel", 1), "groups", "groups of devices that share out the experts")
    slots = facts.get("expert_slots_per_device", facts["experts_per_layer"])
    extra = given("R", facts.get("redundant_experts", 0), "experts", "redundant expert slots of a layer")
    yield measured(SLOTS, slots, given("E", facts["experts_per_layer"], "experts", "experts of a layer"), extra, ways)
    if ways.value == 1:
        yield absent(HOT, ONE_GROUP)
        yield absent(IMBALANCE, ONE_GROUP)
        return
    uneven = given("i", facts["expert_imbalance"], "×", "imbalance of the placement")
    spread, most = crowding(uneven.value, int(ways.value), int(facts["experts_per_token"]), slots)
    some = work[work > 0]
    if len(some):
        factor = np.clip(uneven.value + spread / np.sqrt(some), 1.0, most)
        yield measured(HOT, factor.mean(), uneven, ways, given("n̄", some.mean(), "tokens", "tokens of an iteration"))
    else:
        yield absent(HOT, "No iteration ran.")
    skew = given("s", facts["expert_skew"], "", "skew of the experts' popularity")
    yield measured(IMBALANCE, uneven.value, skew, extra, ways)
