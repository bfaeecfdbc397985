"""What one iteration of an engine costs: time, operations and bytes, from a roofline fitted per accelerator.

Operators are timed one by one and added: matrix products, attention of prompts, attention of decoding sequences,
recurrent layers, collectives, and a constant for CPU and launch work. Everything that depends on the scenario alone
is computed once, so that a call costs microseconds. Evidence label of every result: teaching-estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.attention import attended_pairs, attention_layers, merge, reads_of, recurrence_of
from engine.cards import constants, hardware_card, model
from engine.decode_line import PICOSECONDS, Constant, DecodeLine, decode_lines
from engine.fits import fit_for
from engine.memory_split import DoesNotFit, page_bytes, pool_pages, split_memory, weight_bytes
from engine.products import Products
from engine.scenario import Precision, Scenario
from engine.state import FULL_BITS, bytes_per_token, element_bytes

__all__ = ["CostModel", "DoesNotFit", "IterationCost", "page_bytes", "pool_pages"]

COLLECTIVES_PER_LAYER = 2  # after the attention output and after the feed-forward part
ACTIVATION_BYTES = 2  # collectives carry 16-bit activations


class IterationCost(NamedTuple):
    """Cost of one iteration on one device of the engine (all devices of an engine run in step)."""

    seconds: float  # wall time of the iteration
    flops: float
    hbm_bytes: float  # all reads and writes of device memory
    weight_bytes: float  # the part that is weights
    link_bytes: float  # sent by one device in collectives
    overhead_seconds: float  # CPU and launch time and per-operator floors, part of `seconds`
    communication_seconds: float  # part of `seconds`
    experts: float  # distinct routed experts touched per MoE layer, 0 for a dense model
    picoseconds: int  # the same wall time as the clock counts it

    def scaled(self, share: float) -> IterationCost:
        """The cost of `share` of this iteration, experts left out."""
        picoseconds = round(self.picoseconds * share)
        return IterationCost(
            picoseconds / PICOSECONDS,
            self.flops * share,
            self.hbm_bytes * share,
            self.weight_bytes * share,
            self.link_bytes * share,
            self.overhead_seconds * share,
            self.communication_seconds * share,
            0.0,
            picoseconds,
        )


NOTHING = IterationCost(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0)


class CostModel:
    """Cost of iterations of one engine of a scenario. Raises UnknownCard; ValueError if a needed rate is unknown."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.card = card = model(scenario.model.card)
        self.device = device = hardware_card(scenario.hardware.card)
        heads, tp = scenario.model.kv_heads, scenario.layout.tensor_parallel
        self.fit = fit = fit_for(device.key)
        self.extrapolated = bool(fit.borrowed)
        self._products = Products(card, device, scenario.precision, heads, tp, fit.products)
        self._overhead = scenario.hardware.overhead_us * 1e-6
        self._set_attention(heads, tp)
        self._set_collectives(tp)
        self.notes = self._notes()

    def _set_attention(self, heads: int | None, tp: int) -> None:
        device, fit = self.device, self.fit
        peak = device.peak_16bit or self._products.peak
        self._peak = peak * fit.products.compute
        self._bandwidth = device.memory_bandwidth * fit.decode.share
        self._reads = reads_of(self.card, heads, tp)
        self._element = element_bytes(self.scenario.precision)
        self._merged = tuple((cap, e * self._element, f) for cap, e, f in merge(self._reads))
        self._caps = tuple(sorted({read.cap for read in self._reads}))
        self._lines: dict[int, tuple[DecodeLine, ...]] = {}
        self._curve = fit.prefill_curve(peak)
        self._layers = attention_layers(self.card)
        self._written = bytes_per_token(self.card, self.scenario.precision, heads, tp)
        self._recurrence = recurrence_of(self.card, tp)

    def _set_collectives(self, tp: int) -> None:
        self._collectives = 0
        self._link_per_token = self._link_seconds_per_byte = 0.0
        if tp == 1:
            return
        rate = self.device.link_bytes_per_s
        if rate is None:
            raise ValueError(
                f"{self.device.name}: the card has no link rate, so tensor_parallel = {tp} cannot be timed"
            )
        self._collectives = COLLECTIVES_PER_LAYER * self.card.layers
        ring = 2 * (tp - 1) / tp  # a ring all-reduce sends every byte this many times
        self._link_per_token = self._collectives * ring * self.card.hidden * ACTIVATION_BYTES
        self._link_seconds_per_byte = 1 / rate
        self._collective_floor = self._collectives * constants()["p2p_latency_s"].value

    def _notes(self) -> tuple[str, ...]:
        notes = [self._products.note]
        if self.extrapolated:
            parts = ", ".join(self.fit.borrowed)
            notes.append(f"{self.device.name} has no fit of its own for {parts}: times are extrapolated")
        tp, domain = self.scenario.layout.tensor_parallel, self.device.scale_up_domain
        if domain and tp > domain:
            notes.append(f"tensor_parallel = {tp} exceeds the {domain} devices that the scale-up link joins")
        return tuple(note for note in notes if note)

    def iteration(
        self,
        prefill: Sequence[tuple[int, int]],
        decode_contexts_sum: int,
        decode_count: int,
        sequences: int,
    ) -> IterationCost:
        """Cost of one iteration.

        `prefill`: (tokens of the chunk, tokens already in the state before it) per request that computes its prompt.
        `decode_contexts_sum`: state tokens read by the decoding sequences, each sequence once.
        `decode_count`: tokens decoded (drafts being verified and padding slots included).
        `sequences`: distinct sequences in the iteration, prefilling ones included.
        """
        if not prefill and decode_count == sequences and decode_count:
            return self._plain(decode_count, decode_contexts_sum)
        tokens = decode_count + sum(chunk for chunk, _ in prefill)
        if tokens == 0:
            return NOTHING
        fixed = self._constant(tokens, decode_count, decode_count + len(prefill), max(1, sequences))
        seconds, flops, moved = fixed.seconds, fixed.flops, fixed.bytes
        if decode_count:
            rows = max(1, sequences - len(prefill))
            spent, work, read = self._decode(decode_contexts_sum, decode_count, rows)
            seconds, flops, moved = seconds + spent, flops + work, moved + read
        if prefill:
            spent, work, read = self._prefill(prefill)
            seconds, flops, moved = seconds + spent, flops + work, moved + read
        picoseconds = max(1, round(seconds * PICOSECONDS))
        return IterationCost(picoseconds / PICOSECONDS, flops, moved, *fixed[3:], picoseconds)

    def decode_line(self, rows: int, contexts: int) -> DecodeLine:
        """The cost of an iteration in which `rows` sequences decode one token each and nothing else happens, as a
        straight line over the sum of their contexts; it holds from `contexts` up to its `high`."""
        lines = self._lines.get(rows)
        if lines is None:
            fixed = self._constant(rows, rows, rows, rows)
            lines = self._lines[rows] = decode_lines(rows, self._merged, self._bandwidth, self._peak, fixed)
        for line in lines:
            if contexts <= line.high:
                return line
        raise ValueError(f"contexts of {contexts} tokens in sum, at most {lines[-1].high} expected")

    def _plain(self, rows: int, contexts: int) -> IterationCost:
        line = self.decode_line(rows, contexts)
        picoseconds = line.base_ps + line.slope_ps * contexts
        return IterationCost(
            picoseconds / PICOSECONDS,
            line.flops_base + line.flops_slope * contexts,
            line.bytes_base + line.bytes_slope * contexts,
            line.weight_bytes,
            line.link_bytes,
            line.overhead_ns / 1e9,
            line.communication_ns / 1e9,
            line.experts,
            picoseconds,
        )

    def _constant(self, tokens: int, decoded: int, logits: int, sequences: int) -> Constant:
        """All of an iteration but the attention over contexts; `logits` rows pass through the head."""
        layers, head = self._products.layers(tokens), self._products.head(logits)
        seconds = layers.seconds + head.seconds
        floors = layers.floors + head.floors
        flops = layers.flops + head.flops
        moved = layers.bytes + head.bytes + tokens * self._written
        if decoded:
            floors += self._layers * self.fit.decode.floor_s
        if self._recurrence.layers:
            spent, work, read = self._recurrent(tokens, sequences)
            seconds, flops, moved = seconds + spent, flops + work, moved + read
            floors += self._recurrence.layers * self.fit.decode.floor_s
        link = tokens * self._link_per_token
        communication = self._collective_floor + link * self._link_seconds_per_byte if self._collectives else 0.0
        overhead = floors + self._overhead
        return Constant(
            seconds + overhead + communication,
            flops,
            moved,
            layers.weight_bytes + head.weight_bytes,
            link,
            overhead,
            communication,
            layers.experts,
        )

    def _decode(self, contexts: int, count: int, rows: int) -> tuple[float, float, float]:
        """Seconds, operations and bytes of decode attention. Caps are applied to the mean context."""
        read = flops = 0.0
        for cap, size, per_token in self._merged:
            seen = min(contexts, rows * cap)
            read += seen * size
            flops += seen * per_token
        flops *= count / rows
        return max(read / self._bandwidth, flops / self._peak), flops, read

    def _prefill(self, prefill: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
        """Seconds, operations and bytes of prompt attention."""
        pairs = {cap: sum(attended_pairs(chunk, before, cap) for chunk, before in prefill) for cap in self._caps}
        seen = {cap: sum(min(before + chunk, cap + chunk) for chunk, before in prefill) for cap in self._caps}
        seconds = total = moved = 0.0
        for read in self._reads:
            flops = pairs[read.cap] * read.prefill_flops
            size = seen[read.cap] * read.elements * self._element
            seconds += read.layers * max(self._curve.at(flops), size / self._bandwidth)
            total += read.layers * flops
            moved += read.layers * size
        return seconds, total, moved

    def _recurrent(self, tokens: int, sequences: int) -> tuple[float, float, float]:
        """Seconds, operations and bytes of recurrent layers: state is read and written once per sequence."""
        moved = 2 * sequences * self._recurrence.state_bytes
        flops = tokens * self._recurrence.flops_per_token
        return max(moved / self._bandwidth, flops / self._peak), flops, moved

    def weight_bytes(self) -> float:
        """Weights on one device."""
        s = self.scenario
        return weight_bytes(self.card, s.precision, s.model.kv_heads, s.layout.tensor_parallel)

    def facts(self) -> dict[str, float | int | str | bool | None]:
        """The scalars of `Recording.facts` that follow from the cards. Raises DoesNotFit."""
        s, tp = self.scenario, self.scenario.layout.tensor_parallel
        split = split_memory(s)
        moe = self.card.moe
        return {
            "model_name": self.card.name,
            "hardware_name": self.device.name,
            "tensor_parallel": tp,
            "devices": tp * (s.layout.engines + s.layout.prefill_engines),
            "memory_bytes": split.memory,
            "usable_bytes": split.usable,
            "weight_bytes": split.weights,
            "weight_elements": weight_bytes(self.card, Precision(), s.model.kv_heads, tp) * 8 / FULL_BITS,
            "workspace_bytes": split.workspace,
            "pool_bytes": split.pool,
            "page_bytes": split.page,
            "state_bytes_per_token": split.paging.bytes_per_token * tp,
            "fixed_state_bytes_per_request": split.paging.bytes_per_request,
            "peak_flops": self._products.peak,
            "memory_bandwidth": self.device.memory_bandwidth,
            "tdp_w": self.device.tdp_w,
            "weight_bits": s.precision.weight_bits + s.precision.weight_overhead_bits,
            "state_bits": s.precision.state_bits + s.precision.state_overhead_bits,
            "activation_bits": s.precision.activation_bits,
            "experts_per_layer": moe.n_routed if moe else 0,
            "experts_per_token": moe.top_k if moe else 0,
            "layers": self.card.layers,
            "extrapolated": self.extrapolated,
        }
