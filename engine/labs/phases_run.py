"""The phases lab's run: two policies on the same arrivals, and every policy over all rates it can bear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.labs.phases_capacity import ContractMap, Curve, contract_map, curves_of
from engine.labs.phases_settings import PhasesSettings, Serving, check, scenario
from engine.labs.records import Figure, Verdict
from engine.progress import Progress
from engine.recording import NANOSECONDS, Recording
from engine.simulate import simulate
from engine.summary import Summary, summary_of

PAIR = 0.15  # share of the work that the two policies at the settings' rate are, when a sweep follows
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Side:
    """One policy at the rate of the settings."""

    serving: Serving
    recording: Recording
    summary: Summary

    @property
    def attainment(self) -> float:
        """Share of all requests that met the contract."""
        good = self.summary.within_contract()
        return float(good.mean()) if len(good) else 0.0

    @property
    def seconds(self) -> float:
        return self.summary.duration_ns / NANOSECONDS

    @property
    def throughput(self) -> float:
        """Finished requests per second."""
        return float(self.summary.finished.sum()) / self.seconds if self.seconds else 0.0

    @property
    def goodput(self) -> float:
        """Requests per second that met the contract."""
        return float(self.summary.within_contract().sum()) / self.seconds if self.seconds else 0.0

    def samples(self, name: str) -> Floats:
        """Seconds of "ttft", "tpot" or "e2e" of every request; inf where it never came."""
        found: Floats = getattr(self.summary, name)()
        due = len(self.summary.arrival) - (int((self.summary.outputs == 1).sum()) if name == "tpot" else 0)
        return np.concatenate([found, np.full(max(0, due - len(found)), np.inf)])

    def at(self, name: str, share: float) -> float:
        """The value that a share of the requests stays below."""
        values = np.sort(self.samples(name))
        return float(values[min(len(values) - 1, max(0, int(np.ceil(share * len(values))) - 1))])


@dataclass(frozen=True)
class PhasesRun:
    """`curves` and `contracts` are empty without a sweep."""

    verdict: Verdict
    figures: tuple[Figure, ...]
    sides: tuple[Side, Side]  # the policy, and the one it is held against
    curves: tuple[Curve, ...]
    contracts: ContractMap | None

    @cached_property
    def static(self) -> float:
        """Capacity of static batching, requests per second; 0 where it meets the contract at no rate."""
        return next((one.capacity for one in self.curves if one.serving is Serving.STATIC), 0.0)


def run(settings: PhasesSettings, progress: Progress | None = None) -> PhasesRun:
    """Simulate both policies, and the sweep if it is wanted. Raises ValueError, DoesNotFit."""
    from engine.labs.phases_verdict import judged, run_figures

    check(settings)
    share = PAIR if settings.sweep else 1.0
    first = _side(settings, settings.policy, part(progress, 0.0, share / 2))
    second = _side(settings, settings.against, part(progress, share / 2, share))
    curves: tuple[Curve, ...] = ()
    contracts = None
    if settings.sweep:
        curves = curves_of(settings, part(progress, share, 1.0))
        contracts = contract_map(settings, curves)
    sides = first, second
    figures = run_figures(settings, sides, curves)
    return PhasesRun(judged(settings, sides, curves), figures, sides, curves, contracts)


def _side(settings: PhasesSettings, serving: Serving, progress: Progress | None) -> Side:
    asked = scenario(settings, serving)
    recording = simulate(asked, progress=progress)
    return Side(serving, recording, summary_of(asked, recording))


def part(progress: Progress | None, low: float, high: float) -> Progress | None:
    """Progress of a part of the work, told as progress of all of it."""
    return None if progress is None else lambda share: progress(low + (high - low) * share)
