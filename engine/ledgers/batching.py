"""Batching ledger: who shares an iteration, and who waits."""

from __future__ import annotations

from collections.abc import Iterator

from engine.ledgers.account import Account, present
from engine.ledgers.entry import COUNTED, ESTIMATED, LESS, MORE, NEITHER, declare, given, measured, percentile, ratio
from engine.recording import Work
from engine.sheet import Measured

RUNNING = declare(
    "batching.running",
    "Requests running, mean",
    "requests",
    NEITHER,
    ESTIMATED,
    "Σ requests holding a slot × duration / Σ duration, over iterations",
    headline=True,
)
TOKENS = declare(
    "batching.tokens_per_iteration",
    "Tokens per iteration, mean",
    "tokens",
    NEITHER,
    COUNTED,
    "Σ (prefill + decode tokens) / iterations",
)
FILL = declare(
    "batching.budget_fill", "Token budget used", "1", MORE, COUNTED, "Σ tokens / Σ budget, iterations with a budget"
)
PADDING = declare(
    "batching.padding_share",
    "Slots kept by finished requests (padding)",
    "1",
    LESS,
    COUNTED,
    "slot·iterations of finished requests / slot·iterations of decoding and finished requests",
)
PROMPT_PADDING = declare(
    "batching.prompt_padding_share",
    "Prompt positions that are padding",
    "1",
    LESS,
    COUNTED,
    "padding tokens beside prompts / (prompt tokens computed + padding tokens beside prompts)",
)
QUEUE_P50 = declare(
    "batching.queue_p50", "Time queued, p50", "s", LESS, ESTIMATED, "median of first scheduled − arrival"
)
QUEUE_P99 = declare("batching.queue_p99", "Time queued, p99", "s", LESS, ESTIMATED, "99th percentile of the same")
PREEMPTIONS = declare(
    "batching.preemptions",
    "Preemptions",
    "times",
    LESS,
    COUNTED,
    "times a running request was sent back to the queue",
)
ITERATIONS = declare("batching.iterations", "Iterations", "iterations", LESS, COUNTED, "iterations of all engines")


def rows(account: Account) -> Iterator[Measured]:
    iterations = account.iterations
    yield ratio(
        RUNNING,
        given("Σ r·t", (iterations["running"] * account.iteration_seconds).sum(), "requests·s", "running × duration"),
        account.busy_input,
        "No iteration ran.",
    )
    tokens = iterations["prefill_tokens"].astype("i8") + iterations["decode_tokens"]
    yield ratio(
        TOKENS, given("Σ n", tokens.sum(), "tokens", "tokens scheduled"), account.iteration_input, "No iteration ran."
    )
    limited = iterations["budget"] > 0
    yield ratio(
        FILL,
        given("Σ n", tokens[limited].sum(), "tokens", "tokens scheduled under a budget"),
        given("Σ budget", iterations["budget"][limited].sum(), "tokens", "tokens the budget allowed"),
        "No token budget is in force.",
    )
    yield from _padding(account)
    waited = present(account.queue)
    count = given("n", len(waited), "requests", "requests that were scheduled")
    yield percentile(QUEUE_P50, waited, 50, count, "No request was scheduled.")
    yield percentile(QUEUE_P99, waited, 99, count, "No request was scheduled.")
    times = given("n", account.requests["preemptions"].sum(), "times", "preemptions of all requests")
    yield measured(PREEMPTIONS, times.value, times)
    yield measured(ITERATIONS, len(iterations), account.iteration_input)


def _padding(account: Account) -> Iterator[Measured]:
    work, tokens = account.slices["work"], account.slices["tokens"]
    beside_prompts = account.prefilling[account.slices["iteration"]]
    padding = work == Work.PADDING
    idle = given("n_pad", (padding & ~beside_prompts).sum(), "slot·iterations", "slots kept by finished requests")
    used = (work == Work.DECODE).sum()
    slots = given("n", idle.value + used, "slot·iterations", "slots of finished and of decoding requests")
    yield ratio(PADDING, idle, slots, "No slot decoded.")
    filler = given("n_fill", tokens[padding & beside_prompts].sum(), "tokens", "padding tokens beside prompts")
    computed = given("n", filler.value + account.scheduled(Work.PREFILL), "tokens", "prompt and padding tokens")
    yield ratio(PROMPT_PADDING, filler, computed, "No prompt token was computed.")
