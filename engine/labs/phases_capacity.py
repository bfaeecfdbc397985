"""Capacity at a contract: the rate up to which a policy keeps what is promised, for one contract and for many.

A policy is simulated at rates up to what it can bear by the closed form; the crossing is then closed in on by
halving. What a request has gone through does not depend on the contract, so the same runs judge every contract.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.labs.phases_law import Law, limit_rate
from engine.labs.phases_settings import PhasesSettings, Serving, at_rate, scenario
from engine.progress import Progress
from engine.scenario import Contract, Scenario
from engine.summary import Summary, summarise

SHARES = (0.1, 0.35, 0.6, 0.8, 1.0, 1.2)  # of the rate from which on a policy cannot keep up
LOWER = 0.02  # the share that is tried last, before a policy is said to fail at any rate
HALVINGS = 2
STEP, MOST_STEPS = 1.3, 4  # upwards, where it still holds at the highest rate
FLOOD = 2.0  # times the highest limit of all policies: every policy is measured there, and half way to it
SLOW = (Serving.STATIC, Serving.SPLIT, Serving.PRIORITY)  # simulated step by step
TIE = 0.03  # capacities closer than this are the same
TTFT_TIMES = (1.3, 2, 4, 8, 20, 60)  # of reading a long prompt (p90) alone
TPOT_TIMES = (1.1, 1.3, 1.7, 2.5, 4, 8)  # of a decode step alone


@dataclass(frozen=True)
class Curve:
    """One policy over rates. `capacity` is 0 where it meets the contract at no rate."""

    serving: Serving
    limit: float  # requests per second that it can bear, in closed form
    rates: tuple[float, ...]
    attainment: tuple[float, ...]
    goodput: tuple[float, ...]
    capacity: float
    runs: tuple[Summary, ...]

    def capacity_at(self, contract: Contract) -> float:
        """The capacity at another contract, from the same runs."""
        return crossing(self.rates, [_met(run, contract) for run in self.runs], contract.percentile)


@dataclass(frozen=True)
class Judged:
    """All policies at one contract. `winners`: those whose capacity is (about) the highest, none if all are 0."""

    capacity: tuple[float, ...]
    winners: tuple[Serving, ...]


@dataclass(frozen=True)
class ContractMap:
    """Contracts by limit of TTFT (rows, inf: none) and TPOT (columns)."""

    servings: tuple[Serving, ...]
    ttft: tuple[float, ...]
    tpot: tuple[float, ...]
    cells: tuple[tuple[Judged, ...], ...]
    top: float  # requests per second up to which capacities are told apart

    def wins(self, serving: Serving) -> int:
        """Contracts at which nobody carries more."""
        return sum(serving in cell.winners for row in self.cells for cell in row)


@lru_cache(maxsize=400)
def _remembered(asked: Scenario) -> list[Summary]:
    """A place for the run of a scenario whose contract is left out."""
    return []


def measured(asked: Scenario, progress: Progress | None = None) -> Summary:
    """The run of a scenario, from memory where only the contract is another."""
    place = _remembered(replace(asked, contract=Contract(), title=""))
    if not place:
        place.append(summarise(asked, progress=progress))
    return replace(place[0], contract=asked.contract)


def _met(run: Summary, contract: Contract) -> float:
    return float(replace(run, contract=contract).within_contract().mean())


def crossing(rates: Sequence[float], attainment: Sequence[float], share: float) -> float:
    """The rate up to which the attainment is at least `share`: between two rates on a line over the logarithm of the
    rate. 0 if it is less at the lowest; the highest rate if it is never less."""
    for number, met in enumerate(attainment):
        if met < share:
            if not number:
                return 0.0
            before, low, high = attainment[number - 1], rates[number - 1], rates[number]
            return low * (high / low) ** ((before - share) / (before - met))
    return rates[-1]


def curves_of(settings: PhasesSettings, progress: Progress | None = None) -> tuple[Curve, ...]:
    """Every policy that these engines can run."""
    servings = settings.servings
    limits = {serving: limit_rate(settings, serving) for serving in servings}
    flood = FLOOD * max(limits.values())
    weights = [len(servings) if one in SLOW else 1 for one in servings]
    found = []
    for number, serving in enumerate(servings):
        low, high = sum(weights[:number]) / sum(weights), sum(weights[: number + 1]) / sum(weights)
        found.append(_Search(settings, serving, limits[serving], progress, low, high).curve(flood))
    return tuple(found)


class _Search:
    """Looks for the capacity of one policy."""

    def __init__(
        self,
        settings: PhasesSettings,
        serving: Serving,
        limit: float,
        progress: Progress | None,
        low: float,
        high: float,
    ) -> None:
        self.settings, self.serving, self.limit = settings, serving, limit
        self._progress, self._low, self._high = progress, low, high
        self._runs: dict[float, Summary] = {}

    def curve(self, flood: float) -> Curve:
        """With the rate at which all policies are measured."""
        share = self.settings.percentile
        for part in SHARES:
            self._at(self.limit * part)
        for _ in range(MOST_STEPS):
            if self._attainment()[-1] < share:
                break
            self._at(max(self._runs) * STEP)
        if self._attainment()[0] < share:
            self._at(self.limit * LOWER)
        for _ in range(HALVINGS):
            rates, met = sorted(self._runs), self._attainment()
            beyond = next((number for number, value in enumerate(met) if value < share), 0)
            if not beyond:
                break
            self._at(math.sqrt(rates[beyond - 1] * rates[beyond]))
        for rate in (math.sqrt(max(self._runs) * flood), flood):
            if rate > max(self._runs):
                self._at(rate)
        rates, met = sorted(self._runs), self._attainment()
        runs = tuple(self._runs[rate] for rate in rates)
        goodput = tuple(float(_goodput(run)) for run in runs)
        return Curve(self.serving, self.limit, tuple(rates), tuple(met), goodput, crossing(rates, met, share), runs)

    def _attainment(self) -> list[float]:
        return [float(self._runs[rate].within_contract().mean()) for rate in sorted(self._runs)]

    def _at(self, rate: float) -> None:
        done, whole = len(self._runs), len(SHARES) + HALVINGS + 2
        asked = scenario(at_rate(self.settings, rate), self.serving)
        self._runs[rate] = measured(asked, self._tell(done / whole, (done + 1) / whole))

    def _tell(self, low: float, high: float) -> Progress | None:
        progress, start, end = self._progress, self._low, self._high
        if progress is None:
            return None
        return lambda share: progress(start + (end - start) * min(1.0, low + (high - low) * share))


def _goodput(run: Summary) -> float:
    return 1e9 * int(run.within_contract().sum()) / run.duration_ns if run.duration_ns else 0.0


def contract_axes(settings: PhasesSettings) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Limits of TTFT and of TPOT to judge by, strict first, "none" (inf) last; the settings' own are among them."""
    law = Law(settings)
    reading, writing = law.prefill(law.prompts.at(0.9)), law.decode(1)
    return (
        _axis([reading * times for times in TTFT_TIMES], settings.ttft_s),
        _axis([writing * times for times in TPOT_TIMES], settings.tpot_s),
    )


