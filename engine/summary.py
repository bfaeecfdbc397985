"""The metrics of a run without its recording: a few numbers per request, so that a million of them fit in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import express
from engine.clock import PS_PER_NS
from engine.reading.deadlines import deadlines
from engine.recording import NANOSECONDS, Outcome, Recording
from engine.scenario import Contract, Scenario
from engine.simulate import stepwise, uncollected
from engine.workloads.workload_columns import WorkloadColumns

PERCENTILES = (50, 90, 95, 99)
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """One entry per request. Times are ns since the first arrival, -1 = has not happened."""

    contract: Contract
    arrival: NDArray[np.int64]
    first_scheduled: NDArray[np.int64]
    first_token: NDArray[np.int64]
    finish: NDArray[np.int64]
    prompt_tokens: NDArray[np.int64]
    priority: NDArray[np.int64]
    outputs: NDArray[np.int64]  # tokens produced by those that finished
    outcome: NDArray[np.uint8]
    iterations: int
    decisions: int  # times at which the engine thought about what to do next
    duration_ns: int
    notes: tuple[str, ...]

    @property
    def finished(self) -> NDArray[np.bool_]:
        return np.asarray(self.outcome == Outcome.FINISHED)

    def queue(self) -> Floats:
        """Seconds from arrival to the first iteration, of the requests that were scheduled."""
        seen = self.first_scheduled >= 0
        return (self.first_scheduled[seen] - self.arrival[seen]) / NANOSECONDS

    def ttft(self) -> Floats:
        """Seconds from arrival to the first token, of the requests that got one."""
        seen = self.first_token >= 0
        return (self.first_token[seen] - self.arrival[seen]) / NANOSECONDS

    def tpot(self) -> Floats:
        """(last token - first token) / (outputs - 1) in seconds, of finished requests with two outputs or more."""
        seen = self.finished & (self.outputs > 1)
        return (self.finish[seen] - self.first_token[seen]) / NANOSECONDS / (self.outputs[seen] - 1)

    def e2e(self) -> Floats:
        """Seconds from arrival to the last token, of finished requests."""
        return (self.finish[self.finished] - self.arrival[self.finished]) / NANOSECONDS

    def within_contract(self) -> NDArray[np.bool_]:
        """Whether each request finished within every limit."""
        good = self.finished.copy()
        limits = self.contract
        if limits.ttft_s is not None:
            good &= self.first_token - self.arrival <= limits.ttft_s * NANOSECONDS
        if limits.tpot_s is not None:
            good &= self.finish - self.first_token <= limits.tpot_s * NANOSECONDS * np.maximum(1, self.outputs - 1)
        if limits.e2e_s is not None:
            good &= self.finish - self.arrival <= limits.e2e_s * NANOSECONDS
        if limits.deadline_s:
            allowed = deadlines(limits.deadline_s, limits.deadline_per_token_s, self.priority, self.outputs)
            good &= self.finish - self.arrival <= allowed * NANOSECONDS
        return good

    def figures(self) -> dict[str, Any]:
        """The summary in numbers, JSON-able: seconds, requests, tokens."""
        seconds, good, done = self.duration_ns / NANOSECONDS, int(self.within_contract().sum()), self.finished
        spreads = {"ttft_s": self.ttft(), "queue_s": self.queue(), "tpot_s": self.tpot(), "e2e_s": self.e2e()}
        return {
            "requests": len(self.arrival),
            "finished": int(done.sum()),
            "rejected": int((self.outcome == Outcome.REJECTED).sum()),
            "iterations": self.iterations,
            "decisions": self.decisions,
            "seconds": seconds,
            "requests_per_s": int(done.sum()) / seconds if seconds else None,
            "output_tokens_per_s": int(self.outputs[done].sum()) / seconds if seconds else None,
            "attainment": good / len(self.arrival) if len(self.arrival) else None,
            "goodput_requests_per_s": good / seconds if seconds else None,
            **{name: _percentiles(values) for name, values in spreads.items()},
        }


def _percentiles(values: Floats) -> dict[str, float] | None:
    if not len(values):
        return None
    found = np.percentile(values, PERCENTILES)
    return {f"p{p}": float(value) for p, value in zip(PERCENTILES, found, strict=True)} | {
        "mean": float(values.mean())
    }


def summarise(scenario: Scenario, *, progress: Callable[[float], None] | None = None) -> Summary:
    """The metrics that `engine.simulate.simulate` would leave in its recording, without keeping one.

    Scenarios that `engine.express` covers need memory for about a hundred bytes per request and time for about a
    decision per arrival and end; others are recorded first. Raises what `simulate` raises.
    """
    with uncollected():
        workload = express.independent(scenario) if express.covers(scenario) else None
        return _recorded(scenario, progress) if workload is None else _skipped(scenario, workload, progress)


def _skipped(scenario: Scenario, workload: WorkloadColumns, progress: Callable[[float], None] | None) -> Summary:
    run = express.run(scenario, workload, False, progress)
    ends = run.ends
    return Summary(
        contract=scenario.contract,
        arrival=workload.arrival_ns,
        first_scheduled=np.frombuffer(ends.first_scheduled, dtype=np.int64),
        first_token=np.frombuffer(ends.first_token, dtype=np.int64),
        finish=np.frombuffer(ends.finish, dtype=np.int64),
        prompt_tokens=workload.prompt_tokens,
        priority=workload.priority,
        outputs=np.array(ends.targets, dtype=np.int64),
        outcome=np.frombuffer(ends.outcome, dtype=np.uint8),
        iterations=sum(core.iterations for core in run.cores),
        decisions=sum(core.decisions for core in run.cores),
        duration_ns=max([core.now // PS_PER_NS for core in run.cores] + workload.arrival_ns[-1:].tolist()),
        notes=(*workload.notes, *run.cost.notes),
    )


def _recorded(scenario: Scenario, progress: Callable[[float], None] | None) -> Summary:
    return summary_of(scenario, stepwise(scenario, progress))


def summary_of(scenario: Scenario, recording: Recording) -> Summary:
    """The metrics of a recording of `scenario`."""
    rows = recording.requests
    outputs = np.minimum(rows["output_tokens"], scenario.model.max_length - rows["prompt_tokens"])
    return Summary(
        contract=scenario.contract,
        arrival=rows["arrival"],
        first_scheduled=rows["first_scheduled"],
        first_token=rows["first_token"],
        finish=rows["finish"],
        prompt_tokens=rows["prompt_tokens"].astype(np.int64),
        priority=rows["priority"].astype(np.int64),
        outputs=outputs.astype(np.int64),
        outcome=rows["outcome"],
        iterations=len(recording.iterations),
        decisions=len(recording.iterations),
        duration_ns=recording.duration,
        notes=recording.notes,
    )
