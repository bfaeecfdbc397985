"""FastServe (2023): short answers overtake long ones, although nobody knows which are which."""

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
    Preemption,
    QueueOrder,
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique


class FastServe(Technique):
    key = "fastserve"
    name = "FastServe"
    family = "scheduling"
    summary = (
        "Requests can lose their slot after every iteration. A new one joins the level of a feedback queue that its "
        "prompt fits, sinks as it uses up its time, and rises when it starves; the state of those who wait goes to "
        "host memory when the device needs the room. First tokens come at once, answers are interrupted. Where slots "
        "are never short it changes nothing."
    )
    why_before = (
        "2023: OPT-13B on one A100 40 GB, scheduled by iteration. A request keeps its slot to the end, and memory is "
        "reserved for the longest possible text, so one long answer holds up everybody behind it."
    )
    invariant = "Each request receives the same tokens; only when it is served changes."
    moves = ("contract", "batching", "decode", "state", "network", "faults")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Run to completion, OPT-13B (2023)",
            model=Model(card="opt-13b", max_length=1024),
            hardware=Hardware(card="a100-sxm-40gb"),
            memory=Memory(allocator=Allocator.CONTIGUOUS),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=8),
            workload=Workload(
                requests=120,
                rate=2.4,
                prompt=Lengths(median=100.0, spread=0.9, low=8, high=512),
                output=Lengths(median=70.0, spread=1.2, low=2, high=500),
            ),
            contract=Contract(ttft_s=1.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.policy.batching is Batching.STATIC:
            raise self.refuse("it preempts between iterations, and a fixed batch runs to its end.")
        policy = replace(scenario.policy, batching=Batching.MLFQ, order=QueueOrder.FCFS, preemption=Preemption.SWAP)
        return replace(scenario, policy=policy)


TECHNIQUE = FastServe()
