"""Random small scenarios, shared by property tests: what goes together is drawn, what does not is never asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from engine.scenario import (
    Allocator,
    Arrivals,
    Batching,
    Cache,
    Drafting,
    Layout,
    LengthLaw,
    Lengths,
    Memory,
    Model,
    Offload,
    Policy,
    Preemption,
    QueueOrder,
    Reservation,
    Scenario,
    Speculation,
    Workload,
)

Pick = Callable[[Sequence[Any]], Any]

LONGEST = 512  # tokens a request may reach


@dataclass(frozen=True)
class Space:
    """What is drawn from. Narrow it with `dataclasses.replace(EVERYTHING, drafts=(0,))`; list an option twice to
    make it more likely."""

    cards: tuple[str, ...] = ("llama2-7b", "llama2-7b", "opt-13b", "llama3.1-8b")
    batchings: tuple[Batching, ...] = (Batching.CHUNKED, Batching.CHUNKED, Batching.CONTINUOUS, Batching.STATIC)
    allocators: tuple[Allocator, ...] = (Allocator.PAGED, Allocator.PAGED, Allocator.PAGED, Allocator.CONTIGUOUS)
    reservations: tuple[Reservation, ...] = tuple(Reservation)
    caches: tuple[Cache, ...] = (Cache.NONE, Cache.HASH, Cache.HASH, Cache.RADIX)
    evictions: tuple[str, ...] = ("lru", "lru", "lfu", "fifo", "slru", "priority")
    page_tokens: tuple[int, ...] = (16, 16, 8, 4, 1)
    pool_tokens: tuple[int, ...] = (
        270,
        400,
        600,
        1100,
        2400,
    )  # room of one paged pool (a reservation gets three requests' worth)
    watermarks: tuple[float, ...] = (0.0, 0.0, 0.05)
    orders: tuple[QueueOrder, ...] = (QueueOrder.FCFS, QueueOrder.FCFS, QueueOrder.PRIORITY)
    slots: tuple[int, ...] = (1, 2, 4, 8, 16)
    budgets: tuple[int, ...] = (32, 64, 256, 2048)
    thresholds: tuple[int, ...] = (0, 0, 20)
    reserve_full_prompt: tuple[bool, ...] = (True, True, False)
    engines: tuple[int, ...] = (1, 1, 2)
    prefill_engines: tuple[int, ...] = (0, 0, 1, 2)
    drafts: tuple[int, ...] = (0, 0, 1, 3, 5)
    acceptances: tuple[float, ...] = (0.0, 0.3, 0.7, 1.0)
    requests: tuple[int, ...] = (1, 2, 5, 9, 16)
    arrivals: tuple[Arrivals, ...] = (Arrivals.AT_ONCE, Arrivals.POISSON, Arrivals.GAMMA, Arrivals.CONSTANT)
    rates: tuple[float, ...] = (2.0, 20.0, 200.0)
    prompt_medians: tuple[int, ...] = (5, 60, 110)
    output_medians: tuple[int, ...] = (1, 20, 60)
    shared_prefixes: tuple[int, ...] = (0, 0, 40, 64)
    families: tuple[int, ...] = (1, 3)
    turns: tuple[int, ...] = (1, 1, 2, 3)
    samples: tuple[int, ...] = (1, 1, 1, 2, 3)
    draftings: tuple[Drafting, ...] = (Drafting.CHAIN,)
    preemptions: tuple[Preemption, ...] = (Preemption.RECOMPUTE,)
    slower_bytes: tuple[int, ...] = (0,)  # host memory for dropped pages, where there is a cache
    intervals: tuple[int, ...] = (1,)  # iterations from one prefill to the next


EVERYTHING = Space()
WIDER = replace(
    EVERYTHING,
    batchings=(*EVERYTHING.batchings, Batching.DECODE_FIRST, Batching.MLFQ),
    orders=(*EVERYTHING.orders, QueueOrder.SHORTEST),
    draftings=tuple(Drafting),
    preemptions=tuple(Preemption),
    slower_bytes=(0, 0, 10**8),
    intervals=(1, 1, 2),
)


@st.composite
def scenarios(draw: st.DrawFn, space: Space = EVERYTHING) -> Scenario:
    """A strategy of small scenarios, each simulated in milliseconds."""
    return _scenario(space, lambda options: draw(st.sampled_from(options)), draw(st.integers(0, 1000)))


def scenario_of(seed: int, space: Space = EVERYTHING) -> Scenario:
    """The scenario of one seed, for loops without hypothesis."""
    rng = np.random.default_rng(seed)
    return _scenario(space, lambda options: options[int(rng.integers(len(options))) if len(options) > 1 else 0], seed)


def _scenario(space: Space, pick: Pick, seed: int) -> Scenario:
    batching = pick(space.batchings)
    static = batching is Batching.STATIC
    prefill_engines = 0 if static else pick(space.prefill_engines)
    workload = _workload(space, pick)
    memory = _memory(space, pick)
    return Scenario(
        title="random",
        seed=seed,
        model=Model(card=pick(space.cards), max_length=LONGEST),
        layout=Layout(engines=pick(space.engines), prefill_engines=prefill_engines),
        memory=memory,
        offload=Offload(dram_bytes=0 if memory.cache is Cache.NONE else pick(space.slower_bytes)),
        policy=_policy(space, pick, batching, workload.samples_per_request),
        speculation=_speculation(space, pick, static),
        workload=workload,
    )


def _memory(space: Space, pick: Pick) -> Memory:
    allocator, page = pick(space.allocators), pick(space.page_tokens)
    paged = allocator is Allocator.PAGED
    return Memory(
        allocator=allocator,
        page_tokens=page,
        pages=-(-pick(space.pool_tokens) // page) + 1 if paged else -(-3 * LONGEST // page),
        reservation=Reservation.MAXIMUM if paged else pick(space.reservations),
        watermark=pick(space.watermarks),
        cache=pick(space.caches) if paged else Cache.NONE,
        eviction=pick(space.evictions),
    )


def _policy(space: Space, pick: Pick, batching: Batching, samples: int) -> Policy:
    return Policy(
        batching=batching,
        order=QueueOrder.FCFS if batching is Batching.MLFQ else pick(space.orders),
        max_running=max(samples, pick(space.slots)),  # fewer slots than samples: rejected at once
        token_budget=pick(space.budgets),
        long_prefill_threshold=pick(space.thresholds),
        reserve_full_prompt=pick(space.reserve_full_prompt),
        preemption=pick(space.preemptions),
        prefill_interval=1 if batching in (Batching.STATIC, Batching.MLFQ) else pick(space.intervals),
        mlfq_quantum_ms=5.0,
    )


def _speculation(space: Space, pick: Pick, static: bool) -> Speculation:
    drafts = 0 if static else pick(space.drafts)
    if not drafts:
        return Speculation()
    acceptance, method = pick(space.acceptances), pick(space.draftings)
    return Speculation(drafts, method, (2, 1), acceptance)


def _workload(space: Space, pick: Pick) -> Workload:
    return Workload(
        requests=pick(space.requests),
        arrivals=pick(space.arrivals),
        rate=pick(space.rates),
        variation=2.0,
        prompt=Lengths(law=LengthLaw.LOGNORMAL, median=pick(space.prompt_medians), low=1, high=200),
        output=Lengths(law=LengthLaw.LOGNORMAL, median=pick(space.output_medians), low=1, high=120),
        shared_prefix_tokens=pick(space.shared_prefixes),
        prefix_families=pick(space.families),
        turns=pick(space.turns),
        samples_per_request=pick(space.samples),
    )
