"""The books of a run: wholes and the parts they must be the sum of.

Each book compares two independent counts of the same thing. A difference would mean that a figure of the sheet
counts something twice or leaves it out.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from engine.ledgers.holdings import Holdings
from engine.reading.lifetimes import Lifetimes, lifetimes
from engine.reading.token_flow import TokenFlow, token_flow
from engine.recording import NANOSECONDS, Outcome, Recording, Work
from engine.sheet import Evidence

CLOSE = 1e-9  # relative difference that rounding of floating-point bytes may leave


@dataclass(frozen=True)
class Line:
    """One amount of a book, in the book's unit."""

    name: str  # English source text, translated by the interface
    value: float


@dataclass(frozen=True)
class Book:
    """`whole` has to equal the sum of `parts`."""

    key: str
    title: str
    unit: str  # "B", "tokens", "s"
    evidence: Evidence
    whole: Line
    parts: tuple[Line, ...]

    @property
    def difference(self) -> float:
        """whole − Σ parts."""
        return self.whole.value - sum(line.value for line in self.parts)

    @property
    def balances(self) -> bool:
        return abs(self.difference) <= CLOSE * max(abs(self.whole.value), 1.0)


def books(recording: Recording, held: Holdings) -> tuple[Book, ...]:
    """Memory, state, work, requests' time and engines' time. `held` as the ledgers count it."""
    flow, spent = token_flow(recording), lifetimes(recording)
    return (
        _memory(recording, held),
        _state(recording, flow),
        _work(recording, flow),
        _requests(recording, spent),
        _engines(recording),
    )


def _memory(recording: Recording, held: Holdings) -> Book:
    """One device of the engine whose pool was fullest. What is left over is counted from the limit, not inferred."""
    facts = recording.facts
    pairs = zip(held.peak_by_pool, recording.pools, strict=True)
    peak, pool = max(pairs, key=lambda pair: pair[0] * pair[1].page_bytes)
    parts = (
        Line("Weights", facts["weight_bytes"]),
        Line("Weights of the draft model", facts["draft_weight_bytes"]),
        Line("Workspace", facts["workspace_bytes"]),
        Line("Fixed state of all slots", facts["fixed_state_bytes"]),
        Line("Pages held at the peak", peak * pool.page_bytes),
        Line("Other pages", facts["pool_bytes"] - peak * pool.page_bytes),
        Line("Free within the limit (negative: beyond it)", facts["left_bytes"] - facts["pool_bytes"]),
        Line("Kept out of use", facts["memory_bytes"] - facts["usable_bytes"]),
    )
    return Book(
        "memory",
        "Memory of a device",
        "B",
        Evidence.TEACHING_ESTIMATE,
        Line("Memory", facts["memory_bytes"]),
        parts,
    )


def _state(recording: Recording, flow: TokenFlow) -> Book:
    """Tokens whose state requests came to have, against prompts and outputs (what is not finished: its reach)."""
    requests = recording.requests
    done = requests["outcome"] == Outcome.FINISHED
    asked = requests["prompt_tokens"].astype(np.int64) + requests["output_tokens"] - 1
    return Book(
        "state",
        "Tokens that needed state",
        "tokens",
        Evidence.REPRODUCIBLE,
        Line("Prompts and outputs", _sum(np.where(done, asked, flow.reach))),
        (
            Line("Found in the cache", _sum(flow.found)),
            Line("Found in the cache after a preemption", _sum(flow.found_again)),
            Line("Shared with the sample it was forked from", _sum(flow.forked)),
            Line("Computed", _sum(flow.computed)),
        ),
    )


def _work(recording: Recording, flow: TokenFlow) -> Book:
    """Tokens that the engines computed, by iteration, against what became of them, by request."""
    iterations, slices = recording.iterations, recording.slices
    useful = iterations["prefill_tokens"].astype(np.int64) + iterations["decode_tokens"]
    drafts = slices["drafted"][slices["work"] == Work.PREFILL]  # verified with the last tokens to be computed again
    return Book(
        "work",
        "Tokens computed",
        "tokens",
        Evidence.REPRODUCIBLE,
        Line("Scheduled in iterations, and padding", _sum(useful) + _sum(drafts) + _sum(flow.padding)),
        (
            Line("State computed for the first time", _sum(flow.computed)),
            Line("State computed again", _sum(flow.recomputed)),
            Line("Drafts rejected", _sum(flow.rejected)),
            Line("Drafts accepted beyond the answer", _sum(flow.beyond)),
            Line("Padding", _sum(flow.padding)),
        ),
    )


_TIME_NAMES = {
    "queue": "Queued",
    "prefill": "Prefill",
    "decode": "Decode",
    "transfer": "Transfer",
    "swap": "Swap",
    "requeued": "Queued again",
    "paused": "Paused",
    "padding": "Kept by the batch",
    "stall": "Stalled",
}


def _requests(recording: Recording, spent: Lifetimes) -> Book:
    """End-to-end times of finished requests, against the phases and iterations they went through."""
    requests = recording.requests
    done = requests["outcome"] == Outcome.FINISHED
    whole = (requests["finish"] - requests["arrival"])[done].sum()
    parts = [(_TIME_NAMES[part.name], getattr(spent, part.name)[done].sum()) for part in fields(spent)]
    return Book(
        "requests",
        "Time of finished requests",
        "s",
        Evidence.TEACHING_ESTIMATE,
        Line("Arrival to finish, all requests", float(whole) / NANOSECONDS),
        tuple(Line(name, float(value) / NANOSECONDS) for name, value in parts),
    )


def _engines(recording: Recording) -> Book:
    """Time of all engines, against their iterations and the gaps between these."""
    iterations, end = recording.iterations, recording.duration
    span = iterations["end"] - iterations["start"]
    prefilling = iterations["prefill_tokens"] > 0
    idle = 0
    for engine in range(len(recording.engines)):
        own = iterations[iterations["engine"] == engine]
        edges = np.concatenate([[0], np.column_stack([own["start"], own["end"]]).ravel(), [end]])
        idle += int(np.diff(edges)[::2].sum())
    return Book(
        "engines",
        "Time of engines",
        "s",
        Evidence.TEACHING_ESTIMATE,
        Line("Engines × run time", len(recording.engines) * end / NANOSECONDS),
        (
            Line("Iterations with prefill", float(span[prefilling].sum()) / NANOSECONDS),
            Line("Other iterations", float(span[~prefilling].sum()) / NANOSECONDS),
            Line("Idle", idle / NANOSECONDS),
        ),
    )


def _sum(tokens: np.ndarray) -> int:
    return int(tokens.sum())
