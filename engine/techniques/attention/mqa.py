"""Multi-query attention (Shazeer, 2019): every query head reads the same keys and values."""

from __future__ import annotations

from dataclasses import replace

from engine.models.cards import model
from engine.scenario import (
    Allocator,
    Arrivals,
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
from engine.techniques.technique import Technique, kinds_of_layers

PER_HEAD = frozenset({"mha", "gqa", "mqa", "swa", "gqa_block_sparse"})


class MultiQueryAttention(Technique):
    key = "mqa"
    name = "MQA"
    family = "attention"
    summary = (
        "One key head and one value head serve all query heads, so state per token is divided by the head count. "
        "Every decode step reads less, and larger batches fit. It needs a model trained that way, quality is a "
        "little lower, and prefill gains little. The weights it frees stay free here; the paper reuses them."
    )
    why_before = (
        "2019: a GPT-2 XL class model with 25 heads, each with its own keys and values, on one V100 32 GB. Requests "
        "run in fixed batches, each sets aside room for the longest text, and launching an iteration takes 3 ms."
    )
    invariant = "Query heads, layers and the tokens that each request asks for stay the same."
    moves = ("weights", "state", "decode", "batching", "kernels", "contract", "economics")
    laboratory = "mqa"

    def day_before(self) -> Scenario:
        return Scenario(
            title="Multi-head attention, fixed batches (2019)",
            model=Model(card="gpt2-xl", max_length=1024),
            hardware=Hardware(card="v100-sxm2-32gb", overhead_us=3000.0),
            memory=Memory(allocator=Allocator.CONTIGUOUS, page_tokens=64),
            policy=Policy(batching=Batching.STATIC, max_running=96, batch_wait_ms=200.0),
            workload=Workload(
                requests=192,
                arrivals=Arrivals.POISSON,
                rate=24.0,
                prompt=Lengths(median=320.0, spread=0.5, low=32, high=640),
                output=Lengths(median=96.0, spread=0.5, low=16, high=256),
            ),
            contract=Contract(ttft_s=8.0, tpot_s=0.1),
        )

    def change(self, scenario: Scenario) -> Scenario:
        other = kinds_of_layers(scenario) - PER_HEAD
        if not kinds_of_layers(scenario) & PER_HEAD:
            raise self.refuse(
                f"{scenario.model.card} keeps no keys and values per head ({', '.join(sorted(other))})."
            )
        heads = scenario.model.kv_heads or max(g.kv_heads for g in model(scenario.model.card).layer_group)
        if heads == 1:
            return scenario
        return replace(scenario, model=replace(scenario.model, kv_heads=1))


TECHNIQUE = MultiQueryAttention()
