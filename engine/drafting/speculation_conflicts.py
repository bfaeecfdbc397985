"""What a scenario's speculation cannot be, beyond the range of each field."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drafting.speculation_law import draft_plan
from engine.models.cards import model
from engine.scenario import Scenario

MOST_DRAFTS = 1024  # of one request in one step


def speculation_conflicts(s: Scenario) -> Iterator[tuple[str, str, str]]:
    """(field, found, expected) of what does not go together."""
    plan, own = draft_plan(s.speculation), s.speculation.draft_model
    if plan.nodes > MOST_DRAFTS:
        expected = f"at most {MOST_DRAFTS:,} (fewer candidates, or a smaller draft_tokens)"
        yield "speculation.widths", f"a tree of {plan.nodes:,} drafts per step", expected
    if own and model(own).q_heads % s.layout.tensor_parallel:
        expected = f"a model whose query heads {s.layout.tensor_parallel} devices can share"
        yield "speculation.draft_model", f'"{own}" with {model(own).q_heads} query heads', expected
