"""What does not go together in the part of a scenario that concerns several engines."""

from __future__ import annotations

from collections.abc import Iterator

from engine.fleets.fleet_plan import Fault, FaultKind, Migration, Publish
from engine.scenario import Allocator, Batching, Cache, Kinds, Scenario

Conflict = tuple[str, str, str]  # field, found, expected

ON_ENGINE = (
    FaultKind.WORKER_DIES,
    FaultKind.WORKER_RECOVERS,
    FaultKind.PAGES_INVALIDATED,
    FaultKind.STRAGGLER,
)


def fleet_conflicts(scenario: Scenario) -> Iterator[Conflict]:
    """Fields, what was found and what was expected."""
    layout, fleet = scenario.layout, scenario.fleet
    engines = layout.engines + layout.prefill_engines
    if fleet.store is not Publish.NEVER and scenario.memory.cache is Cache.NONE:
        yield "fleet.store", f'"{fleet.store}"', '"never": without a cache no page can be found again'
    if fleet.store is not Publish.NEVER and scenario.memory.kinds is Kinds.APART:
        yield "fleet.store", f'"{fleet.store}"', '"never": the store keeps pages of one kind, memory.kinds = "apart"'
    if scenario.policy.batching is Batching.STATIC:
        if fleet.migration is not Migration.NEVER:
            yield "fleet.migration", f'"{fleet.migration}"', '"never": a static batch starts and ends together'
        if scenario.faults:
            yield "faults", f"{len(scenario.faults)} faults", "none: a static batch starts and ends together"
    if scenario.memory.allocator is Allocator.CONTIGUOUS and fleet.migration is Migration.LIVE:
        yield "fleet.migration", '"live"', '"stop-and-copy": a reservation has no pages to copy one by one'
    for place, fault in enumerate(scenario.faults):
        yield from _fault_conflicts(f"faults[{place}]", fault, engines)
    yield from _resize_conflicts(scenario)


def _fault_conflicts(path: str, fault: Fault, engines: int) -> Iterator[Conflict]:
    if fault.kind in ON_ENGINE and fault.engine >= engines:
        yield f"{path}.engine", str(fault.engine), f"one of the {engines} engines, 0 to {engines - 1}"
    if fault.factor is not None and fault.kind is FaultKind.STRAGGLER and fault.factor < 1:
        yield f"{path}.factor", str(fault.factor), "at least 1: a straggler takes longer"
    if fault.factor is not None and fault.kind is FaultKind.LINK_SLOWS and fault.factor > 1:
        yield f"{path}.factor", str(fault.factor), "at most 1: the share of the link's rate that is left"


def _resize_conflicts(scenario: Scenario) -> Iterator[Conflict]:
    """Every moment needs an engine that prefills and one that decodes."""
    layout, steps = scenario.layout, scenario.fleet.resize
    if steps and not layout.prefill_engines:
        yield "fleet.resize", f"{len(steps)} changes of role", "none: layout.prefill_engines = 0, no roles are split"
        return
    engines = layout.engines + layout.prefill_engines
    roles = ["prefill"] * layout.prefill_engines + ["decode"] * layout.engines
    for place, step in sorted(enumerate(steps), key=lambda entry: entry[1].at_s):
        path = f"fleet.resize[{place}]"
        if step.engine >= engines:
            yield f"{path}.engine", str(step.engine), f"one of the {engines} engines, 0 to {engines - 1}"
            return
        roles[step.engine] = str(step.role)
        for role in ("prefill", "decode"):
            if role not in roles:
                yield f"{path}.role", f'"{step.role}"', f"a change that leaves an engine to {role}"
