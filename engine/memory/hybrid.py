"""State of several kinds, each in pages of its own size: what hybrid models keep.

Layers of full attention keep something of every token, sliding windows only of the newest ones, recurrent layers one
state of fixed size. Each kind has its own pool; a request needs room in all of them, and a prefix is found again only
as far as every kind can go on from there. Content is matched in hash blocks, which may be finer than a page.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.memory.allocator import NO_HITS, Hits, Wrong
from engine.memory.hybrid_groups import FullGroup, Group, WindowGroup
from engine.memory.page_tables import NEVER, wrong_pages
from engine.memory.recurrent_group import RecurrentGroup
from engine.memory.tokens import TokenContent


class _Held:
    """What an admitted request has, beside its pages."""

    __slots__ = ("content", "marks", "registered")

    def __init__(self, content: TokenContent, registered: list[int], marks: list[int]) -> None:
        self.content = content
        self.registered = registered  # by group: leading hash blocks that a look-up can find
        self.marks = marks  # hash blocks after which to keep a copy of the recurrent state, ascending


class HybridAllocator:
    """See `engine.memory.allocator.Allocator`; to a scheduler a page is a hash block of `page_tokens` tokens.

    `full` is the kind that grows with every token, or the widest window if none does. Copies of recurrent states are
    kept at the end of a prompt, where a prompt parts from what was found (so that a prefix is a hit from its second
    meeting on), and after the last hash block that an answer has filled; they are dropped like any cached page.
    `reserved` pages are kept free for the growing kind. Tokens that have left a window are given back even if the
    call is then refused.
    """

    policy = "hybrid"

    def __init__(
        self, full: FullGroup | WindowGroup, others: Sequence[Group], hash_tokens: int, *, caching: bool = True
    ) -> None:
        self.caching = caching
        self.page_tokens = hash_tokens
        self.groups: tuple[Group, ...] = (full, *others)
        self._full = full
        self._recurrent = [group for group in others if isinstance(group, RecurrentGroup)]
        self._held: dict[int, _Held] = {}
        self.total_pages = self.usable_pages = sum(group.store.pages for group in self.groups)

    @property
    def free_pages(self) -> int:
        return sum(group.store.free for group in self.groups)

    def free_queue(self) -> list[int]:
        """Free pages in the order in which they will be handed out, kind by kind."""
        return [page for group in self.groups for page in group.store.free_queue()]

    def references(self) -> dict[int, int]:
        """Reference counts of the pages that are held."""
        return {page: count for group in self.groups for page, count in group.store.references().items()}

    def pages_for(self, tokens: int) -> int:
        """Pages of all kinds together; more than there are if any one kind has too few."""
        most = [group.most(tokens) for group in self.groups]
        short = sum(max(0, pages - group.store.pages) for pages, group in zip(most, self.groups, strict=True))
        return sum(most) if not short else self.usable_pages + short

    def pages_of(self, request: int, tokens: int) -> int:
        return self.pages_for(tokens)

    def block_table(self, request: int) -> Sequence[int]:
        """Pages in logical order, kind by kind."""
        return [page for group in self.groups for page, _ in group.held(request)]

    def lookup(self, content: TokenContent, limit_tokens: int) -> Hits:
        blocks = min(limit_tokens, content.length) // self.page_tokens
        if not self.caching or blocks <= 0:
            return NO_HITS
        hashes = content.hashes(blocks, self.page_tokens)
        for found in range(self._full.matched(hashes, blocks), 0, -1):
            if all(group.serves(hashes, found) for group in self.groups[1:]):
                return Hits(found * self.page_tokens, self._full.sources(hashes, found))
        return NO_HITS

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
        end = computed + new_tokens
        held = self._held.get(request)
        if held is None:
            found = hits.tokens // self.page_tokens if hits is not None else 0
            held = self._admit(request, content, found, end + lookahead, reserved)
            if held is None:
                return None
        else:
            for group in self.groups:
                group.trim(request, computed)
            if any(group.growth(request, end + lookahead) > group.store.free for group in self.groups):
                return None
            held.content = content
        new = [page for group in self.groups for page in group.grow(request, end + lookahead)]
        self._register(request, held, end)
        blocks = min(end, content.length) // self.page_tokens
        if self.caching and blocks * self.page_tokens > max(computed, content.prompt_tokens):
            for recurrent in self._recurrent:
                recurrent.note(request, blocks)
        return new

    def _admit(self, request: int, content: TokenContent, found: int, end: int, reserved: int) -> _Held | None:
        size = self.page_tokens
        hashes = content.hashes(content.length // size, size)
        aside = (-(-end // size) + reserved) * size if reserved else end
        for group in self.groups:
            whole = group is self._full and isinstance(group, FullGroup)
            if group.entry(hashes, found, aside if whole else end) > group.store.free:
                return None
        marks = {content.prompt_tokens // size, self._full.matched(hashes, content.length // size)}
        registered = [group.enter(request, hashes, found) for group in self.groups]
        held = _Held(content, registered, sorted(mark for mark in marks if mark > found))
        self._held[request] = held
        return held

    def _register(self, request: int, held: _Held, computed: int) -> None:
        if not self.caching:
            return
        full = min(computed, held.content.length) // self.page_tokens
        hashes = held.content.hashes(full, self.page_tokens)
        for index, group in enumerate(self.groups):
            if full > held.registered[index]:
                group.register(request, hashes, held.registered[index], full)
                held.registered[index] = full

    def commit(self, request: int, computed: int) -> None:
        """Also keeps the recurrent states that have come about: at the marks of a prompt, at the end of an answer."""
        held = self._held.get(request)
        if held is None or not self.caching:
            return
        self._register(request, held, computed)
        if held.registered[0] == NEVER:
            return
        blocks = min(computed, held.content.length) // self.page_tokens
        hashes = held.content.hashes(blocks, self.page_tokens)
        while held.marks and held.marks[0] <= blocks:
            mark = held.marks.pop(0)
            for recurrent in self._recurrent:
                recurrent.keep(request, hashes[mark - 1], mark)
        for recurrent in self._recurrent:
            if 0 < recurrent.noted(request) <= blocks:
                recurrent.settle(request, hashes)

    def release(self, request: int) -> None:
        if self._held.pop(request, None) is not None:
            for group in self.groups:
                group.leave(request)

    def invalidate(self, wrong: Wrong) -> list[int]:
        """A prefix ends where any of its kinds has lost a page, so the others go with it."""
        first = self.groups[0].store.first_page
        pages = wrong_pages(wrong, first, self.total_pages)
        for group in self.groups:
            group.store.invalidate(pages)
        holders = sorted(request for request in self._held if not pages.isdisjoint(self.block_table(request)))
        for request in holders:
            self._held[request].registered = [NEVER] * len(self.groups)
        return holders

    def fork(self, parent: int, child: int) -> None:
        """Raises ValueError: parallel samples would need a recurrent state each."""
        raise ValueError(f"request {child} cannot start from request {parent}: its recurrent state is not shared")

    def reset_cache(self) -> bool:
        """Forget all content. Refused (False, nothing changes) while any page is held."""
        if self._held:
            return False
        for group in self.groups:
            group.store.reset()
        return True
