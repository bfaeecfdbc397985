"""KIVI (2024): keys per channel and values per token in 2 bits, the newest tokens in full precision."""

from __future__ import annotations

from dataclasses import replace

from engine.models.cards import model
from engine.scenario import Batching, Contract, Hardware, Lengths, Model, Policy, Scenario, Workload
from engine.techniques.technique import Technique, kinds_of_layers

PER_HEAD = frozenset({"mha", "gqa", "mqa", "swa"})
BITS = 2
GROUP = 32
RESIDUAL = 128
OVERHEAD = (16 + 16) / GROUP  # a 16-bit scale and minimum per group


class Kivi(Technique):
    key = "kivi"
    name = "KIVI"
    family = "quantisation"
    summary = (
        f"State is kept in {BITS}-bit codes with a scale and a minimum per group of {GROUP}, {BITS + OVERHEAD:g} "
        f"bits an element in all, and the newest {RESIDUAL} tokens in 16 bits. Larger batches fit and decode reads "
        "less. Short requests keep most of their state in the 16-bit tail, and prefill gains nothing."
    )
    why_before = (
        "Early 2024: Llama-2-7B on one A100 40 GB, long prompts close to the 4,096-token context, state in 16 bits. "
        "Memory holds about ten such requests."
    )
    invariant = "Weights, activations and the tokens of every request stay; only stored state is narrower."
    moves = ("contract", "state", "allocation", "decode", "batching", "kernels", "precision", "faults", "economics")
    laboratory = "kivi"

    def day_before(self) -> Scenario:
        return Scenario(
            title="16-bit state, long prompts, Llama-2-7B (2024)",
            model=Model(card="llama2-7b", max_length=4096),
            hardware=Hardware(card="a100-sxm-40gb"),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=48, token_budget=4096),
            workload=Workload(
                requests=84,
                rate=3.5,
                prompt=Lengths(median=2400.0, spread=0.3, low=1024, high=3600),
                output=Lengths(median=260.0, spread=0.4, low=64, high=480),
            ),
            contract=Contract(ttft_s=5.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        kinds = kinds_of_layers(scenario)
        if not kinds <= PER_HEAD:
            odd = ", ".join(sorted(kinds - PER_HEAD))
            raise self.refuse(f"{model(scenario.model.card).name} has layers without keys per head ({odd}).")
        if scenario.precision.state_bits <= BITS:
            return scenario
        precision = replace(
            scenario.precision, state_bits=BITS, state_overhead_bits=OVERHEAD, full_precision_window=RESIDUAL
        )
        return replace(scenario, precision=precision)


TECHNIQUE = Kivi()
