"""What can be measured on one side of a claim: each a figure from a run or from the state law."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.models.cards import model
from engine.models.state import request_bytes
from engine.progress import Progress
from engine.scenario import Scenario
from engine.sheet import Direction, Evidence
from engine.simulate import simulate
from engine.summary import Summary, summarise

Taken = tuple[float, tuple[str, ...]]  # the figure, and notes of the run
Side = Callable[[Scenario, Progress | None], Taken]
_STEPS = 7  # of the search for the highest rate: a factor of 2^(1/64) is left at most
_SLOTS = 6


@dataclass(frozen=True)
class Measure:
    quantity: str
    unit: str
    direction: Direction
    evidence: Evidence
    take: Side


def _of_run(reading: Callable[[Summary], float]) -> Side:
    def take(scenario: Scenario, progress: Progress | None) -> Taken:
        summary = summarise(scenario, progress=progress)
        return reading(summary), summary.notes

    return take


def _rate(summary: Summary) -> float:
    return float(summary.figures()["output_tokens_per_s"] or 0.0)


def _requests(summary: Summary) -> float:
    return float(summary.figures()["requests_per_s"] or 0.0)


def _tpot(summary: Summary) -> float:
    """Seconds per output token after the first, over all finished requests."""
    done = summary.finished
    tokens = int(np.maximum(summary.outputs[done] - 1, 0).sum())
    spent = float((summary.finish[done] - summary.first_token[done]).sum()) / 1e9
    return spent / tokens if tokens else 0.0


def _stream(summary: Summary) -> float:
    slow = _tpot(summary)
    return 1 / slow if slow else 0.0


def _percentile(values: np.ndarray[tuple[int], np.dtype[np.float64]], percent: float) -> float:
    return float(np.percentile(values, percent)) if len(values) else 0.0


def _held(scenario: Scenario, progress: Progress | None) -> Taken:
    """Share of held token slots that hold a token, over the run."""
    from engine.ledgers import measure

    recording = simulate(scenario, progress=progress)
    return float(measure(recording)["allocation.utilisation"].value or 0.0), recording.notes


def _state(scenario: Scenario, progress: Progress | None) -> Taken:
    """Bytes of state of one request of the longest length, whole model."""
    card = model(scenario.model.card)
    total = request_bytes(card, scenario.model.max_length, scenario.precision, scenario.model.kv_heads)
    return float(total), ()


def _capacity(scenario: Scenario, progress: Progress | None) -> Taken:
    """The highest arrival rate at which the contract still holds, by bisection of its logarithm."""
    notes: tuple[str, ...] = ()

    def holds(rate: float, step: int) -> bool:
        nonlocal notes
        summary = summarise(replace(scenario, workload=replace(scenario.workload, rate=rate)))
        notes = summary.notes
        if progress is not None:
            progress(min(1.0, (step + 1) / (_STEPS + _SLOTS)))
        return float(summary.within_contract().mean()) >= scenario.contract.percentile

    low, high, step = 0.0, scenario.workload.rate, 0
    while step < _SLOTS and holds(high, step):
        low, high, step = high, 2 * high, step + 1
    if not low:
        low = high / 2
        while step < _SLOTS and not holds(low, step):
            low, high, step = low / 2, low, step + 1
    for number in range(_STEPS - 1):
        middle = (low * high) ** 0.5
        low, high = (middle, high) if holds(middle, step + number) else (low, middle)
    return low, notes


_MODEL, _COUNTED = Evidence.TEACHING_ESTIMATE, Evidence.REPRODUCIBLE
_MORE, _LESS = Direction.MORE, Direction.LESS
MEASURES: Mapping[str, Measure] = {
    "tokens": Measure("output tokens per second", "tokens/s", _MORE, _MODEL, _of_run(_rate)),
    "requests": Measure("requests finished per second", "requests/s", _MORE, _MODEL, _of_run(_requests)),
    "stream": Measure("tokens per second of one stream", "tokens/s", _MORE, _MODEL, _of_run(_stream)),
    "tpot": Measure("time per output token", "s", _LESS, _MODEL, _of_run(_tpot)),
    "ttft": Measure(
        "time to the first token, mean", "s", _LESS, _MODEL, _of_run(lambda run: float(run.ttft().mean()))
    ),
    "ttft_p99": Measure(
        "time to the first token, P99", "s", _LESS, _MODEL, _of_run(lambda run: _percentile(run.ttft(), 99))
    ),
    "e2e": Measure("time of a whole request, mean", "s", _LESS, _MODEL, _of_run(lambda run: float(run.e2e().mean()))),
    "capacity": Measure("highest request rate within the contract", "requests/s", _MORE, _MODEL, _capacity),
    "held": Measure("share of held state memory that holds tokens", "1", _MORE, _COUNTED, _held),
    "state": Measure("state of one request of that length", "B", _LESS, _MODEL, _state),
}
