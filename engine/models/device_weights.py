"""Where the weights of a model lie: what each device of an engine holds, and what is held more than once.

A stage of a pipeline has its part of the layers, the first one the input table, the last one the head. Layers of all
kinds are taken to be spread evenly over the stages. Attention replicas and context-parallel devices hold the same
weights but for the routed experts, which all devices of a stage share out.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.models.card_types import ModelCard
from engine.models.geometry import geometry
from engine.models.sharding import Sharding
from engine.models.state import FULL_BITS
from engine.scenario import Precision


@dataclass(frozen=True, slots=True)
class DeviceWeights:
    """Bytes of one device of one stage, and of the whole engine."""

    layers: float  # projections, dense and shared feed-forward parts
    experts: float  # routed experts, redundant copies included
    tables: float  # input table and head
    redundant: float  # of the experts: copies beyond the first
    engine: float  # on all devices of the engine
    once: float  # one copy of the model

    @property
    def device(self) -> float:
        return self.layers + self.experts + self.tables

    @property
    def replicated(self) -> float:
        """Bytes of the engine that repeat weights held by another of its devices."""
        return max(0.0, self.engine - self.once)


def _bits(precision: Precision) -> tuple[float, float, float]:
    """Bits per weight of layers, routed experts, tables."""
    overhead = precision.weight_overhead_bits
    experts = precision.expert_weight_bits
    plain = precision.weight_bits + overhead
    return plain, plain if experts is None else experts + overhead, max(FULL_BITS, precision.weight_bits)


def _parts(
    card: ModelCard, precision: Precision, kv_heads: int | None, shape: Sharding | None
) -> tuple[float, float, float, float]:
    """Bytes of layers, experts, input table and head on one device, all stages together; None = on one device."""
    tensor, within = (shape.tensor, shape.expert_tensor) if shape else (1, 1)
    parts = geometry(card, kv_heads, tensor, within)
    layer_bits, expert_bits, table_bits = _bits(precision)
    looked_up = max(0, card.params_stored - card.params_total) / tensor
    layers = sum(p.layers * p.weights for p in parts.dense) + looked_up
    one_expert = sum(p.layers * p.weights for p in parts.experts)
    routed = card.moe.n_routed if card.moe else 0
    held = (routed + shape.redundant) / shape.expert if shape else routed
    return (
        layers * layer_bits / 8,
        held * one_expert * expert_bits / 8,
        parts.embedding_weights * table_bits / 8,
        parts.head.weights * table_bits / 8,
    )


def stage_weights(
    card: ModelCard, precision: Precision, kv_heads: int | None, shape: Sharding
) -> tuple[DeviceWeights, ...]:
    """Weights of a device of each pipeline stage, first stage first."""
    layers, experts, table, head = _parts(card, precision, kv_heads, shape)
    once = sum(_parts(card, precision, kv_heads, None))
    last = len(shape.stages) - 1
    first_table = table if table or not last else head  # a tied table is needed at both ends
    tables = [(first_table if s == 0 else 0.0) + (head if s == last else 0.0) for s in range(last + 1)]
    shares = [count / card.layers for count in shape.stages]
    engine = shape.stage_devices * (layers + experts + sum(tables))
    extra = shape.redundant / (card.moe.n_routed + shape.redundant) if card.moe else 0.0
    return tuple(
        DeviceWeights(layers * share, experts * share, held, experts * share * extra, engine, once)
        for share, held in zip(shares, tables, strict=True)
    )
