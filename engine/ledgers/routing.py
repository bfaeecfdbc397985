"""Routing ledger: how work spreads over engines that do the same job, and what sending it there was worth."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, LESS, MORE, NEITHER, absent, declare, given, measured, ratio
from engine.recording import Event, Route
from engine.sheet import Measured, Quantity

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
PER_ENGINE = declare(
    "routing.requests_per_engine",
    "Requests per engine",
    "requests",
    NEITHER,
    COUNTED,
    "requests sent, after a fault once more, / engines",
)
REQUEST_IMBALANCE = declare(
    "routing.request_imbalance",
    "Requests of the busiest engine against the mean",
    "×",
    LESS,
    COUNTED,
    "most requests sent to an engine / mean over engines with the same job",
)
AFFINE_HITS = declare(
    "routing.hit_share_by_prefix",
    "Hit share of requests sent after their prefix",
    "1",
    MORE,
    COUNTED,
    "hit tokens / prompt tokens of requests whose engine had seen their prefix",
)
OTHER_HITS = declare(
    "routing.hit_share_by_load",
    "Hit share of requests sent otherwise",
    "1",
    MORE,
    COUNTED,
    "hit tokens / prompt tokens of requests sent by load, turn or draw",
)
OVERRIDDEN = declare(
    "routing.overridden",
    "Affinity overridden by load",
    "requests",
    LESS,
    COUNTED,
    "requests whose best engine had too much to do",
)

_ONE = "A request has one engine to go to."


def rows(account: Account) -> Iterator[Measured]:
    """The larger group of engines with the same job is measured when prefill and decode are split."""
    iterations, split = account.iterations, account.facts["prefill_engines"]
    tokens = iterations["prefill_tokens"].astype("f8") + iterations["decode_tokens"]
    served = np.bincount(iterations["engine"], tokens, minlength=account.engines)
    group = max(served[:split], served[split:], key=len)
    if len(group) < 2:
        yield from _nothing(IMBALANCE, ENGINES, PER_ENGINE, REQUEST_IMBALANCE, AFFINE_HITS, OTHER_HITS, OVERRIDDEN)
        return
    yield ratio(
        IMBALANCE,
        given("n_max", group.max(), "tokens", "tokens of the busiest engine"),
        given("n_mean", group.mean(), "tokens", "tokens per engine, mean"),
        "No token was scheduled.",
    )
    count = given("E", len(group), "engines", "engines with the same job")
    yield measured(ENGINES, count.value, count)
    yield from _routed(account, split or account.engines)


def _nothing(*quantities: Quantity) -> Iterator[Measured]:
    yield from (absent(quantity, _ONE) for quantity in quantities)


def _routed(account: Account, engines: int) -> Iterator[Measured]:
    """Rows about the router's choices. `engines`: those that requests are sent to, the first ones."""
    events = account.recording.events
    routes = events[events["kind"] == Event.ROUTE]
    if not len(routes):
        yield from _nothing(PER_ENGINE, REQUEST_IMBALANCE, AFFINE_HITS, OTHER_HITS, OVERRIDDEN)
        return
    sent = np.bincount(routes["order"], minlength=engines)
    each = [given(f"n_{index}", number, "requests", f"sent to engine {index}") for index, number in enumerate(sent)]
    yield measured(PER_ENGINE, sent.mean(), *each)
    yield ratio(
        REQUEST_IMBALANCE,
        given("n_max", sent.max(), "requests", "requests sent to the busiest engine"),
        given("n_mean", sent.mean(), "requests", "requests sent per engine, mean"),
        "No request was sent.",
    )
    first = routes[np.unique(routes["request"], return_index=True)[1]]
    by_prefix = first["amount"] == Route.PREFIX
    yield _hit_share(account, AFFINE_HITS, first["request"][by_prefix], "No engine had seen a request's prefix.")
    yield _hit_share(account, OTHER_HITS, first["request"][~by_prefix], "Every request was sent after its prefix.")
    if np.isin(routes["amount"], (Route.PREFIX, Route.NEW_PREFIX, Route.CAPPED)).any():
        overridden = (routes["amount"] == Route.CAPPED).sum()
        yield measured(OVERRIDDEN, overridden, given("n", overridden, "requests", "sent elsewhere because of load"))
    else:
        yield absent(OVERRIDDEN, "The router does not look at prefixes.")


def _hit_share(account: Account, quantity: Quantity, who: np.ndarray, reason: str) -> Measured:
    requests = account.requests[who]
    return ratio(
        quantity,
        given("n_hit", requests["hit_tokens"].sum(), "tokens", "of these, found in the cache"),
        given("n_prompt", requests["prompt_tokens"].sum(), "tokens", "prompt tokens of these requests"),
        reason,
    )
