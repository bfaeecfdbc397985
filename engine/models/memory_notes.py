"""What a user should know about where state lies; part of the notes of a run."""

from __future__ import annotations

from engine.models.card_types import COMPRESSED, HEADED, LATENT
from engine.models.cards import model
from engine.models.geometry import kv_heads_of
from engine.models.memory_split import split_memory
from engine.models.state import paging
from engine.scenario import Kinds, Scenario


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
    notes.append(_given_pages(scenario))
    return tuple(note for note in notes if note)


def _given_pages(scenario: Scenario) -> str:
    """A pool that the scenario fixes may be larger than the memory: said, because real engines report such counts."""
    if scenario.memory.pages is None or scenario.memory.kinds is not Kinds.SINGLE:
        return ""
    split = split_memory(scenario)
    if split.pool <= split.left:
        return ""
    have = max(0.0, split.left) / 2**30
    return (
        f"memory.pages = {split.pages:,} takes {split.pool / 2**30:,.2f} GiB on a device, where weights and "
        f"workspace leave {have:,.2f} GiB: the pool is taken as given"
    )
