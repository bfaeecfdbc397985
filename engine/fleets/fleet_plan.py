"""The part of a scenario that concerns several engines: routing, roles, the shared store, migration, faults."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Routing(StrEnum):
    """How an arriving request finds its engine. Loads are counted in requests not ended, unless it says otherwise."""

    ROUND_ROBIN = "round-robin"
    LEAST_LOADED = "least-loaded"
    LEAST_TOKENS = "least-tokens"  # prompt tokens of the requests not ended
    PREFIX_AFFINITY = "prefix-affinity"  # the engine that has seen most of the prompt
    CAPPED_AFFINITY = "capped-affinity"  # the same, among engines below `affinity_cap` times the mean load
    POWER_OF_TWO = "power-of-two"  # the less loaded of two drawn at random


class Publish(StrEnum):
    """When a page's state goes to the store that all engines share."""

    NEVER = "never"
    REGISTERED = "registered"  # as soon as it is computed
    EVICTED = "evicted"  # when its engine drops it


class Migration(StrEnum):
    """How a running request moves to a less loaded engine."""

    NEVER = "never"
    STOP = "stop-and-copy"  # it stands still while its whole state is copied
    LIVE = "live"  # it decodes while its state is copied, and stands still for what has come since


class PoolRole(StrEnum):
    PREFILL = "prefill"
    DECODE = "decode"


class FaultKind(StrEnum):
    WORKER_DIES = "worker-dies"
    WORKER_RECOVERS = "worker-recovers"
    PAGES_INVALIDATED = "pages-invalidated"
    LINK_SLOWS = "link-slows"
    STRAGGLER = "straggler"


class FaultPolicy(StrEnum):
    """What becomes of the requests that a fault concerns.

    They are those on a dead or slow engine, those that hold an invalidated page, those whose state is on the link.
    """

    DEFAULT = "default"  # retry after a death, recompute after an invalidation, otherwise degrade
    RECOMPUTE = "recompute"  # their state is computed again where they are (after a death: once the engine is back)
    RETRY = "retry"  # they go to another engine
    DEGRADE = (
        "degrade"  # slower where nothing is lost; where state is lost, they end with the tokens delivered so far
    )
    REJECT = "reject"


@dataclass(frozen=True)
class Resize:
    """From `at_s` on the engine takes no more work of its old role, and takes the new one when it is empty."""

    at_s: float
    engine: int  # prefill engines count first
    role: PoolRole


@dataclass(frozen=True)
class Fault:
    """One fault. It lasts `duration_s`, or until the end of the run."""

    kind: FaultKind
    at_s: float
    engine: int = 0  # prefill engines count first; the link has no engine
    duration_s: float | None = None
    factor: float | None = None  # straggler: time per iteration, default 2; link: its rate, default 0.1
    share: float = 1.0  # invalidated part of the pages with content, drawn by the scenario's seed
    policy: FaultPolicy = FaultPolicy.DEFAULT


@dataclass(frozen=True)
class FleetPlan:
    store: Publish = Publish.NEVER
    store_bytes: int = 1_000_000_000_000
    migration: Migration = Migration.NEVER
    migration_threshold: float = 1.5  # times the mean load, from which an engine gives requests away
    resize: tuple[Resize, ...] = ()
