"""The scenario on which paths are played."""

from __future__ import annotations

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

WHY = "One chat service, served at first as the servers of 2019 did."


def start() -> Scenario:
    return Scenario(
        title="A chat service run as in 2019",
        model=Model(card="llama2-7b", max_length=4096),
        hardware=Hardware(card="a10g"),
        layout=Layout(engines=4, link_bytes_per_s=25e9),
        memory=Memory(allocator=Allocator.CONTIGUOUS),
        policy=Policy(batching=Batching.STATIC, max_running=32, batch_wait_ms=100.0, token_budget=4096),
        workload=Workload(
            requests=160,
            rate=6.0,
            shared_prefix_tokens=512,
            prefix_families=4,
            turns=3,
            prompt=Lengths(median=300.0, spread=0.8, low=16, high=1200),
            output=Lengths(median=120.0, spread=0.8, low=8, high=500),
        ),
        contract=Contract(ttft_s=2.0, tpot_s=0.1),
    )
