"""State ledger: bytes that the past of a request occupies (the KV cache and its kin)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, absent, declare, given, measured
from engine.sheet import Measured

PER_TOKEN = declare(
    "state.bytes_per_token",
    "State per token",
    "B/token",
    LESS,
    ESTIMATED,
    "Σ over layers of elements kept per token × bits / 8, all devices (2 · L · H_kv · d_h for MHA and GQA)",
    headline=True,
)
PEAK = declare(
    "state.peak_bytes",
    "Most state held on one device",
    "B",
    LESS,
    ESTIMATED,
    "pages held at the peak of the fullest pool × bytes of a page + fixed state × most requests running",
)
PER_REQUEST = declare(
    "state.bytes_per_running_request",
    "State of a running request, mean",
    "B",
    LESS,
    ESTIMATED,
    "(∫ computed tokens dt / ∫ requests holding pages dt) × state per token + fixed state",
)
LONGEST = declare(
    "state.longest_tokens",
    "Longest state",
    "tokens",
    LESS,
    COUNTED,
    "max of prompt + outputs − 1 (the last output is never read back)",
)
ROOM = declare(
    "state.room_tokens",
    "Tokens the pools can hold",
    "tokens",
    MORE,
    ESTIMATED,
    "Σ over pools of (pages − reserved pages) × tokens per page",
)


def rows(account: Account) -> Iterator[Measured]:
    facts, pools = account.facts, account.recording.pools
    per_token = given("s", facts["state_bytes_per_token"], "B/token", "state per token")
    yield measured(PER_TOKEN, per_token.value, given("b_s", facts["state_bits"], "bit", "bits per stored element"))
    yield _peak(account)
    yield _per_request(account)
    lengths = account.requests["prompt_tokens"] + np.maximum(account.outputs - 1, 0)
    lengths = lengths[account.outputs > 0]
    if len(lengths):
        yield measured(LONGEST, lengths.max(), given("n", len(lengths), "requests", "requests that got a token"))
    else:
        yield absent(LONGEST, "No request got a token.")
    yield measured(
        ROOM,
        sum((pool.pages - pool.reserved) * pool.page_tokens for pool in pools),
        given("p", sum(pool.pages - pool.reserved for pool in pools), "pages", "pages that can be handed out"),
    )


def _peak(account: Account) -> Measured:
    held, pools, fixed = account.holdings, account.recording.pools, account.facts["fixed_state_bytes_per_request"]
    running = account.iterations["running"]
    most = [int(running[account.iterations["engine"] == pool.engine].max(initial=0)) for pool in pools]
    peaks = [
        pages * pool.page_bytes + fixed * slots
        for pages, pool, slots in zip(held.peak_by_pool, pools, most, strict=True)
    ]
    fullest = int(np.argmax(peaks))
    if not peaks[fullest]:
        return absent(PEAK, "No page was ever held.")
    return measured(
        PEAK,
        peaks[fullest],
        given("p_peak", held.peak_by_pool[fullest], "pages", "pages held at the peak"),
        given("B_p", pools[fullest].page_bytes, "B", "bytes of a page on one device"),
        given("s_0", fixed, "B", "state outside pages of one request on one device"),
        given("r_peak", most[fullest], "requests", "most requests running on that engine"),
    )


def _per_request(account: Account) -> Measured:
    facts, held = account.facts, account.holdings
    if not held.requests:
        return absent(PER_REQUEST, "No request ever held a page.")
    tokens = held.tokens / held.requests
    fixed = facts["fixed_state_bytes_whole_request"]
    return measured(
        PER_REQUEST,
        tokens * facts["state_bytes_per_token"] + fixed,
        given("n̄", tokens, "tokens", "computed tokens of a request that holds pages, time mean"),
        given("s", facts["state_bytes_per_token"], "B/token", "state per token"),
        given("s_0", fixed, "B", "state that does not grow with the request"),
    )
