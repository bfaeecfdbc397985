"""Which pools stand side by side, and how: all, those of one engine, those that hold one kind of state, or one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.recording import Pool
from widgets.page_words import pool_name, tr

WIDE = 1.9  # width over height that a pool's head and grid look best at


@dataclass(frozen=True)
class PoolChoice:
    """An entry of the selector: `pools` are indices of the recording's pools."""

    title: str
    pools: tuple[int, ...]


def choices(pools: Sequence[Pool], engines: Sequence[str]) -> list[PoolChoice]:
    """All pools first; then, where that says more than single pools, by engine, by kind of engine and by state."""
    every = tuple(range(len(pools)))
    found = [PoolChoice(tr("All pools"), every)]
    if len(pools) < 2:
        return found
    found += _by([engines[pool.engine].rstrip("0123456789 ") for pool in pools], tr("all of {name}"))
    found += _by([pool.group for pool in pools], tr("all of {name}"))
    found += _by([engines[pool.engine] for pool in pools], "{name}")
    single = [PoolChoice(pool_name(pool), (index,)) for index, pool in enumerate(pools)]
    return found + single


def _by(keys: Sequence[str], title: str) -> list[PoolChoice]:
    """A choice for each key that several but not all pools have."""
    found = []
    for key in dict.fromkeys(keys):
        members = tuple(index for index, other in enumerate(keys) if other == key)
        if key and 1 < len(members) < len(keys):
            found.append(PoolChoice(title.format(name=key), members))
    return found


def columns_for(pools: int, width: float, height: float) -> int:
    """How many pools stand beside each other: up to three in one row, more in the rows that fit them best."""
    if pools <= 3:
        return max(1, pools)

    def unlike(columns: int) -> float:
        rows = math.ceil(pools / columns)
        spare = columns * rows - pools
        return abs(math.log(max(width, 1.0) / columns / (max(height, 1.0) / rows) / WIDE)) + 0.4 * spare

    return min(range(2, pools + 1), key=unlike)
