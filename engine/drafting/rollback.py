"""What a rejected draft costs, by the kind of state it has left behind.

State that grows with the context lies in pages: the computed count goes back and the next token overwrites the
slot, which is free. Recurrent state has moved on and cannot be counted back. Either every draft leaves a copy of it
(memory: one more recurrent state per draft and request slot, as vLLM 0.33 keeps), or the state from before the
drafts is kept and the accepted tokens run again together with the next verification (time).
"""

from __future__ import annotations

from engine.drafting.speculation_law import draft_plan
from engine.models.card_types import RECURRENT, ModelCard
from engine.models.cards import model
from engine.scenario import Rollback, Scenario


def has_recurrent_state(card: ModelCard) -> bool:
    """Whether some layers keep state that cannot be counted back."""
    return any(group.kind in RECURRENT for group in card.layer_group)


def rollback_kind(scenario: Scenario) -> str:
    """ "none" without drafts, "trim" when all state lies in pages, else what the scenario chose."""
    speculation = scenario.speculation
    if not speculation.draft_tokens:
        return "none"
    return str(speculation.rollback) if has_recurrent_state(model(scenario.model.card)) else "trim"


def replays(scenario: Scenario) -> bool:
    """Whether accepted tokens run again after a rejection."""
    return rollback_kind(scenario) == Rollback.REPLAY


def snapshots(scenario: Scenario) -> int:
    """Copies of recurrent state per request slot beside the state itself: one per draft, or one to replay from."""
    kind = rollback_kind(scenario)
    return draft_plan(scenario.speculation).nodes if kind == Rollback.SNAPSHOT else int(kind == Rollback.REPLAY)
