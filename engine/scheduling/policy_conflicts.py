"""Values of a policy that do not go together, and what a policy assumes that no real system has."""

from __future__ import annotations

from collections.abc import Iterator

from engine.models.cards import hardware_card
from engine.scenario import Batching, Preemption, QueueOrder, Scenario


def policy_conflicts(s: Scenario) -> Iterator[tuple[str, str, str]]:
    """(field, found, expected) of each conflict."""
    policy = s.policy
    if policy.early_rejection and s.contract.ttft_s is None:
        yield "policy.early_rejection", "true", "false: the contract has no TTFT (contract.ttft_s)"
    if policy.batching is Batching.MLFQ and policy.order is not QueueOrder.FCFS:
        yield "policy.order", f'"{policy.order}"', '"fcfs": a multi-level feedback queue has an order of its own'
    if policy.preemption is Preemption.SWAP and policy.host_link_bytes_per_s is None:
        card = s.hardware.card
        if hardware_card(card).host_link_bytes_per_s is None:
            yield "policy.host_link_bytes_per_s", '"none"', f"a rate, because card {card} does not give one"


def policy_notes(s: Scenario) -> Iterator[str]:
    """What the user should know about the policy."""
    if s.policy.order is QueueOrder.SHORTEST and not s.policy.length_error:
        yield "shortest-job order knows the length of every answer beforehand, which no real system does"
