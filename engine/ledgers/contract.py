"""Contract ledger: what the client was promised, and what it got."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.account import Account, Floats, present
from engine.ledgers.entry import ESTIMATED, LESS, MORE, absent, declare, given, mean, ratio, spread, spread_rows
from engine.recording import NANOSECONDS, Event
from engine.sheet import Input, Measured

ATTAINMENT = declare(
    "contract.attainment",
    "Requests that meet the contract",
    "1",
    MORE,
    ESTIMATED,
    "requests that finished within every limit / requests that arrived",
    headline=True,
)
GOODPUT = declare(
    "contract.goodput",
    "Goodput",
    "requests/s",
    MORE,
    ESTIMATED,
    "requests that finished within every limit / T",
    source="DistServe (2024): requests per second that meet the limits",
)
GOOD_TOKENS = declare(
    "contract.goodput_tokens",
    "Goodput in tokens",
    "tokens/s",
    MORE,
    ESTIMATED,
    "output tokens of requests that finished within every limit / T",
)
THROUGHPUT = declare(
    "contract.throughput", "Requests finished per second", "requests/s", MORE, ESTIMATED, "finished requests / T"
)
TTFT_MET = declare(
    "contract.ttft_met", "Requests within the TTFT limit", "1", MORE, ESTIMATED, "requests with TTFT ≤ limit / N"
)
TPOT_MET = declare(
    "contract.tpot_met",
    "Requests within the TPOT limit",
    "1",
    MORE,
    ESTIMATED,
    "finished requests with TPOT ≤ limit (or a single output token) / N",
)
E2E_MET = declare(
    "contract.e2e_met",
    "Requests within the E2E limit",
    "1",
    MORE,
    ESTIMATED,
    "finished requests with E2E ≤ limit / N",
)
DEADLINE_MET = declare(
    "contract.deadline_met",
    "Requests within their deadline",
    "1",
    MORE,
    ESTIMATED,
    "finished requests with E2E ≤ their deadline / N",
)
TTFT_MEAN = declare("contract.ttft_mean", "TTFT, mean", "s", LESS, ESTIMATED, "Σ (first token − arrival) / n")
TTFT = spread("contract.ttft", "TTFT", "first token − arrival")
QUEUE = spread("contract.ttft_queue", "Queue part of TTFT", "time queued before the first admission", (50, 90, 99))
TRANSFER = spread(
    "contract.ttft_transfer",
    "Transfer part of TTFT",
    "time until state from a store, another engine or slower memory is there, requests that wait for some",
    (50, 99),
)
PREFILL = spread(
    "contract.ttft_prefill", "Prefill part of TTFT", "time in own iterations before the first token", (50, 90, 99)
)
WAIT = spread(
    "contract.ttft_wait",
    "Rest of TTFT",
    "TTFT − queue part − transfer part − prefill part (other requests' turns, preemptions)",
    (50, 90, 99),
)
HANDOVER = spread(
    "contract.handover",
    "Handover after the first token",
    "time until the decode engine has the state: waiting for room, then transfer",
    (50, 99),
)
_TPOT = "(last token − first token) / (outputs − 1), finished requests with at least two outputs"
TPOT_MEAN = declare("contract.tpot_mean", "TPOT, mean", "s", LESS, ESTIMATED, f"Σ {_TPOT} / n")
TPOT = spread("contract.tpot", "TPOT", _TPOT)
E2E = spread("contract.e2e", "E2E", "finish − arrival")
DEADLINE = spread(
    "contract.deadline_use",
    "Share of the deadline used",
    "(finish − arrival) / deadline, finished requests with a deadline",
    unit="×",
)

_NO_TIME = "The run took no time."
_NO_REQUEST = "The run has no requests."


def rows(account: Account) -> Iterator[Measured]:
    good = within_contract(account)
    met = given("N_good", good.sum(), "requests", "finished within every limit")
    arrived = given("N", len(account.requests), "requests", "requests that arrived")
    done = given("N_done", account.finished.sum(), "requests", "finished requests")
    tokens = given("n_good", account.outputs[good].sum(), "tokens", "output tokens of requests within every limit")
    yield ratio(ATTAINMENT, met, arrived, _NO_REQUEST, beside=_limits(account))
    yield ratio(GOODPUT, met, account.run_time, _NO_TIME)
    yield ratio(GOOD_TOKENS, tokens, account.run_time, _NO_TIME)
    yield ratio(THROUGHPUT, done, account.run_time, _NO_TIME)
    yield from _kept(account, arrived)
    yield from _first_token(account)
    count = _count(account.tpot, "finished, two outputs or more")
    reason = "No finished request has two output tokens."
    yield mean(TPOT_MEAN, present(account.tpot), count, reason)
    yield from spread_rows(TPOT, present(account.tpot), count, reason)
    yield from spread_rows(E2E, present(account.e2e), _count(account.e2e, "finished"), "No request finished.")
    used = account.e2e / account.deadline
    reason = "No request with a deadline finished." if account.facts["contract"].get("deadline_s") else _NO_DEADLINE
    yield from spread_rows(DEADLINE, present(used), _count(used, "finished, with a deadline"), reason)


_NO_DEADLINE = "The contract sets no deadline."


def _first_token(account: Account) -> Iterator[Measured]:
    """TTFT and its parts. Requests that never got a token are left out here and miss the contract above."""
    count, reason = _count(account.ttft, "got a token"), "No request got a token."
    yield mean(TTFT_MEAN, present(account.ttft), count, reason)
    yield from spread_rows(TTFT, present(account.ttft), count, reason)
    waited = account.spent.queue[account.requests["first_scheduled"] >= 0] / NANOSECONDS
    scheduled = _count(account.queue, "scheduled")
    yield from spread_rows(QUEUE, waited, scheduled, "No request was scheduled.")
    seen, spent = ~np.isnan(account.ttft), account.spent_to_first_token
    fetched = spent.transfer[seen & (spent.transfer > 0)] / NANOSECONDS
    of = given("n", len(fetched), "requests", "requests that waited for state before their first token")
    yield from spread_rows(TRANSFER, fetched, of, "No request waits for state before its first token.")
    prefill = spent.prefill[seen] / NANOSECONDS
    yield from spread_rows(PREFILL, prefill, count, reason)
    rest = (spent.total - spent.queue - spent.transfer - spent.prefill)[seen] / NANOSECONDS
    yield from spread_rows(WAIT, rest, count, reason)
    after = account.spent.transfer - np.where(seen, spent.transfer, account.spent.transfer)
    events = account.recording.events
    movers = np.unique(events["request"][events["kind"] == Event.HANDOVER])
    moved = after[movers][after[movers] > 0] / NANOSECONDS
    of = given("n", len(moved), "requests", "requests whose state changed engines")
    yield from spread_rows(HANDOVER, moved, of, "No request changes engines.")


def _kept(account: Account, arrived: Input) -> Iterator[Measured]:
    """Each limit on its own: which one is missed."""
    quantities = TTFT_MET, TPOT_MET, E2E_MET, DEADLINE_MET
    for (name, limit, reached), quantity in zip(_reached(account), quantities, strict=True):
        if limit is None:
            yield absent(quantity, f"The contract sets no {name}.")
            continue
        kept = reached <= limit
        if quantity is TPOT_MET:
            kept |= account.finished & np.isnan(reached)
        met = given("N_met", kept.sum(), "requests", f"within the {name}")
        asked = (given("limit", limit, "s", f"the {name}"),) if isinstance(limit, float) else ()
        yield ratio(quantity, met, arrived, _NO_REQUEST, beside=asked)


def _reached(account: Account) -> tuple[tuple[str, Floats | float | None, Floats], ...]:
    """Name, limit and what each request reached; None where the contract says nothing."""
    contract = account.facts["contract"]
    return (
        ("limit on TTFT", contract["ttft_s"], account.ttft),
        ("limit on TPOT", contract["tpot_s"], account.tpot),
        ("limit on E2E", contract["e2e_s"], account.e2e),
        ("deadline", account.deadline if contract.get("deadline_s") else None, account.e2e),
    )


def _limits(account: Account) -> tuple[Input, ...]:
    """What the contract asks for: its limits, and the share of requests that has to keep them."""
    contract = account.facts["contract"]
    limits = [("TTFT", contract["ttft_s"]), ("TPOT", contract["tpot_s"]), ("E2E", contract["e2e_s"])]
    limits += [(f"deadline {place}", value) for place, value in enumerate(contract.get("deadline_s") or ())]
    asked = tuple(given(f"{name} ≤", value, "s", f"limit on {name}") for name, value in limits if value is not None)
    return (*asked, given("p", contract["percentile"], "1", "share of requests that has to keep them"))


def within_contract(account: Account) -> NDArray[np.bool_]:
    """Which requests finished within every limit. A request with one output token has no TPOT to miss."""
    good = account.finished.copy()
    for _, limit, reached in _reached(account):
        if limit is not None:
            good &= np.isnan(reached) | (reached <= limit)
    return good


def _count(samples: Floats, of: str) -> Input:
    return Input("n", int((~np.isnan(samples)).sum()), "requests", f"requests that have it: {of}")
