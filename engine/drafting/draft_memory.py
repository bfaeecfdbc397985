"""What speculation occupies on a device: a draft model's weights and state, and copies of recurrent state."""

from __future__ import annotations

from dataclasses import dataclass

from engine.drafting.rollback import snapshots
from engine.models.cards import model
from engine.models.device_weights import stage_weights
from engine.models.sharding import sharding
from engine.models.state import fixed_bytes, paging
from engine.scenario import Layout, Scenario


@dataclass(frozen=True, slots=True)
class DraftMemory:
    """Bytes on one device of an attention replica, all layers of the target counted."""

    weights: float = 0.0
    per_token: float = 0.0  # in pages, beside the target's state of the same tokens
    per_request: float = 0.0  # the draft model's fixed state, and the copies for undoing rejections


def draft_memory(scenario: Scenario) -> DraftMemory:
    """The draft model is split over the tensor-parallel devices and whole on every pipeline stage."""
    speculation, tp = scenario.speculation, scenario.layout.tensor_parallel
    copies = snapshots(scenario)
    per_request = copies * fixed_bytes(model(scenario.model.card), tp) if copies else 0.0
    if not (speculation.draft_tokens and speculation.draft_model):
        return DraftMemory(per_request=per_request)
    card = model(speculation.draft_model)
    held = stage_weights(card, scenario.precision, None, sharding(Layout(tensor_parallel=tp), card))
    placed = paging(card, scenario.precision, scenario.model.max_length, None, tp)
    return DraftMemory(held[0].device, placed.bytes_per_token, per_request + placed.bytes_per_request)
