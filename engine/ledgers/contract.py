"""Contract ledger: what the client was promised, and what it got."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.account import Account, Floats, present
from engine.ledgers.entry import ESTIMATED, LESS, MORE, declare, given, percentile, ratio
from engine.sheet import Input, Measured, Quantity

Wanted = tuple[tuple[Quantity, float], ...]  # a quantity and its percentile

ATTAINMENT = declare(
    "contract.attainment",
    "Requests that meet the contract",
    "1",
    MORE,
    ESTIMATED,
    "requests within every limit / requests that arrived",
    headline=True,
)
GOODPUT = declare(
    "contract.goodput",
    "Goodput",
    "requests/s",
    MORE,
    ESTIMATED,
    "requests within every limit / T",
    source="DistServe (2024): requests per second that meet the limits",
)
TTFT_P50 = declare("contract.ttft_p50", "TTFT, p50", "s", LESS, ESTIMATED, "median of first token − arrival")
TTFT_P99 = declare("contract.ttft_p99", "TTFT, p99", "s", LESS, ESTIMATED, "99th percentile of first token − arrival")
QUEUE_P50 = declare(
    "contract.ttft_queue_p50",
    "Queue part of TTFT, p50",
    "s",
    LESS,
    ESTIMATED,
    "median of first scheduled − arrival",
)
_TPOT = "(last token − first token) / (outputs − 1), requests with at least two outputs"
TPOT_P50 = declare("contract.tpot_p50", "TPOT, p50", "s", LESS, ESTIMATED, f"median of {_TPOT}")
TPOT_P99 = declare("contract.tpot_p99", "TPOT, p99", "s", LESS, ESTIMATED, f"99th percentile of {_TPOT}")
E2E_P99 = declare("contract.e2e_p99", "E2E, p99", "s", LESS, ESTIMATED, "99th percentile of finish − arrival")
THROUGHPUT = declare(
    "contract.throughput", "Requests finished per second", "requests/s", MORE, ESTIMATED, "finished requests / T"
)


def rows(account: Account) -> Iterator[Measured]:
    good = given("N_good", within_contract(account).sum(), "requests", "finished within every limit")
    arrived = given("N", len(account.requests), "requests", "requests that arrived")
    done = given("N_done", account.finished.sum(), "requests", "finished requests")
    yield ratio(ATTAINMENT, good, arrived, "The run has no requests.", beside=_limits(account))
    yield ratio(GOODPUT, good, account.run_time, "The run took no time.")
    yield from _percentiles(account.ttft, "first token", ((TTFT_P50, 50), (TTFT_P99, 99)), "No request got a token.")
    yield from _percentiles(account.queue, "scheduled", ((QUEUE_P50, 50),), "No request was scheduled.")
    yield from _percentiles(
        account.tpot,
        "two outputs or more",
        ((TPOT_P50, 50), (TPOT_P99, 99)),
        "No finished request has two output tokens.",
    )
    yield from _percentiles(account.e2e, "finished", ((E2E_P99, 99),), "No request finished.")
    yield ratio(THROUGHPUT, done, account.run_time, "The run took no time.")


def _limits(account: Account) -> tuple[Input, ...]:
    """What the contract asks for: its limits, and the share of requests that has to keep them."""
    contract = account.facts["contract"]
    limits = (("TTFT", contract["ttft_s"]), ("TPOT", contract["tpot_s"]), ("E2E", contract["e2e_s"]))
    asked = tuple(given(f"{name} ≤", value, "s", f"limit on {name}") for name, value in limits if value is not None)
    return (*asked, given("p", contract["percentile"], "1", "share of requests that has to keep them"))


def within_contract(account: Account) -> NDArray[np.bool_]:
    """Which requests finished within every limit. A request with one output token has no TPOT to miss."""
    contract = account.facts["contract"]
    good = account.finished.copy()
    for limit, reached in (
        (contract["ttft_s"], account.ttft),
        (contract["tpot_s"], account.tpot),
        (contract["e2e_s"], account.e2e),
    ):
        if limit is not None:
            good &= np.isnan(reached) | (reached <= limit)
    return good


def _percentiles(samples: Floats, of: str, wanted: Wanted, reason: str) -> Iterator[Measured]:
    seen = present(samples)
    count = Input("n", len(seen), "requests", f"requests that have it: {of}")
    for quantity, percent in wanted:
        yield percentile(quantity, seen, percent, count, reason)
