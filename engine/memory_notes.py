"""What a user should know about where state lies; part of the notes of a run."""

from __future__ import annotations

from engine.card_types import COMPRESSED, HEADED, LATENT
from engine.cards import model
from engine.geometry import kv_heads_of
from engine.scenario import Kinds, Scenario
from engine.state import paging


def memory_notes(scenario: Scenario) -> tuple[str, ...]:
    """Windows whose old pages are kept, heads and latents that several devices hold."""
    card, tp = model(scenario.model.card), scenario.layout.tensor_parallel
    notes = []
    if scenario.memory.kinds is Kinds.SINGLE:
        heads = scenario.model.kv_heads
        notes.append(paging(card, scenario.precision, scenario.model.max_length, heads, tp).note)
    counts = [kv_heads_of(g, scenario.model.kv_heads) for g in card.layer_group if g.kind in HEADED]
    few = min(counts, default=tp)
    if tp > few:
        notes.append(f"{card.name} has layers with {few} KV heads on {tp} devices: several hold the same state")
    if tp > 1 and any(g.kind in LATENT | COMPRESSED for g in card.layer_group):
        notes.append(
            f"one latent serves all heads of {card.name}: each of the {tp} devices of a replica holds it whole"
        )
    return tuple(note for note in notes if note)
