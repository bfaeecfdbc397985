"""Requests drawn from a scenario's laws: arrivals, lengths, shared prefixes, turns, samples, priorities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.arrivals import NANOSECONDS, Stream, arrival_times, generator
from engine.lengths import draw, prompts_and_outputs
from engine.request_spec import FreshTokens, RequestSpec, Runs, first_output_token, joined, over_limit
from engine.scenario import Scenario
from engine.workload_columns import WorkloadColumns, priorities

MEAN_THINK_S = 4.0  # between the end of a turn and the next one, exponential; a teaching choice


def independent_requests(scenario: Scenario, drawn: WorkloadColumns) -> tuple[RequestSpec, ...]:
    """The rows of a workload drawn as columns."""
    limit = scenario.model.max_length
    rows = zip(
        *(column.tolist() for column in (drawn.arrival_ns, drawn.prompt_first, drawn.prompt_tokens)),
        *(column.tolist() for column in (drawn.output_tokens, drawn.priority, drawn.rejected)),
        strict=True,
    )
    return tuple(
        RequestSpec(
            f"r{row}",
            arrival,
            ((first, prompt),),
            prompt,
            output,
            priority,
            rejected=over_limit(prompt, output, limit) if rejected else "",
        )
        for row, (arrival, first, prompt, output, priority, rejected) in enumerate(rows)
    )


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
    prompts, own = prompts_and_outputs(scenario, count)
    more = draw(workload.output, generator(seed, Stream.SAMPLES), count * (workload.samples_per_request - 1))
    outputs = np.concatenate([own[:, None], more.reshape(count, -1)], axis=1)
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


def linked_requests(scenario: Scenario) -> tuple[RequestSpec, ...]:
    """The requests of a scenario in which some share a prefix, follow others, or sample one prompt."""
    workload = scenario.workload
    fresh = FreshTokens()
    shared = [fresh.take(workload.shared_prefix_tokens) for _ in range(workload.prefix_families)]
    drafts = _drafts(scenario)
    ranks = priorities(scenario, len(drafts)).tolist()
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
            priority=ranks[place],
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
