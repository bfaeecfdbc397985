"""Which engine has seen which prefix, as far as a router can know: what it sent there, not what has been evicted."""

from __future__ import annotations

from collections.abc import Sequence


class SeenPrefixes:
    """Page hashes -> set of engines, as bits. The `capacity` hashes sent last are kept."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._engines: dict[int, int] = {}  # hash -> engines; in order of use, the latest last

    def __len__(self) -> int:
        return len(self._engines)

    def depths(self, hashes: Sequence[int], engines: Sequence[int]) -> dict[int, int]:
        """For each of `engines` how many leading pages it has seen. A hash stands for its page and all before it."""
        found = dict.fromkeys(engines, 0)
        candidates = sum(1 << engine for engine in engines)
        for depth, content in enumerate(hashes, start=1):
            candidates &= self._engines.get(content, 0)
            if not candidates:
                break
            for engine in engines:
                if candidates >> engine & 1:
                    found[engine] = depth
        return found

    def sent(self, hashes: Sequence[int], engine: int) -> None:
        """A prompt of these pages went to `engine`. The first page is the last one to be forgotten."""
        seen = self._engines
        for content in reversed(hashes):
            seen[content] = seen.pop(content, 0) | 1 << engine
        while len(seen) > self._capacity:
            del seen[next(iter(seen))]

    def forget(self, engine: int) -> None:
        """The engine has lost everything."""
        self._engines = {content: left for content, bits in self._engines.items() if (left := bits & ~(1 << engine))}
