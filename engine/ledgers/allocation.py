"""Allocation ledger: how well the pages are used, and what the allocator had to do."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, NEITHER, absent, declare, given, measured, ratio
from engine.ledgers.gaps import gaps_at_refusals
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
EXTERNAL = declare(
    "allocation.external_share",
    "Free pages outside the largest gap (external fragmentation)",
    "1",
    LESS,
    COUNTED,
    "1 − Σ largest run of free pages / Σ free pages, over the moments at which a reservation was refused",
)
HELD = declare(
    "allocation.held_share", "Pool held by requests, mean", "1", NEITHER, ESTIMATED, "∫ pages held dt / (pages × T)"
)
CACHED = declare(
    "allocation.cached_share",
    "Pool that is free and still findable, mean",
    "1",
    NEITHER,
    ESTIMATED,
    "∫ free pages with content dt / (pages × T)",
)
FREE = declare(
    "allocation.free_share", "Pool that is empty, mean", "1", NEITHER, ESTIMATED, "1 − held share − cached share"
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
PEAK_SHARE = declare(
    "allocation.peak_share",
    "Most pages held, of the fullest pool",
    "1",
    NEITHER,
    COUNTED,
    "most pages held / usable pages",
)
LOWEST = declare(
    "allocation.lowest_free",
    "Fewest pages free after scheduling",
    "pages",
    NEITHER,
    COUNTED,
    "min over iterations of pages that can be handed out (cached ones included)",
)
TAKEN = declare(
    "allocation.pages_taken",
    "Pages handed out",
    "pages",
    LESS,
    COUNTED,
    "pages given to a request without their content",
)
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
    gaps = gaps_at_refusals(account.recording)
    if gaps.free:
        outside = given("p_out", gaps.free - gaps.largest, "pages", "free pages outside the largest gap, summed")
        yield ratio(EXTERNAL, outside, given("p_free", gaps.free, "pages", "free pages at refusals, summed"), "")
    elif any(pool.contiguous for pool in pools):
        yield absent(EXTERNAL, "No reservation was refused while pages were free.")
    else:
        yield absent(EXTERNAL, "Pages need no neighbours: every free page is of use.")
    yield from _pool(account)
    yield _workspace(account)
    yield measured(POOL, account.recording.pages, given("P", len(pools), "pools", "pools, one per engine"))
    peak = given("p_peak", held.peak_pages, "pages", "most pages with a reference at any moment")
    yield measured(PEAK, peak.value, peak) if held.peak_pages else absent(PEAK, "No page was held.")
    yield from _peaks(account)
    cached = account.happened(Event.FILL) or account.happened(Event.EVICT)
    yield _count(account, EVICTIONS, Event.EVICT, "" if cached else "Nothing is kept after its request.")
    yield _count(account, REFUSALS, Event.REFUSE)
    copied = account.happened(Event.COPY)
    yield _count(account, COPIES, Event.COPY, "" if copied else "No shared page was written to.")


def _pool(account: Account) -> Iterator[Measured]:
    """What the pools held over the run; pages that are never handed out are left out."""
    held, pools = account.holdings, account.recording.pools
    usable = sum(pool.pages - pool.reserved for pool in pools)
    whole = given("P · T", usable * account.seconds, "page·s", "usable pages × run time")
    busy = given("∫ held", sum(held.pages_by_pool) / 1e9, "page·s", "integral of pages held")
    idle = given("∫ cached", sum(held.cached_by_pool) / 1e9, "page·s", "integral of free pages with content")
    empty = given("∫ free", max(0.0, whole.value - busy.value - idle.value), "page·s", "integral of empty pages")
    for quantity, part in ((HELD, busy), (CACHED, idle), (FREE, empty)):
        yield ratio(quantity, part, whole, "The run took no time.")


def _peaks(account: Account) -> Iterator[Measured]:
    pairs = zip(account.holdings.peak_by_pool, account.recording.pools, strict=True)
    peak, usable = max(
        ((peak, pool.pages - pool.reserved) for peak, pool in pairs),
        key=lambda pair: pair[0] / pair[1],
        default=(0, 0),
    )
    most = given("p_peak", peak, "pages", "most pages held, fullest pool")
    yield ratio(PEAK_SHARE, most, given("P", usable, "pages", "usable pages of that pool"), "There is no pool.")
    free = account.iterations["free_pages"]
    if len(free):
        yield measured(LOWEST, free.min(), given("n_it", len(free), "iterations", "iterations looked at"))
    else:
        yield absent(LOWEST, "No iteration ran.")
    yield _count(account, TAKEN, Event.ALLOCATE)


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
