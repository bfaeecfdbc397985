"""What a fleet's caches find, in closed form: prefixes of unequal popularity, replicas, least-recently-used memory.

The characteristic time of an LRU cache (Che, Tung, Wang 2002: a prefix is found if it was asked for within the time
that it takes to fill the cache once) is counted here in tasks, and cut at the number of tasks so far, so that a cold
start counts. Evidence label of everything here: teaching-estimate. It knows no queues and no bursts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Demand:
    """What is asked for. Token counts are means."""

    families: int
    popularity: float  # the r-th prefix is asked for 1 / r^popularity as often as the first
    prefix_tokens: float
    first_tokens: float  # that a task adds to its prefix
    result_tokens: float  # that a tool returns
    output_tokens: float
    calls: int  # requests per task
    requests: int
    gap: float = 0.0  # requests of the fleet between two calls of a task

    @cached_property
    def shares(self) -> Floats:
        """Of all requests, by rank of their prefix."""
        weights = 1 / np.arange(1, self.families + 1) ** self.popularity
        return np.asarray(weights / weights.sum())

    @cached_property
    def prompts(self) -> Floats:
        """Tokens of the prompt of each call of a task: all before it and what is new."""
        calls = np.arange(self.calls)
        return np.asarray(
            self.prefix_tokens + self.first_tokens + calls * (self.result_tokens + self.output_tokens), np.float64
        )

    @property
    def new_tokens(self) -> float:
        """Prompt tokens of a task that nobody has sent before."""
        return self.first_tokens + (self.calls - 1) * self.result_tokens


@dataclass(frozen=True)
class Found:
    """What the caches have of an average request. Arrays are by call of a task, `misses` by replica."""

    prefix: float  # probability that the first call of a task finds its prefix
    prompts: Floats  # tokens
    known: Floats  # probability that the prefix is there
    there: Floats  # tokens found of the prompt, if it is
    misses: Floats  # requests that do not find their prefix there, as a share of all requests of the fleet
    window: float  # requests of the fleet after which an unused prefix is gone, inf = never

    @property
    def share(self) -> float:
        """Hit tokens of all prompt tokens."""
        return float((self.known * self.there).sum() / self.prompts.sum())


def homes(demand: Demand, replicas: int) -> NDArray[np.int64]:
    """The replica of each prefix when every prefix stays in one: the next popular goes where least is asked for."""
    load = np.zeros(replicas)
    chosen = np.zeros(demand.families, np.int64)
    for rank, share in enumerate(demand.shares):
        chosen[rank] = load.argmin()
        load[chosen[rank]] += share
    return chosen


def loads(demand: Demand, replicas: int) -> Floats:
    """Share of all requests that each replica gets when every prefix stays in one."""
    return np.asarray(np.bincount(homes(demand, replicas), demand.shares, minlength=replicas), np.float64)


def overflow(demand: Demand, replicas: int, cap: float) -> float:
    """Share of the requests that do not fit under `cap` times the mean load where their prefix is."""
    return float(np.maximum(0.0, loads(demand, replicas) - cap / replicas).sum())


def sent(demand: Demand, replicas: int, cap: float) -> Floats:
    """Share of all requests that each replica gets under a cap: what overflows goes where there is room."""
    own = np.minimum(loads(demand, replicas), cap / replicas)
    room, rest = cap / replicas - own, 1 - own.sum()
    return np.asarray(own + (rest * room / room.sum() if rest > 0 and room.sum() > 0 else rest / replicas))


def affine(demand: Demand, replicas: int, capacity: float) -> Found:
    """Every prefix has one replica with room for `capacity` tokens, and a task's calls go there as well."""
    tasks, later = float(-(-demand.requests // demand.calls)), demand.calls - 1
    private = demand.new_tokens + demand.calls * demand.output_tokens  # that a task leaves behind
    where, shares = homes(demand, replicas), demand.shares
    found, kept, window, misses = 0.0, 0.0, float("inf"), np.zeros(replicas)
    for replica in range(replicas):
        own = shares[where == replica]
        filled = _window(own, demand.prefix_tokens, private * own.sum(), capacity, tasks)
        seen, stays = _seen(own, filled, tasks), _kept(filled * demand.calls, demand.gap)
        misses[replica] = float((own * (1 - seen)).sum()) * (1 + later * (1 - stays)) / demand.calls
        found += float((own * seen).sum())
        kept += float(own.sum()) * stays
        window = min(window, filled * demand.calls)
    known = np.array([found] + later * [kept + (1 - kept) * found])
    before = demand.prompts[:-1] + demand.output_tokens
    hits = np.concatenate([[found * demand.prefix_tokens], kept * before + (1 - kept) * found * demand.prefix_tokens])
    return Found(found, demand.prompts, known, hits / np.maximum(known, 1e-12), misses, window)


def balanced(demand: Demand, replicas: int, capacity: float) -> Found:
    """Every request goes to any replica alike: each of them needs every prefix, and tasks find their own state only
    where an earlier call happened to be."""
    tasks, own = float(-(-demand.requests // demand.calls)), _own(demand, replicas)
    visits = 1 - (1 - 1 / replicas) ** np.arange(demand.calls + 1)  # an earlier call of the task was here, by call
    shares = demand.shares * visits[-1]  # a task leaves the prefix here
    missed = float(np.sum(demand.prompts - demand.prefix_tokens - own + demand.output_tokens))
    filled = _window(shares, demand.prefix_tokens, missed / replicas, capacity, tasks)
    prefix = float((demand.shares * _seen(shares, filled, tasks)).sum())
    window = filled * demand.calls
    kept, earlier = _kept(window, demand.gap), visits[:-1]
    known = earlier * kept + (1 - earlier * kept) * prefix
    hits = known * demand.prefix_tokens + own * kept
    misses = np.full(replicas, float(np.mean(1 - known)) / replicas)
    return Found(prefix, demand.prompts, known, hits / np.maximum(known, 1e-12), misses, window)


def spilled(demand: Demand, replicas: int, capacity: float, cap: float) -> Found:
    """What does not fit under a cap goes to as many further replicas as it takes, which then need the prefix too."""
    copies = min(replicas, max(2, int(np.ceil(loads(demand, replicas).max() * replicas / cap))))
    found = balanced(demand, copies, capacity)
    return replace(found, misses=np.full(replicas, float(found.misses.sum()) / replicas))


def stored(demand: Demand, capacity: float) -> Found:
    """All that one memory of `capacity` tokens for the whole fleet has."""
    return affine(demand, 1, capacity)


def mixed(one: Found, other: Found, share: float) -> Found:
    """`share` of the requests fare as in `other`, the rest as in `one`."""
    known = (1 - share) * one.known + share * other.known
    hits = (1 - share) * one.known * one.there + share * other.known * other.there
    misses = (1 - share) * one.misses + share * other.misses
    prefix = (1 - share) * one.prefix + share * other.prefix
    there = hits / np.maximum(known, 1e-12)
    return Found(prefix, one.prompts, known, there, misses, min(one.window, other.window))


def helped(local: Found, shared: Found) -> Found:
    """Whatever a replica does not have comes from a shared memory, if that has it."""
    known, missing = np.maximum(local.known, shared.known), float(local.misses.sum())
    part = min(1.0, float(shared.misses.sum()) / missing) if missing else 0.0
    hits = np.maximum(local.known * local.there, shared.known * shared.there)
    return Found(
        max(local.prefix, shared.prefix),
        local.prompts,
        known,
        hits / np.maximum(known, 1e-12),
        local.misses * part,
        max(local.window, shared.window),
    )


def _own(demand: Demand, replicas: int) -> Floats:
    """Tokens beyond the prefix that a call finds of its own task, by call: those of its last call on the replica."""
    beyond = demand.prompts - demand.prefix_tokens + demand.output_tokens
    here = 1 / replicas
    found = np.zeros(demand.calls)
    for call in range(1, demand.calls):
        ago = np.arange(1, call + 1)
        found[call] = float((here * (1 - here) ** (ago - 1) * beyond[call - ago]).sum())
    return found


def _kept(window: float, gap: float) -> float:
    """Share of a task's calls that still find what the call before it has left."""
    return 1.0 if window >= gap else window / gap


def _seen(shares: Floats, window: float, total: float) -> Floats:
    """Probability that each prefix was left within the last `window` tasks, averaged over a run of `total`.

    `shares`: probability that a task leaves it here. Task k has only k before it.
    """
    kept = 1 - np.minimum(shares, 1 - 1e-12)
    first = min(np.floor(window) + 1, total)  # tasks with fewer than a window before them
    rising = first - (1 - kept**first) / (1 - kept)
    later = (total - first) * (1 - kept ** min(window, total))
    return np.asarray(np.maximum(0.0, rising + later) / total)


def _window(shares: Floats, prefix: float, private: float, capacity: float, total: float) -> float:
    """Tasks that fill a cache of `capacity` tokens once; inf if a run of `total` never does."""

    def filled(window: float) -> float:
        return float(prefix * (1 - (1 - np.minimum(shares, 1 - 1e-12)) ** window).sum() + private * window)

    if filled(total) <= capacity:
        return float("inf")
    low, high = 0.0, total
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if filled(middle) < capacity else (low, middle)
    return low
