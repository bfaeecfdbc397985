"""Requests like those of one client of a provider, drawn from rates per window and length histograms.

Source: Xiang et al., ServeGen (2025), whose data files these are. A client's `...-trace.csv` has no header; its
columns are window start (s), rate (requests/s), coefficient of variation of the gaps, family of the gaps, and two
parameters, the first of which is the shape. `...-dataset.json` beside it maps window starts to histograms written as
text. What comes out is generated, not replayed.
"""

from __future__ import annotations

import csv
import json
import math
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.traces import TraceError
from engine.traces.lines import Lines
from engine.workloads.arrivals import NANOSECONDS

EXPECTED = "a ServeGen rate table: window start, rate, variation, Gamma or Weibull, shape, scale"
FAMILIES = ("Gamma", "Weibull")
PAIR = re.compile(r"(\d{1,9}): ([0-9.]+(?:[eE]-?\d{1,3})?)")
HISTOGRAM = re.compile(r"\{(?:\d{1,9}: [0-9.]+(?:[eE]-?\d{1,3})?(?:, )?)*\}")
LARGEST_RATE = 1_000_000.0  # requests per second
LATEST_START = 1_000_000_000.0  # s
SHAPES = (0.01, 100.0)  # beyond these a law is a constant, or nothing but one burst
TIMES, PROMPTS, OUTPUTS = range(3)  # random streams of a window
SALT = 0x5365727665  # keeps them apart from the streams of the laws

Histogram = tuple[NDArray[np.int64], NDArray[np.float64]]  # token counts and their probabilities


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of time with one rate."""

    start: float  # s
    rate: float  # requests per second
    family: str
    shape: float


def client_requests(
    path: Path, seed: int, limit: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], str]:
    """Arrival times (ns, the first at 0), prompt and output tokens of at most `limit` requests, and a note.

    Raises TraceError for files that are not what they should be.
    """
    windows = rate_table(path)
    prompts, outputs = histograms(_dataset(path))
    times: list[NDArray[np.float64]] = []
    sizes: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    made = 0
    for number, (window, end) in enumerate(zip(windows, _ends(windows), strict=True)):
        if made >= limit or not window.rate:
            continue
        near = [_latest(table, window.start) for table in (prompts, outputs)]
        if not all(len(values) for values, _ in near):
            continue
        moments = _arrivals(window, end - window.start, _generator(seed, number, TIMES), limit - made)
        times.append(window.start + moments)
        draws = [_draw(near[i], _generator(seed, number, PROMPTS + i), len(moments)) for i in range(2)]
        sizes.append((draws[0], draws[1]))
        made += len(moments)
    if not made:
        raise TraceError(str(path), None, "no window in which requests arrive", EXPECTED)
    seconds = np.concatenate(times)
    arrivals = np.rint((seconds - seconds[0]) * NANOSECONDS).astype(np.int64)
    active = sum(bool(window.rate) for window in windows)
    note = f"generated from the rates of {active:,} active windows and from length histograms, seed {seed}: not a log"
    return arrivals, np.concatenate([p for p, _ in sizes]), np.concatenate([o for _, o in sizes]), note


def rate_table(path: Path) -> list[Window]:
    """The windows of a rate table in order. Raises TraceError naming file and line."""
    windows: list[Window] = []
    for line, text in Lines(path):
        cells = next(csv.reader([text]), [])
        try:
            start, rate, _, shape = (float(cells[i]) for i in (0, 1, 2, 4))
            family = cells[3].strip()
        except (ValueError, IndexError) as error:
            raise TraceError(str(path), line, f"the row {text[:80]!r}", EXPECTED) from error
        drawn = family in FAMILIES and SHAPES[0] <= shape <= SHAPES[1]
        sound = 0 <= rate <= LARGEST_RATE and 0 <= start <= LATEST_START and (drawn or not rate)
        if not sound or (windows and start <= windows[-1].start):
            raise TraceError(str(path), line, f"the row {text[:80]!r}", EXPECTED + ", in order of time")
        windows.append(Window(start, rate, family, shape))
    if not windows:
        raise TraceError(str(path), None, "an empty file", EXPECTED)
    return windows


def histograms(path: Path) -> tuple[dict[float, Histogram], dict[float, Histogram]]:
    """Prompt and output histograms by window start. The text is parsed, never evaluated. Raises TraceError."""
    expected = "window starts with histograms of input_tokens and output_tokens"
    text = "\n".join(line for _, line in Lines(path))
    try:
        tables = {float(start): table for start, table in json.loads(text).items()}
        return (
            {start: _histogram(table["input_tokens"]) for start, table in tables.items()},
            {start: _histogram(table["output_tokens"]) for start, table in tables.items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise TraceError(str(path), None, f"no such tables ({error})"[:120], expected) from error


def _histogram(text: str) -> Histogram:
    if not HISTOGRAM.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no histogram")
    pairs = [(int(tokens), float(share)) for tokens, share in PAIR.findall(text) if int(tokens) > 0]
    values = np.array([tokens for tokens, _ in pairs], dtype=np.int64)
    shares = np.array([share for _, share in pairs])
    if len(pairs) and not (np.isfinite(shares).all() and shares.sum() > 0):
        raise ValueError(f"{text[:40]!r} has no probabilities")
    return values, shares / shares.sum() if len(pairs) else shares


def _dataset(path: Path) -> Path:
    """The histograms that belong to a rate table."""
    return path.with_name(path.name.removesuffix("-trace.csv") + "-dataset.json")


def _ends(windows: list[Window]) -> list[float]:
    """When each window ends: where the next starts; the last is as long as the one before it."""
    starts = [window.start for window in windows]
    last = starts[-1] - starts[-2] if len(starts) > 1 else 600.0
    return [*starts[1:], starts[-1] + last]


def _latest(tables: dict[float, Histogram], moment: float) -> Histogram:
    """The histogram of the window that `moment` lies in."""
    before = [start for start in tables if start <= moment]
    return tables[max(before)] if before else (np.zeros(0, dtype=np.int64), np.zeros(0))


def _arrivals(window: Window, length: float, rng: np.random.Generator, limit: int) -> NDArray[np.float64]:
    """At most `limit` moments in a window (s from its start): a renewal process with the mean gap of its rate."""
    size = min(limit, int(2 * window.rate * length) + 16)
    moments = np.zeros(0)
    last = 0.0
    while last < length and len(moments) < limit:
        if window.family == "Gamma":
            gaps = rng.standard_gamma(window.shape, size) / window.shape
        else:
            gaps = rng.weibull(window.shape, size) / math.gamma(1 + 1 / window.shape)
        moments = np.concatenate([moments, last + np.cumsum(gaps / window.rate)])
        last = float(moments[-1])
    return moments[moments < length][:limit]


def _draw(histogram: Histogram, rng: np.random.Generator, count: int) -> NDArray[np.int64]:
    values, shares = histogram
    return rng.choice(values, count, p=shares)


def _generator(seed: int, window: int, stream: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([SALT, seed, window, stream])))
