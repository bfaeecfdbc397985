"""GPTQ (2022): weights in 3 bits, each column's rounding error absorbed by the columns after it."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import Batching, Contract, Hardware, Layout, Lengths, Model, Policy, Scenario, Workload
from engine.techniques.technique import Technique

BITS = 3
GROUP = 128
OVERHEAD = (16 + BITS) / GROUP  # a 16-bit scale and a zero point of the code's width per group


class Gptq(Technique):
    key = "gptq"
    name = "GPTQ"
    family = "quantisation"
    summary = (
        f"Weights shrink to {BITS} bits with second-order error compensation; activations and state stay in 16. A "
        "decode step at small batch reads about five times fewer weight bytes, and 175 billion parameters fit one "
        "80 GB device. Large batches and prefill are bound by arithmetic and gain nothing or pay for unpacking."
    )
    why_before = (
        "Late 2022: OPT-175B in 16 bits needs several A100 80 GB (eight here, so that both days run) and answers "
        "a few requests at a time."
    )
    invariant = "Activations, state and the tokens of every request stay; only stored weights are narrower."
    moves = ("contract", "weights", "allocation", "decode", "kernels", "precision", "economics")
    laboratory = "gptq"

    def day_before(self) -> Scenario:
        return Scenario(
            title="16-bit weights, few requests, OPT-175B (2022)",
            model=Model(card="opt-175b", max_length=1024),
            hardware=Hardware(card="a100-sxm-80gb"),
            layout=Layout(tensor_parallel=8),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=4),
            workload=Workload(
                requests=60,
                rate=0.5,
                prompt=Lengths(median=96.0, spread=0.4, low=16, high=256),
                output=Lengths(median=128.0, spread=0.3, low=48, high=256),
            ),
            contract=Contract(ttft_s=2.0, tpot_s=0.04),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.precision.weight_bits <= BITS:
            return scenario
        return replace(
            scenario, precision=replace(scenario.precision, weight_bits=BITS, weight_overhead_bits=OVERHEAD)
        )


TECHNIQUE = Gptq()
