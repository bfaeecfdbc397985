"""Mooncake (2024): a cache of pages that all engines share, between prompts on one side and decoding on the other."""

from __future__ import annotations

from dataclasses import replace

from engine.fleets.fleet_plan import Publish, Routing
from engine.scenario import (
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
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique


class Mooncake(Technique):
    key = "mooncake"
    name = "Mooncake"
    family = "disaggregation"
    summary = (
        "What any engine has computed goes to a store that all of them reach over a fast network, and a prompt is "
        "only computed as far as nobody has seen it. Prompts and decoding have engines of their own, a request goes "
        "where most of it is known, and one that would come too late is refused at once. It pays if fetching a page "
        "is faster than computing it, and if prompts have beginnings in common."
    )
    why_before = (
        "June 2024: Llama 3.1 8B on four A100 80 GB, each with a prefix cache of its own. Long contexts are "
        "asked about again and again: a router that looks at load alone sends them anywhere, so each engine "
        "computes what another one already has."
    )
    invariant = "The devices, the requests and their tokens stay; only where state is computed and kept changes."
    moves = ("reuse", "prefill", "network", "routing", "contract", "parallelism", "economics")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Four engines with caches of their own, long shared contexts (2024)",
            model=Model(card="llama3.1-8b", max_length=16_384),
            hardware=Hardware(card="a100-sxm-80gb"),
            layout=Layout(engines=4, link_bytes_per_s=100e9),
            memory=Memory(cache=Cache.HASH),
            policy=Policy(batching=Batching.CHUNKED, max_running=64, token_budget=2048),
            workload=Workload(
                requests=160,
                rate=4.0,
                shared_prefix_tokens=8192,
                prefix_families=64,
                prompt=Lengths(median=200.0, spread=0.6, low=16, high=1000),
                output=Lengths(median=150.0, spread=0.6, low=16, high=500),
            ),
            contract=Contract(ttft_s=3.0, tpot_s=0.05),
        )

    def change(self, scenario: Scenario) -> Scenario:
        layout = scenario.layout
        if scenario.memory.cache is Cache.NONE:
            raise self.refuse("a store of pages needs a cache that can find them again; adopt prefix caching first.")
        if scenario.memory.kinds is Kinds.APART:
            raise self.refuse("the store keeps pages of one kind.")
        if layout.engines + layout.prefill_engines < 2:
            raise self.refuse("one engine has nobody to share with.")
        if scenario.policy.batching is Batching.STATIC:
            raise self.refuse("a fixed batch cannot be handed over; adopt iteration-level scheduling first.")
        if not layout.prefill_engines:
            prefill = max(1, layout.engines // 2)
            layout = replace(layout, prefill_engines=prefill, engines=layout.engines - prefill)
        return replace(
            scenario,
            layout=replace(layout, routing=Routing.CAPPED_AFFINITY),
            fleet=replace(scenario.fleet, store=Publish.REGISTERED),
            policy=replace(scenario.policy, early_rejection=scenario.contract.ttft_s is not None),
        )


TECHNIQUE = Mooncake()
