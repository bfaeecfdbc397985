"""How many blocks of each kind of state a device has room for, when every kind has a pool of its own."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import model
from engine.memory_split import DoesNotFit, split_memory_before_pages
from engine.scenario import Cache, Scenario
from engine.state_groups import StateGroup, state_groups


@dataclass(frozen=True, slots=True)
class GroupPool:
    """One kind of state. A block is what a run of `group.page_tokens` tokens takes: `pages_per_block` pages."""

    group: StateGroup
    blocks: int
    block_bytes: int  # on one device

    @property
    def bytes(self) -> int:
        return self.blocks * self.block_bytes


def most_blocks(group: StateGroup) -> int | None:
    """Blocks that one request holds at most, None = no bound."""
    return None if group.per_request_pages is None else group.per_request_pages // group.pages_per_block


def groups_of(scenario: Scenario) -> tuple[StateGroup, ...]:
    """The kinds of state of a scenario's model; `memory.page_tokens` is the hash block."""
    return state_groups(
        model(scenario.model.card),
        scenario.precision,
        scenario.layout,
        scenario.memory.page_tokens,
        kv_heads=scenario.model.kv_heads,
        max_length=scenario.model.max_length,
    )


def split_groups(scenario: Scenario) -> tuple[GroupPool, ...]:
    """The pools of one engine, in the order of `groups_of`.

    Bounded kinds get what `policy.max_running` requests can hold, and as much again for what a cache keeps. The
    growing kind gets the rest, or `memory.pages` blocks; without one, the first bounded kind does. Raises DoesNotFit.
    """
    groups = groups_of(scenario)
    size = {group.name: group.bytes_per_page * group.pages_per_block for group in groups}
    kept = 2 if scenario.memory.cache is not Cache.NONE else 1
    blocks = {group.name: kept * scenario.policy.max_running * (most_blocks(group) or 0) for group in groups}
    rest = groups[0]
    room = split_memory_before_pages(scenario)
    left = room - sum(size[g.name] * blocks[g.name] for g in groups if g is not rest)
    blocks[rest.name] = scenario.memory.pages or int(left // size[rest.name])
    if blocks[rest.name] < 1:
        raise DoesNotFit(_arithmetic(scenario, groups, size, blocks, room))
    return tuple(GroupPool(group, blocks[group.name], size[group.name]) for group in groups)


def _arithmetic(
    scenario: Scenario, groups: tuple[StateGroup, ...], size: dict[str, int], blocks: dict[str, int], room: float
) -> str:
    bounded = " - ".join(
        f"{blocks[g.name]:,} blocks of {size[g.name]:,} bytes ({g.name}, {scenario.policy.max_running} requests)"
        for g in groups[1:]
    )
    taken = f" - {bounded}" if bounded else ""
    first = groups[0]
    return (
        f"{model(scenario.model.card).name}: {room:,.0f} bytes per device after weights and workspace{taken} leave "
        f"less than one block of {size[first.name]:,} bytes ({first.name}, {first.page_tokens:,} tokens); "
        "use fewer request slots (policy.max_running), more devices or a larger memory"
    )
