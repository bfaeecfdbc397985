"""DistServe (2024): prompts on one engine, decoding on another, state handed over once."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import Batching, Contract, Hardware, Layout, Lengths, Model, Policy, Scenario, Workload
from engine.techniques.technique import Technique


class DistServe(Technique):
    key = "distserve"
    name = "DistServe"
    family = "disaggregation"
    summary = (
        "Prefill and decode run on engines of their own, so that a prompt never stalls a stream and each phase is "
        "sized for its limit. State crosses a link once per request. It costs a second copy of the weights per phase "
        "and a fast link; with loose limits or few devices, sharing can be the better choice."
    )
    why_before = (
        "January 2024: OPT-13B on two A100 80 GB, two replicas that run prefill and decode in turn. The "
        "limits are tight on purpose: a prompt that stalls a stream is what breaks 30 ms per token."
    )
    invariant = "The devices, the requests and their tokens stay; only where the phases run changes."
    moves = ("contract", "prefill", "decode", "batching", "network", "routing", "parallelism", "economics")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Two replicas that share both phases, OPT-13B (2024)",
            model=Model(card="opt-13b", max_length=2048),
            hardware=Hardware(card="a100-sxm-80gb"),
            layout=Layout(engines=2, link_bytes_per_s=300e9),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=64, token_budget=2048),
            workload=Workload(
                requests=120,
                rate=6.0,
                prompt=Lengths(median=650.0, spread=0.6, low=16, high=1500),
                output=Lengths(median=80.0, spread=0.6, low=16, high=400),
            ),
            contract=Contract(ttft_s=0.6, tpot_s=0.03),
        )

    def change(self, scenario: Scenario) -> Scenario:
        layout = scenario.layout
        if layout.prefill_engines:
            return scenario
        if layout.engines < 2:
            raise self.refuse("a split needs at least two engines, one per phase.")
        if scenario.policy.batching is Batching.STATIC:
            raise self.refuse("a fixed batch cannot be handed over; adopt iteration-level scheduling first.")
        prefill = max(1, layout.engines // 2)
        return replace(scenario, layout=replace(layout, prefill_engines=prefill, engines=layout.engines - prefill))


TECHNIQUE = DistServe()
