"""Who sends which request after which: conversations, the calls of an agent, the users of a closed loop."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from engine.scenario import Arrivals, Scenario
from engine.workloads.arrivals import NANOSECONDS, Stream, arrival_times, generator
from engine.workloads.lengths import draw, prompts_and_outputs


@dataclass(slots=True)
class Draft:
    """A request before its row is known."""

    conversation: int
    turn: int  # in its conversation, from 0
    sender: int  # whose requests wait for each other: a conversation, or a user of a closed loop
    place: int  # among the requests of its sender, from 0
    fresh: int  # prompt tokens that no request before it has
    outputs: list[int]  # tokens asked for, one per parallel sample
    think: int  # ns between the end of the sender's request before it and this one
    earliest: int = 0  # ns


def drafts(scenario: Scenario) -> list[Draft]:
    """The requests in order of the earliest time they can arrive; a sender's requests keep their order."""
    workload, count = scenario.workload, scenario.workload.requests
    turns = turns_of(scenario)
    senders = senders_of(scenario)
    fresh, outputs = _lengths(scenario, turns)
    outputs = _with_samples(scenario, outputs)
    thinks = _thinks(scenario, count).tolist()
    per_sender = [0] * senders
    rows = []
    for i, (prompt, asked) in enumerate(zip(fresh.tolist(), outputs.tolist(), strict=True)):
        conversation, turn = divmod(i, turns)
        sender = conversation % senders
        place = per_sender[sender]
        per_sender[sender] = place + 1
        rows.append(Draft(conversation, turn, sender, place, prompt, asked, thinks[i] if place else 0))
    latest = arrival_times(scenario, senders, workload.rate / turns).tolist()
    for draft in rows:
        latest[draft.sender] = draft.earliest = latest[draft.sender] + draft.think
    rows.sort(key=attrgetter("earliest"))
    return rows


def turns_of(scenario: Scenario) -> int:
    """Requests per conversation or per task of an agent."""
    return max(scenario.workload.turns, scenario.workload.agent.calls)


def senders_of(scenario: Scenario) -> int:
    """Chains of requests in which each waits for the one before."""
    workload = scenario.workload
    conversations = -(-workload.requests // turns_of(scenario))
    return min(workload.users, conversations) if workload.arrivals is Arrivals.CLOSED else conversations


def choices(scenario: Scenario, stream: Stream, options: int, count: int) -> NDArray[np.int64]:
    """`count` choices between `options` whose popularity falls with their rank."""
    weights = 1 / np.arange(1, options + 1) ** scenario.workload.popularity
    return generator(scenario.seed, stream).choice(options, count, p=weights / weights.sum())


def _lengths(scenario: Scenario, turns: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """New prompt tokens and outputs; from an agent's second call on the new tokens are a tool's."""
    prompts, outputs = prompts_and_outputs(scenario, scenario.workload.requests)
    if scenario.workload.agent.calls > 1:
        results = draw(scenario.workload.agent.result, generator(scenario.seed, Stream.TOOLS), len(prompts))
        later = np.arange(len(prompts)) % turns > 0
        prompts[later] = results[later]
    return prompts, outputs


def _with_samples(scenario: Scenario, outputs: NDArray[np.int64]) -> NDArray[np.int64]:
    """One row per request: its output and those of its parallel samples."""
    workload, count = scenario.workload, len(outputs)
    more = draw(workload.output, generator(scenario.seed, Stream.SAMPLES), count * (workload.samples_per_request - 1))
    return np.concatenate([outputs[:, None], more.reshape(count, -1)], axis=1)


def _thinks(scenario: Scenario, count: int) -> NDArray[np.int64]:
    """Pauses before each request that follows another: of a person, or of a tool within an agent's task."""
    workload = scenario.workload
    means = np.full(count, workload.think_s * NANOSECONDS)
    if workload.agent.calls > 1:
        means[np.arange(count) % workload.agent.calls > 0] = workload.agent.tool_s * NANOSECONDS
    pauses = generator(scenario.seed, Stream.THINKING).exponential(means)
    return np.rint(pauses, out=pauses).astype(np.int64)
