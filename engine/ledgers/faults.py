"""Faults ledger: what would be lost if an engine died, and what faults took in this run."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, absent, declare, given, measured, percentile, ratio
from engine.ledgers.mishaps import mishaps
from engine.recording import NANOSECONDS, Outcome
from engine.sheet import Input, Measured

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
    "faults.recomputed_tokens",
    "Tokens computed again",
    "tokens",
    LESS,
    COUNTED,
    "Σ tokens computed again after preemptions and faults",
)
REJECTED = declare(
    "faults.rejected", "Requests rejected", "requests", LESS, COUNTED, "requests that were turned away or given up"
)
HAPPENED = declare("faults.happened", "Faults", "faults", LESS, COUNTED, "deaths + invalidations + slowdowns")
LOST = declare(
    "faults.lost_requests", "Requests that lost state", "requests", LESS, COUNTED, "requests with a loss by a fault"
)
LOST_TOKENS = declare(
    "faults.lost_tokens", "State lost to faults", "tokens", LESS, COUNTED, "Σ computed tokens lost by faults"
)
AGAIN = declare(
    "faults.recomputed_by_fault",
    "Tokens computed again because of faults",
    "tokens",
    LESS,
    COUNTED,
    "Σ lost tokens that were computed once more (the rest was found in a cache, or given up)",
)
RETRIED = declare(
    "faults.retried", "Requests queued again", "requests", LESS, COUNTED, "requests that a fault sent back to a queue"
)
GIVEN_UP = declare(
    "faults.given_up", "Requests rejected by faults", "requests", LESS, COUNTED, "requests given up by policy"
)
CUT = declare(
    "faults.cut",
    "Answers cut short",
    "requests",
    LESS,
    COUNTED,
    "requests that ended with the tokens delivered so far",
)
PAGES_LOST = declare(
    "faults.pages_lost", "Pages lost with engines", "pages", LESS, COUNTED, "Σ pages held or cached at a death"
)
INVALIDATED = declare(
    "faults.pages_invalidated",
    "Pages invalidated",
    "pages",
    LESS,
    COUNTED,
    "pages with wrong content on live engines",
)
DOWN = declare(
    "faults.down_share",
    "Engine time down",
    "1",
    LESS,
    ESTIMATED,
    "Σ time from death to recovery or end / (engines × T)",
)
RECOVERY_P50 = declare(
    "faults.recovery_p50", "Time to recover, p50", "s", LESS, ESTIMATED, "median of loss to next token, per loss"
)
RECOVERY_MAX = declare("faults.recovery_max", "Time to recover, longest", "s", LESS, ESTIMATED, "longest of the same")

_CALM = "Nothing failed in this run."


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
    yield from _happened(account, whole)


def _happened(account: Account, whole: Input) -> Iterator[Measured]:
    """What the faults of the run did."""
    found = mishaps(account.recording)
    lines = (
        (HAPPENED, found.faults, "faults", "faults that happened"),
        (LOST, found.lost_requests, "requests", "requests that lost state"),
        (LOST_TOKENS, found.lost_tokens, "tokens", "tokens whose state was lost"),
        (AGAIN, found.recomputed_tokens, "tokens", "lost tokens computed once more"),
        (RETRIED, found.requeued, "requests", "requests queued again"),
        (GIVEN_UP, found.rejected, "requests", "requests rejected by policy"),
        (CUT, found.cut, "requests", "requests cut short"),
        (PAGES_LOST, found.pages_lost, "pages", "pages of engines that died"),
        (INVALIDATED, found.pages_invalidated, "pages", "pages invalidated on live engines"),
    )
    for quantity, value, unit, meaning in lines:
        yield measured(quantity, value, given("n", value, unit, meaning)) if found.faults else absent(quantity, _CALM)
    down = given("t_down", found.down_seconds, "s", "engine time between death and recovery")
    yield ratio(DOWN, down, whole, "The run took no time.") if found.deaths else absent(DOWN, "No engine died.")
    count = given("n", len(found.recoveries), "losses", "losses after which the request ran again")
    reason = "No request ran again after a loss." if found.faults else _CALM
    yield percentile(RECOVERY_P50, found.recoveries, 50, count, reason)
    yield percentile(RECOVERY_MAX, found.recoveries, 100, count, reason)
