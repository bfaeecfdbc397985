"""Request ledger: what was asked for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.ledgers.account import Account
from engine.ledgers.entry import (
    COUNTED,
    ESTIMATED,
    LESS,
    NEITHER,
    absent,
    declare,
    given,
    mean,
    measured,
    percentile,
    ratio,
)
from engine.recording import NANOSECONDS, Outcome
from engine.sheet import Input, Measured

REQUESTS = declare("request.requests", "Requests", "requests", NEITHER, COUNTED, "N", headline=True)
RATE = declare("request.rate", "Arrival rate", "requests/s", NEITHER, COUNTED, "(N − 1) / (t_last − t_first)")
VARIATION = declare(
    "request.gap_variation",
    "Variation of the gaps",
    "×",
    NEITHER,
    COUNTED,
    "standard deviation / mean of the times between arrivals (1 = Poisson)",
)
PROMPT_MEAN = declare("request.prompt_mean", "Prompt, mean", "tokens", NEITHER, COUNTED, "Σ prompt / N")
PROMPT_P50 = declare("request.prompt_p50", "Prompt, p50", "tokens", NEITHER, COUNTED, "median prompt length")
PROMPT_P99 = declare("request.prompt_p99", "Prompt, p99", "tokens", NEITHER, COUNTED, "99th percentile")
OUTPUT_MEAN = declare("request.output_mean", "Output asked for, mean", "tokens", NEITHER, COUNTED, "Σ output / N")
OUTPUT_P50 = declare(
    "request.output_p50", "Output asked for, p50", "tokens", NEITHER, COUNTED, "median output length"
)
OUTPUT_P99 = declare("request.output_p99", "Output asked for, p99", "tokens", NEITHER, COUNTED, "99th percentile")
SHAPE = declare("request.prompt_per_output", "Prompt : output", "×", NEITHER, COUNTED, "Σ prompt / Σ output")
LONGEST = declare(
    "request.longest", "Longest request", "tokens", NEITHER, COUNTED, "max over requests of prompt + output asked for"
)
TOKENS = declare(
    "request.tokens", "Tokens asked for", "tokens", NEITHER, COUNTED, "Σ prompt + Σ output, all requests"
)
OFFERED = declare(
    "request.offered_tokens",
    "Tokens offered per second",
    "tokens/s",
    NEITHER,
    ESTIMATED,
    "(Σ prompt + Σ output) / (t_last − t_first)",
)
BUSIEST = declare(
    "request.busiest_second",
    "Arrivals in the busiest second",
    "requests",
    NEITHER,
    COUNTED,
    "most arrivals within any one second",
)
REJECTED = declare(
    "request.rejected_share", "Requests rejected", "1", LESS, COUNTED, "requests turned away or given up / N"
)

_EMPTY = "The run has no requests."


def rows(account: Account) -> Iterator[Measured]:
    requests = account.requests
    count = given("N", len(requests), "requests", "requests that arrived")
    yield measured(REQUESTS, count.value, count)
    yield from _arrivals(account)
    # A trace's failed requests arrived, but their lengths are not those of anything that could be served.
    asked = requests[(requests["prompt_tokens"] > 0) & (requests["output_tokens"] > 0)]
    count = given("N", len(asked), "requests", "requests that ask for something")
    prompt, output = asked["prompt_tokens"], asked["output_tokens"]
    yield mean(PROMPT_MEAN, prompt, count, _EMPTY)
    yield percentile(PROMPT_P50, prompt, 50, count, _EMPTY)
    yield percentile(PROMPT_P99, prompt, 99, count, _EMPTY)
    yield mean(OUTPUT_MEAN, output, count, _EMPTY)
    yield percentile(OUTPUT_P50, output, 50, count, _EMPTY)
    yield percentile(OUTPUT_P99, output, 99, count, _EMPTY)
    yield ratio(
        SHAPE,
        given("Σ prompt", prompt.sum(), "tokens", "prompt tokens of all requests"),
        given("Σ output", output.sum(), "tokens", "output tokens asked for"),
        _EMPTY,
    )
    yield from _sizes(account, prompt.astype("i8") + output, count)
    yield from _refusals(account)


def _sizes(account: Account, sizes: NDArray[np.int64], count: Input) -> Iterator[Measured]:
    requests = account.requests
    arrivals = np.sort(requests["arrival"])
    asked = given("Σ n", sizes.sum(), "tokens", "prompt and output tokens of all requests")
    yield measured(LONGEST, sizes.max(), count) if len(sizes) else absent(LONGEST, _EMPTY)
    yield measured(TOKENS, asked.value, asked)
    span = float(arrivals[-1] - arrivals[0]) / NANOSECONDS if len(arrivals) else 0.0
    apart = given("t_last − t_first", span, "s", "first to last arrival")
    yield ratio(OFFERED, asked, apart, "All requests arrive at the same moment." if len(sizes) else _EMPTY)


def _refusals(account: Account) -> Iterator[Measured]:
    requests = account.requests
    arrivals = np.sort(requests["arrival"])
    count = given("N", len(requests), "requests", "requests that arrived")
    if len(arrivals):
        within = np.searchsorted(arrivals, arrivals + NANOSECONDS) - np.arange(len(arrivals))
        yield measured(BUSIEST, within.max(), count)
    else:
        yield absent(BUSIEST, _EMPTY)
    refused = given("n", (requests["outcome"] == Outcome.REJECTED).sum(), "requests", "requests rejected")
    yield ratio(REJECTED, refused, count, _EMPTY)


def _arrivals(account: Account) -> Iterator[Measured]:
    gaps = np.diff(np.sort(account.requests["arrival"])) / NANOSECONDS
    span = float(gaps.sum())
    if span == 0:
        reason = "All requests arrive at the same moment." if len(gaps) else "Fewer than two requests arrived."
        yield absent(RATE, reason)
        yield absent(VARIATION, reason)
        return
    yield measured(
        RATE,
        len(gaps) / span,
        given("N", len(gaps) + 1, "requests", "requests that arrived"),
        given("t_last − t_first", span, "s", "first to last arrival"),
    )
    yield measured(
        VARIATION,
        gaps.std() / gaps.mean(),
        given("σ", gaps.std(), "s", "standard deviation of the gaps"),
        given("μ", gaps.mean(), "s", "mean gap"),
    )
