"""Time, operations and bytes of attention and of recurrent layers on one device of an engine."""

from __future__ import annotations

from collections.abc import Sequence

from engine.costs.attention import NO_CAP, attended_pairs, attention_layers, merge, reads_of, recurrence_of
from engine.costs.fits import Fit
from engine.models.card_types import HardwareCard, ModelCard
from engine.models.sharding import Sharding
from engine.models.state import bytes_per_token, element_bytes
from engine.scenario import Precision

Cost = tuple[float, float, float]  # seconds, operations, bytes


class AttentionCost:
    """Attention of one model on one device: what decoding sequences read, what prompts compute, what recurs.

    Sequences are dealt evenly to the attention replicas of an engine, and the busiest one decides. Devices that split
    the tokens of a state each read their part. Everything is for the layers of all stages.
    """

    def __init__(
        self,
        card: ModelCard,
        device: HardwareCard,
        precision: Precision,
        kv_heads: int | None,
        shape: Sharding,
        fit: Fit,
        peak: float,
    ) -> None:
        tp = shape.tensor
        self.peak = peak * fit.products.compute
        self.bandwidth = device.memory_bandwidth * fit.decode.share
        self.written = bytes_per_token(card, precision, kv_heads, tp)
        self.recurrence = recurrence_of(card, tp)
        self.decode_floor = attention_layers(card) * fit.decode.floor_s
        self.recurrent_floor = self.recurrence.layers * fit.decode.floor_s
        element = element_bytes(precision, card)
        reads = reads_of(card, kv_heads, tp)
        self.merged = tuple((cap, e * element, f) for cap, e, f in merge(reads))
        self._curve = fit.prefill_curve(peak)
        self.replicas, self._context = shape.data, shape.context
        alike: dict[tuple[int, float, float], int] = {}
        for read in reads:
            key = read.cap, read.elements * element, read.prefill_flops
            alike[key] = alike.get(key, 0) + read.layers
        self._prompt_reads = tuple((*key, layers) for key, layers in alike.items())

    def busiest(self, sequences: int) -> float:
        """Share of `sequences` that the busiest attention replica has."""
        if self.replicas == 1 or not sequences:
            return 1.0
        return -(-sequences // self.replicas) / sequences

    def decode(self, contexts: float, count: float, rows: float) -> Cost:
        """`count` tokens of `rows` sequences whose contexts sum to `contexts`. Caps apply to the mean context."""
        read = flops = 0.0
        for cap, size, per_token in self.merged:
            seen = min(contexts, rows * cap) / self._context
            read += seen * size
            flops += seen * per_token
        flops *= count / rows
        return max(read / self.bandwidth, flops / self.peak), flops, read

    def prefill(self, prefill: Sequence[tuple[int, int]]) -> Cost:
        """Chunks of prompts: (tokens of the chunk, tokens in the state before it)."""
        seconds = total = moved = 0.0
        share = self.busiest(len(prefill)) / self._context
        curve, bandwidth = self._curve, self.bandwidth
        for cap, size, per_pair, layers in self._prompt_reads:
            pairs = seen = 0.0
            for chunk, before in prefill:
                if cap == NO_CAP:
                    pairs += chunk * (before + (chunk + 1) * 0.5)
                    seen += before + chunk
                else:
                    pairs += attended_pairs(chunk, before, cap)
                    seen += min(before + chunk, cap + chunk)
            flops, read = pairs * share * per_pair, seen * share * size
            seconds += layers * max(curve.at(flops), read / bandwidth)
            total += layers * flops
            moved += layers * read
        return seconds, total, moved

    def recurrent(self, tokens: float, sequences: float) -> Cost:
        """Recurrent layers: state is read and written once per sequence."""
        moved = 2 * sequences * self.recurrence.state_bytes
        flops = tokens * self.recurrence.flops_per_token
        return max(moved / self.bandwidth, flops / self.peak), flops, moved
