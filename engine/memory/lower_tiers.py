"""Builds the slower memory of engines as a scenario describes it."""

from __future__ import annotations

from collections.abc import Callable

from engine.clock import Clock
from engine.memory.offload import Offload
from engine.memory.tiers import Tier, Tiers
from engine.models.cards import hardware_card
from engine.models.sharding import stage_devices
from engine.recorder import Recorder
from engine.scenario import Preemption, Scenario
from engine.scheduling.job import Job
from engine.scheduling.scheduler import Scheduler
from engine.scheduling.withdrawal import let_in


class LowerTiers:
    """Makes the tiers of one engine after the other. `state_bytes`: bytes of state on all devices, by tokens."""

    def __init__(
        self, scenario: Scenario, state_bytes: Callable[[int], int], clock: Clock, recorder: Recorder
    ) -> None:
        self._page_tokens = scenario.memory.page_tokens
        self._page = max(1, state_bytes(self._page_tokens) - state_bytes(0))
        self._tiers = tiers_of(scenario, self._page)
        self._clock = clock
        self._recorder = recorder
        if self._tiers and scenario.policy.preemption is Preemption.SWAP:
            recorder.note("swapped requests and dropped pages have host memory and links of their own here")

    def make(self, engine: int) -> Offload | None:
        """The tiers of engine number `engine`, None if it has none."""
        if not self._tiers:
            return None
        return Offload(Tiers(self._tiers, self._page), self._page_tokens, self._clock, self._recorder, engine)


def tiers_of(scenario: Scenario, page_bytes: int) -> tuple[Tier, ...]:
    """The tiers from fast to slow. Raises ValueError if neither scenario nor card has a rate for host memory."""
    plan, found = scenario.offload, []
    if plan.dram_bytes:
        rate = plan.dram_bytes_per_s if plan.dram_bytes_per_s is not None else _host_links(scenario)
        found.append(Tier("DRAM", plan.dram_bytes // page_bytes, rate))
    if plan.ssd_bytes:
        latency = plan.ssd_latency_us * 1e-6
        found.append(Tier("SSD", plan.ssd_bytes // page_bytes, plan.ssd_bytes_per_s, latency))
    return tuple(found)


def _host_links(scenario: Scenario) -> float:
    each = hardware_card(scenario.hardware.card).host_link_bytes_per_s
    if each is None:
        raise ValueError(
            f"offload.dram_bytes_per_s: found none, expected a rate: card {scenario.hardware.card} has no host link"
        )
    return each * stage_devices(scenario.layout) * scenario.layout.pipeline_parallel


def attach(offload: Offload, scheduler: Scheduler) -> None:
    """`offload` serves `scheduler` from here on."""
    offload.allocator = scheduler.allocator
    scheduler.offload = offload

    def back(job: Job) -> None:
        scheduler.parked -= 1
        let_in(scheduler, job, 0, first=True)

    offload.back = back
