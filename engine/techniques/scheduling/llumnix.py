"""Llumnix (2024): a running request can move to another engine, and hardly notices."""

from __future__ import annotations

from dataclasses import replace

from engine.fleets.fleet_plan import Migration, Routing
from engine.scenario import (
    Allocator,
    Batching,
    Contract,
    Hardware,
    Layout,
    Lengths,
    Model,
    Policy,
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique


class Llumnix(Technique):
    key = "llumnix"
    name = "Llumnix"
    family = "scheduling"
    summary = (
        "Where a request was sent is no longer final. Its pages are copied to an engine with more room while it goes "
        "on decoding, then what has come since, and it stands still only for the last few. Nobody waits for memory "
        "on one engine while another has plenty. It costs bandwidth, and changes little where load is even."
    )
    why_before = (
        "June 2024: LLaMA 2 7B on four A10G, requests dealt out in turn. Nobody knows how long an answer gets, so "
        "long ones pile up on one engine, which preempts and lets newcomers wait while its neighbours have room."
    )
    invariant = "The devices, the requests and their tokens stay; only where they are decoded changes."
    moves = ("routing", "contract", "batching", "network", "faults")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Four engines, requests dealt out in turn, LLaMA 2 7B (2024)",
            seed=2,
            model=Model(card="llama2-7b", max_length=4096),
            hardware=Hardware(card="a10g"),
            layout=Layout(engines=4, routing=Routing.ROUND_ROBIN, link_bytes_per_s=8e9),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=64, token_budget=4096),
            workload=Workload(
                requests=200,
                rate=8.0,
                prompt=Lengths(median=250.0, spread=1.0, low=16, high=2500),
                output=Lengths(median=120.0, spread=1.2, low=4, high=1500),
            ),
            contract=Contract(ttft_s=5.0, tpot_s=0.15),
        )

    def change(self, scenario: Scenario) -> Scenario:
        layout = scenario.layout
        if layout.engines < 2:
            raise self.refuse("one engine that decodes has no neighbour to give requests to.")
        if scenario.policy.batching is Batching.STATIC:
            raise self.refuse("a fixed batch starts and ends together; adopt iteration-level scheduling first.")
        if scenario.memory.allocator is Allocator.CONTIGUOUS:
            raise self.refuse("a reservation has no pages to copy one by one; adopt paging first.")
        return replace(scenario, fleet=replace(scenario.fleet, migration=Migration.LIVE, migration_threshold=1.2))


TECHNIQUE = Llumnix()
