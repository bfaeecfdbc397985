"""Prefill ledger: computing the prompts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, declare, given, measured, ratio
from engine.recording import Work
from engine.sheet import Measured

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
