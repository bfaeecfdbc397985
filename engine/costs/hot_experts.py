"""Which experts are popular, where their copies lie, and how much busier the busiest device is than the mean.

Popularity falls with the rank of an expert as 1 / rank^skew. Redundant slots go, one at a time, to the expert with
the most load per copy; then all copies are placed, the heaviest first, on the device with the least load that has a
slot left. Everything is deterministic. Evidence label: teaching-estimate.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.models.card_types import ModelCard
from engine.scenario import Layout


@dataclass(frozen=True, slots=True)
class Placement:
    """Experts of one layer on the devices of an expert-parallel group. Loads are expected picks per token."""

    copies: tuple[float, ...]  # load of each copy, the heaviest expert first
    hottest: float  # load of the busiest device
    devices: int
    experts_per_token: int

    @property
    def imbalance(self) -> float:
        """Load of the busiest device over the mean one, for infinitely many tokens."""
        return self.hottest * self.devices / self.experts_per_token


def picks(experts: int, per_token: int, skew: float) -> list[float]:
    """Probability that a token picks each expert, by rank; they sum to `per_token` and none exceeds 1."""
    weight = [(rank + 1) ** -skew for rank in range(experts)]
    sure = 0
    while sure < per_token:
        scale = (per_token - sure) / sum(weight[sure:])
        if weight[sure] * scale <= 1:
            break
        sure += 1
    scale = (per_token - sure) / sum(weight[sure:]) if sure < experts else 0.0
    return [1.0] * sure + [w * scale for w in weight[sure:]]


@lru_cache(maxsize=256)
def placement(experts: int, per_token: int, devices: int, redundant: int, skew: float) -> Placement:
    """Copies of `experts` experts and `redundant` further ones on `devices` devices."""
    load = picks(experts, per_token, skew)
    copies = [1] * experts
    heap = [(-p, rank) for rank, p in enumerate(load)]
    heapq.heapify(heap)
    for _ in range(redundant):
        _, rank = heap[0]
        copies[rank] += 1
        heapq.heapreplace(heap, (-load[rank] / copies[rank], rank))
    each = sorted((load[rank] / n for rank, n in enumerate(copies) for _ in range(n)), reverse=True)
    return Placement(tuple(each), _busiest(each, devices), devices, per_token)


def _busiest(each: list[float], devices: int) -> float:
    slots = -(-len(each) // devices)
    open_devices = [(0.0, 0, device) for device in range(devices)]
    full: list[float] = []
    for load in each:
        held, used, device = heapq.heappop(open_devices)
        if used + 1 == slots:
            full.append(held + load)
        else:
            heapq.heappush(open_devices, (held + load, used + 1, device))
    return max([*full, *(held for held, _, _ in open_devices)])


def placement_of(card: ModelCard, layout: Layout) -> Placement | None:
    """The placement of a model's experts, None for a dense model."""
    moe = card.moe
    if moe is None:
        return None
    return placement(moe.n_routed, moe.top_k, layout.expert_parallel, layout.redundant_experts, layout.expert_skew)


def hot_expert_factor(card: ModelCard, layout: Layout, tokens: float) -> float:
    """Tokens on the busiest device over those on the mean one, when `tokens` tokens reach an MoE layer.

    The placement's own imbalance, plus what the draw of few tokens adds: the largest of d nearly normal loads lies
    about sqrt(2 ln d) standard deviations above its mean. At least 1; exactly 1 where one group holds all experts.
    """
    placed = placement_of(card, layout)
    if placed is None or placed.devices == 1 or tokens <= 0:
        return 1.0
    slots = len(placed.copies) / placed.devices
    spread, most = crowding(placed.imbalance, placed.devices, placed.experts_per_token, slots)
    return max(1.0, min(most, placed.imbalance + spread / math.sqrt(tokens)))


def crowding(imbalance: float, devices: int, per_token: int, slots: float) -> tuple[float, float]:
    """(spread, most): `hot_expert_factor` of n tokens is imbalance + spread / sqrt(n), at least 1 and at most `most`.

    `slots` experts lie on each of `devices`; no token goes to one of them twice.
    """
    spread = math.sqrt(2 * math.log(devices) * imbalance * devices / per_token)
    return spread, min(per_token, slots) * devices / per_token


def touched_experts(card: ModelCard, layout: Layout, tokens: float) -> float:
    """Expected copies on one device (the mean one) that at least one of `tokens` tokens reaches, per MoE layer."""
    placed = placement_of(card, layout)
    if placed is None or tokens <= 0:
        return 0.0
    loads = np.asarray(placed.copies)
    return float((1 - (1 - loads) ** tokens).sum() / placed.devices)
