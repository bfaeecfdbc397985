"""Batching ledger: who shares an iteration, and who waits."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.account import Account, present
from engine.ledgers.entry import (
    COUNTED,
    ESTIMATED,
    LESS,
    MORE,
    NEITHER,
    absent,
    declare,
    given,
    measured,
    percentile,
    ratio,
)
from engine.recording import NANOSECONDS, Event, Rejection, Work
from engine.sheet import Input, Measured, Quantity

RUNNING = declare(
    "batching.running",
    "Requests running, mean",
    "requests",
    NEITHER,
    ESTIMATED,
    "Σ requests holding a slot × duration / Σ duration, over iterations",
    headline=True,
)
MOST = declare("batching.running_max", "Requests running, most", "requests", NEITHER, COUNTED, "max over iterations")
SLOTS = declare(
    "batching.slot_share",
    "Slots in use, mean",
    "1",
    NEITHER,
    ESTIMATED,
    "Σ requests holding a slot × duration / (slots × Σ duration), over iterations",
)
WAITING = declare(
    "batching.waiting",
    "Requests waiting, mean",
    "requests",
    LESS,
    ESTIMATED,
    "Σ requests queued at the start × duration / Σ duration, over iterations",
)
DEPTH = declare("batching.waiting_max", "Requests waiting, most", "requests", LESS, COUNTED, "max over iterations")
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
STALL = declare(
    "batching.stall_share",
    "Time with a slot and without a turn",
    "1",
    LESS,
    ESTIMATED,
    "Σ time with a slot in no iteration / Σ time with a slot, finished requests",
)
REQUEUED = declare(
    "batching.requeued_share",
    "Time waiting after a preemption",
    "1",
    LESS,
    ESTIMATED,
    "Σ time queued again, paused or swapped out / Σ (finish − arrival), finished requests",
)
PREEMPTED = declare(
    "batching.preempted_share",
    "Requests preempted at least once",
    "1",
    LESS,
    COUNTED,
    "requests with a preemption / requests that were scheduled",
)
PREEMPTIONS = declare(
    "batching.preemptions",
    "Preemptions",
    "times",
    LESS,
    COUNTED,
    "times a running request was sent back to the queue",
)
SWAPS = declare(
    "batching.swaps",
    "Swaps to host memory",
    "times",
    NEITHER,
    COUNTED,
    "times the state of a request that had to give way went to host memory",
)
PAUSES = declare(
    "batching.pauses", "Pauses", "times", NEITHER, COUNTED, "times a request lost its slot and kept its pages"
)
TURNED_AWAY = declare(
    "batching.turned_away",
    "Turned away on arrival",
    "requests",
    LESS,
    COUNTED,
    "requests over the budget of outstanding tokens, or predicted to miss the contract's TTFT",
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
    yield from _places(account)
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
    yield from _interrupted(account)
    times = given("n", account.requests["preemptions"].sum(), "times", "preemptions of all requests")
    yield measured(PREEMPTIONS, times.value, times)
    yield from _gave_way(account)
    yield measured(ITERATIONS, len(iterations), account.iteration_input)


def _places(account: Account) -> Iterator[Measured]:
    """Slots and the queue, as iterations found them."""
    iterations, seconds, reason = account.iterations, account.iteration_seconds, "No iteration ran."
    held = given("Σ r·t", (iterations["running"] * seconds).sum(), "requests·s", "running × duration")
    queued = given("Σ w·t", (iterations["waiting"] * seconds).sum(), "requests·s", "waiting × duration")
    yield _most(account, MOST, "running")
    if slots := account.facts.get("slots"):
        room = given("slots · t_busy", slots * account.busy_seconds, "requests·s", "slots × busy time")
        yield ratio(SLOTS, held, room, reason)
    else:
        yield absent(SLOTS, "The number of slots is not known.")
    yield ratio(WAITING, queued, account.busy_input, reason)
    yield _most(account, DEPTH, "waiting")


def _most(account: Account, quantity: Quantity, column: str) -> Measured:
    if not len(account.iterations):
        return absent(quantity, "No iteration ran.")
    return measured(quantity, account.iterations[column].max(), account.iteration_input)


def _interrupted(account: Account) -> Iterator[Measured]:
    spent, done, reason = account.spent, account.finished, "No request finished."

    def seconds(symbol: str, meaning: str, *parts: NDArray[np.int64]) -> Input:
        return given(symbol, sum(float(part[done].sum()) for part in parts) / NANOSECONDS, "s", meaning)

    stalled = seconds("t_stall", "with a slot, in no iteration", spent.stall)
    slot = seconds("t_slot", "time with a slot", spent.prefill, spent.decode, spent.padding, spent.stall)
    away = seconds("t_away", "queued again, paused or swapped out", spent.requeued, spent.paused, spent.swap)
    yield ratio(STALL, stalled, slot, reason)
    yield ratio(REQUEUED, away, seconds("Σ E2E", "arrival to finish", spent.total), reason)
    hit = given("n", (account.requests["preemptions"] > 0).sum(), "requests", "preempted at least once")
    seen = given("n_seen", (account.requests["first_scheduled"] >= 0).sum(), "requests", "requests scheduled")
    yield ratio(PREEMPTED, hit, seen, "No request was scheduled.")


def _gave_way(account: Account) -> Iterator[Measured]:
    """What only some policies do."""
    events = account.recording.events
    if account.facts.get("preemption") == "swap":
        swaps = given("n", account.happened(Event.SWAP_OUT), "times", "copies of a request's state to host memory")
        yield measured(SWAPS, swaps.value, swaps)
    else:
        yield absent(SWAPS, "Whoever has to give way loses the state.")
    if account.happened(Event.LEVEL):
        pauses = given("n", account.happened(Event.PAUSE), "times", "slots taken without the pages")
        yield measured(PAUSES, pauses.value, pauses)
    else:
        yield absent(PAUSES, "No queue with levels takes a slot from anybody.")
    if account.facts.get("turns_away"):
        early = np.isin(events["order"], (Rejection.OUTSTANDING, Rejection.LATENCY))
        away = given("n", (early & (events["kind"] == Event.REJECT)).sum(), "requests", "requests turned away")
        yield measured(TURNED_AWAY, away.value, away)
    else:
        yield absent(TURNED_AWAY, "Everybody whom the memory can hold is let in.")


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
