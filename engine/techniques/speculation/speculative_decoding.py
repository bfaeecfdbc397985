"""Speculative decoding (Leviathan et al., 2022): a small model drafts, one pass of the large one verifies."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import Batching, Contract, Hardware, Lengths, Model, Policy, Scenario, Speculation, Workload
from engine.techniques.technique import Technique

SETTING = Speculation(draft_tokens=5, acceptance=0.75, draft_cost=0.05)


class SpeculativeDecoding(Technique):
    key = "speculative-decoding"
    name = "Speculative decoding"
    family = "speculation"
    summary = (
        f"A draft model proposes {SETTING.draft_tokens} tokens; the target scores them in one pass and keeps the "
        "accepted ones, with the output distribution unchanged. One read of the weights yields several tokens. It "
        "pays while decode waits for memory: at large batch the rejected positions cost more than they save."
    )
    why_before = (
        "2022: an 11-13B model (OPT-13B here, T5-XXL in the paper) on one accelerator that serves one or two "
        "requests at a time, one token per pass. The draft model's own memory is not modelled."
    )
    invariant = "The distribution of the output is that of the target: each request gets the same number of tokens."
    moves = ("contract", "decode", "kernels", "weights", "speculation", "economics")
    laboratory = "speculative_decoding"

    def day_before(self) -> Scenario:
        return Scenario(
            title="One token per pass, OPT-13B (2022)",
            model=Model(card="opt-13b", max_length=1024),
            hardware=Hardware(card="a100-sxm-40gb"),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=2),
            workload=Workload(
                requests=60,
                rate=0.45,
                prompt=Lengths(median=128.0, spread=0.4, low=32, high=384),
                output=Lengths(median=128.0, spread=0.3, low=48, high=256),
            ),
            contract=Contract(ttft_s=2.0, tpot_s=0.02),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.policy.batching is Batching.STATIC:
            raise self.refuse("accepted lengths differ per request, which a fixed batch cannot follow.")
        if scenario.speculation.draft_tokens:
            return scenario
        return replace(scenario, speculation=SETTING)


TECHNIQUE = SpeculativeDecoding()
