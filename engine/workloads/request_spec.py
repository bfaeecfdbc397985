"""One request of a workload, and the token ids that give prompts an identity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.memory.cache_key import CacheKey

OUTPUT_BASE = 1_000_000_000  # output j of request i is token OUTPUT_BASE + i * OUTPUT_STRIDE + j
OUTPUT_STRIDE = 1_000_000
BLOCK_BASE = 1 << 50  # token t of a trace's prefix block b is BLOCK_BASE + b * block_tokens + t
FAR_BASE = 1 << 55  # prompt tokens once those below OUTPUT_BASE are used up

ANYONE = CacheKey()  # state is for every request
Runs = tuple[tuple[int, int], ...]


def first_output_token(index: int) -> int:
    """Token id of the first output of request `index` (its row in the workload)."""
    return OUTPUT_BASE + index * OUTPUT_STRIDE


class RequestSpec(NamedTuple):
    """One request. Its row in `Workload.requests` is its index everywhere."""

    name: str
    arrival_ns: int  # since the first arrival
    prompt: Runs  # runs (first token id, count)
    prompt_tokens: int
    output_tokens: int  # asked for, at least 1 unless `rejected`
    priority: int = 0  # smaller is more urgent
    after: int = -1  # row of the turn before: this one is sent no earlier than `think_ns` after that one finished
    think_ns: int = 0
    sample_of: int = -1  # row of the request whose prompt's pages this parallel sample shares
    key: CacheKey = ANYONE  # tenant and adapter: state is shared only between requests of one key
    rejected: str = ""  # why the request is turned away on arrival, "" = it is served


@dataclass(frozen=True)
class Workload:
    """Requests in order of (earliest) arrival, stable, and what the user should know about them."""

    title: str
    requests: tuple[RequestSpec, ...]
    notes: tuple[str, ...] = ()


class FreshTokens:
    """Token ids that no other prompt has, handed out in order."""

    def __init__(self) -> None:
        self._next = 0

    def take(self, count: int) -> Runs:
        """A run of `count` new ids; no run for 0."""
        if not count:
            return ()
        if self._next <= OUTPUT_BASE < self._next + count:
            self._next = FAR_BASE
        first, self._next = self._next, self._next + count
        return ((first, count),)


def joined(*parts: Runs) -> Runs:
    """Runs one after the other; neighbours that continue each other become one."""
    result: list[tuple[int, int]] = []
    for first, count in (run for part in parts for run in part):
        if result and result[-1][0] + result[-1][1] == first:
            result[-1] = (result[-1][0], result[-1][1] + count)
        else:
            result.append((first, count))
    return tuple(result)


def extended(runs: Runs, first: int, count: int) -> Runs:
    """`runs` and one more after them; it becomes one with the last if it continues that."""
    if not count:
        return runs
    if runs and sum(runs[-1]) == first:
        return (*runs[:-1], (runs[-1][0], runs[-1][1] + count))
    return (*runs, (first, count))


def over_limit(prompt_tokens: int, output_tokens: int, max_length: int) -> str:
    """Why a request of this size is turned away, "" if it is not. Requests are never cut to fit."""
    if prompt_tokens + output_tokens > max_length:
        return f"needs {prompt_tokens:,} + {output_tokens:,} tokens, over the limit of {max_length:,}"
    if output_tokens >= OUTPUT_STRIDE:
        return f"asks for {output_tokens:,} outputs, {OUTPUT_STRIDE - 1:,} is the most a request may have"
    return ""
