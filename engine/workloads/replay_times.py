"""When the requests of a trace are sent: as recorded, or changed in ways that the notes name."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from engine.workloads.arrivals import NANOSECONDS, Stream, generator
from engine.workloads.trace_plan import Replay


class Sender:
    """Turns recorded times and pauses into simulated ones. `notes` say what was changed."""

    def __init__(self, replay: Replay, seed: int) -> None:
        self._replay = replay
        self._seed = seed
        self._longest = None if replay.longest_gap_s is None else round(replay.longest_gap_s * NANOSECONDS)
        self._cut: list[int] = []
        self.notes: list[str] = []

    def times(self, recorded: Sequence[int]) -> list[int]:
        """Simulated times of arrivals in order, the first at 0."""
        sent = list(recorded)
        if self._replay.spread and len(sent) > 1:
            sent = self._spread(sent)
        if self._longest is not None:
            sent = self._without_silences(sent, self._longest)
        return [self._scaled(time) for time in sent]

    def pause(self, recorded: int) -> int:
        """A simulated pause between two calls."""
        if self._longest is not None and recorded > self._longest:
            self._cut.append(recorded)
            recorded = self._longest
        return self._scaled(recorded)

    def finish(self) -> list[str]:
        """The notes, once everything has been sent."""
        notes = list(self.notes)
        if self._cut and self._longest is not None:
            gaps = f"1 gap of {_s(self._cut[0])}" if len(self._cut) == 1 else f"{len(self._cut):,} gaps"
            largest = "" if len(self._cut) == 1 else f" (the largest {_s(max(self._cut))})"
            notes.append(
                f"{gaps}{largest} cut to {_s(self._longest)}: figures that depend on absolute time are not those of "
                "the trace"
            )
        if self._replay.speed != 1:
            notes.append(f"recorded times and pauses are divided by {self._replay.speed:g}")
        return notes

    def _scaled(self, time: int) -> int:
        return time if self._replay.speed == 1 else round(time / self._replay.speed)

    def _without_silences(self, times: list[int], longest: int) -> list[int]:
        """Every gap at most `longest`; what comes after a longer one moves up."""
        sent, removed = times[:1], 0
        for before, time in pairwise(times):
            if time - before > longest:
                self._cut.append(time - before)
                removed += time - before - longest
            sent.append(time - removed)
        return sent

    def _spread(self, times: list[int]) -> list[int]:
        """Arrivals of one stamp at random places between it and the next possible stamp, in the order of the file."""
        grain = math.gcd(*times)
        shared = len(times) - len(set(times))
        if not grain or not shared:
            return times
        self.notes.append(
            f"arrivals are spread at random over the grain of their stamps, {_s(grain)} (seed {self._seed}): "
            "distances below it are generated"
        )
        moments = np.array(times) + generator(self._seed, Stream.ARRIVALS).integers(0, grain, len(times))
        moments.sort()  # the file's order stays: only places inside a stamp are drawn
        moments -= moments[0]
        spread: list[int] = moments.tolist()
        return spread


def _s(nanoseconds: int) -> str:
    return f"{nanoseconds / NANOSECONDS:,g} s"
