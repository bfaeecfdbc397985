"""Pools as large as a modern accelerator's, made with numpy: for drawing, not for meaning."""

from __future__ import annotations

import numpy as np

from engine.recording import (
    EVENT_DTYPE,
    ITERATION_DTYPE,
    REQUEST_DTYPE,
    SLICE_DTYPE,
    TRANSFER_DTYPE,
    Event,
    Pool,
    Recording,
    Work,
)

MS = 1_000_000
PAGE = 16


def large_pool(pages: int = 100_000, steps: int = 200, changes: int = 400) -> Recording:
    """A pool of `pages` pages, two thirds in use, of which `changes` change at each of `steps` iterations."""
    rng = np.random.default_rng(7)
    requests = 500
    filled = pages * 2 // 3
    admitted = np.zeros(requests, dtype=EVENT_DTYPE)
    admitted["request"], admitted["kind"], admitted["page"] = np.arange(requests), Event.ADMIT, -1
    admitted["amount"] = 4000
    rows = np.zeros(filled + steps * changes, dtype=EVENT_DTYPE)
    rows["page"][:filled] = np.arange(1, filled + 1)
    rows["request"][:filled] = np.sort(rng.integers(0, requests, filled))
    rows["kind"][:filled], rows["references"][:filled] = Event.ALLOCATE, 1
    later = rows[filled:]
    later["time"] = np.repeat(np.arange(1, steps + 1) * 20 * MS, changes)
    later["page"] = rng.integers(1, pages, len(later))
    later["request"] = rng.integers(0, requests, len(later))
    later["kind"] = rng.choice([Event.ALLOCATE, Event.HIT, Event.EVICT, Event.RELEASE], len(later))
    later["references"] = np.select([later["kind"] == Event.ALLOCATE, later["kind"] == Event.HIT], [1, 2], 0)
    later["content"] = np.where(later["kind"] == Event.RELEASE, 7, 0)
    iterations = np.zeros(steps, dtype=ITERATION_DTYPE)
    iterations["start"], iterations["end"] = np.arange(steps) * 20 * MS, np.arange(1, steps + 1) * 20 * MS
    iterations["decode_tokens"] = iterations["running"] = requests
    slices = np.zeros(steps * requests, dtype=SLICE_DTYPE)
    slices["iteration"], slices["request"] = (
        np.repeat(np.arange(steps), requests),
        np.tile(np.arange(requests), steps),
    )
    slices["computed"], slices["tokens"], slices["work"] = 4000, 1, Work.DECODE
    table = np.zeros(requests, dtype=REQUEST_DTYPE)
    table["finish"], table["prompt_tokens"], table["output_tokens"] = -1, 4000, steps
    return Recording(
        scenario='title = "a large pool"\n',
        pools=(Pool(0, 0, pages, PAGE, PAGE * 819_200, "decode", reserved=1),),
        engines=("decode",),
        request_names=tuple(f"r{number}" for number in range(requests)),
        events=np.concatenate([admitted, rows]),
        iterations=iterations,
        slices=slices,
        requests=table,
        transfers=np.empty(0, dtype=TRANSFER_DTYPE),
    )
