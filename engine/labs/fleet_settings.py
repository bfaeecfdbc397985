"""What can be set in the fleet lab, and the scenario that it stands for. Names and units are those of a scenario."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.fleets.fleet_plan import Fault, FaultKind, FaultPolicy, FleetPlan, Publish, Routing
from engine.labs.settings import setting
from engine.scenario import (
    Agent,
    Batching,
    Cache,
    Contract,
    Hardware,
    Layout,
    Lengths,
    Memory,
    Model,
    Offload,
    Policy,
    Precision,
    Scenario,
    Workload,
)
from engine.scenario_ranges import NOT_NEGATIVE, POSITIVE, SHARE, Range

GB = 1_000_000_000
MAX_LENGTH = 2_000_000
NEVER_CAPPED = 64.0  # an affinity cap that no engine of a fleet this size can reach


class Trouble(StrEnum):
    """The fault of a run; those of `FaultKind` under their names."""

    NONE = "none"
    WORKER_DIES = "worker-dies"
    PAGES_INVALIDATED = "pages-invalidated"
    STRAGGLER = "straggler"
    LINK_SLOWS = "link-slows"


@dataclass(frozen=True)
class FleetSettings:
    """Agents that loop on long shared prefixes, a fleet of replicas, and what may go wrong."""

    engines: int = setting(4, Range(2, 16))
    routing: Routing = setting(Routing.CAPPED_AFFINITY)
    affinity_cap: float = setting(1.5, Range(1, 8))
    # who asks
    prefix_families: int = setting(8, Range(1, 64))
    shared_prefix_tokens: int = setting(400_000, Range(1024, 1_000_000))
    popularity: float = setting(2.0, Range(0, 4))
    calls: int = setting(5, Range(1, 32))  # per task of an agent
    tool_s: float = setting(2.0, Range(0, 600))
    prompt_tokens: int = setting(2000, Range(16, 100_000))  # median of what a task adds to its prefix
    result_tokens: int = setting(2000, Range(16, 100_000))  # median of what a tool returns
    output_tokens: int = setting(120, Range(1, 8192))  # median
    requests: int = setting(240, Range(8, 1000))
    rate: float = setting(4.0, POSITIVE)  # requests per second, all calls counted
    # where state lies
    pages: int = setting(0, NOT_NEGATIVE)  # of one replica; 0 = what its devices have room for
    page_tokens: int = setting(2048, Range(16, 8192))
    dram_bytes: int = setting(0, Range(0, 64_000 * GB))  # of one replica
    ssd_bytes: int = setting(0, Range(0, 64_000 * GB))  # of one replica
    store: Publish = setting(Publish.NEVER)
    store_bytes: int = setting(2_000 * GB, Range(0, 64_000 * GB))
    link_bytes_per_s: float = setting(100e9, POSITIVE)
    # who is let in
    outstanding_tokens: int = setting(0, NOT_NEGATIVE)  # per replica, 0 = no limit
    early_rejection: bool = setting(False)
    # what breaks
    fault: Trouble = setting(Trouble.NONE)
    fault_at_s: float = setting(70.0, NOT_NEGATIVE)
    fault_engine: int = setting(0, Range(0, 15))
    fault_duration_s: float = setting(30.0, NOT_NEGATIVE)  # 0 = to the end of the run
    fault_share: float = setting(1.0, SHARE)  # of the pages with content, when pages become invalid
    fault_policy: FaultPolicy = setting(FaultPolicy.DEFAULT)
    # on what, and what is promised
    model: str = setting("qwen3-30b-a3b")
    hardware: str = setting("h200-sxm-141gb")
    tensor_parallel: int = setting(8, Range(1, 64))
    token_budget: int = setting(8192, Range(16, 65_536))
    ttft_s: float = setting(30.0, POSITIVE)
    tpot_s: float = setting(0.1, POSITIVE)
    long_tokens: int = setting(4000, Range(1, 1_000_000))  # new prompt tokens from which a request counts as long
    seed: int = setting(1, Range(0, 1_000_000))

    @property
    def cap(self) -> float:
        """Times the mean load, from which an engine is passed over although it has the prefix."""
        return self.affinity_cap if self.routing is Routing.CAPPED_AFFINITY else NEVER_CAPPED

    @property
    def affine(self) -> bool:
        """Whether requests follow their prefix."""
        return self.routing in (Routing.PREFIX_AFFINITY, Routing.CAPPED_AFFINITY)


def scenario(settings: FleetSettings) -> Scenario:
    """The scenario to run. Raises ValueError naming the setting that makes no sense with the others."""
    _check(settings)
    return Scenario(
        title=f"{settings.prefix_families} long prefixes on {settings.engines} replicas",
        seed=settings.seed,
        model=Model(settings.model, max_length=MAX_LENGTH),
        precision=Precision(),
        hardware=Hardware(settings.hardware, workspace_bytes=None),
        layout=Layout(
            engines=settings.engines,
            tensor_parallel=settings.tensor_parallel,
            link_bytes_per_s=settings.link_bytes_per_s,
            routing=settings.routing,
            affinity_cap=settings.affinity_cap,
        ),
        memory=Memory(page_tokens=settings.page_tokens, pages=settings.pages or None, cache=Cache.HASH),
        policy=Policy(
            batching=Batching.CHUNKED,
            token_budget=settings.token_budget,
            outstanding_tokens=settings.outstanding_tokens,
            early_rejection=settings.early_rejection,
        ),
        offload=Offload(dram_bytes=settings.dram_bytes, ssd_bytes=settings.ssd_bytes),
        workload=_workload(settings),
        contract=Contract(ttft_s=settings.ttft_s, tpot_s=settings.tpot_s),
        fleet=FleetPlan(store=settings.store, store_bytes=settings.store_bytes),
        faults=_faults(settings),
    )


def baseline(settings: FleetSettings) -> Scenario:
    """The same requests and faults under a load balancer that knows neither prefixes nor a store, and lets all in."""
    plain = replace(
        settings,
        routing=Routing.ROUND_ROBIN,
        store=Publish.NEVER,
        dram_bytes=0,
        ssd_bytes=0,
        outstanding_tokens=0,
        early_rejection=False,
    )
    return scenario(plain)


def prompt_law(settings: FleetSettings) -> Lengths:
    return Lengths(median=settings.prompt_tokens, spread=1.0, low=16, high=20 * settings.prompt_tokens)


def result_law(settings: FleetSettings) -> Lengths:
    return Lengths(median=settings.result_tokens, spread=1.0, low=16, high=20 * settings.result_tokens)


def output_law(settings: FleetSettings) -> Lengths:
    return Lengths(median=settings.output_tokens, spread=0.8, low=1, high=10 * settings.output_tokens)


def _workload(settings: FleetSettings) -> Workload:
    return Workload(
        requests=settings.requests,
        rate=settings.rate,
        prompt=prompt_law(settings),
        output=output_law(settings),
        shared_prefix_tokens=settings.shared_prefix_tokens,
        prefix_families=settings.prefix_families,
        popularity=settings.popularity,
        agent=Agent(settings.calls, settings.tool_s, result_law(settings)),
    )


def _faults(settings: FleetSettings) -> tuple[Fault, ...]:
    if settings.fault is Trouble.NONE:
        return ()
    return (
        Fault(
            FaultKind(settings.fault.value),
            settings.fault_at_s,
            settings.fault_engine,
            settings.fault_duration_s or None,
            share=settings.fault_share,
            policy=settings.fault_policy,
        ),
    )


def _check(settings: FleetSettings) -> None:
    if settings.fault is not Trouble.NONE and settings.fault_engine >= settings.engines:
        raise ValueError(
            f"fault_engine: found {settings.fault_engine}, "
            f"expected one of the {settings.engines} replicas, 0 to {settings.engines - 1}"
        )
