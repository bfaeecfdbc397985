"""Requests that no pool can hold, in words: the first few by name, the others counted."""

from __future__ import annotations

NAMED = 3


class Refusals:
    """Keeps a run with a million refusals from telling a million times."""

    __slots__ = ("_count", "_most")

    def __init__(self) -> None:
        self._count = 0
        self._most = 0  # pages needed by one that is not named

    def add(self, name: str, need: int, have: int) -> str:
        """The note on a request that needs `need` pages of a pool of `have`, "" if it is only counted."""
        self._count += 1
        if self._count <= NAMED:
            return f"{name} needs {need} pages, the pool has {have}"
        self._most = max(self._most, need)
        return ""

    def rest(self) -> str:
        """The note on those that were only counted, "" if there are none."""
        more = self._count - NAMED
        if more <= 0:
            return ""
        verb = "request needs" if more == 1 else "requests need"
        return f"{more:,} more {verb} more pages than the pool has, up to {self._most:,}"
