"""Faults ledger: what would be lost if an engine died, and what was lost without one dying."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, declare, given, measured, ratio
from engine.recording import NANOSECONDS, Outcome
from engine.sheet import Measured

AT_RISK = declare(
    "faults.tokens_at_risk",
    "Computed tokens lost if an engine died",
    "tokens",
    LESS,
    ESTIMATED,
    "∫ computed tokens in memory dt / (engines × T): to be computed again on another engine",
    headline=True,
)
IN_FLIGHT = declare(
    "faults.requests_in_flight",
    "Requests cut off if an engine died",
    "requests",
    LESS,
    ESTIMATED,
    "∫ requests holding pages dt / (engines × T)",
)
BYTES = declare(
    "faults.state_bytes",
    "State lost if a device died",
    "B",
    LESS,
    ESTIMATED,
    "∫ (held pages × bytes of a page + requests × fixed state) dt / (engines × T)",
)
RECOMPUTED = declare(
    "faults.recomputed_tokens", "Tokens lost to preemption", "tokens", LESS, COUNTED, "Σ tokens computed again"
)
REJECTED = declare(
    "faults.rejected", "Requests rejected", "requests", LESS, COUNTED, "requests that no pool can ever hold"
)


def rows(account: Account) -> Iterator[Measured]:
    held = account.holdings
    whole = given("E · T", account.engines * account.seconds, "s", "time of all engines")
    pairs = zip(held.pages_by_pool, account.recording.pools, strict=True)
    lost = sum(pages * pool.page_bytes for pages, pool in pairs)
    lost += held.requests * account.facts["fixed_state_bytes_per_request"]
    for quantity, integral, unit, meaning in (
        (AT_RISK, held.tokens / NANOSECONDS, "token·s", "integral of computed tokens"),
        (IN_FLIGHT, held.requests / NANOSECONDS, "request·s", "integral of requests holding pages"),
        (BYTES, lost / NANOSECONDS, "B·s", "integral of bytes of held state"),
    ):
        yield ratio(quantity, given("∫", integral, unit, meaning), whole, "The run took no time.")
    again = given("n", account.requests["recomputed_tokens"].sum(), "tokens", "tokens computed again")
    yield measured(RECOMPUTED, again.value, again)
    refused = (account.requests["outcome"] == Outcome.REJECTED).sum()
    yield measured(REJECTED, refused, given("n", refused, "requests", "requests rejected"))
