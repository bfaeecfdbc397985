"""How many requests of a length fit into the memory of an engine, in closed form and exactly.

R requests fit if the pool of an engine with R request slots has the pages that all of them hold at once. The pool is
`engine.models.memory_split`'s; the page that a paged allocator never hands out counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.labs.capacity_settings import CapacitySettings, base
from engine.models.cards import model
from engine.models.memory_split import MemorySplit, stage_splits
from engine.models.state import Paging, bytes_per_token, paging
from engine.models.workspace import for_running
from engine.scenario import Allocator

MOST_REQUESTS = 65_536
LONGEST = 100_000_000


@dataclass(frozen=True, slots=True)
class Hold:
    """Pages of an engine's pool that requests of one length hold, and what is in them."""

    each: int  # of one request, without what all share
    shared: int  # held once
    unused: int  # the null page
    waste: int  # tokens of a request's pages that hold nothing
    stored: int  # tokens of a request that are its own

    def pages(self, requests: int) -> int:
        return (self.shared if requests else 0) + requests * self.each + self.unused


def hold(settings: CapacitySettings, tokens: int) -> Hold:
    """What each request holds when it has `tokens` tokens."""
    page = settings.page_tokens
    if settings.allocator is Allocator.CONTIGUOUS:
        each = -(-max(tokens, settings.max_length, 2) // page)
        return Hold(each, 0, 0, each * page - tokens, tokens)
    shared = min(settings.shared_prefix_tokens, tokens - 1) // page
    own = tokens - shared * page
    each = -(-own // page)
    return Hold(each, shared, 1, each * page - own, own)


class Fit:
    """Counts for one choice of settings; splits are computed anew only where the placement of state changes."""

    def __init__(self, settings: CapacitySettings) -> None:
        self.settings = settings
        self.scenario = base(settings)
        self.card = model(settings.model)
        self._known: dict[Paging, tuple[MemorySplit, ...]] = {}
        self._workspaces: dict[int, int] = {}  # by requests; it is the same for all stages and contexts
        self.splits = self._at(settings.context_tokens)

    def _at(self, tokens: int) -> tuple[MemorySplit, ...]:
        longest = max(self.settings.max_length, tokens, 2)
        scenario = self.scenario
        placed = paging(
            self.card, scenario.precision, longest, scenario.model.kv_heads, scenario.layout.tensor_parallel
        )
        if placed not in self._known:
            self._known[placed] = stage_splits(replace(scenario, model=replace(scenario.model, max_length=longest)))
        return self._known[placed]

    def requests(self, tokens: int, workspace: bool = True) -> int:
        """Requests of `tokens` tokens each that one engine holds at once, at most MOST_REQUESTS."""
        held = hold(self.settings, tokens)
        return min(self._requests(split, held, workspace) for split in _different(self._at(tokens)))

    def _requests(self, split: MemorySplit, held: Hold, workspace: bool) -> int:
        low, high = 0, MOST_REQUESTS
        while low < high:
            middle = (low + high + 1) // 2
            if self.room(split, middle, workspace) >= held.pages(middle) * split.page:
                low = middle
            else:
                high = middle - 1
        return low

    def room(self, split: MemorySplit, requests: int, workspace: bool = True) -> float:
        """Bytes for pages on a device with `requests` request slots; less than nothing if there are none."""
        left = split.usable - split.weights - split.draft.weights - split.fixed_per_request * requests
        return left - self.workspace(split, requests) if workspace else left

    def workspace(self, split: MemorySplit, requests: int) -> int:
        """Workspace of a device with `requests` request slots."""
        if requests not in self._workspaces:
            sized = for_running(split.workspace_parts, self.card, split.shape, max(1, requests))
            self._workspaces[requests] = sized.total
        return self._workspaces[requests]

    def token_bytes(self, tensor_parallel: int) -> float:
        """Bytes per token of the state that grows, on one of `tensor_parallel` devices."""
        return bytes_per_token(self.card, self.scenario.precision, self.scenario.model.kv_heads, tensor_parallel)

    def longest(self, requests: int) -> int:
        """The longest context that `requests` requests may all reach, 0 if there is none, at most LONGEST."""
        low, high = 0, LONGEST
        while low < high:
            middle = (low + high + 1) // 2
            if self.requests(middle) >= requests:
                low = middle
            else:
                high = middle - 1
        return low

    def frontier(self, contexts: Sequence[int], workspace: bool = True) -> tuple[int, ...]:
        """`requests` at each of `contexts`."""
        return tuple(self.requests(tokens, workspace) for tokens in contexts)


def _different(splits: Sequence[MemorySplit]) -> list[MemorySplit]:
    """One split of each sort: stages of the middle are all alike."""
    return list({(split.weights, split.page, split.fixed_per_request): split for split in splits}.values())
