"""Reuse ledger: state that did not have to be computed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, MORE, absent, declare, given, measured, ratio
from engine.reading.hit_rate import WINDOW, HitRateWindow
from engine.recording import NANOSECONDS, Event
from engine.sheet import Input, Measured

HIT_RATE = declare(
    "reuse.hit_rate",
    "Hit rate",
    "1",
    MORE,
    COUNTED,
    "tokens hit at first admission / prompt tokens (hits after a preemption are kept apart)",
    headline=True,
)
HITS = declare("reuse.hit_tokens", "Tokens hit", "tokens", MORE, COUNTED, "Σ tokens hit at first admission")
RESUMED = declare(
    "reuse.resumed_hit_tokens",
    "Tokens hit again after a preemption or a fault",
    "tokens",
    MORE,
    COUNTED,
    "Σ tokens hit at later admissions; never part of the hit rate",
)
RESUMED_RATE = declare(
    "reuse.resumed_hit_rate",
    "Hit rate of resumed requests",
    "1",
    MORE,
    COUNTED,
    "tokens hit at later admissions / (those and tokens computed again)",
)
WINDOW_RATE = declare(
    "reuse.window_hit_rate",
    f"Hit rate, last {WINDOW:,} requests",
    "1",
    MORE,
    COUNTED,
    f"tokens hit / prompt tokens, of the {WINDOW:,} requests admitted last (what an engine's log shows)",
    source="vLLM 0.33: the window of its prefix cache statistics",
)
REQUESTS = declare(
    "reuse.hit_requests",
    "Requests with a hit",
    "1",
    MORE,
    COUNTED,
    "requests with at least one token hit / requests admitted",
)
FOUND = declare(
    "reuse.hit_pages",
    "Pages found per page registered",
    "×",
    MORE,
    COUNTED,
    "pages hit / pages whose content was registered",
)
REMOTE = declare(
    "reuse.remote_hit_tokens",
    "Tokens fetched from the shared store",
    "tokens",
    MORE,
    COUNTED,
    "Σ tokens of pages that another engine had computed; the request then hits them on its own engine",
)
LOADED = declare(
    "reuse.loaded_tokens",
    "Tokens brought back from slower memory",
    "tokens",
    MORE,
    COUNTED,
    "Σ tokens copied back from host memory or disk; they are hits at the admission that follows",
)
SHARING = declare(
    "reuse.sharing",
    "Holders per held page, mean",
    "×",
    MORE,
    ESTIMATED,
    "∫ entries of block tables dt / ∫ pages held dt",
)
SHARED = declare(
    "reuse.peak_shared_pages",
    "Most pages shared",
    "pages",
    MORE,
    COUNTED,
    "max over time of pages with two or more references",
)


def rows(account: Account) -> Iterator[Measured]:
    requests = account.requests
    kept = account.happened(Event.FILL) or account.happened(Event.HIT)
    nothing = "No state is kept after its request."
    hit = given("n_hit", requests["hit_tokens"].sum(), "tokens", "tokens hit at first admission")
    seen = requests["first_scheduled"] >= 0
    prompts = given("n_prompt", requests["prompt_tokens"][seen].sum(), "tokens", "prompt tokens of admitted requests")
    again = given("n_again", requests["resumed_hit_tokens"].sum(), "tokens", "tokens hit after a preemption")
    peak = given("p", account.holdings.peak_shared, "pages", "most pages with two or more references")
    if not kept:
        for quantity in (HIT_RATE, HITS, RESUMED, RESUMED_RATE, WINDOW_RATE, REQUESTS, FOUND):
            yield absent(quantity, nothing)
    else:
        yield ratio(HIT_RATE, hit, prompts, "No prompt was admitted.")
        yield measured(HITS, hit.value, hit)
        yield (
            measured(RESUMED, again.value, again)
            if requests["preemptions"].any() or account.happened(Event.LOSE)
            else absent(RESUMED, "No request was preempted.")
        )
        yield from _rates(account, again)
    yield from _elsewhere(account)
    held = account.holdings
    yield ratio(
        SHARING,
        given("∫ table", held.table_pages / NANOSECONDS, "page·s", "integral of references"),
        given("∫ held", sum(held.pages_by_pool) / NANOSECONDS, "page·s", "integral of pages held"),
        "No page was held.",
    )
    yield measured(SHARED, peak.value, peak) if kept or peak.value else absent(SHARED, nothing)


def _rates(account: Account, again: Input) -> Iterator[Measured]:
    requests, events = account.requests, account.recording.events
    admits = events[events["kind"] == Event.ADMIT]
    later = given("n_look", again.value + requests["recomputed_tokens"].sum(), "tokens", "hit or computed again")
    yield ratio(RESUMED_RATE, again, later, "No request was preempted.")
    window = HitRateWindow()
    _, first = np.unique(admits["request"], return_index=True)
    for row in np.sort(first)[-WINDOW:].tolist():
        who = int(admits["request"][row])
        window.add(int(requests["prompt_tokens"][who]), int(requests["hit_tokens"][who]))
    found = given("n_hit", window.hits, "tokens", f"tokens hit, last {window.requests:,} requests")
    yield ratio(WINDOW_RATE, found, given("n", window.queries, "tokens", "their prompts"), "No prompt was admitted.")
    lucky = given("n", (requests["hit_tokens"] > 0).sum(), "requests", "requests with a hit")
    seen = given("n_seen", (requests["first_scheduled"] >= 0).sum(), "requests", "requests admitted")
    yield ratio(REQUESTS, lucky, seen, "No prompt was admitted.")
    pages = given("p_hit", account.happened(Event.HIT), "pages", "pages hit")
    filled = given("p_fill", account.happened(Event.FILL), "pages", "pages registered")
    yield ratio(FOUND, pages, filled, "No page was registered.")


def _elsewhere(account: Account) -> Iterator[Measured]:
    """What came from another engine, or from slower memory."""
    if account.happened(Event.FETCH):
        events = account.recording.events
        remote = events["amount"][events["kind"] == Event.FETCH].sum()
        yield measured(REMOTE, remote, given("n_remote", remote, "tokens", "tokens fetched"))
    else:
        yield absent(REMOTE, "Nothing was fetched from a shared store.")
    yield _loaded(account)


def _loaded(account: Account) -> Measured:
    facts, events = account.facts, account.recording.events
    if not facts.get("dram_tier_bytes") and not facts.get("ssd_tier_bytes"):
        return absent(LOADED, "An engine has no slower memory for pages.")
    names = [name for name in ("dram", "ssd") if facts[f"{name}_tier_bytes"]]
    rows = events[events["kind"] == Event.LOAD]
    tokens = [float(rows["amount"][rows["order"] == tier].sum()) for tier in range(len(names))]
    words = {"dram": "host memory", "ssd": "disk"}
    parts = [given(f"n_{name}", n, "tokens", f"from {words[name]}") for name, n in zip(names, tokens, strict=True)]
    return measured(LOADED, sum(tokens), *parts)
