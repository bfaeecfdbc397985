"""What several ledgers need from one recording, each worked out once and on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.holdings import Holdings, grouped, holdings
from engine.reading.deadlines import deadlines
from engine.reading.lifetimes import Lifetimes, lifetimes
from engine.reading.token_flow import TokenFlow, token_flow
from engine.recording import NANOSECONDS, Event, Outcome, Recording, Work
from engine.sheet import Input

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Deliveries:
    """Moments at which output tokens reached the client, sorted by request, then time. Arrays of equal length."""

    request: NDArray[np.int64]
    time: NDArray[np.int64]  # ns: end of the iteration that produced them
    tokens: NDArray[np.int64]  # more than one when drafts were accepted


class Account:
    """Shared intermediates of a recording. Times are in seconds, arrays over requests follow `recording.requests`."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.facts = recording.facts
        self.requests = recording.requests
        self.iterations = recording.iterations
        self.slices = recording.slices

    # -- the run ---------------------------------------------------------------------------------------------------

    @cached_property
    def seconds(self) -> float:
        """First arrival to last event."""
        return self.recording.duration / NANOSECONDS

    @cached_property
    def iteration_seconds(self) -> Floats:
        return (self.iterations["end"] - self.iterations["start"]) / NANOSECONDS

    @cached_property
    def busy_seconds(self) -> float:
        """Engine time spent in iterations, summed over engines."""
        return float(self.iteration_seconds.sum())

    @cached_property
    def engines(self) -> int:
        return len(self.recording.engines)

    @cached_property
    def holdings(self) -> Holdings:
        return holdings(self.recording, self.outputs)

    # -- which iterations ------------------------------------------------------------------------------------------

    @cached_property
    def prefilling(self) -> NDArray[np.bool_]:
        """Iterations that computed at least one prompt token."""
        return self.iterations["prefill_tokens"] > 0

    @cached_property
    def decoding_only(self) -> NDArray[np.bool_]:
        return ~self.prefilling & (self.iterations["decode_tokens"] > 0)

    # -- tokens ----------------------------------------------------------------------------------------------------

    @cached_property
    def deliveries(self) -> Deliveries:
        slices = self.slices
        order = grouped(slices["request"])
        who = slices["request"][order].astype(np.int64)
        outputs = slices["outputs"][order].astype(np.int64)
        before = np.zeros_like(outputs)
        same = who[1:] == who[:-1]
        before[1:][same] = outputs[:-1][same]
        new = outputs > before
        end = self.iterations["end"][slices["iteration"][order[new]]]
        return Deliveries(who[new], end.astype(np.int64), (outputs - before)[new])

    @cached_property
    def outputs(self) -> NDArray[np.int64]:
        """Output tokens that each request received."""
        made = np.bincount(self.deliveries.request, self.deliveries.tokens, minlength=len(self.requests))
        return made.astype(np.int64)

    @cached_property
    def output_tokens(self) -> int:
        return int(self.outputs.sum())

    @cached_property
    def gaps(self) -> Floats:
        """Seconds between consecutive deliveries of the same request: the inter-token latencies."""
        made = self.deliveries
        same = made.request[1:] == made.request[:-1]
        gaps: Floats = np.diff(made.time)[same] / NANOSECONDS
        return gaps

    @cached_property
    def _happened(self) -> NDArray[np.int64]:
        return np.bincount(self.recording.events["kind"], minlength=max(Event) + 1)

    def happened(self, kind: Event) -> int:
        """Rows of the log of one kind."""
        return int(self._happened[kind])

    def scheduled(self, work: Work) -> int:
        """Tokens scheduled for one kind of work; drafts count as decoding."""
        slices = self.slices
        of_work = slices["work"] == work
        drafts = slices["drafted"][slices["work"] == Work.PREFILL].sum(dtype="i8")
        moved = {Work.PREFILL: -drafts, Work.DECODE: drafts}.get(work, 0)
        return int(slices["tokens"][of_work].sum(dtype="i8") + moved)

    # -- latencies -------------------------------------------------------------------------------------------------

    @cached_property
    def finished(self) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = self.requests["outcome"] == Outcome.FINISHED
        return mask

    def _since_arrival(self, column: str) -> Floats:
        """Seconds from arrival to `column`; NaN for requests that never got there."""
        at = self.requests[column]
        return np.where(at >= 0, (at - self.requests["arrival"]) / NANOSECONDS, np.nan)

    @cached_property
    def ttft(self) -> Floats:
        return self._since_arrival("first_token")

    @cached_property
    def queue(self) -> Floats:
        return self._since_arrival("first_scheduled")

    @cached_property
    def e2e(self) -> Floats:
        return np.where(self.finished, self._since_arrival("finish"), np.nan)

    @cached_property
    def tpot(self) -> Floats:
        """(last - first token) / (outputs - 1); NaN for requests with fewer than two outputs."""
        many = self.finished & (self.outputs >= 2)
        span = (self.requests["finish"] - self.requests["first_token"]) / NANOSECONDS
        return np.where(many, span / np.maximum(self.outputs - 1, 1), np.nan)

    @cached_property
    def spent(self) -> Lifetimes:
        """How every request spent its time (ns)."""
        return lifetimes(self.recording)

    @cached_property
    def spent_to_first_token(self) -> Lifetimes:
        """The same up to the first token; rows of requests that never got one mean nothing."""
        return lifetimes(self.recording, self.requests["first_token"].astype(np.int64))

    @cached_property
    def deadline(self) -> Floats:
        """Seconds from arrival that each request may take; NaN where none is set."""
        contract = self.facts["contract"]
        per_token = float(contract.get("deadline_per_token_s") or 0.0)
        ranks, asked = self.requests["priority"], self.requests["output_tokens"]
        return deadlines(contract.get("deadline_s") or (), per_token, ranks, asked)

    @cached_property
    def flow(self) -> TokenFlow:
        """Where the state of every request came from."""
        return token_flow(self.recording)

    # -- inputs that many formulas name ----------------------------------------------------------------------------

    @cached_property
    def run_time(self) -> Input:
        return Input("T", self.seconds, "s", "first arrival to last event")

    @cached_property
    def output_input(self) -> Input:
        return Input("n_out", self.output_tokens, "tokens", "output tokens delivered")

    @cached_property
    def iteration_input(self) -> Input:
        return Input("n_it", len(self.iterations), "iterations", "iterations run")

    @cached_property
    def busy_input(self) -> Input:
        return Input("t_busy", self.busy_seconds, "s", "engine time spent in iterations")


def present(samples: Floats) -> Floats:
    """`samples` without the requests that never reached the event."""
    return samples[~np.isnan(samples)]
