"""Orca (2022): the batch is formed anew before every iteration."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import (
    Allocator,
    Batching,
    Contract,
    Hardware,
    Lengths,
    Memory,
    Model,
    Policy,
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique


class Orca(Technique):
    key = "orca"
    name = "Orca"
    family = "scheduling"
    summary = (
        "The scheduler runs one iteration at a time: a finished request leaves at once and a waiting one takes its "
        "slot. Slots stop idling behind the longest request of their batch. Memory is still reserved for the longest "
        "possible text, and requests of equal length gain little."
    )
    why_before = (
        "2022: OPT-13B on one A100 40 GB. A batch starts together and ends with its longest member, as in the "
        "inference servers of the time, and each slot reserves the maximum length."
    )
    invariant = "Each request runs its own number of iterations and receives the same tokens."
    moves = ("contract", "decode", "batching", "weights", "kernels", "faults", "economics")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Fixed batches, OPT-13B (2022)",
            model=Model(card="opt-13b", max_length=1024),
            hardware=Hardware(card="a100-sxm-40gb"),
            memory=Memory(allocator=Allocator.CONTIGUOUS),
            policy=Policy(batching=Batching.STATIC, max_running=8, batch_wait_ms=100.0),
            workload=Workload(
                requests=96,
                rate=1.4,
                prompt=Lengths(median=160.0, spread=0.7, low=16, high=512),
                output=Lengths(median=96.0, spread=0.9, low=8, high=480),
            ),
            contract=Contract(ttft_s=2.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.policy.batching is Batching.CHUNKED:
            raise self.refuse("the scenario schedules by iteration already, in chunks.")
        return replace(scenario, policy=replace(scenario.policy, batching=Batching.CONTINUOUS))


TECHNIQUE = Orca()
