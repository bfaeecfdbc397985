"""Which rows of a log are in force at a position, found through keyframes without replaying the log."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

KEYFRAME_ROWS = 8192
_NEVER = np.iinfo(np.int64).max


def _next_with_same_key(keys: NDArray[Any]) -> NDArray[np.int64]:
    """For each row the index (within these rows) of the next row with the same key, or _NEVER."""
    following = np.full(len(keys), _NEVER, dtype=np.int64)
    if len(keys) > 1:
        order = np.argsort(keys, kind="stable")
        same = keys[order[1:]] == keys[order[:-1]]
        following[order[:-1][same]] = order[1:][same]
    return following


def columns(rows: NDArray[Any], *names: str) -> dict[str, NDArray[Any]]:
    """Single columns side by side in memory: reading one from the wide rows costs several times as much."""
    return {name: np.ascontiguousarray(rows[name]) for name in names}


class InForce:
    """Rows of one table keyed so that the newest row of each key at any position is found fast.

    Rows marked in `ends` end the row before them and are never in force themselves.
    """

    def __init__(self, rows: NDArray[np.int64], keys: NDArray[Any], ends: NDArray[np.bool_] | None = None) -> None:
        self.rows = rows  # positions in the parent table, ascending
        self._next = _next_with_same_key(keys)
        if ends is not None:
            self._next[ends] = -1
        self._keyframes: list[NDArray[np.int64]] = [np.empty(0, dtype=np.int64)]
        for start in range(KEYFRAME_ROWS, len(rows), KEYFRAME_ROWS):
            self._keyframes.append(self._at(start))

    def _at(self, count: int) -> NDArray[np.int64]:
        frame = min(count // KEYFRAME_ROWS, len(self._keyframes) - 1)
        start = frame * KEYFRAME_ROWS
        candidates = np.concatenate([self._keyframes[frame], np.arange(start, count, dtype=np.int64)])
        return candidates[self._next[candidates] >= count]

    def places(self, position: int) -> NDArray[np.int64]:
        """Places in `rows` that are in force when the parent's first `position` rows have happened."""
        return self._at(int(np.searchsorted(self.rows, position)))

    def before(self, position: int) -> NDArray[np.int64]:
        """Parent-table rows in force when the parent's first `position` rows have happened."""
        return self.rows[self.places(position)]
