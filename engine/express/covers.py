"""Which scenarios can skip from decision to decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from engine.fleets.fleet_plan import Routing
from engine.scenario import Allocator, Arrivals, Batching, Cache, Memory, Policy, Scenario
from engine.workloads.workload_columns import dependence

T = TypeVar("T")
FREE = ("title", "seed", "model", "precision", "hardware", "layout", "workload", "contract")
ROUTINGS = (Routing.ROUND_ROBIN, Routing.LEAST_LOADED, Routing.POWER_OF_TWO)
FREE_MEMORY = ("page_tokens", "pages", "reservation", "watermark", "eviction")
FREE_POLICY = ("batching", "max_running", "token_budget", "reserve_full_prompt", "batch_wait_ms")


def covers(scenario: Scenario) -> bool:
    """Whether `engine.express` gives the recording of `scenario`.

    That takes independent requests (`engine.express.workload` looks whether those of a trace are), served in order of
    arrival from pages without a cache, a budget that never leaves a running request out, and engines chosen by no
    more than how many requests each one has. Whatever else a scenario asks for is not covered.
    """
    return (
        scenario == _same(Scenario(), scenario, (*FREE, "memory", "policy"))
        and scenario.memory == _same(Memory(), scenario.memory, FREE_MEMORY)
        and scenario.policy == _same(Policy(), scenario.policy, FREE_POLICY)
        and scenario.memory.allocator is Allocator.PAGED
        and scenario.memory.cache is Cache.NONE
        and scenario.policy.batching in (Batching.CONTINUOUS, Batching.CHUNKED)
        and scenario.policy.token_budget >= scenario.policy.max_running
        and not scenario.layout.prefill_engines
        and scenario.layout.routing in ROUTINGS
        and (scenario.workload.arrivals is Arrivals.TRACE or not dependence(scenario))
    )


def _same(default: T, value: T, free: tuple[str, ...]) -> T:
    """`default` with the `free` fields of `value`."""
    return replace(default, **{name: getattr(value, name) for name in free})  # type: ignore[type-var]
