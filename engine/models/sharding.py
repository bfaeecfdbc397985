"""How the devices of one engine share a model: the degrees of a layout, checked against the model.

A stage has tensor x context x data-parallel devices, numbered in that order from the inside; stages come one after
the other. The devices of a stage hold the routed experts together, in groups of devices that split each expert.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.models.card_types import RECURRENT, ModelCard
from engine.scenario import Layout


@dataclass(frozen=True, slots=True)
class Sharding:
    """Resolved degrees of one engine."""

    tensor: int
    context: int
    data: int
    stages: tuple[int, ...]  # layers of each pipeline stage
    expert: int
    expert_tensor: int
    redundant: int
    microbatches: int

    @property
    def stage_devices(self) -> int:
        return self.tensor * self.context * self.data

    @property
    def devices(self) -> int:
        """Devices of the engine."""
        return self.stage_devices * len(self.stages)

    @property
    def replicas(self) -> int:
        """Devices of a stage that hold the same attention weights."""
        return self.context * self.data


def stage_layers(layers: int, stages: int) -> tuple[int, ...]:
    """Layers of each stage. What does not divide goes to the later stages but the last, which has the head too."""
    parts = [layers // stages] * stages
    for place in range(2, layers % stages + 2):
        parts[-place] += 1
    return tuple(parts)


def stage_devices(layout: Layout) -> int:
    """Devices of one pipeline stage."""
    return layout.tensor_parallel * layout.context_parallel * layout.data_parallel


def layout_conflicts(layout: Layout, card: ModelCard) -> Iterator[tuple[str, str, str]]:
    """Degrees that do not go together: (field, found, expected)."""
    pipeline, ways, stage = layout.pipeline_parallel, layout.expert_parallel, stage_devices(layout)
    if pipeline > card.layers:
        yield "layout.pipeline_parallel", str(pipeline), f"at most the {card.layers} layers of {card.key}"
    if layout.context_parallel > 1 and any(group.kind in RECURRENT for group in card.layer_group):
        expected = f"1: recurrent layers of {card.key} pass their state from token to token"
        yield "layout.context_parallel", str(layout.context_parallel), expected
    if card.moe is None:
        yield from _without_experts(layout, card.key)
        return
    product = f"tensor_parallel x context_parallel x data_parallel = {stage}"
    if stage % ways:
        yield "layout.expert_parallel", str(ways), f"a divisor of {product}"
    elif layout.moe_tensor_parallel not in (None, stage // ways):
        expected = f"{stage // ways}, so that times expert_parallel = {ways} it is {product}"
        yield "layout.moe_tensor_parallel", str(layout.moe_tensor_parallel), expected
    if layout.redundant_experts and ways == 1:
        yield "layout.redundant_experts", str(layout.redundant_experts), "0, because expert_parallel = 1"
    elif (card.moe.n_routed + layout.redundant_experts) % ways:
        slots = f"{card.moe.n_routed} experts of {card.key} + {layout.redundant_experts} redundant ones"
        yield "layout.expert_parallel", str(ways), f"a divisor of the {slots}"


def _without_experts(layout: Layout, key: str) -> Iterator[tuple[str, str, str]]:
    reason = f"{key} has no experts"
    if layout.expert_parallel > 1:
        yield "layout.expert_parallel", str(layout.expert_parallel), f"1: {reason}"
    if layout.moe_tensor_parallel is not None:
        yield "layout.moe_tensor_parallel", str(layout.moe_tensor_parallel), f'"none": {reason}'
    if layout.redundant_experts:
        yield "layout.redundant_experts", str(layout.redundant_experts), f"0: {reason}"


def sharding(layout: Layout, card: ModelCard) -> Sharding:
    """The degrees of one engine. Raises ValueError naming the field whose degree does not go with the others."""
    for field, found, expected in layout_conflicts(layout, card):
        raise ValueError(f"{field}: found {found}, expected {expected}")
    stage, expert = stage_devices(layout), layout.expert_parallel
    return Sharding(
        tensor=layout.tensor_parallel,
        context=layout.context_parallel,
        data=layout.data_parallel,
        stages=stage_layers(card.layers, layout.pipeline_parallel),
        expert=expert,
        expert_tensor=stage // expert,
        redundant=layout.redundant_experts,
        microbatches=layout.microbatches or layout.pipeline_parallel,
    )
