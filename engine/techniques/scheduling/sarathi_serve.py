"""Sarathi-Serve (2024): a token budget per iteration; decodes first, prompts in chunks."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import Batching, Contract, Hardware, Lengths, Model, Policy, Scenario, Workload
from engine.techniques.technique import Technique

CHUNK = 512


class SarathiServe(Technique):
    key = "sarathi-serve"
    name = "Sarathi-Serve"
    family = "scheduling"
    summary = (
        f"Each iteration takes at most {CHUNK} tokens: one for every running decode, the rest for chunks of prompts. "
        "No stream stalls behind a long prompt. The prompts themselves may take longer, because chunks read earlier "
        "state again and share their iteration; with short prompts there is no stall to remove."
    )
    why_before = (
        "Early 2024: Mistral-7B on one A100 80 GB behind a scheduler that runs whole prompts first, as vLLM did in "
        "2023. Long prompts to summarise arrive among running streams."
    )
    invariant = "Every running decode emits a token in every iteration, and chunks of a prompt sum to its length."
    moves = ("contract", "prefill", "decode", "batching", "kernels")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Whole prompts first, Mistral-7B (2024)",
            model=Model(card="mistral-7b", max_length=4096),
            hardware=Hardware(card="a100-sxm-80gb"),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=64, token_budget=4096),
            workload=Workload(
                requests=96,
                rate=3.8,
                prompt=Lengths(median=1700.0, spread=0.6, low=128, high=3500),
                output=Lengths(median=120.0, spread=0.5, low=32, high=500),
            ),
            contract=Contract(ttft_s=2.0, tpot_s=0.03),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.policy.batching is Batching.STATIC:
            raise self.refuse("a fixed batch has no iteration to fill; adopt iteration-level scheduling first.")
        return replace(scenario, policy=replace(scenario.policy, batching=Batching.CHUNKED, token_budget=CHUNK))


TECHNIQUE = SarathiServe()
