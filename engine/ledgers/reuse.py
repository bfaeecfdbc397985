"""Reuse ledger: state that did not have to be computed."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, MORE, absent, declare, given, measured, ratio
from engine.recording import Event
from engine.sheet import Measured

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
        for quantity in (HIT_RATE, HITS, RESUMED):
            yield absent(quantity, nothing)
    else:
        yield ratio(HIT_RATE, hit, prompts, "No prompt was admitted.")
        yield measured(HITS, hit.value, hit)
        yield (
            measured(RESUMED, again.value, again)
            if requests["preemptions"].any() or account.happened(Event.LOSE)
            else absent(RESUMED, "No request was preempted.")
        )
    if account.happened(Event.FETCH):
        events = account.recording.events
        remote = events["amount"][events["kind"] == Event.FETCH].sum()
        yield measured(REMOTE, remote, given("n_remote", remote, "tokens", "tokens fetched"))
    else:
        yield absent(REMOTE, "Nothing was fetched from a shared store.")
    yield _loaded(account)
    yield measured(SHARED, peak.value, peak) if kept or peak.value else absent(SHARED, nothing)


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
