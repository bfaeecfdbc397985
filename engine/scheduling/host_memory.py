"""Host memory as the place where preempted requests keep their state, and the link that carries it there and back.

As in the first vLLM (Kwon et al. 2023, section 4.5): the copies of one iteration run before its forward pass, which
waits for them, so both directions cost time.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.recorder import Recorder
from engine.recording import HOST
from engine.scheduling.job import Job


class HostMemory:
    """Room for `capacity` bytes behind a link of `bytes_per_s` in each direction, all devices of an engine together.

    `state_bytes` tells the bytes of a request's state by its tokens. Copies run one after the other.
    """

    def __init__(
        self, capacity: int, bytes_per_s: float, state_bytes: Callable[[int], int], recorder: Recorder, engine: int
    ) -> None:
        self.capacity = capacity
        self.used = 0
        self._rate = bytes_per_s / 1e9  # bytes per ns
        self._state_bytes = state_bytes
        self._recorder = recorder
        self._engine = engine
        self._idle_at = 0  # ns: when the last copy ends

    def put(self, job: Job, tokens: int) -> int:
        """Copy the state of the first `tokens` tokens of `job` here; its bytes, or 0 if there is no room."""
        size = self._state_bytes(tokens)
        if not tokens or self.used + size > self.capacity:
            return 0
        self.used += size
        job.host_bytes = size
        self._copy(job, size, self._engine, HOST)
        return size

    def take(self, job: Job, kept: int) -> tuple[int, int]:
        """Copy the state of `job` back, except the first `kept` tokens, which the device still has.

        Returns the bytes copied and when (ns) they are there.
        """
        size = max(0, job.host_bytes - self._state_bytes(kept) + self._state_bytes(0))
        self.forget(job)
        self._copy(job, size, HOST, self._engine)
        return size, self._idle_at

    def forget(self, job: Job) -> None:
        """The state of `job` is not needed here any more."""
        self.used -= job.host_bytes
        job.host_bytes = 0

    def wait(self, now: int) -> int:
        """Nanoseconds from `now` until the link has carried everything: what a forward pass waits for."""
        return max(0, self._idle_at - now)

    def _copy(self, job: Job, size: int, source: int, target: int) -> None:
        start = max(self._recorder.now, self._idle_at)
        self._idle_at = start + math.ceil(size / self._rate)
        self._recorder.transfers.append((start, self._idle_at, size, job.row, source, target))
