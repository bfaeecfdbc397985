"""Random scenarios that can skip from decision to decision."""

from __future__ import annotations

from hypothesis import strategies as st

from engine import express
from engine.scenario import Arrivals, Batching, Hardware, Lengths, Memory, Model, Policy, Scenario, Workload


@st.composite
def covered(draw: st.DrawFn) -> Scenario:
    """Small machines under every kind of pressure: few pages, few slots, small budgets, long prompts."""
    length = st.sampled_from([1, 10, 60, 200])
    scenario = Scenario(
        seed=draw(st.integers(0, 999)),
        model=Model(
            card=draw(st.sampled_from(["llama3.1-8b", "gpt-oss-120b"])), max_length=draw(st.integers(40, 900))
        ),
        hardware=Hardware(card="h100-sxm-80gb", overhead_us=draw(st.sampled_from([0.0, 500.0, 20_000.0]))),
        memory=Memory(
            page_tokens=draw(st.sampled_from([1, 4, 16])),
            pages=draw(st.sampled_from([4, 8, 12, 20, 40, 100, 1000])),
            watermark=draw(st.sampled_from([0.0, 0.1])),
        ),
        policy=Policy(
            batching=draw(st.sampled_from([Batching.CHUNKED, Batching.CONTINUOUS])),
            max_running=draw(st.integers(1, 32)),
            token_budget=draw(st.sampled_from([32, 64, 512])),
            reserve_full_prompt=draw(st.booleans()),
        ),
        workload=Workload(
            requests=draw(st.integers(1, 60)),
            arrivals=draw(st.sampled_from([Arrivals.AT_ONCE, Arrivals.CONSTANT, Arrivals.POISSON, Arrivals.GAMMA])),
            rate=draw(st.sampled_from([2.0, 20.0, 200.0])),
            prompt=Lengths(median=draw(length), high=400),
            output=Lengths(median=draw(length), low=1, high=200),
        ),
    )
    assert express.covers(scenario)
    return scenario
