"""The count that the closed form has to agree with: requests admitted one by one by the engine's own allocator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from engine.labs.capacity_fit import hold
from engine.labs.capacity_settings import CapacitySettings, base
from engine.labs.records import Figure
from engine.memory.allocator import Allocator as Pages
from engine.memory.allocator import Sizes
from engine.memory.contiguous import ContiguousAllocator
from engine.memory.pages import PagedAllocator
from engine.memory.tokens import TokenContent
from engine.models.memory_split import tightest_split
from engine.progress import Progress, Teller
from engine.scenario import Allocator, Cache, Reservation, Scenario
from engine.sheet import Evidence

MOST_PAGES = 3_000_000  # that are handed out one by one
PREFIX_TOKEN, OWN_TOKENS, OUTPUT_TOKEN = 1, 10_000_000_000, 10**15


@dataclass(frozen=True, slots=True)
class Counted:
    """What an engine's allocator gave to the requests of the settings, until it refused or all had theirs.

    `admitted` None: there are too many pages to hand them out one by one.
    """

    admitted: int | None
    asked: int
    pages: int  # held by them, shared ones once
    pool: int
    lost_tokens: int  # of pages that hold nothing, over all requests
    token_bytes: int  # on a device of the tightest stage

    @property
    def figures(self) -> tuple[Figure, ...]:
        if self.admitted is None:
            return ()
        return (
            _figure("counted", self.admitted, "requests", "admitted until the first refusal", f"of {self.asked:,}"),
            _figure("counted_pages", self.pages, "pages", "pages with a holder", f"of {self.pool:,}"),
            _figure(
                "counted_waste",
                self.lost_tokens * self.token_bytes,
                "B",
                "room in held pages − tokens in them",
                f"{self.lost_tokens:,} tokens · {self.token_bytes:,} B",
            ),
        )


def _figure(key: str, value: float, unit: str, formula: str, filled: str) -> Figure:
    return Figure(key, value, unit, Evidence.REPRODUCIBLE, formula, filled)


def count(settings: CapacitySettings, progress: Progress | None = None) -> Counted:
    """Fill one engine's pool request by request.

    Raises ValueError for degrees that do not go together; `progress` may raise to cancel.
    """
    scenario = base(settings)
    split = tightest_split(scenario)
    pool, requests, tokens = max(0, split.pages), settings.max_running, settings.context_tokens
    if min(pool, hold(settings, tokens).pages(requests)) > MOST_PAGES or pool > 20 * MOST_PAGES:
        return Counted(None, requests, 0, pool, 0, 0)
    teller = Teller(progress)
    admitted, pages = 0, set[int]()
    if pool > 1:
        allocator = _allocator(scenario, pool)
        while admitted < requests and _admitted(allocator, settings, admitted):
            pages.update(allocator.block_table(admitted))
            admitted += 1
            teller.tell(partial(_share, admitted, requests))
    teller.finish()
    page, prefix = settings.page_tokens, settings.prefix
    held_tokens = (prefix if admitted else 0) + admitted * (tokens - prefix)
    return Counted(admitted, requests, len(pages), pool, len(pages) * page - held_tokens, round(split.page / page))


def _share(done: int, of: int) -> float:
    return done / of


def _allocator(scenario: Scenario, pool: int) -> Pages:
    memory, longest = scenario.memory, scenario.model.max_length
    if memory.allocator is Allocator.CONTIGUOUS:
        return ContiguousAllocator(
            pool,
            memory.page_tokens,
            reservation=Reservation.MAXIMUM,
            max_length=longest,
            sizes=lambda _: Sizes(longest, 0),
        )
    return PagedAllocator(pool, memory.page_tokens, caching=memory.cache is Cache.HASH)


def _admitted(allocator: Pages, settings: CapacitySettings, request: int) -> bool:
    """Whether a request of the length chosen found room. Its prompt begins as all others do."""
    tokens, prefix = settings.context_tokens, settings.prefix
    own = (OWN_TOKENS * (1 + request), tokens - prefix)
    content = TokenContent(((PREFIX_TOKEN, prefix), own), OUTPUT_TOKEN)
    hits = allocator.lookup(content, tokens - 1)
    if allocator.allocate(request, content, hits, hits.tokens, tokens - hits.tokens) is None:
        return False
    allocator.commit(request, tokens)
    return True
