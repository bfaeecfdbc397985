"""Requests drawn from a scenario's laws: arrivals, lengths, shared prefixes, turns, samples, priorities.

Every quantity has a random stream of its own (PCG64 seeded with the scenario's seed and the stream's number), so that
changing one law leaves the draws of the others as they were.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.request_spec import FreshTokens, RequestSpec, Runs, first_output_token, joined, over_limit
from engine.scenario import Arrivals, LengthLaw, Lengths, QueueOrder, Scenario

MEAN_THINK_S = 4.0  # between the end of a turn and the next one, exponential; a teaching choice
PRIORITIES = 3
NANOSECONDS = 1_000_000_000


class Stream(IntEnum):
    """Independent random streams."""

    ARRIVALS = 0
    PROMPTS = 1
    OUTPUTS = 2
    FAMILIES = 3
    PRIORITIES = 4
    THINKING = 5
    SAMPLES = 6


def generator(seed: int, stream: Stream) -> np.random.Generator:
    """The generator of one stream."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, int(stream)])))


def arrival_times(scenario: Scenario, count: int, rate: float) -> NDArray[np.int64]:
    """`count` arrival times in ns, the first at 0. A trace without times gets Poisson arrivals."""
    workload = scenario.workload
    rng = generator(scenario.seed, Stream.ARRIVALS)
    if workload.arrivals is Arrivals.AT_ONCE:
        return np.zeros(count, dtype=np.int64)
    if workload.arrivals is Arrivals.CONSTANT:
        gaps = np.full(count - 1, 1 / rate)
    elif workload.arrivals is Arrivals.GAMMA:
        shape = 1 / workload.variation**2
        gaps = rng.gamma(shape, 1 / (rate * shape), count - 1)
    else:
        gaps = rng.exponential(1 / rate, count - 1)
    times = np.concatenate([[0.0], np.cumsum(gaps)]) * NANOSECONDS
    return np.rint(times).astype(np.int64)


def lengths(law: Lengths, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    """`count` token counts; draws outside [low, high] take the nearer end."""
    if law.law is LengthLaw.CONSTANT:
        drawn: NDArray[Any] = np.full(count, law.median)
    elif law.law is LengthLaw.UNIFORM:
        drawn = rng.integers(law.low, law.high + 1, count).astype(np.float64)
    else:
        drawn = rng.lognormal(np.log(law.median), law.spread, count)
    return np.rint(np.clip(drawn, law.low, law.high)).astype(np.int64)


@dataclass(slots=True)
class _Draft:
    """A turn before its row is known."""

    conversation: int
    turn: int
    earliest: int
    think: int
    fresh: int
    outputs: tuple[int, ...]  # one per parallel sample
    family: int


def _drafts(scenario: Scenario) -> list[_Draft]:
    workload, seed = scenario.workload, scenario.seed
    count, turns = workload.requests, workload.turns
    conversations = -(-count // turns)
    starts = arrival_times(scenario, conversations, workload.rate / turns)
    prompts = lengths(workload.prompt, generator(seed, Stream.PROMPTS), count)
    outputs = lengths(workload.output, generator(seed, Stream.OUTPUTS), count)[:, None]
    more = lengths(workload.output, generator(seed, Stream.SAMPLES), count * (workload.samples_per_request - 1))
    outputs = np.concatenate([outputs, more.reshape(count, -1)], axis=1)
    weights = 1 / np.arange(1, workload.prefix_families + 1)
    families = generator(seed, Stream.FAMILIES).choice(
        workload.prefix_families, conversations, p=weights / weights.sum()
    )
    thinks = np.rint(generator(seed, Stream.THINKING).exponential(MEAN_THINK_S * NANOSECONDS, count)).astype(np.int64)
    drafts: list[_Draft] = []
    for i in range(count):
        conversation, turn = divmod(i, turns)
        think = int(thinks[i]) if turn else 0
        earliest = drafts[-1].earliest + think if turn else int(starts[conversation])
        family = int(families[conversation])
        asked = tuple(int(tokens) for tokens in outputs[i])
        drafts.append(_Draft(conversation, turn, earliest, think, int(prompts[i]), asked, family))
    drafts.sort(key=lambda d: d.earliest)  # stable: a turn never comes before the one it follows
    return drafts


def synthetic_requests(scenario: Scenario) -> tuple[RequestSpec, ...]:
    """The requests of a scenario whose arrivals are not a trace."""
    workload = scenario.workload
    fresh = FreshTokens()
    shared = [fresh.take(workload.shared_prefix_tokens) for _ in range(workload.prefix_families)]
    drafts = _drafts(scenario)
    ranked = scenario.policy.order is QueueOrder.PRIORITY
    priorities = generator(scenario.seed, Stream.PRIORITIES).integers(0, PRIORITIES, len(drafts))
    last: dict[int, RequestSpec] = {}
    rows: dict[int, int] = {}
    specs: list[RequestSpec] = []
    for place, draft in enumerate(drafts):
        row, before = len(specs), last.get(draft.conversation)
        history = shared[draft.family] if before is None else _history(before, rows[draft.conversation])
        prompt = joined(history, fresh.take(draft.fresh))
        tokens = sum(count for _, count in prompt)
        spec = RequestSpec(
            name=_name(draft, workload.turns),
            arrival_ns=draft.earliest,
            prompt=prompt,
            prompt_tokens=tokens,
            output_tokens=draft.outputs[0],
            priority=int(priorities[place]) if ranked else 0,
            after=rows.get(draft.conversation, -1),
            think_ns=draft.think,
            rejected=over_limit(tokens, max(draft.outputs), scenario.model.max_length),
        )
        specs.append(spec)
        specs += [_sample(spec, row, number, tokens) for number, tokens in enumerate(draft.outputs) if number]
        last[draft.conversation], rows[draft.conversation] = spec, row
    return tuple(specs)


def _history(before: RequestSpec, row: int) -> Runs:
    """A turn's prompt starts with all of the turn before: its prompt and its outputs, token for token."""
    return joined(before.prompt, ((first_output_token(row), before.output_tokens),))


def _sample(spec: RequestSpec, row: int, number: int, output_tokens: int) -> RequestSpec:
    return RequestSpec(
        name=f"{spec.name}/{number + 1}",
        arrival_ns=spec.arrival_ns,
        prompt=spec.prompt,
        prompt_tokens=spec.prompt_tokens,
        output_tokens=output_tokens,
        priority=spec.priority,
        sample_of=row,
        rejected=spec.rejected,
    )


def _name(draft: _Draft, turns: int) -> str:
    return f"r{draft.conversation}" if turns == 1 else f"c{draft.conversation}.{draft.turn + 1}"
