"""What one iteration of an engine costs: time, operations and bytes, from a roofline fitted per accelerator.

Operators are timed one by one and added: matrix products, attention of prompts, attention of decoding sequences,
recurrent layers, collectives, and a constant for CPU and launch work. Everything that depends on the scenario alone
is computed once, so that a call costs microseconds. Evidence label of every result: teaching-estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.costs.attention_cost import AttentionCost
from engine.costs.coverage import beyond
from engine.costs.decode_line import PICOSECONDS, Constant, DecodeLine, decode_lines
from engine.costs.fits import EngineFit, Fit, engine_fit, fit_for
from engine.costs.parallel import Exchange, pipeline_stretch
from engine.costs.products import Products
from engine.models.cards import hardware_card, model
from engine.models.memory_facts import memory_facts
from engine.models.memory_notes import memory_notes
from engine.models.memory_split import DoesNotFit, page_bytes, pool_pages, weight_bytes
from engine.models.sharding import sharding
from engine.models.state import element_bytes
from engine.scenario import Scenario

__all__ = ["CostModel", "DoesNotFit", "IterationCost", "page_bytes", "pool_pages"]


MOST_CONSTANTS = 100_000  # parts of iterations kept, some 30 MB


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
    """Cost of iterations of one engine of a scenario. Raises UnknownCard; ValueError if a needed rate is unknown, if
    the degrees of the layout do not go together, or if no such generation of engines is fitted.

    Attention replicas and pipeline stages are taken to be evenly loaded, and the busiest decides. `fit` and `engine`
    replace the fits of the card and of the generation, for those who fit them.
    """

    def __init__(self, scenario: Scenario, fit: Fit | None = None, engine: EngineFit | None = None) -> None:
        self.scenario = scenario
        self.card = card = model(scenario.model.card)
        self.device = device = hardware_card(scenario.hardware.card)
        layout, precision, heads = scenario.layout, scenario.precision, scenario.model.kv_heads
        self.shape = shape = sharding(layout, card)
        self.fit = fit = fit or fit_for(device.key)
        generation = scenario.hardware.engine
        self.engine = engine or (engine_fit(generation) if generation else None)
        self._beyond = tuple(beyond(fit.covered, card, precision, shape.devices))
        self.extrapolated = bool(fit.borrowed or self._beyond)
        kernels = fit.experts.scaled(self.engine.expert_compute) if self.engine else fit.experts
        self._products = Products(card, device, precision, heads, layout, shape, fit.products, kernels)
        peak = device.peak_16bit or self._products.peak
        self._attention = AttentionCost(card, device, precision, heads, shape, fit, peak)
        self._exchange = Exchange(card, layout, device, precision.activation_bits / 8, fit.links)
        self._lines: dict[int, tuple[DecodeLine, ...]] = {}
        self._constants: dict[tuple[int, int, int, int, int], Constant] = {}
        self._set_stages()
        self._set_overhead()
        self.notes = self._notes()

    def _set_stages(self) -> None:
        """An iteration takes `_stretch` times one microbatch of a pipeline; a device has `_part` of the layers.

        Collectives can hide behind products only if there are two halves of a batch, one in each.
        """
        shape = self.shape
        self._overlap = self.scenario.layout.overlap
        halves = 2 if self._overlap else 1
        self._microbatches = shape.microbatches if len(shape.stages) > 1 else 1
        self._stretch = pipeline_stretch(self.card, self.scenario.layout) if len(shape.stages) > 1 else 1.0
        self._microbatches *= halves
        self._stretch *= halves
        self._part = max(shape.stages) / self.card.layers
        self._pace = self._stretch / self._microbatches

    def _set_overhead(self) -> None:
        engine = self.engine
        self._overhead = engine.step_s if engine else self.scenario.hardware.overhead_us * 1e-6
        self._per_sequence = engine.sequence_s if engine else 0.0
        self._floor_share = engine.floor_share if engine else 1.0
        self._with_prefill = engine.prefill_s if engine else 0.0

    def _notes(self) -> tuple[str, ...]:
        notes = [self._products.note]
        if self.fit.borrowed:
            parts = ", ".join(self.fit.borrowed)
            notes.append(f"{self.device.name} has no fit of its own for {parts}: times are extrapolated")
        if self._beyond:
            parts = ", ".join(self._beyond)
            notes.append(f"the fit of {self.device.name} was not made on {parts}: times are extrapolated")
        devices, domain = self.shape.devices, self.device.scale_up_domain
        if domain and devices > domain:
            notes.append(f"{devices} devices of an engine exceed the {domain} that the scale-up link joins")
        return (*(note for note in notes if note), *memory_notes(self.scenario))

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
        chunks = 0
        for chunk, _ in prefill:
            chunks += chunk
        if decode_count + chunks == 0:
            return NOTHING
        rows = max(1, sequences - len(prefill)) if decode_count else 0
        key = chunks, len(prefill), decode_count, rows, max(1, sequences)
        fixed = self._constants.get(key) or self._remembered(key)
        seconds, flops, moved, weights, link, overhead, communication, experts = fixed
        attention, pace, part = self._attention, self._pace, self._part
        if decode_count:
            if attention.replicas == 1:
                spent, work, read = attention.decode(decode_contexts_sum, decode_count, rows)
            else:
                share = attention.busiest(rows)
                spent, work, read = attention.decode(decode_contexts_sum * share, decode_count * share, rows * share)
            seconds += spent * pace
            flops += work * part
            moved += read * part
        if prefill:
            spent, work, read = attention.prefill(prefill)
            seconds += spent * pace
            flops += work * part
            moved += read * part
        ps = max(1, round(seconds * PICOSECONDS))
        return IterationCost(ps / PICOSECONDS, flops, moved, weights, link, overhead, communication, experts, ps)

    def decode_line(self, rows: int, contexts: int) -> DecodeLine:
        """The cost of an iteration in which `rows` sequences decode one token each and nothing else happens, as a
        straight line over the sum of their contexts; it holds from `contexts` up to its `high`."""
        lines = self._lines.get(rows)
        if lines is None:
            lines = self._lines[rows] = self._lines_for(rows)
        for line in lines:
            if contexts <= line.high:
                return line
        raise ValueError(f"contexts of {contexts} tokens in sum, at most {lines[-1].high} expected")

    def _lines_for(self, rows: int) -> tuple[DecodeLine, ...]:
        attention = self._attention
        share = attention.busiest(rows) / self.shape.context
        reads = [(cap, size * share * self._part, work * share * self._part) for cap, size, work in attention.merged]
        pace = (
            self._part * self._microbatches / self._stretch
        )  # what a device has of it, over what an iteration takes
        fixed = self._constant(0, 0, rows, rows, rows)
        return decode_lines(rows, reads, attention.bandwidth * pace, attention.peak * pace, fixed)

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

    def _remembered(self, key: tuple[int, int, int, int, int]) -> Constant:
        if len(self._constants) >= MOST_CONSTANTS:
            self._constants.clear()
        fixed = self._constants[key] = self._constant(*key)
        return fixed

    def _constant(self, chunks: int, prompts: int, decoded: int, rows: int, sequences: int) -> Constant:
        """All of an iteration but the attention over contexts: `chunks` tokens of `prompts` prompts, `decoded` tokens
        of `rows` sequences. Prompt tokens are split over the devices that split a state, decoded ones are not."""
        attention, many = self._attention, self._microbatches
        share = attention.busiest(prompts)
        tokens = decoded * attention.busiest(rows) + chunks * share / self.shape.context
        layers = self._products.layers(tokens / many, (decoded + chunks) / many)
        head = self._products.head((decoded * attention.busiest(rows) + prompts * share) / many)
        seconds, floors = layers.seconds + head.seconds, layers.floors + head.floors
        flops, moved = layers.flops + head.flops, layers.bytes + head.bytes + tokens / many * attention.written
        if decoded:
            floors += attention.decode_floor
        if attention.recurrence.layers:
            own = sequences * attention.busiest(sequences) / many
            spent, work, read = attention.recurrent(tokens / many, own)
            seconds, flops, moved = seconds + spent, flops + work, moved + read
            floors += attention.recurrent_floor
        overhead = floors * self._stretch * self._floor_share + self._overhead + self._per_sequence * sequences
        if prompts:
            overhead += self._with_prefill
        sent = self._exchange.at(decoded + chunks, chunks)
        waited = max(0.0, sent.seconds - self._overlap * seconds * self._stretch)
        held = self._part * many
        return Constant(
            seconds * self._stretch + overhead + waited,
            flops * held,
            moved * held,
            (layers.weight_bytes + head.weight_bytes) * held,
            sent.bytes,
            overhead,
            waited,
            layers.experts,
        )

    def weight_bytes(self) -> float:
        """Weights on one device of the heaviest stage."""
        s = self.scenario
        return weight_bytes(self.card, s.precision, s.model.kv_heads, s.layout).device

    def facts(self) -> dict[str, Any]:
        """The scalars of `Recording.facts` that follow from the cards. Raises DoesNotFit."""
        s, moe = self.scenario, self.card.moe
        return {
            **memory_facts(s),
            "model_name": self.card.name,
            "hardware_name": self.device.name,
            "peak_flops": self._products.peak,
            "memory_bandwidth": self.device.memory_bandwidth,
            "tdp_w": self.device.tdp_w,
            "weight_bits": s.precision.weight_bits + s.precision.weight_overhead_bits,
            "state_bits": 8 * element_bytes(s.precision, self.card),
            "activation_bits": s.precision.activation_bits,
            "experts_per_layer": moe.n_routed if moe else 0,
            "experts_per_token": moe.top_k if moe else 0,
            "layers": self.card.layers,
            "extrapolated": self.extrapolated,
        }
