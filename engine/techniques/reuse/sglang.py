"""SGLang's RadixAttention (2023): finished state stays in a radix tree and is found by longest prefix."""

from __future__ import annotations

from dataclasses import replace

from engine.scenario import (
    Allocator,
    Batching,
    Cache,
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


class SGLang(Technique):
    key = "sglang"
    name = "SGLang (RadixAttention)"
    family = "reuse"
    summary = (
        "State of finished requests stays in a radix tree over tokens; a new request reuses its longest known prefix "
        "and computes only the rest. Few-shot prompts, agents and conversations gain; prompts that share nothing do "
        "not, and one changed early token voids all behind it. The queue stays in arrival order here."
    )
    why_before = (
        "Late 2023: Mixtral 8x7B on eight A10G. Agents send the same few-shot examples with every call and continue "
        "their own conversations, and the engine forgets the state of a request when it ends. The pool is cut to "
        "1,500 pages, so that the tree has to give way."
    )
    invariant = "Each request receives the same number of output tokens; only exact prefixes are reused."
    moves = ("contract", "allocation", "prefill", "reuse", "network", "experts", "economics")

    def day_before(self) -> Scenario:
        return Scenario(
            title="Paged, nothing kept, Mixtral 8x7B (2023)",
            model=Model(card="mixtral-8x7b", max_length=4096),
            hardware=Hardware(card="a10g"),
            layout=Layout(tensor_parallel=8),
            memory=Memory(pages=1500),
            policy=Policy(batching=Batching.CONTINUOUS, max_running=48, token_budget=4096),
            workload=Workload(
                requests=120,
                rate=8.0,
                prompt=Lengths(median=90.0, spread=0.6, low=16, high=400),
                output=Lengths(median=60.0, spread=0.5, low=8, high=200),
                shared_prefix_tokens=1200,
                prefix_families=4,
                turns=3,
            ),
            contract=Contract(ttft_s=0.5, tpot_s=0.06),
        )

    def change(self, scenario: Scenario) -> Scenario:
        if scenario.memory.allocator is not Allocator.PAGED:
            raise self.refuse("a tree of pages needs a paged pool; adopt paging first.")
        return replace(scenario, memory=replace(scenario.memory, cache=Cache.RADIX))


TECHNIQUE = SGLang()
