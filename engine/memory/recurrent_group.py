"""How recurrent state uses its pages: one that every token changes, and copies of it to go on from."""

from __future__ import annotations

from engine.memory.allocator import Sink
from engine.memory.group_pages import GroupPages, Held
from engine.memory.hybrid_groups import Hashes


class RecurrentGroup:
    """One page with the state of the whole sequence, which every token changes, and read-only copies of it.

    A copy is the state after a number of hash blocks. It is kept where a look-up can use it: at the end of a turn and
    where a prompt parts from an earlier one. To go on from a copy means to copy it once more.
    """

    def __init__(self, pages: int, first_page: int, sink: Sink | None) -> None:
        self.store = GroupPages(pages, first_page, sink)
        self._running: dict[int, int] = {}
        self._latest: dict[int, Held] = {}  # copy of the latest hash block that a decoding request has passed

    def serves(self, hashes: Hashes, blocks: int) -> bool:
        return blocks == 0 or self.store.find(hashes[blocks - 1]) is not None

    def entry(self, hashes: Hashes, blocks: int, end: int) -> int:
        page = self.store.find(hashes[blocks - 1]) if blocks else None
        return 1 + (self.store.idle([page]) if page is not None else 0)

    def enter(self, request: int, hashes: Hashes, blocks: int) -> int:
        source = self.store.find(hashes[blocks - 1]) if blocks else None
        if source is None:
            (self._running[request],) = self.store.take(request, 0, 1)
            return 0
        self._running[request] = self.store.copy(request, source, 0, cached=True)
        return blocks

    def growth(self, request: int, end: int) -> int:
        return 0

    def grow(self, request: int, end: int) -> list[int]:
        return []

    def trim(self, request: int, computed: int) -> None:
        """It never holds more than the state and one copy."""

    def most(self, tokens: int) -> int:
        return 1

    def register(self, request: int, hashes: Hashes, before: int, blocks: int) -> None:
        """A state can be found only where `keep` has put a copy of it."""

    def keep(self, request: int, content: int, blocks: int) -> None:
        """Keep the state after `blocks` hash blocks, unless it is there already or no page is left for it."""
        if self.store.find(content) is None and self.store.free:
            page = self.store.copy(request, self._running[request], blocks)
            self.store.register(request, page, blocks, content, True)
            self.store.give_back(request, [(page, blocks)])

    def note(self, request: int, blocks: int) -> None:
        """Remember the state after `blocks` hash blocks in place of the one remembered before."""
        running = self._running[request]
        if request in self._latest:
            page, _ = self._latest[request]
            self.store.overwrite(request, page, running, blocks)
        elif self.store.free:
            page = self.store.copy(request, running, blocks)
        else:
            return
        self._latest[request] = page, blocks

    def noted(self, request: int) -> int:
        """Hash blocks of the state remembered, 0 = none."""
        return self._latest[request][1] if request in self._latest else 0

    def settle(self, request: int, hashes: Hashes) -> None:
        """The turn has ended: what was remembered can be found."""
        page, blocks = self._latest.pop(request)
        if self.store.find(hashes[blocks - 1]) is None:
            self.store.register(request, page, blocks, hashes[blocks - 1], True)
        self.store.give_back(request, [(page, blocks)])

    def leave(self, request: int) -> None:
        self.store.give_back(request, self.held(request))
        del self._running[request]
        self._latest.pop(request, None)

    def held(self, request: int) -> list[Held]:
        held = [(self._running[request], 0)] if request in self._running else []
        return held + ([self._latest[request]] if request in self._latest else [])
