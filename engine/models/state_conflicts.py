"""What a scenario may not ask of the state of its model."""

from __future__ import annotations

from collections.abc import Iterator

from engine.memory.hybrid_pools import kinds_of
from engine.models.cards import model
from engine.models.native_layout import native_state
from engine.scenario import Allocator, Cache, Kinds, Scenario


def state_conflicts(scenario: Scenario) -> Iterator[tuple[str, str, str]]:
    """Fields about state that do not go together: (field, found, expected)."""
    card, precision = model(scenario.model.card), scenario.precision
    if precision.native_state and native_state(card) is None:
        yield "precision.native_state", "true", f"false: no record layout of its own is known for {card.key}"
    if precision.native_state and precision.full_precision_window:
        expected = "0, because precision.native_state = true"
        yield "precision.full_precision_window", str(precision.full_precision_window), expected
    if scenario.memory.cache is Cache.NONE:
        for name in ("dram_bytes", "ssd_bytes"):
            found = getattr(scenario.offload, name)
            if found:
                yield f"offload.{name}", str(found), '0, because memory.cache = "none": no page is found again'
    if scenario.memory.kinds is Kinds.APART:
        yield from _apart(scenario)


def _apart(scenario: Scenario) -> Iterator[tuple[str, str, str]]:
    """What goes with a pool for each kind of state."""
    memory, because = scenario.memory, 'because memory.kinds = "apart"'
    if memory.allocator is not Allocator.PAGED:
        yield "memory.allocator", f'"{memory.allocator}"', f'"paged", {because}'
    if memory.cache is Cache.RADIX:
        yield "memory.cache", '"radix"', f'"hash" or "none", {because}'
    if scenario.workload.samples_per_request > 1:
        found = str(scenario.workload.samples_per_request)
        yield "workload.samples_per_request", found, f"1, {because}: no sample shares a recurrent state"
    for name in ("dram_bytes", "ssd_bytes"):
        if found := getattr(scenario.offload, name):
            yield f"offload.{name}", str(found), f"0, {because}"
    if scenario.speculation.draft_model:
        yield "speculation.draft_model", f'"{scenario.speculation.draft_model}"', f"none, {because}"
    try:
        kinds = kinds_of(scenario)
    except ValueError as error:
        yield "memory.kinds", '"apart"', f'"single": {error}'
        return
    if len(kinds) < 2 and kinds[0].grows:
        yield "memory.kinds", '"apart"', f'"single": {scenario.model.card} keeps one kind of state'
