"""What the devices of one engine send each other in an iteration, and what a pipeline leaves idle.

Bytes are those that one device sends on the way of an iteration through all stages; a device of a pipeline sends its
stage's part of them. Rings send (d - 1) / d of the data per pass. Neighbours inside the scale-up domain use that
link, others the network card. Evidence label of every result: teaching-estimate.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.costs.fits import LinkFit
from engine.costs.hot_experts import hot_expert_factor, touched_experts
from engine.models.card_types import RECURRENT, WITHOUT_ATTENTION, HardwareCard, ModelCard
from engine.models.cards import constants
from engine.models.geometry import layer_split
from engine.models.sharding import Sharding, sharding
from engine.models.state import stored_elements
from engine.scenario import Layout

__all__ = [
    "NO_COMMUNICATION",
    "Communication",
    "Exchange",
    "bubble",
    "communication",
    "hot_expert_factor",
    "pipeline_stretch",
    "touched_experts",
]

WIDE = 2.0  # bytes of a 16-bit activation
NETWORK_SHARE = 0.8  # of a network card's line rate that is reached: DeepEP, 39 of 50 GB/s among 128 and 256 devices
PARTIAL = 4.0  # bytes of the sum of exponentials that goes with a partial softmax


class Communication(NamedTuple):
    """Bytes that one device sends, operations and seconds, of one iteration."""

    all_reduce_bytes: float  # attention and feed-forward outputs; gathers of attention replicas
    all_to_all_bytes: float  # dispatch of tokens to experts and back
    p2p_bytes: float  # activations from stage to stage
    ring_bytes: float  # state passed round (prompts), partial softmaxes merged (decoding)
    ops: int
    seconds: float

    @property
    def bytes(self) -> float:
        return self.all_reduce_bytes + self.all_to_all_bytes + self.p2p_bytes + self.ring_bytes


NO_COMMUNICATION = Communication(0.0, 0.0, 0.0, 0.0, 0, 0.0)


@dataclass(frozen=True, slots=True)
class Links:
    """Rates of one device, bytes per second in one direction."""

    near: float
    far: float
    domain: int  # devices that the scale-up link joins

    def seconds_per_byte(self, span: int) -> float:
        """Of a ring or a hop among devices that span `span` neighbours: its slowest link decides."""
        return 1 / (self.near if span <= self.domain else self.far)

    def scattered(self, span: int) -> float:
        """Seconds per byte sent evenly to all of `span` devices: near and far peers at the same time."""
        outside = max(0, span - self.domain) / max(1, span - 1)
        return max((1 - outside) / self.near, outside / self.far)


def links_of(hardware: HardwareCard, layout: Layout, share: float = 1.0) -> Links:
    """`share` of the scale-up link is reached. Raises ValueError if the card has no link rate."""
    rate = hardware.link_bytes_per_s
    if rate is None:
        raise ValueError(
            f"{hardware.name}: the card has no link rate, so an engine of several devices cannot be timed "
            f"(found tensor_parallel = {layout.tensor_parallel})"
        )
    return Links(rate * share, layout.network_bytes_per_s * NETWORK_SHARE, hardware.scale_up_domain or 1 << 30)


def _ring(devices: int) -> float:
    """An all-reduce sends every byte this many times: a reduce-scatter and an all-gather."""
    return 2 * (devices - 1) / devices


class Exchange:
    """Communication of a model on a layout, worked out once; `at` is then a few products.

    Raises ValueError for degrees that do not go together and for a card without a link rate.
    """

    def __init__(
        self,
        card: ModelCard,
        layout: Layout,
        hardware: HardwareCard,
        activation_bytes: float = WIDE,
        fit: LinkFit | None = None,
    ) -> None:
        self.sharding = shape = sharding(layout, card)
        self._card, self._layout = card, layout
        self.needed = shape.devices > 1
        if not self.needed:
            return
        self._links = links_of(hardware, layout, fit.share if fit else 1.0)
        self._latency = fit.latency(shape.stage_devices) if fit else constants()["p2p_latency_s"].value
        self._ops = self._prompt_ops = 0
        self._set_reductions(shape)
        self._set_experts(shape, activation_bytes)
        self._set_stages(shape)
        self._set_context(shape)

    def _set_reductions(self, shape: Sharding) -> None:
        card, tp = self._card, shape.tensor
        dense, experts = layer_split(card)
        mixers = sum(group.count for group in card.layer_group if group.kind not in WITHOUT_ATTENTION)
        self._decode_reduced = self._prompt_reduced = self._gathered = 0.0
        width = card.hidden * WIDE
        if tp > 1:
            passes = mixers + dense + (experts / 2 if shape.expert > 1 else 0)  # after the combine: half, a gather
            self._decode_reduced = passes * _ring(tp) * width / shape.data
            self._prompt_reduced = self._decode_reduced / shape.context
            self._ops += mixers + dense + (experts if shape.expert > 1 else 0)
        group = shape.expert_tensor
        if experts and group > 1:  # all tokens meet in the group that splits an expert
            share = 1 - (1 - 1 / shape.expert) ** self._top_k
            self._gathered = experts * _ring(group) * share * width
            self._ops += experts

    @property
    def _top_k(self) -> int:
        return self._card.moe.top_k if self._card.moe else 0

    def _set_experts(self, shape: Sharding, activation_bytes: float) -> None:
        self._dispatched = 0.0
        ways, moe = shape.expert, self._card.moe
        if moe is None or ways == 1:
            return
        _, layers = layer_split(self._card)
        others = (ways - 1) * (1 - (1 - 1 / ways) ** moe.top_k)  # devices besides its own that a token visits
        width = moe.expert_hidden or self._card.hidden
        self._dispatched = layers * others * width * (activation_bytes + WIDE) / shape.stage_devices
        self._ops += 2 * layers

    def _set_stages(self, shape: Sharding) -> None:
        hops = len(shape.stages) - 1
        self._passed_on = hops * self._card.hidden * WIDE / shape.data
        self._ops += hops

    def _set_context(self, shape: Sharding) -> None:
        self._passed_round = self._merged = 0.0
        cp = shape.context
        if cp == 1:
            return
        card = self._card
        for group in card.layer_group:
            if group.kind in WITHOUT_ATTENTION or group.kind in RECURRENT:
                continue
            stored = group.count * stored_elements(group, None, shape.tensor) * WIDE
            self._passed_round += (cp - 1) * stored / cp / shape.data
            part = card.q_heads / shape.tensor * ((group.latent_rank or group.value_dim) * WIDE + PARTIAL)
            self._merged += group.count * _ring(cp) * part / shape.data
            self._ops += group.count
            self._prompt_ops += group.count * (cp - 2)

    def at(self, tokens: int, prefill_tokens: int = 0) -> Communication:
        """Of an iteration with `tokens` tokens in the whole engine, `prefill_tokens` of them of prompts."""
        if not self.needed or tokens <= 0:
            return NO_COMMUNICATION
        decoded, shape, links = tokens - prefill_tokens, self.sharding, self._links
        own = decoded * self._decode_reduced + prefill_tokens * self._prompt_reduced
        met = tokens * self._gathered
        sent = tokens * self._dispatched
        passed = (decoded + prefill_tokens / shape.context) * self._passed_on
        ring = prefill_tokens * self._passed_round + decoded * self._merged
        seconds = own * links.seconds_per_byte(shape.tensor)
        seconds += ring * links.seconds_per_byte(shape.tensor * shape.context)
        seconds += passed * links.seconds_per_byte(shape.devices)
        seconds += met * links.seconds_per_byte(shape.stage_devices)
        if sent:
            hot = hot_expert_factor(self._card, self._layout, tokens)
            seconds += sent * hot * links.scattered(shape.stage_devices)
        ops = self._ops + (self._prompt_ops if prefill_tokens else 0)
        return Communication(own + met, sent, passed, ring, ops, seconds + ops * self._latency)


@lru_cache(maxsize=64)
def _exchange(card: ModelCard, layout: Layout, hardware: HardwareCard) -> Exchange:
    return Exchange(card, layout, hardware)


def communication(
    card: ModelCard, layout: Layout, hardware: HardwareCard, tokens: int, prefill_tokens: int = 0
) -> Communication:
    """What one device sends in an iteration of `tokens` tokens of the engine; `Exchange` for many calls."""
    return _exchange(card, layout, hardware).at(tokens, prefill_tokens)


def bubble(layout: Layout, microbatches: int | None = None) -> float:
    """Share of a pipeline's time in which a stage waits: (p - 1) / (m + p - 1) with p stages, m microbatches."""
    stages = layout.pipeline_parallel
    many = microbatches or layout.microbatches or stages
    return (stages - 1) / (many + stages - 1)


def pipeline_stretch(card: ModelCard, layout: Layout, microbatches: int | None = None) -> float:
    """Time of an iteration over the time that one microbatch takes through all layers without waiting.

    m microbatches take m + p - 1 turns of the slowest stage.
    """
    shape = sharding(layout, card)
    many = microbatches or shape.microbatches
    return (many + len(shape.stages) - 1) * max(shape.stages) / card.layers
