"""The link between engines: transfers that overlap share its bandwidth equally, as far as their ports let them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from engine.clock import Clock, Rank
from engine.recorder import Recorder
from engine.recording import HOST, NANOSECONDS, STORE


class Transfer:
    """One transfer under way. `cancel` it through its link."""

    __slots__ = ("arrived", "bytes", "left", "request", "share", "source", "start", "target")

    def __init__(
        self, request: int, source: int, target: int, size: int, start: int, arrived: Callable[[], None] | None
    ) -> None:
        self.request = request
        self.source = source
        self.target = target
        self.bytes = size
        self.left = float(size)  # bytes still to be sent
        self.share = (0.0, 1)  # (bytes per ns, among how many)
        self.start = start
        self.arrived = arrived  # None = nobody waits for it any more


class Link:
    """Each of n transfers under way gets 1/n of `bytes_per_s`; `latency_ns` is added at the end.

    With `port_bytes_per_s` an engine neither sends nor receives more than that; what one transfer cannot use the
    others share (max-min fairness).
    """

    def __init__(
        self,
        clock: Clock,
        recorder: Recorder,
        bytes_per_s: float,
        latency_ns: int,
        port_bytes_per_s: float | None = None,
    ) -> None:
        self._clock = clock
        self._recorder = recorder
        self._full = self._rate = bytes_per_s / NANOSECONDS  # bytes per ns
        self._port = port_bytes_per_s / NANOSECONDS if port_bytes_per_s is not None else None
        self._latency = latency_ns
        self._active: list[Transfer] = []
        self._updated = 0
        self._plan = 0  # completions planned before the set of transfers changed are void

    def send(
        self, request: int, source: int, target: int, size: int, arrived: Callable[[], None] | None = None
    ) -> Transfer:
        """Start a transfer of `size` bytes; `arrived` is called when all of it is there."""
        self._advance()
        transfer = Transfer(request, source, target, size, self._clock.now, arrived)
        self._active.append(transfer)
        self._replan()
        return transfer

    def cancel(self, transfer: Transfer) -> None:
        """Nobody waits for it any more. What has been sent by now stays on record, the rest is not sent."""
        transfer.arrived = None
        if transfer in self._active:
            self._advance()
            self._active.remove(transfer)
            self._record(transfer, self._clock.now, round(transfer.bytes - transfer.left))
            self._replan()

    def slow(self, factor: float) -> None:
        """From now on the link has `factor` of its bandwidth."""
        self._advance()
        self._rate = self._full * factor
        self._replan()

    def _advance(self) -> None:
        """Bring the bytes left up to date."""
        now = self._clock.now
        for transfer in self._active:
            rate, among = transfer.share
            transfer.left -= (now - self._updated) * rate / among
        self._updated = now

    def _replan(self) -> None:
        self._plan += 1
        if self._active:
            plan = self._plan
            share_out(self._active, self._rate, self._port)
            wait = min(math.ceil(max(0.0, one.left) * one.share[1] / one.share[0]) for one in self._active)
            self._clock.at(self._clock.now + wait, Rank.TRANSFER_END, lambda: self._sent(plan))

    def _sent(self, plan: int) -> None:
        if plan != self._plan:
            return
        self._advance()
        done = [transfer for transfer in self._active if transfer.left < 0.5]
        self._active = [transfer for transfer in self._active if transfer.left >= 0.5]
        end = self._clock.now + self._latency
        for transfer in done:
            self._record(transfer, end, transfer.bytes)
            self._clock.at(end, Rank.TRANSFER_END, lambda transfer=transfer: _arrive(transfer))  # type: ignore[misc]
        self._replan()

    def _record(self, transfer: Transfer, end: int, size: int) -> None:
        self._recorder.transfers.append(
            (transfer.start, end, size, transfer.request, transfer.source, transfer.target)
        )


def _arrive(transfer: Transfer) -> None:
    if transfer.arrived is not None:
        transfer.arrived()


def share_out(transfers: Sequence[Transfer], rate: float, port: float | None) -> None:
    """Give every transfer its share: the tightest of link and ports is divided first, then the next one."""
    if port is None:
        for transfer in transfers:
            transfer.share = (rate, len(transfers))
        return
    users: dict[tuple[str, int], list[Transfer]] = {("link", 0): list(transfers)}
    for transfer in transfers:
        for end in (("out", transfer.source), ("in", transfer.target)):
            if end[1] not in (HOST, STORE):
                users.setdefault(end, []).append(transfer)
    left = {end: rate if end[0] == "link" else port for end in users}
    while users:
        tight = min(users, key=lambda end: left[end] / len(users[end]))
        among = len(users[tight])
        share = (left[tight], among)
        for transfer in list(users[tight]):
            transfer.share = share
            for end in [end for end, there in users.items() if transfer in there]:
                users[end].remove(transfer)
                left[end] = max(0.0, left[end] - share[0] / among)
                if not users[end]:
                    del users[end]
