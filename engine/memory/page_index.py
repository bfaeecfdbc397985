"""Which page holds which content, by hash."""

from __future__ import annotations

from collections.abc import Sequence


class PageIndex:
    """Content hash -> pages, and back. Equal content may be in several pages: the one registered first is served.

    `of` maps each page with content to its hash, for reading only.
    """

    __slots__ = ("_pages", "of")

    def __init__(self) -> None:
        self._pages: dict[int, int | list[int]] = {}
        self.of: dict[int, int] = {}  # page -> hash

    def __len__(self) -> int:
        """Different contents that can be found."""
        return len(self._pages)

    def find(self, hashes: Sequence[int], count: int) -> list[int]:
        """Pages of the first `count` hashes, up to the first that is not here."""
        found: list[int] = []
        lookup = self._pages.get
        for index in range(count):
            entry = lookup(hashes[index])
            if entry is None:
                break
            found.append(entry if type(entry) is int else entry[0])  # type: ignore[index]
        return found

    def register(self, page: int, content: int) -> None:
        """`page`, which has no content yet, holds `content`."""
        self.of[page] = content
        entry = self._pages.setdefault(content, page)
        if entry is not page:
            if isinstance(entry, list):
                entry.append(page)
            else:
                self._pages[content] = [entry, page]

    def drop(self, page: int) -> int:
        """Forget the content of `page`; other pages with the same content stay. Returns its hash, 0 = had none."""
        content = self.of.pop(page, 0)
        if content:
            entry = self._pages[content]
            if isinstance(entry, list) and len(entry) > 1:
                entry.remove(page)
            else:
                del self._pages[content]
        return content
