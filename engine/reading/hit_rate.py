"""Hit rate over the newest look-ups, as a running engine reports it (vLLM 0.33 keeps the last 1,000 requests)."""

from __future__ import annotations

from collections import deque

WINDOW = 1000  # requests


class HitRateWindow:
    """Adds look-ups and forgets the oldest once more than `window` requests are in it.

    The newest entry always stays, however many requests it stands for. Entries without requests change nothing.
    """

    def __init__(self, window: int = WINDOW) -> None:
        self._window = window
        self._entries: deque[tuple[int, int, int]] = deque()
        self.requests = 0
        self.queries = 0  # tokens looked up
        self.hits = 0  # tokens found

    def add(self, queries: int, hits: int, requests: int = 1) -> None:
        """One or several look-ups at once: tokens asked for and tokens found."""
        if not requests:
            return
        self._entries.append((requests, queries, hits))
        self._count(requests, queries, hits)
        while len(self._entries) > 1 and self.requests > self._window:
            self._count(*(-value for value in self._entries.popleft()))

    def _count(self, requests: int, queries: int, hits: int) -> None:
        self.requests += requests
        self.queries += queries
        self.hits += hits

    @property
    def rate(self) -> float | None:
        """Tokens found per token looked up; None before the first look-up, which is not the same as 0."""
        return self.hits / self.queries if self.queries else None
