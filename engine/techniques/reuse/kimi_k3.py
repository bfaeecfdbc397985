"""Kimi K3 (2026): a prefix cache for two kinds of state, matched more finely than their pages."""

from __future__ import annotations

from dataclasses import replace

from engine.memory.hybrid_pools import kinds_of
from engine.models.cards import model
from engine.scenario import (
    Allocator,
    Batching,
    Cache,
    Contract,
    Hardware,
    Kinds,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique


class KimiK3(Technique):
    key = "kimi-k3"
    name = "Hybrid prefix cache (Kimi K3)"
    family = "reuse"
    summary = (
        "Recurrent layers keep one state for a whole sequence, so a prefix can be reused only where a copy of that "
        "state was kept: at the ends of turns, and where prompts have parted before. Content is matched in hash "
        "blocks finer than a page; the part of a page that was found is copied. Prompts that share nothing gain "
        "nothing, and a beginning is a hit only from its second meeting on."
    )
    why_before = (
        "Mid 2026: Kimi K3 on eight B300 with state at 8 bits. Engines leave prefix caching off for hybrid models: "
        "pages of attention state could be found again, but not the recurrent state that belongs to them."
    )
    invariant = "Each request receives the same number of output tokens; a hit has a page of every kind of state."
    moves = ("contract", "allocation", "prefill", "reuse", "economics")
    brings_model = True

    def day_before(self) -> Scenario:
        return Scenario(
            title="Kimi K3, nothing kept between turns (2026)",
            model=Model(card="kimi-k3", max_length=65_536),
            precision=Precision(weight_bits=4.25, state_bits=8),
            hardware=Hardware(card="b300-sxm"),
            layout=Layout(tensor_parallel=8),
            memory=Memory(page_tokens=128, kinds=Kinds.APART),
            policy=Policy(batching=Batching.CHUNKED, max_running=16, token_budget=8192),
            workload=Workload(
                requests=54,
                rate=1.0,
                shared_prefix_tokens=6144,
                prefix_families=3,
                turns=3,
                prompt=Lengths(median=9000.0, spread=0.6, high=12_000),
                output=Lengths(median=300.0, high=900),
            ),
            contract=Contract(ttft_s=5.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        card = model(scenario.model.card)
        try:
            kinds = kinds_of(scenario)
        except ValueError as error:
            raise self.refuse(f"{error}.") from error
        if all(kind.kind != "recurrent" for kind in kinds):
            raise self.refuse(f"{card.name} keeps no recurrent state.")
        if scenario.memory.allocator is not Allocator.PAGED or scenario.memory.cache is Cache.RADIX:
            raise self.refuse("it needs pages found by hash, and neither reservations nor a tree.")
        if scenario.workload.samples_per_request > 1:
            raise self.refuse("parallel samples cannot share a recurrent state.")
        return replace(scenario, memory=replace(scenario.memory, cache=Cache.HASH, kinds=Kinds.APART))


TECHNIQUE = KimiK3()
