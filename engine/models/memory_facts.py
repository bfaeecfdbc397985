"""What a recording says about memory and the sharing of a model; see `Recording.facts`."""

from __future__ import annotations

from typing import Any

from engine.costs.hot_experts import placement_of
from engine.costs.parallel import Exchange, bubble
from engine.memory.hybrid_pools import kind_pools
from engine.models.cards import hardware_card, model
from engine.models.memory_split import MemorySplit, split_memory, weight_bytes
from engine.models.state import FULL_BITS, growing_by_kind, layout, window_bytes
from engine.scenario import Kinds, Precision, Scenario


def memory_facts(scenario: Scenario) -> dict[str, Any]:
    """Bytes of one device of the tightest stage, unless named `whole`. Raises DoesNotFit."""
    card, layout = model(scenario.model.card), scenario.layout
    split = split_memory(scenario)
    shape, parts = split.shape, split.weight_parts
    full = weight_bytes(card, Precision(), scenario.model.kv_heads, layout)
    return {
        "tensor_parallel": shape.tensor,
        "engine_devices": shape.devices,
        "devices": shape.devices * (layout.engines + layout.prefill_engines),
        "memory_bytes": split.memory,
        "usable_bytes": split.usable,
        "weight_bytes": split.weights,
        "draft_weight_bytes": split.draft.weights,
        "weight_elements": full.device * 8 / FULL_BITS,
        "expert_weight_bytes": parts.experts,
        "redundant_expert_bytes": parts.redundant,
        "weight_bytes_whole_engine": parts.engine,
        "weight_bytes_whole_model": parts.once,
        "workspace_bytes": split.workspace,
        "fixed_state_bytes": split.fixed_state,
        "left_bytes": split.left,
        "pool_bytes": split.pool,
        "page_bytes": split.page,
        "state_bytes_per_token": split.paging.bytes_per_token * shape.tensor,
        "draft_state_bytes_per_token": split.draft.per_token * shape.tensor,
        "draft_page_bytes": split.draft.per_token * scenario.memory.page_tokens / shape.replicas,
        "draft_fixed_bytes": split.draft.per_request * scenario.policy.max_running / shape.replicas,
        "fixed_state_bytes_per_request": split.fixed_per_request,
        "fixed_state_bytes_whole_request": split.paging.bytes_per_request * shape.tensor,
        "dram_tier_bytes": scenario.offload.dram_bytes,
        "ssd_tier_bytes": scenario.offload.ssd_bytes,
        **_state(scenario),
        **_exchange(scenario),
        **_workspace(split),
        **_degrees(scenario, split),
        **(_kinds(scenario, split) if scenario.memory.kinds is Kinds.APART else {}),
    }


def _kinds(scenario: Scenario, split: MemorySplit) -> dict[str, Any]:
    """With a pool for each kind of state nothing is set aside outside pages."""
    pools = kind_pools(scenario)
    return {
        "fixed_state_bytes": 0,
        "fixed_state_bytes_per_request": 0,
        "left_bytes": split.left + split.fixed_state,
        "pool_bytes": sum(pool.pages * pool.page_bytes for pool in pools),
        "page_bytes": pools[0].page_bytes,
        "pool_bytes_by_kind": {pool.group.name: float(pool.pages * pool.page_bytes) for pool in pools},
    }


def _state(scenario: Scenario) -> dict[str, Any]:
    """State of one replica on all its tensor-parallel devices."""
    card, precision, heads = model(scenario.model.card), scenario.precision, scenario.model.kv_heads
    tp = scenario.layout.tensor_parallel
    shape = layout(card, heads, tp)
    kinds = growing_by_kind(card, precision, heads, tp)
    return {
        "state_bytes_per_token_by_kind": {kind: tp * size for kind, size in kinds.items()},
        "window_bytes_whole_request": tp * window_bytes(card, precision, heads, tp),
        "widest_window_tokens": max((tokens for tokens, _ in shape.windows), default=0),
        "recurrent_bytes_whole_request": tp * shape.recurrent_bytes,
        "convolution_bytes_whole_request": tp * shape.convolution_bytes,
    }


def _exchange(scenario: Scenario) -> dict[str, Any]:
    """Bytes that one device sends for one token on its way through all stages, by what they are for."""
    device = hardware_card(scenario.hardware.card)
    exchange = Exchange(model(scenario.model.card), scenario.layout, device, scenario.precision.activation_bits / 8)
    sent = {"decode": exchange.at(1, 0), "prompt": exchange.at(1, 1)}
    names = ("all_reduce", "all_to_all", "p2p", "ring")
    return {
        f"{name}_bytes_per_token": {work: float(getattr(told, f"{name}_bytes")) for work, told in sent.items()}
        for name in names
    }


def _workspace(split: MemorySplit) -> dict[str, Any]:
    parts = split.workspace_parts
    return {
        "workspace_given": parts.given is not None,
        "activation_bytes": parts.activations,
        "sampling_bytes": parts.sampling,
        "graph_bytes": parts.graphs,
        "communication_buffer_bytes": parts.communication,
        "runtime_bytes": parts.runtime,
    }


def _degrees(scenario: Scenario, split: MemorySplit) -> dict[str, Any]:
    shape = split.shape
    placed = placement_of(model(scenario.model.card), scenario.layout)
    return {
        "pipeline_parallel": len(shape.stages),
        "microbatches": shape.microbatches,
        "bubble_share": bubble(scenario.layout),
        "data_parallel": shape.data,
        "context_parallel": shape.context,
        "expert_parallel": shape.expert,
        "moe_tensor_parallel": shape.expert_tensor,
        "redundant_experts": shape.redundant,
        "expert_skew": scenario.layout.expert_skew,
        "expert_imbalance": placed.imbalance if placed else None,
        "expert_slots_per_device": len(placed.copies) / placed.devices if placed else None,
    }
