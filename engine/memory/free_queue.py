"""The queue of free pages: taken from the front, given back at either end, pulled out of the middle by a hit."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence


class FreeQueue:
    """Pages in the order in which they will be handed out.

    Pulling a page out of the middle only notes that its foremost entry no longer counts; the entry is skipped when
    it reaches the front. That holds as long as such a page comes back at the back: an entry that still counts then
    stands behind the one to skip. Pages that go to the front carry no content, so nothing ever pulls them out.

    `track` keeps for each free page its place: sorting free pages by place gives the queue. Pages never given back
    have their own number as place, those at the back count up from `end`, those at the front down from -1.
    """

    __slots__ = ("_back", "_front", "_pages", "_places", "_skip", "_skipped")

    def __init__(self, start: int, end: int, *, track: bool = False) -> None:
        self._pages: deque[int] = deque(range(start, end))
        self._skip: dict[int, int] = {}  # page -> entries to skip
        self._skipped = 0
        self._front = 0
        self._back = end
        self._places: dict[int, int] | None = {} if track else None

    def __len__(self) -> int:
        return len(self._pages) - self._skipped

    def __iter__(self) -> Iterator[int]:
        skip = dict(self._skip)
        for page in self._pages:
            if skip.get(page, 0):
                skip[page] -= 1
            else:
                yield page

    def place(self, page: int) -> int:
        """Place of a free page in the queue, or the one it had when it was last free."""
        return page if self._places is None else self._places.get(page, page)

    def take(self, count: int) -> list[int]:
        """The first `count` pages. Raises IndexError, and takes nothing, if there are fewer."""
        if count > len(self):
            raise IndexError(f"{count} pages asked for, {len(self)} are free")
        popleft = self._pages.popleft
        if not self._skipped:
            return [popleft() for _ in range(count)]
        taken: list[int] = []
        while len(taken) < count:
            page = popleft()
            if page in self._skip:
                self._forget(page)
            else:
                taken.append(page)
        return taken

    def give_back(self, pages: Sequence[int]) -> None:
        """Append: reused last."""
        self._pages.extend(pages)
        if self._places is not None:
            self._places.update(zip(pages, range(self._back, self._back + len(pages)), strict=True))
        self._back += len(pages)

    def give_front(self, pages: Sequence[int]) -> None:
        """Prepend, first of `pages` foremost: reused at once."""
        self._pages.extendleft(reversed(pages))
        self._front -= len(pages)
        if self._places is not None:
            self._places.update(zip(pages, range(self._front, self._front + len(pages)), strict=True))

    def pull(self, pages: Iterable[int]) -> None:
        """Take out pages that are in the queue and that will come back at the back."""
        skip = self._skip
        for page in pages:
            skip[page] = skip.get(page, 0) + 1
            self._skipped += 1
        if self._skipped > 64 and self._skipped * 2 > len(self._pages):
            self.settle()

    def settle(self) -> None:
        """Drop the entries that no longer count: pages that were pulled out may then come back at either end."""
        if self._skipped:
            self._pages = deque(self)
            self._skip.clear()
            self._skipped = 0

    def _forget(self, page: int) -> None:
        self._skipped -= 1
        if self._skip[page] == 1:
            del self._skip[page]
        else:
            self._skip[page] -= 1
