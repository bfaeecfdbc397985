"""Slower memory below the device's: which pages lie where, and how long it takes to bring them back.

A page that the device drops goes to the first tier; the page that a full tier has used longest ago moves one tier
down, and out of the last one for good. A page that is brought back stays in the first tier as the newest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tier:
    """Room for `pages` pages behind a link of `bytes_per_s` in each direction."""

    name: str
    pages: int
    bytes_per_s: float
    latency_s: float = 0.0


class Tiers:
    """Pages by the hash of their content, all of `page_bytes` bytes. A page lies in one tier at a time."""

    def __init__(self, tiers: Sequence[Tier], page_bytes: int) -> None:
        self.tiers = tuple(tiers)
        self.page_bytes = page_bytes
        self._pages: list[dict[int, None]] = [{} for _ in tiers]  # in order of use, the latest last
        self._parent: dict[int, int] = {}  # content -> content of the page before it, of pages long gone as well

    def __len__(self) -> int:
        return sum(len(pages) for pages in self._pages)

    def __contains__(self, content: int) -> bool:
        return self.where(content) is not None

    def held(self, tier: int) -> int:
        """Pages in a tier."""
        return len(self._pages[tier])

    def where(self, content: int) -> int | None:
        """The tier of a page, None if it is in none."""
        return next((tier for tier, pages in enumerate(self._pages) if content in pages), None)

    def store(self, content: int, parent: int = 0) -> list[int]:
        """Put a page into the first tier; returns the tiers that had to be written, one for each page that moved."""
        at = self.where(content)
        if at is not None:
            del self._pages[at][content]
        self._parent[content] = parent
        return ([] if at == 0 else [0]) + self._insert(content)

    def _insert(self, content: int) -> list[int]:
        """The newest page of the first tier; what has no room moves down."""
        written: list[int] = []
        for tier, pages in enumerate(self._pages):
            if tier:
                written.append(tier)
            pages[content] = None
            if len(pages) <= self.tiers[tier].pages:
                return written
            content = next(iter(pages))
            del pages[content]
        if len(self._parent) > 4 * len(self) + 1024:
            self._prune()
        return written

    def _prune(self) -> None:
        """Keep the links that lead from the pages that are here to their beginnings."""
        kept: dict[int, int] = {}
        for pages in self._pages:
            for content in pages:
                while content in self._parent and content not in kept:
                    kept[content] = self._parent[content]
                    content = kept[content]
        self._parent = kept

    def find(self, contents: Sequence[int]) -> list[int]:
        """The tiers of the leading pages of `contents`, up to the first that is in none."""
        found: list[int] = []
        for content in contents:
            at = self.where(content)
            if at is None:
                break
            found.append(at)
        return found

    def use(self, contents: Sequence[int]) -> list[int]:
        """`contents`, in the order of a prompt, are brought back: its beginning will be the last to go.

        Returns the tiers that had to be written.
        """
        written: list[int] = []
        for content in reversed(contents):
            at = self.where(content)
            if at is not None:
                del self._pages[at][content]
                written += self._insert(content)
        return written

    def load_seconds(self, places: Sequence[int]) -> float:
        """Seconds to bring back pages that lie in these tiers over idle links.

        Every page passes the first tier's link, and those from below their own tier's link at the same time.
        """
        return max((self.seconds(tier, count) for tier, count in self.traffic(places)), default=0.0)

    def traffic(self, places: Sequence[int]) -> list[tuple[int, int]]:
        """(tier, pages that pass its link) for pages that lie in these tiers."""
        counts = [sum(place >= tier for place in places) for tier in range(len(self.tiers))]
        return [(tier, count) for tier, count in enumerate(counts) if count]

    def seconds(self, tier: int, pages: int) -> float:
        """Seconds that `pages` pages take on the link of a tier."""
        kind = self.tiers[tier]
        return kind.latency_s + pages * self.page_bytes / kind.bytes_per_s

    def invalidate(self, contents: Iterable[int]) -> int:
        """These contents are wrong, and so is all that was computed on top of them; returns how many pages went."""
        wrong = set(contents)
        kept: set[int] = set()
        for one in (content for pages in self._pages for content in pages):
            trail = []
            while one and one not in wrong and one not in kept:
                trail.append(one)
                one = self._parent.get(one, 0)
            (wrong if one in wrong else kept).update(trail)
        before = len(self)
        self._pages = [{one: None for one in pages if one not in wrong} for pages in self._pages]
        return before - len(self)

    def clear(self) -> None:
        """Everything is lost."""
        self._parent.clear()
        for pages in self._pages:
            pages.clear()
