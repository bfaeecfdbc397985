"""What a scenario may not ask of the state of its model."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import model
from engine.native_layout import native_state
from engine.scenario import Cache, Scenario


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
