"""The link between prefill and decode engines: transfers that overlap share its bandwidth equally."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.clock import Clock, Rank
from engine.recorder import Recorder
from engine.recording import NANOSECONDS


class _Transfer:
    __slots__ = ("arrived", "bytes", "left", "request", "source", "start", "target")

    def __init__(
        self, request: int, source: int, target: int, size: int, start: int, arrived: Callable[[], None]
    ) -> None:
        self.request = request
        self.source = source
        self.target = target
        self.bytes = size
        self.left = float(size)  # bytes still to be sent
        self.start = start
        self.arrived = arrived


class Link:
    """Each of n transfers under way gets 1/n of `bytes_per_s`; `latency_ns` is added at the end."""

    def __init__(self, clock: Clock, recorder: Recorder, bytes_per_s: float, latency_ns: int) -> None:
        self._clock = clock
        self._recorder = recorder
        self._rate = bytes_per_s / NANOSECONDS  # bytes per ns
        self._latency = latency_ns
        self._active: list[_Transfer] = []
        self._updated = 0
        self._plan = 0  # completions planned before the set of transfers changed are void

    def send(self, request: int, source: int, target: int, size: int, arrived: Callable[[], None]) -> None:
        """Start a transfer of `size` bytes; `arrived` is called when all of it is there."""
        self._advance()
        self._active.append(_Transfer(request, source, target, size, self._clock.now, arrived))
        self._replan()

    def _advance(self) -> None:
        """Bring the bytes left up to date."""
        now = self._clock.now
        if self._active:
            sent = (now - self._updated) * self._rate / len(self._active)
            for transfer in self._active:
                transfer.left -= sent
        self._updated = now

    def _replan(self) -> None:
        self._plan += 1
        if self._active:
            plan = self._plan
            least = max(0.0, min(transfer.left for transfer in self._active))
            wait = math.ceil(least * len(self._active) / self._rate)
            self._clock.at(self._clock.now + wait, Rank.TRANSFER_END, lambda: self._sent(plan))

    def _sent(self, plan: int) -> None:
        if plan != self._plan:
            return
        self._advance()
        done = [transfer for transfer in self._active if transfer.left < 0.5]
        self._active = [transfer for transfer in self._active if transfer.left >= 0.5]
        end = self._clock.now + self._latency
        for transfer in done:
            self._recorder.transfers.append(
                (transfer.start, end, transfer.bytes, transfer.request, transfer.source, transfer.target)
            )
            self._clock.at(end, Rank.TRANSFER_END, transfer.arrived)
        self._replan()
