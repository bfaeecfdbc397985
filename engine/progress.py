"""Telling how far a run has come, often enough to be smooth and seldom enough to cost nothing."""

from __future__ import annotations

import time
from collections.abc import Callable

PERIOD_S = 0.02  # wall clock; it never reaches the recording

Progress = Callable[[float], None]


class Teller:
    """Tells `progress`, if there is one, at most 50 times a second of wall time. It may raise to cancel the run."""

    __slots__ = ("_progress", "_told")

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._told = time.monotonic()

    def tell(self, share: Callable[[], float]) -> None:
        """`share()` of the run, 0 to 1, is done; it is asked for only when it is told."""
        if self._progress is not None and time.monotonic() - self._told >= PERIOD_S:
            self._progress(share())
            self._told = time.monotonic()

    def finish(self) -> None:
        """All of it is done."""
        if self._progress is not None:
            self._progress(1.0)
