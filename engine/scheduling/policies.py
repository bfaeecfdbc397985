"""Builds the scheduler that a scenario's policy asks for, with what it may ask of the rest of the engine."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from engine.costs.cost import CostModel
from engine.drafting.rollback import replays
from engine.drafting.speculation import Accept
from engine.drafting.speculation_law import draft_plan
from engine.memory.allocator import Allocator
from engine.models.cards import hardware_card
from engine.models.sharding import stage_devices
from engine.recorder import Recorder
from engine.recording import NANOSECONDS
from engine.scenario import Batching, Preemption, Scenario
from engine.scheduling.admission import Admission, IterationTime
from engine.scheduling.chunked import ChunkedScheduler
from engine.scheduling.continuous import ContinuousScheduler
from engine.scheduling.decode_first import DecodeFirstScheduler
from engine.scheduling.host_memory import HostMemory
from engine.scheduling.mlfq import MlfqScheduler
from engine.scheduling.policy_conflicts import policy_notes
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.static import StaticScheduler
from engine.scheduling.step import Limits

SCHEDULERS: dict[Batching, type[Scheduler]] = {
    Batching.STATIC: StaticScheduler,
    Batching.CONTINUOUS: ContinuousScheduler,
    Batching.CHUNKED: ChunkedScheduler,
    Batching.DECODE_FIRST: DecodeFirstScheduler,
    Batching.MLFQ: MlfqScheduler,
}


def limits_of(scenario: Scenario, pages: int) -> Limits:
    """The scheduler's numbers for a pool of `pages`."""
    policy = scenario.policy
    return Limits(
        max_running=policy.max_running,
        token_budget=policy.token_budget,
        max_length=scenario.model.max_length,
        page_tokens=scenario.memory.page_tokens,
        order=policy.order,
        long_prefill_threshold=policy.long_prefill_threshold,
        reserve_full_prompt=policy.reserve_full_prompt,
        watermark_pages=int(scenario.memory.watermark * pages),
        draft_tokens=draft_plan(scenario.speculation).nodes,
        draft_batch=scenario.speculation.batch_limit,
        replays=replays(scenario),
        batch_wait_ns=round(policy.batch_wait_ms * 1e6),
        prefill_interval=policy.prefill_interval,
        decode_floor=policy.decode_floor,
        length_error=policy.length_error,
        seed=scenario.seed,
        levels=policy.mlfq_levels,
        quantum_ns=round(policy.mlfq_quantum_ms * 1e6),
        promote_ns=round(policy.mlfq_promote_s * NANOSECONDS),
    )


class Schedulers:
    """Makes one scheduler after the other for the engines of a scenario."""

    def __init__(
        self,
        scenario: Scenario,
        cost: CostModel,
        pages: int,
        state_bytes: Callable[[int], int],
        accept: Accept,
        recorder: Recorder,
    ) -> None:
        self._scenario = scenario
        self._limits = limits_of(scenario, pages)
        self._time = _iteration_time(cost)
        self._state_bytes = state_bytes
        self._accept = accept
        self._recorder = recorder
        for note in policy_notes(scenario):
            recorder.note(note)

    def make(self, engine: int, allocator: Allocator) -> Scheduler:
        """The scheduler of engine number `engine`."""
        policy = self._scenario.policy
        kind = SCHEDULERS[policy.batching]
        scheduler = kind(allocator, self._limits, self._recorder, engine=engine, accept=self._accept)
        if isinstance(scheduler, MlfqScheduler):
            scheduler.prefill_ns = lambda tokens: self._time(tokens, 0, 0)
        if policy.preemption is Preemption.SWAP:
            rate = host_link(self._scenario)
            scheduler.host = HostMemory(policy.host_memory_bytes, rate, self._state_bytes, self._recorder, engine)
        scheduler.admission = self._admission()
        return scheduler

    def _admission(self) -> Admission | None:
        policy, ttft = self._scenario.policy, self._scenario.contract.ttft_s
        early = policy.early_rejection and ttft is not None
        if not early and not policy.outstanding_tokens:
            return None
        limit = round(ttft * NANOSECONDS) if early and ttft is not None else None
        return Admission(policy.outstanding_tokens, limit, policy.token_budget, self._time)


def host_link(scenario: Scenario) -> float:
    """Bytes per second between the devices of one engine and host memory, each direction. Raises ValueError if
    neither the scenario nor the hardware card says."""
    layout, given = scenario.layout, scenario.policy.host_link_bytes_per_s
    each = given if given is not None else hardware_card(scenario.hardware.card).host_link_bytes_per_s
    if each is None:
        raise ValueError(f"policy.host_link_bytes_per_s: card {scenario.hardware.card} gives none, expected a rate")
    return each * stage_devices(layout) * layout.pipeline_parallel


def _iteration_time(cost: CostModel) -> IterationTime:
    @lru_cache(maxsize=4096)
    def time(tokens: int, contexts: int, rows: int) -> int:
        return round(cost.iteration([(tokens, 0)], contexts, rows, rows + 1).seconds * NANOSECONDS)

    return time
