"""Requests drawn from a scenario's laws, with the token ids that let prompts be told apart or found again."""

from __future__ import annotations

from engine.memory.cache_key import CacheKey
from engine.scenario import Arrivals, Scenario
from engine.workloads.arrivals import Stream
from engine.workloads.conversations import Draft, choices, drafts, senders_of, turns_of
from engine.workloads.request_spec import FreshTokens, RequestSpec, Runs, extended, first_output_token, over_limit
from engine.workloads.workload_columns import WorkloadColumns, priorities

History = tuple[Runs, int]  # tokens that a prompt starts with, and how many


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


def linked_requests(scenario: Scenario) -> tuple[RequestSpec, ...]:
    """The requests of a scenario in which some share a prefix, follow others, or sample one prompt."""
    fresh = FreshTokens()
    heads, keys = _heads(scenario, fresh), _keys(scenario)
    ranks = priorities(scenario, scenario.workload.requests).tolist()
    last: dict[int, int] = {}  # row of a sender's latest request
    specs: list[RequestSpec] = []
    for draft, rank in zip(drafts(scenario), ranks, strict=True):
        row, after = len(specs), last.get(draft.sender, -1)
        history = _history(specs[after], after) if draft.turn else heads[draft.conversation]
        tokens = history[1] + draft.fresh
        spec = RequestSpec(
            _name(scenario, draft),
            draft.earliest,
            extended(history[0], *fresh.take(draft.fresh)[0]),
            tokens,
            draft.outputs[0],
            rank,
            after,
            draft.think,
            key=keys[draft.sender],
            rejected=over_limit(tokens, max(draft.outputs), scenario.model.max_length),
        )
        specs.append(spec)
        specs += [_sample(spec, row, number, asked) for number, asked in enumerate(draft.outputs) if number]
        last[draft.sender] = row
    return tuple(specs)


def _heads(scenario: Scenario, fresh: FreshTokens) -> list[History]:
    """What the first prompt of each conversation starts with: the prefix of its family."""
    workload = scenario.workload
    families, conversations = workload.prefix_families, -(-workload.requests // turns_of(scenario))
    shared = [(fresh.take(workload.shared_prefix_tokens), workload.shared_prefix_tokens) for _ in range(families)]
    return [shared[family] for family in choices(scenario, Stream.FAMILIES, families, conversations).tolist()]


def _keys(scenario: Scenario) -> list[CacheKey]:
    """What keeps each sender's state apart from that of others: its tenant and its adapter."""
    workload, senders = scenario.workload, senders_of(scenario)
    tenants = choices(scenario, Stream.TENANTS, workload.tenants, senders).tolist()
    adapters = choices(scenario, Stream.ADAPTERS, workload.adapters + 1, senders).tolist()
    names = [""] if workload.tenants == 1 else [f"tenant {number + 1}" for number in range(workload.tenants)]
    keys = [[CacheKey(tenant, f"adapter {a}" * (a > 0)) for a in range(workload.adapters + 1)] for tenant in names]
    return [keys[tenant][adapter] for tenant, adapter in zip(tenants, adapters, strict=True)]


def _history(before: RequestSpec, row: int) -> History:
    """A turn's prompt starts with all of the turn before: its prompt and its outputs, token for token."""
    runs = extended(before.prompt, first_output_token(row), before.output_tokens)
    return runs, before.prompt_tokens + before.output_tokens


def _sample(spec: RequestSpec, row: int, number: int, output_tokens: int) -> RequestSpec:
    name = f"{spec.name}/{number + 1}"
    return spec._replace(name=name, output_tokens=output_tokens, sample_of=row, after=-1, think_ns=0)


def _name(scenario: Scenario, draft: Draft) -> str:
    if turns_of(scenario) > 1:
        return f"c{draft.conversation}.{draft.turn + 1}"
    closed = scenario.workload.arrivals is Arrivals.CLOSED
    return f"u{draft.sender}.{draft.place + 1}" if closed else f"r{draft.sender}"
