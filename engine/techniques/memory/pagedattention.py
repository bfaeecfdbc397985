"""PagedAttention (vLLM, 2023): state in fixed-size pages, taken when a token needs one."""

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
    Reservation,
    Scenario,
    Workload,
)
from engine.techniques.technique import Technique

PAGE_TOKENS = 16


class PagedAttention(Technique):
    key = "pagedattention"
    name = "PagedAttention"
    family = "memory"
    summary = (
        f"State lies in pages of {PAGE_TOKENS} tokens that need not be neighbours; a block table per request finds "
        "them. A request holds pages only for tokens it has, so many more requests run at once. It helps while "
        "memory limits the batch; with few or short requests nothing is gained, and a full pool means preemption."
    )
    why_before = (
        "2023: OPT-13B on one A100 40 GB with iteration-level scheduling as in Orca. Each request reserves one "
        "contiguous region for the maximum length of 2,048 tokens."
    )
    invariant = "Each request receives the same number of output tokens, and no page is held twice for two contents."
    moves = ("contract", "state", "allocation", "decode", "batching", "weights", "kernels", "faults", "economics")

    def day_before(self) -> Scenario:
        return Scenario(
            title="One reservation per request, OPT-13B (2023)",
            model=Model(card="opt-13b", max_length=2048),
            hardware=Hardware(card="a100-sxm-40gb"),
            memory=Memory(allocator=Allocator.CONTIGUOUS, reservation=Reservation.MAXIMUM),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=64),
            workload=Workload(
                requests=112,
                rate=2.8,
                prompt=Lengths(median=120.0, spread=0.8, low=4, high=1024),
                output=Lengths(median=240.0, spread=0.8, low=8, high=900),
            ),
            contract=Contract(ttft_s=2.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.memory.allocator is Allocator.PAGED:
            return scenario
        return replace(scenario, memory=replace(scenario.memory, allocator=Allocator.PAGED, page_tokens=PAGE_TOKENS))


TECHNIQUE = PagedAttention()
