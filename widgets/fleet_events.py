"""What happened to the engines themselves: when each was down, slow, or in which role."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from engine.recording import HOST, LINK, STORE, Event, Recording, Role

USUAL = 1000  # thousandths


class Trouble(StrEnum):
    DOWN = "down"
    SLOW = "slow"


@dataclass(frozen=True)
class TroubleSpan:
    """`engine` may be LINK. `times` is how many times as long everything takes while it lasts."""

    kind: Trouble
    engine: int
    start: int
    end: int
    times: float = 1.0


def tr(text: str) -> str:
    return QCoreApplication.translate("Fleet", text)


def place_name(recording: Recording, engine: int) -> str:
    """The name of an engine, or of the memory that is none."""
    if engine == STORE:
        return tr("shared store")
    if engine == HOST or not 0 <= engine < len(recording.engines):
        return tr("host memory")
    return recording.engines[engine]


def engine_name(recording: Recording, engine: int) -> str:
    """The name of what an event about an engine is about: it may be the link."""
    return tr("the link") if engine == LINK else place_name(recording, engine)


def role_name(role: int) -> str:
    return {
        Role.BOTH: tr("prefill and decode"),
        Role.PREFILL: tr("prefill"),
        Role.DECODE: tr("decode"),
        Role.DRAINING: tr("drains before it changes"),
    }.get(Role(role) if role in set(Role) else Role.BOTH, "")


class FleetEvents:
    """Spans in order of time; empty for runs without faults."""

    def __init__(self, recording: Recording) -> None:
        self._events = recording.events
        self._end = recording.duration
        self.spans = (*self._down(), *self._slow())

    def _rows(self, *kinds: Event) -> NDArray[np.void]:
        found: NDArray[np.void] = self._events[np.isin(self._events["kind"], kinds)]
        return found

    def _down(self) -> list[TroubleSpan]:
        open_since: dict[int, int] = {}
        spans = []
        for row in self._rows(Event.FAIL, Event.RECOVER):
            engine, time = int(row["order"]), int(row["time"])
            if row["kind"] == Event.FAIL:
                open_since.setdefault(engine, time)
            elif engine in open_since:
                spans.append(TroubleSpan(Trouble.DOWN, engine, open_since.pop(engine), time))
        return spans + [TroubleSpan(Trouble.DOWN, engine, time, self._end) for engine, time in open_since.items()]

    def _slow(self) -> list[TroubleSpan]:
        since: dict[int, tuple[int, float]] = {}
        spans = []
        for row in self._rows(Event.SLOW):
            engine, time, amount = int(row["order"]), int(row["time"]), int(row["amount"])
            if engine in since:
                start, times = since.pop(engine)
                spans.append(TroubleSpan(Trouble.SLOW, engine, start, time, times))
            if amount not in (0, USUAL):
                # An engine is told by its time, the link by its rate.
                since[engine] = time, USUAL / amount if engine == LINK else amount / USUAL
        return spans + [
            TroubleSpan(Trouble.SLOW, engine, start, self._end, times) for engine, (start, times) in since.items()
        ]

    def of(self, engine: int) -> tuple[TroubleSpan, ...]:
        return tuple(span for span in self.spans if span.engine == engine)

    def at(self, engine: int, time: float) -> TroubleSpan | None:
        """What an engine suffers from at a time; being down before being slow."""
        found = [span for span in self.of(engine) if span.start <= time < span.end or span.start <= time == self._end]
        return min(found, key=lambda span: span.kind != Trouble.DOWN, default=None)


def trouble_text(span: TroubleSpan) -> str:
    if span.kind is Trouble.DOWN:
        return tr("down: its pages are lost")
    return tr("slow: everything takes {times} times as long").format(times=f"{span.times:.3g}")
