"""Builds the engines of a scenario: pools, allocators, schedulers, the link between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.clock import Clock
from engine.costs.cost import CostModel, page_bytes, pool_pages
from engine.drafting.draft_cost import DraftCost
from engine.drafting.speculation import SeededAcceptance
from engine.drafting.speculation_law import draft_plan
from engine.fleets.assembly import Assembly
from engine.fleets.fleet import Fleet
from engine.fleets.replica import Engine
from engine.memory.allocator import Allocator, Sink, Sizes
from engine.memory.contiguous import ContiguousAllocator
from engine.memory.hybrid_pools import hash_blocks, hybrid_allocator, hybrid_pools
from engine.memory.lower_tiers import LowerTiers, attach
from engine.memory.pages import PagedAllocator
from engine.memory.radix_pages import RadixAllocator
from engine.recorder import Recorder
from engine.recording import Pool
from engine.scenario import Allocator as AllocatorKind
from engine.scenario import Cache, Kinds, Scenario
from engine.scheduling.job import Job
from engine.scheduling.policies import Schedulers


def build_fleet(
    scenario: Scenario,
    cost: CostModel,
    clock: Clock,
    recorder: Recorder,
    jobs: Sequence[Job],
    ended: Callable[[Job], None],
) -> Fleet:
    """All engines of the scenario, prefill engines first. `ended` is told of every request that ends.

    Raises DoesNotFit.
    """
    layout = scenario.layout
    pages = hash_blocks(scenario) if scenario.memory.kinds is Kinds.APART else pool_pages(scenario)
    accept = SeededAcceptance(draft_plan(scenario.speculation), scenario.seed)
    drafting = DraftCost(scenario, cost)
    schedulers = Schedulers(scenario, cost, pages, _state_bytes(cost), accept, recorder)
    assembly = Assembly(scenario, _state_bytes(cost), clock, recorder)
    lower = LowerTiers(scenario, _state_bytes(cost), clock, recorder)
    engines = []
    for index in range(layout.prefill_engines + layout.engines):
        offload = lower.make(index)
        sink = assembly.sink(index) if offload is None else offload.listen(assembly.sink(index))
        allocator = _allocator(scenario, pages, index, sink, jobs)
        scheduler = schedulers.make(index, allocator)
        if offload is not None:
            attach(offload, scheduler)
        engines.append(Engine(index, _label(scenario, index), scheduler, cost, drafting, clock, recorder))
    fleet = assembly.fleet(engines, jobs, ended)
    for engine in engines:
        engine.alone = len(engines) == 1 and engine.stepped is None
    return fleet


def _allocator(scenario: Scenario, pages: int, engine: int, sink: Sink, jobs: Sequence[Job]) -> Allocator:
    memory, first_page = scenario.memory, engine * pages
    if memory.kinds is Kinds.APART:
        return hybrid_allocator(scenario, engine, sink)
    if memory.allocator is AllocatorKind.CONTIGUOUS:
        spare = draft_plan(scenario.speculation).nodes  # the last drafts of a request may reach beyond its end
        return ContiguousAllocator(
            pages,
            memory.page_tokens,
            reservation=memory.reservation,
            max_length=scenario.model.max_length,
            sizes=lambda row: _sizes(jobs[row], spare),
            first_page=first_page,
            sink=sink,
        )
    if memory.cache is Cache.RADIX:
        return RadixAllocator(
            pages,
            memory.page_tokens,
            eviction=memory.eviction,
            priority=lambda row: -jobs[row].priority,  # what the tree protects is what is urgent
            first_page=first_page,
            sink=sink,
        )
    caching = memory.cache is Cache.HASH
    return PagedAllocator(pages, memory.page_tokens, caching=caching, first_page=first_page, sink=sink)


def _sizes(job: Job, spare: int) -> Sizes:
    """What `job` and its parallel samples need: every run as long as the longest of them asks for."""
    asked = max(member.asked for member in (job, *job.samples))
    return Sizes(job.prompt, asked + spare, job.slots)


def pools_of(scenario: Scenario, fleet: Fleet) -> list[Pool]:
    """The pools as the recording describes them, numbered one after the other."""
    if scenario.memory.kinds is Kinds.APART:
        return [pool for engine in fleet.engines for pool in hybrid_pools(scenario, engine.index, engine.label)]
    size = page_bytes(scenario)
    pools, first = [], 0
    for engine in fleet.engines:
        allocator = engine.scheduler.allocator
        pools.append(
            Pool(
                engine=engine.index,
                first=first,
                pages=allocator.total_pages,
                page_tokens=scenario.memory.page_tokens,
                page_bytes=size,
                label=engine.label,
                reserved=allocator.total_pages - allocator.usable_pages,
                contiguous=scenario.memory.allocator is AllocatorKind.CONTIGUOUS,
            )
        )
        first += allocator.total_pages
    return pools


def _label(scenario: Scenario, index: int) -> str:
    split = scenario.layout.prefill_engines
    if not split:
        return f"engine {index}"
    return f"prefill {index}" if index < split else f"decode {index - split}"


def _state_bytes(cost: CostModel) -> Callable[[int], int]:
    """Bytes of one request's state over all devices, by its tokens: what a transfer carries."""
    facts = cost.facts()
    per_token = float(facts["state_bytes_per_token"] or 0) + float(facts["draft_state_bytes_per_token"] or 0)
    fixed = float(facts["fixed_state_bytes_whole_request"] or 0)
    return lambda tokens: round(tokens * per_token + fixed)
