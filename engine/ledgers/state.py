"""State ledger: bytes that the past of a request occupies (the KV cache and its kin)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, absent, declare, given, measured
from engine.recording import HOST
from engine.sheet import Measured

NO_TIER = "An engine has no slower memory for pages."

PER_TOKEN = declare(
    "state.bytes_per_token",
    "State per token",
    "B/token",
    LESS,
    ESTIMATED,
    "Σ over layers of elements kept per token × bits / 8, all devices (2 · L · H_kv · d_h for MHA and GQA)",
    headline=True,
)
BOUNDED = declare(
    "state.bounded_bytes",
    "State of a long request that no longer grows",
    "B",
    LESS,
    ESTIMATED,
    "full windows + recurrent state + convolution tails, all devices",
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
ROOM_BELOW = declare(
    "state.slower_room_bytes", "Room in slower memory of one engine", "B", MORE, ESTIMATED, "host memory + disk"
)
DROPPED = declare(
    "state.dropped_bytes",
    "State copied to slower memory",
    "B",
    LESS,
    ESTIMATED,
    "Σ bytes of pages copied down before their device memory was used again",
)


def rows(account: Account) -> Iterator[Measured]:
    facts, pools = account.facts, account.recording.pools
    per_token = given("s", facts["state_bytes_per_token"], "B/token", "state per token")
    bits = given("b_s", facts["state_bits"], "bit", "bits per stored element")
    kinds = facts.get("state_bytes_per_token_by_kind", {})
    parts = [given(f"s_{kind}", size, "B/token", f"of it, {kind}") for kind, size in kinds.items()]
    yield measured(PER_TOKEN, per_token.value, bits, *parts)
    yield _bounded(account)
    yield _peak(account)
    yield _per_request(account)
    lengths = account.requests["prompt_tokens"] + np.maximum(account.outputs - 1, 0)
    lengths = lengths[account.outputs > 0]
    if len(lengths):
        yield measured(LONGEST, lengths.max(), given("n", len(lengths), "requests", "requests that got a token"))
    else:
        yield absent(LONGEST, "No request got a token.")
    growing = [pool for pool in pools if pool.counts_tokens]
    yield measured(
        ROOM,
        sum((pool.pages - pool.reserved) * pool.page_tokens for pool in growing),
        given("p", sum(pool.pages - pool.reserved for pool in growing), "pages", "pages that can be handed out"),
    )

    yield from _slower(account)


BOUNDED_PARTS = (
    ("s_w", "window_bytes_whole_request", "windows, all full"),
    ("s_r", "recurrent_bytes_whole_request", "recurrent state"),
    ("s_c", "convolution_bytes_whole_request", "convolution tails"),
)


def _bounded(account: Account) -> Measured:
    facts = account.facts
    parts = [given(symbol, facts.get(key, 0), "B", meaning) for symbol, key, meaning in BOUNDED_PARTS]
    if not any(part.value for part in parts):
        return absent(BOUNDED, "Every layer keeps something of every token.")
    window = given("w", facts["widest_window_tokens"], "tokens", "widest window")
    return measured(BOUNDED, sum(part.value for part in parts), *parts, window)


def _slower(account: Account) -> Iterator[Measured]:
    facts, transfers = account.facts, account.recording.transfers
    host = given("B_h", facts.get("dram_tier_bytes", 0), "B", "host memory of an engine, for pages")
    disk = given("B_d", facts.get("ssd_tier_bytes", 0), "B", "disk of an engine, for pages")
    if not host.value + disk.value:
        yield absent(ROOM_BELOW, NO_TIER)
        yield absent(DROPPED, NO_TIER)
        return
    yield measured(ROOM_BELOW, host.value + disk.value, host, disk)
    down = transfers[(transfers["target"] == HOST) & (transfers["request"] < 0)]
    copies = given("n", len(down), "copies", "copies to slower memory")
    yield measured(DROPPED, down["bytes"].sum(dtype="f8"), copies)


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
