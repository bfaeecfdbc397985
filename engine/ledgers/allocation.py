"""Allocation ledger: how well the pages are used, and what the allocator had to do."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, NEITHER, absent, declare, given, measured, ratio
from engine.recording import Event
from engine.sheet import Measured, Quantity

UTILISATION = declare(
    "allocation.utilisation",
    "Held slots that hold a token",
    "1",
    MORE,
    ESTIMATED,
    "∫ filled token slots dt / ∫ held token slots dt",
    source="PagedAttention (2023), section 6.2: KV memory that holds token states",
    headline=True,
)
RESERVED = declare(
    "allocation.reserved_share",
    "Held slots waiting for a later token",
    "1",
    LESS,
    ESTIMATED,
    "∫ empty slots that their request fills later dt / ∫ held token slots dt",
)
WASTED = declare(
    "allocation.wasted_share",
    "Held slots never filled (internal fragmentation)",
    "1",
    LESS,
    ESTIMATED,
    "∫ slots beyond the final length of their request dt / ∫ held token slots dt",
)
WORKSPACE = declare(
    "allocation.workspace_bytes",
    "Memory for neither weights nor state",
    "B",
    LESS,
    ESTIMATED,
    "as given, or: the larger of activations and sampling + graphs + buffers of collectives + runtime",
)
POOL = declare("allocation.pool_pages", "Pages in the pools", "pages", NEITHER, ESTIMATED, "Σ over pools of pages")
PEAK = declare("allocation.peak_pages", "Most pages held", "pages", LESS, COUNTED, "max over time of pages held")
EVICTIONS = declare(
    "allocation.evictions",
    "Cached pages evicted",
    "pages",
    LESS,
    COUNTED,
    "cached contents dropped to reuse the page",
)
REFUSALS = declare(
    "allocation.refusals", "Allocations refused", "times", LESS, COUNTED, "times a request found too few free pages"
)
COPIES = declare(
    "allocation.copies", "Pages copied on write", "pages", LESS, COUNTED, "shared pages copied before a write"
)


def rows(account: Account) -> Iterator[Measured]:
    held, pools = account.holdings, account.recording.pools
    total = given("S_held", held.slots_held / 1e9, "token·s", "integral of held token slots")
    never = min(held.slots_never, held.slots_empty)
    shares = (
        (UTILISATION, held.slots_held - held.slots_empty, "filled token slots"),
        (RESERVED, held.slots_empty - never, "empty slots that are filled later"),
        (WASTED, never, "slots that are never filled"),
    )
    for quantity, part, meaning in shares:
        yield ratio(quantity, given("S", part / 1e9, "token·s", f"integral of {meaning}"), total, "No page was held.")
    yield _workspace(account)
    yield measured(POOL, account.recording.pages, given("P", len(pools), "pools", "pools, one per engine"))
    peak = given("p_peak", held.peak_pages, "pages", "most pages with a reference at any moment")
    yield measured(PEAK, peak.value, peak) if held.peak_pages else absent(PEAK, "No page was held.")
    cached = account.happened(Event.FILL) or account.happened(Event.EVICT)
    yield _count(account, EVICTIONS, Event.EVICT, "" if cached else "Nothing is kept after its request.")
    yield _count(account, REFUSALS, Event.REFUSE)
    copied = account.happened(Event.COPY)
    yield _count(account, COPIES, Event.COPY, "" if copied else "No shared page was written to.")


def _count(account: Account, quantity: Quantity, kind: Event, reason: str = "") -> Measured:
    if reason:
        return absent(quantity, reason)
    times = account.happened(kind)
    return measured(quantity, times, given("n", times, quantity.unit, f"{kind.name} rows of the log"))


WORKSPACE_PARTS = (
    ("a", "activation_bytes", "activations of the largest iteration"),
    ("l", "sampling_bytes", "logits of all sequences while they are sampled"),
    ("g", "graph_bytes", "captured graphs"),
    ("c", "communication_buffer_bytes", "buffers of collectives"),
    ("r", "runtime_bytes", "driver and runtime"),
)


def _workspace(account: Account) -> Measured:
    facts = account.facts
    if "workspace_given" not in facts:
        return absent(WORKSPACE, "The recording does not say what is set aside.")
    if facts["workspace_given"]:
        return measured(WORKSPACE, facts["workspace_bytes"], given("g", facts["workspace_bytes"], "B", "as given"))
    parts = [given(symbol, facts[key], "B", meaning) for symbol, key, meaning in WORKSPACE_PARTS]
    return measured(WORKSPACE, facts["workspace_bytes"], *parts)
