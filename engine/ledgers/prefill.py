"""Prefill ledger: computing the prompts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numpy.typing import NDArray

from engine.ledgers.account import Account
from engine.ledgers.entry import (
    COUNTED,
    ESTIMATED,
    LESS,
    MORE,
    NEITHER,
    declare,
    given,
    measured,
    ratio,
    spread,
    spread_rows,
)
from engine.recording import Event, Work
from engine.sheet import Input, Measured

TOKENS = declare(
    "prefill.tokens",
    "Prompt tokens computed",
    "tokens",
    LESS,
    COUNTED,
    "Σ prefill tokens scheduled (cache hits are not computed, recomputation is)",
    headline=True,
)
TIME = declare(
    "prefill.time", "Time of iterations with prefill", "s", LESS, ESTIMATED, "Σ duration of iterations with prefill"
)
RATE = declare(
    "prefill.rate",
    "Prefill tokens per second of such iterations",
    "tokens/s",
    MORE,
    ESTIMATED,
    "prefill tokens / time of iterations with prefill",
)
MFU = declare(
    "prefill.mfu",
    "MFU of iterations with prefill",
    "1",
    MORE,
    ESTIMATED,
    "Σ operations / (peak operations per second × time), iterations with prefill",
)
RECOMPUTED = declare(
    "prefill.recomputed_tokens",
    "Tokens computed again after a preemption",
    "tokens",
    LESS,
    COUNTED,
    "Σ over preemptions of tokens lost − tokens found again in the cache",
)

AGAIN = declare(
    "prefill.recomputed_share",
    "Prefill that is computed again",
    "1",
    LESS,
    COUNTED,
    "tokens computed again / prefill tokens scheduled",
)
CHUNKS = declare(
    "prefill.chunks", "Chunks per prefill, mean", "chunks", NEITHER, COUNTED, "prefill slices / prefills begun"
)
CHUNK = declare(
    "prefill.chunk_tokens", "Tokens per chunk, mean", "tokens", NEITHER, COUNTED, "prefill tokens / prefill slices"
)
SHARE = declare(
    "prefill.busy_share",
    "Busy time in iterations with prefill",
    "1",
    NEITHER,
    ESTIMATED,
    "Σ duration of iterations with prefill / Σ duration of iterations",
)
LENGTH = spread("prefill.iteration", "Iteration with prefill", "duration of iterations with prefill", (50, 99))

_NONE = "No iteration computed a prompt token."


def rows(account: Account) -> Iterator[Measured]:
    busy = account.prefilling
    tokens = given("n_pre", account.scheduled(Work.PREFILL), "tokens", "prefill tokens scheduled")
    seconds = given("t_pre", account.iteration_seconds[busy].sum(), "s", "time of iterations with prefill")
    done = given("F", account.iterations["flops"][busy].sum(), "FLOP", "operations of those iterations on one device")
    could = given(
        "F_peak · t_pre", account.facts["peak_flops"] * seconds.value, "FLOP", "operations at the peak rate"
    )
    yield measured(TOKENS, tokens.value, tokens)
    yield measured(TIME, seconds.value, given("n_it", busy.sum(), "iterations", "iterations with prefill"))
    yield ratio(RATE, tokens, seconds, _NONE)
    yield ratio(MFU, done, could, _NONE)
    again = given("n_again", account.requests["recomputed_tokens"].sum(), "tokens", "tokens computed again")
    lost = given("n_pre", account.requests["preemptions"].sum(), "times", "preemptions")
    yield measured(RECOMPUTED, again.value, again, lost)
    yield ratio(AGAIN, again, tokens, _NONE)
    yield from _chunks(account, tokens)
    yield ratio(SHARE, seconds, account.busy_input, "No iteration ran.")
    count = given("n", busy.sum(), "iterations", "iterations with prefill")
    yield from spread_rows(LENGTH, account.iteration_seconds[busy], count, _NONE)


def _chunks(account: Account, tokens: Input) -> Iterator[Measured]:
    slices = account.slices
    chunk = (slices["work"] == Work.PREFILL) & (slices["tokens"] > 0)
    chunks = given("n_chunk", chunk.sum(), "chunks", "prefill slices: one request in one iteration")
    begun = given("n", account.happened(Event.ADMIT) - forks(slices), "prefills", "admissions of requests")
    yield ratio(CHUNKS, chunks, begun, _NONE)
    yield ratio(CHUNK, tokens, chunks, _NONE)


def forks(slices: NDArray[Any]) -> int:
    """Parallel samples that started from the state of another request."""
    return int(((slices["work"] == Work.PREFILL) & (slices["tokens"] == 0)).sum())
