"""SmoothQuant (2022): outliers move from activations to weights, and both become 8-bit integers."""

from __future__ import annotations

from dataclasses import replace

from engine.models.cards import hardware_card
from engine.scenario import (
    Allocator,
    Batching,
    Contract,
    Hardware,
    Layout,
    Lengths,
    Memory,
    Model,
    Policy,
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique

BITS = 8


class SmoothQuant(Technique):
    key = "smoothquant"
    name = "SmoothQuant"
    family = "quantisation"
    summary = (
        "Scaling each input channel down and its weight row up leaves the product as it was and makes both sides "
        "easy to round, so linear layers run in 8-bit integers. Weights halve and compute-bound prefill speeds up. "
        "State stays in 16 bits, and an accelerator without fast INT8 gains memory only."
    )
    why_before = (
        "Late 2022: OPT-175B in 16 bits fills eight A100 80 GB, served in fixed batches with a reservation per "
        "request."
    )
    invariant = "Smoothing changes no product before rounding; every request receives the same number of tokens."
    moves = ("contract", "weights", "allocation", "prefill", "decode", "kernels", "precision", "economics")
    laboratory = "smoothquant"

    def day_before(self) -> Scenario:
        return Scenario(
            title="16-bit weights and activations, OPT-175B (2022)",
            model=Model(card="opt-175b", max_length=1024),
            hardware=Hardware(card="a100-sxm-80gb"),
            layout=Layout(tensor_parallel=8),
            memory=Memory(allocator=Allocator.CONTIGUOUS),
            policy=Policy(batching=Batching.STATIC, max_running=16, batch_wait_ms=200.0),
            workload=Workload(
                requests=80,
                rate=1.6,
                prompt=Lengths(median=400.0, spread=0.4, low=64, high=768),
                output=Lengths(median=64.0, spread=0.4, low=16, high=160),
            ),
            contract=Contract(ttft_s=6.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        card = hardware_card(scenario.hardware.card)
        if not card.peak_int8:
            raise self.refuse(f"{card.name} has no INT8 tensor path.")
        if max(scenario.precision.weight_bits, scenario.precision.activation_bits) <= BITS:
            return scenario
        if scenario.precision.weight_bits < BITS:
            raise self.refuse(f"the weights are narrower than {BITS} bits, which it would undo.")
        return replace(
            scenario,
            precision=replace(scenario.precision, weight_bits=BITS, weight_overhead_bits=0.0, activation_bits=BITS),
        )


TECHNIQUE = SmoothQuant()
