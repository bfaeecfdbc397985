"""The pages of one kind of state: who holds them, what content can be found in them, which are free."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.memory.allocator import Sink
from engine.memory.free_queue import FreeQueue
from engine.recording import Event

Held = tuple[int, int]  # page, and the logical block under which it is held


class GroupPages:
    """A free queue, reference counts and an index of contents, which may name several in one page.

    Released pages without content are used again first, those with content last, as in vLLM. Page numbers are
    global: they start at `first_page`. Every change is reported to the sink.
    """

    def __init__(self, pages: int, first_page: int, sink: Sink | None) -> None:
        self.pages = pages
        self.first_page = first_page
        self._sink = sink
        self._queue = FreeQueue(first_page, first_page + pages, track=sink is not None)
        self._references: dict[int, int] = {}
        self._found: dict[int, list[int]] = {}  # content -> pages, the one registered first in front
        self._contents: dict[int, list[int]] = {}  # page -> its contents, the longest last
        self._full: set[int] = set()  # pages whose last content fills them

    @property
    def free(self) -> int:
        return len(self._queue)

    def free_queue(self) -> list[int]:
        return list(self._queue)

    def references(self) -> dict[int, int]:
        return dict(self._references)

    def find(self, content: int) -> int | None:
        """The page that has had `content` for longest."""
        pages = self._found.get(content)
        return pages[0] if pages else None

    def idle(self, pages: Iterable[int]) -> int:
        """How many of `pages` nobody holds: to hold them takes them out of the free ones."""
        return sum(page not in self._references for page in pages)

    def register(self, request: int, page: int, block: int, content: int, full: bool) -> None:
        """`page` has `content` from here on, beside what it had; `full` if nothing more goes into it."""
        self._found.setdefault(content, []).append(page)
        self._contents.setdefault(page, []).append(content)
        if full:
            self._full.add(page)
            self._report(Event.FILL, request, page, block)

    def forget(self, page: int) -> bool:
        """No look-up finds anything in `page`; whether it had anything."""
        contents = self._contents.pop(page, [])
        for content in contents:
            self._found[content].remove(page)
            if not self._found[content]:
                del self._found[content]
        self._full.discard(page)
        return bool(contents)

    def take(self, request: int, first_block: int, count: int) -> list[int]:
        """`count` free pages for consecutive blocks. The caller has made sure that they are there."""
        pages = self._fresh(count)
        for block, page in enumerate(pages, start=first_block):
            self._report(Event.ALLOCATE, request, page, block)
        return pages

    def copy(self, request: int, source: int, block: int, cached: bool = False) -> int:
        """A free page with the state that is in `source`, a `cached` page that is pinned until the copy is made."""
        if cached:
            self.hold(request, [source], block)
        (page,) = self._fresh(1)
        if cached:
            self.give_back(request, [(source, block)])
        self._report(Event.COPY, request, page, block, source)
        return page

    def overwrite(self, request: int, page: int, source: int, block: int) -> None:
        """`page`, which only `request` holds, gets the state that is in `source` now."""
        self.forget(page)
        self._report(Event.COPY, request, page, block, source)

    def hold(self, request: int, pages: Sequence[int], first_block: int) -> None:
        """One more holder for pages with content."""
        self._queue.pull([page for page in pages if page not in self._references])
        for block, page in enumerate(pages, start=first_block):
            self._references[page] = self._references.get(page, 0) + 1
            self._report(Event.HIT, request, page, block)

    def give_back(self, request: int, held: Sequence[Held]) -> None:
        """One holder less; pages are given in logical order and walked from the last to the first."""
        front: list[int] = []
        back: list[int] = []
        for page, _ in reversed(held):
            self._references[page] -= 1
            if not self._references[page]:
                del self._references[page]
                (back if page in self._contents else front).append(page)
        self._queue.give_front(front)
        self._queue.give_back(back)
        for page, block in reversed(held):
            self._report(Event.RELEASE, request, page, block)

    def invalidate(self, wrong: set[int]) -> None:
        """Nobody finds any of the `wrong` pages from here on."""
        mine = {page for page in wrong if self.first_page <= page < self.first_page + self.pages}
        lost = {page for page in mine if self.forget(page)}
        self._queue.settle()
        for page in sorted(lost | (mine & self._references.keys())):
            self._report(Event.INVALIDATE, -1, page, -1)

    def reset(self) -> None:
        """Forget all content, page by page in the order of the free queue. Nobody holds any."""
        for page in list(self._queue):
            if self.forget(page):
                self._report(Event.EVICT, -1, page, -1)

    def _fresh(self, count: int) -> list[int]:
        pages = self._queue.take(count)
        for page in pages:
            if self.forget(page):
                self._report(Event.EVICT, -1, page, -1)
            self._references[page] = 1
        return pages

    def _report(self, kind: Event, request: int, page: int, block: int, amount: int = 0) -> None:
        if self._sink is None:
            return
        count = self._references.get(page, 0)
        contents = self._contents.get(page)
        # A page that somebody is still filling shows what can be found in it only when it is full.
        content = contents[-1] if contents and (not count or page in self._full) else 0
        self._sink(kind, request, page, block, count, content, amount, 0 if count else self._queue.place(page))
