"""What a scheduler asks of memory: find state again, take pages, give them back.

Three implementations, all with `first_page` (the global number of the pool's first page) and `sink` as keywords:

- `engine.memory.pages.PagedAllocator(pages, page_tokens, *, caching=True, first_page=0, sink=None)`
- `engine.memory.contiguous.ContiguousAllocator(pages, page_tokens, *, reservation, max_length, sizes, ...)`
- `engine.memory.radix_pages.RadixAllocator(pages, page_tokens, *, eviction="lru", priority=None, ...)`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from engine.memory.tokens import TokenContent

# sink(kind, request, page, block, references, content, amount, order): one row of the recording's events, `kind` an
# engine.recording.Event. `references` and `content` are the page's after the event, whatever the kind.
Sink = Callable[[int, int, int, int, int, int, int, int], None]


# Pages whose content is wrong: their numbers, or what is true of them.
Wrong = Iterable[int] | Callable[[int], bool]


class Hits(NamedTuple):
    """What a look-up found: `tokens` of state in `pages`, in logical order. Valid until the allocator changes."""

    tokens: int
    pages: Sequence[int]


NO_HITS = Hits(0, ())


class Sizes(NamedTuple):
    """What a contiguous reservation may need to know of a request: tokens, and parallel samples (itself included)."""

    prompt: int
    output: int
    samples: int = 1


class Allocator(Protocol):
    """The pages of one engine. Page numbers are global: the pool's first page is `first_page`.

    Requests are named by integers. Every change is reported to the sink, if there is one, so that a recording can
    rebuild block tables, reference counts and the order of the free queue at any event.
    """

    caching: bool  # whether a look-up can ever find something
    page_tokens: int
    total_pages: int  # the whole pool, pages that are never handed out included
    usable_pages: int  # what one request could hold at most

    @property
    def free_pages(self) -> int:
        """Pages that can be handed out now: empty ones, and cached ones that nobody holds."""
        ...

    def pages_for(self, tokens: int) -> int:
        """Pages that a request with `tokens` tokens takes at least."""
        ...

    def pages_of(self, request: int, tokens: int) -> int:
        """Pages that `request` takes if it reaches `tokens` tokens, whatever it sets aside included."""
        ...

    def lookup(self, content: TokenContent, limit_tokens: int) -> Hits:
        """State in memory for the longest prefix of `content` of at most `limit_tokens` tokens, in whole pages.

        Takes nothing: pages stay as evictable as they were (a radix tree may split a node).
        """
        ...

    def allocate(
        self,
        request: int,
        content: TokenContent,
        hits: Hits | None,
        computed: int,
        new_tokens: int,
        lookahead: int = 0,
        reserved: int = 0,
    ) -> list[int] | None:
        """Make room for `new_tokens` after the first `computed`, plus `lookahead` tokens that may not come.

        `hits` is the result of a look-up and belongs to the first call for a request (computed = hits.tokens); later
        calls pass None. `reserved` pages have to stay free after the call. Full pages whose tokens are known
        (`content.length`) are registered for reuse at once. Returns the new pages in logical order, without the hit
        ones; None = refused, and nothing has changed.
        """
        ...

    def commit(self, request: int, computed: int) -> None:
        """The first `computed` tokens have their state: what is full by now can be found from here on."""
        ...

    def release(self, request: int) -> None:
        """The request gives all its pages back. Unknown requests hold nothing, so nothing happens."""
        ...

    def fork(self, parent: int, child: int) -> None:
        """`child` starts from the state of `parent`; whoever first writes into a shared page copies it.

        The child's content is handed over with its first `allocate`. Raises KeyError if `parent` holds nothing.
        """
        ...

    def invalidate(self, wrong: Wrong) -> list[int]:
        """The content of the `wrong` pages is lost or corrupt: from here on no look-up serves any of them.

        All of them at once. Requests that hold one keep it, and nothing of their state is registered any more;
        they are returned in ascending order, and it is for the caller to let them compute it again. A page may be
        used anew as soon as nobody holds it. Raises ValueError for a number outside the pool.
        """
        ...

    def block_table(self, request: int) -> Sequence[int]:
        """Pages of `request` in logical order; empty if it holds none. Not to be changed by the caller."""
        ...
