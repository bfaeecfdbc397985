"""How a device's memory is shared out among the kinds of state of a hybrid model."""

from __future__ import annotations

from dataclasses import dataclass

from engine.memory.allocator import Sink
from engine.memory.hybrid import HybridAllocator
from engine.memory.hybrid_groups import FullGroup, WindowGroup
from engine.memory.recurrent_group import RecurrentGroup
from engine.models.cards import model
from engine.models.memory_split import DoesNotFit, split_memory
from engine.models.state_groups import StateGroup, state_groups
from engine.recording import Pool
from engine.scenario import Cache, Scenario

COPIES = 3  # of a recurrent state for each request slot: the one of its answer so far, and two to be found again
CACHED = 2  # windows for each request slot: its own, and one to be found again
MOST = 0.5  # of the memory for state that kinds of bounded size may take together


@dataclass(frozen=True, slots=True)
class KindPool:
    """The pool of one kind. A page takes the pages of all its tables together, which always go side by side."""

    group: StateGroup
    pages: int

    @property
    def page_bytes(self) -> int:
        """Bytes of a page on one device."""
        return self.group.bytes_per_page * self.group.pages_per_block


def kinds_of(scenario: Scenario) -> tuple[StateGroup, ...]:
    """The kinds of state of a scenario's model, the growing one first. Raises ValueError, UnknownCard."""
    return state_groups(
        model(scenario.model.card),
        scenario.precision,
        scenario.layout,
        scenario.memory.page_tokens,
        kv_heads=scenario.model.kv_heads,
        max_length=scenario.model.max_length,
    )


def kind_pools(scenario: Scenario) -> tuple[KindPool, ...]:
    """A pool for each kind: the bounded ones as large as all request slots can use, the growing one gets the rest.

    `memory.pages` overrides the pages of the growing kind. Raises DoesNotFit, ValueError, UnknownCard.
    """
    full, *bounded = kinds_of(scenario)
    if scenario.memory.pages is not None:
        wanted = [KindPool(group, _wanted(scenario, group)) for group in bounded]
        return (KindPool(full, scenario.memory.pages), *wanted)
    split = split_memory(scenario)
    left = split.left + split.fixed_state
    pools = [_bounded(scenario, group, left * MOST / len(bounded)) for group in bounded]
    rest = left - sum(pool.pages * pool.page_bytes for pool in pools)
    first = KindPool(full, int(rest // KindPool(full, 0).page_bytes))
    if first.pages < 1:
        taken = ", ".join(f"{pool.pages:,} pages of {pool.page_bytes:,} bytes ({pool.group.name})" for pool in pools)
        raise DoesNotFit(
            f"{scenario.model.card}: of {left:,.0f} bytes for state on a device {taken} leave {max(0, rest):,.0f}, "
            f"less than one page of {first.page_bytes:,} bytes ({full.name}); use more devices or fewer slots"
        )
    return (first, *pools)


def hash_blocks(scenario: Scenario) -> int:
    """Hash blocks that the pool of the growing kind has room for: what a scheduler counts as pages."""
    full = kind_pools(scenario)[0]
    return full.pages * (full.group.page_tokens // scenario.memory.page_tokens)


def _bounded(scenario: Scenario, group: StateGroup, bytes_: float) -> KindPool:
    """As many pages as the slots can use, within `bytes_` but enough for one request."""
    room = int(bytes_ // KindPool(group, 0).page_bytes)
    return KindPool(group, max(_least(scenario, group), min(_wanted(scenario, group), room)))


def _wanted(scenario: Scenario, group: StateGroup) -> int:
    slots = scenario.policy.max_running
    if group.window_tokens is None:
        return slots * (1 + COPIES)
    return max(_least(scenario, group), CACHED * slots * _in_window(group))


def _least(scenario: Scenario, group: StateGroup) -> int:
    """Pages for one request, whatever its chunks."""
    if group.window_tokens is None:
        return 2
    return _in_window(group) + -(-_chunk(scenario) // group.page_tokens)


def _chunk(scenario: Scenario) -> int:
    """Tokens of one request that an iteration computes at most."""
    return min(scenario.policy.token_budget, scenario.model.max_length)


def _in_window(group: StateGroup) -> int:
    assert group.window_tokens is not None
    return -(-(group.window_tokens - 1) // group.page_tokens) + 1


def hybrid_allocator(scenario: Scenario, engine: int, sink: Sink | None) -> HybridAllocator:
    """The allocator of engine number `engine`. Raises DoesNotFit, ValueError, UnknownCard."""
    pools = kind_pools(scenario)
    size, place = scenario.memory.page_tokens, engine * sum(pool.pages for pool in pools)
    groups: list[FullGroup | WindowGroup | RecurrentGroup] = []
    for pool in pools:
        tokens, window = pool.group.page_tokens, pool.group.window_tokens
        if window is not None:
            groups.append(WindowGroup(pool.pages, tokens, size, window, place, sink, _chunk(scenario)))
        elif pool.group.grows:
            groups.append(FullGroup(pool.pages, tokens, size, place, sink))
        else:
            groups.append(RecurrentGroup(pool.pages, place, sink))
        place += pool.pages
    first, *others = groups
    assert not isinstance(first, RecurrentGroup)
    return HybridAllocator(first, others, size, caching=scenario.memory.cache is Cache.HASH)


def hybrid_pools(scenario: Scenario, engine: int, label: str) -> list[Pool]:
    """The pools of one engine as the recording describes them."""
    pools = kind_pools(scenario)
    place = engine * sum(pool.pages for pool in pools)
    described = []
    for pool in pools:
        described.append(
            Pool(
                engine=engine,
                first=place,
                pages=pool.pages,
                page_tokens=pool.group.page_tokens,
                page_bytes=pool.page_bytes,
                label=label,
                group=_named(pool.group),
                whole=pool.group.kind == "recurrent",
                counts_tokens=pool is pools[0],
            )
        )
        place += pool.pages
    return described


def _named(group: StateGroup) -> str:
    if group.window_tokens is not None:
        return f"newest {group.window_tokens:,} tokens"
    return "attention state" if group.grows else "recurrent state"