def _axis(limits: Sequence[float], own: float) -> tuple[float, ...]:
    found = [float(f"{limit:.2g}") for limit in limits]
    if own:
        nearest = min(range(len(found)), key=lambda number: abs(math.log(found[number] / own)))
        found[nearest] = own
    return (*sorted(set(found)), math.inf)


def contract_map(settings: PhasesSettings, curves: Sequence[Curve]) -> ContractMap:
    """Who carries most at which contract. The limit of E2E and the share that must be met are the settings' own."""
    ttft, tpot = contract_axes(settings)
    top = min(curve.rates[-1] for curve in curves)
    spent = [[_lateness(run, settings.e2e_s) for run in curve.runs] for curve in curves]

    def judge(row: float, column: float) -> Judged:
        capacity = []
        for curve, runs in zip(curves, spent, strict=True):
            met = [float(((first <= row) & (each <= column) & good).mean()) for first, each, good in runs]
            capacity.append(min(top, crossing(curve.rates, met, settings.percentile)))
        best = max(capacity)
        winners = [c.serving for c, found in zip(curves, capacity, strict=True) if best and found >= best * (1 - TIE)]
        return Judged(tuple(capacity), tuple(winners))

    cells = tuple(tuple(judge(row, column) for column in tpot) for row in ttft)
    return ContractMap(tuple(curve.serving for curve in curves), ttft, tpot, cells, top)


def _lateness(run: Summary, e2e_s: float) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """TTFT and TPOT of every request in seconds, and whether it finished in time."""
    first = np.where(run.first_token >= 0, run.first_token - run.arrival, np.inf) / 1e9
    each = (run.finish - run.first_token) / 1e9 / np.maximum(1, run.outputs - 1)
    good = run.finished & (run.finish - run.arrival <= (e2e_s or math.inf) * 1e9)
    return first, each, good
