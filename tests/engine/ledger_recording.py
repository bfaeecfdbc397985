"""A recording small enough to be checked by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.recording import (
    EVENT_DTYPE,
    ITERATION_DTYPE,
    NANOSECONDS,
    REQUEST_DTYPE,
    SLICE_DTYPE,
    TRANSFER_DTYPE,
    Event,
    Outcome,
    Pool,
    Recording,
    Work,
)

FACTS: dict[str, Any] = {
    "engines": 1,
    "prefill_engines": 0,
    "devices": 1,
    "tensor_parallel": 1,
    "memory_bytes": 100_000,
    "weight_bytes": 40_000,
    "weight_elements": 20_000,
    "state_bytes_per_token": 250,
    "fixed_state_bytes_per_request": 0,
    "fixed_state_bytes_whole_request": 0,
    "peak_flops": 1000.0,
    "memory_bandwidth": 100_000.0,
    "tdp_w": 360.0,
    "weight_bits": 16.0,
    "state_bits": 16.0,
    "activation_bits": 16.0,
    "experts_per_layer": 0,
    "experts_per_token": 0,
    "static_slots": 0,
    "contract": {"ttft_s": 2.0, "tpot_s": 1.5, "e2e_s": 3.5, "percentile": 0.9},
}


def rows_of(dtype: np.dtype[Any], rows: list[dict[str, Any]]) -> np.ndarray:
    table = np.zeros(len(rows), dtype=dtype)
    for index, row in enumerate(rows):
        for name, value in row.items():
            table[index][name] = value
    return table


def _event(
    time: int, kind: Event, request: int, page: int = -1, block: int = -1, references: int = 0
) -> dict[str, Any]:
    at = time * NANOSECONDS
    return {"time": at, "kind": kind, "request": request, "page": page, "block": block, "references": references}


def hand_recording() -> Recording:
    """Pages of 4 tokens. A: 6 prompt tokens at 0 s, 3 outputs. B: 4 at 1 s, 2 outputs. Three iterations to 4 s."""
    events = [
        _event(0, Event.ARRIVE, 0),
        _event(0, Event.ADMIT, 0),
        _event(0, Event.ALLOCATE, 0, 1, 0, 1),
        _event(0, Event.ALLOCATE, 0, 2, 1, 1),
        _event(1, Event.ARRIVE, 1),
        _event(2, Event.FIRST_TOKEN, 0),
        _event(2, Event.ADMIT, 1),
        _event(2, Event.ALLOCATE, 1, 3, 0, 1),
        _event(3, Event.FIRST_TOKEN, 1),
        _event(3, Event.ALLOCATE, 1, 4, 1, 1),
        _event(4, Event.FINISH, 0),
        _event(4, Event.RELEASE, 0, 2, 1),
        _event(4, Event.RELEASE, 0, 1, 0),
        _event(4, Event.FINISH, 1),
        _event(4, Event.RELEASE, 1, 4, 1),
        _event(4, Event.RELEASE, 1, 3, 0),
    ]
    costs = {"flops": 500.0, "hbm_bytes": 60_000.0, "weight_bytes": 40_000.0, "overhead": NANOSECONDS // 4}
    spans = [(0, 2, 6, 0, 1), (2, 3, 4, 1, 2), (3, 4, 0, 2, 2)]
    iterations = [
        {
            "start": start * NANOSECONDS,
            "end": end * NANOSECONDS,
            "prefill_tokens": prefill,
            "decode_tokens": decode,
            "budget": 10,
            "running": running,
            **costs,
        }
        for start, end, prefill, decode, running in spans
    ]
    slices = [
        {"iteration": 0, "request": 0, "tokens": 6, "computed": 6, "outputs": 1, "work": Work.PREFILL},
        {"iteration": 1, "request": 0, "tokens": 1, "computed": 7, "outputs": 2, "work": Work.DECODE},
        {"iteration": 1, "request": 1, "tokens": 4, "computed": 4, "outputs": 1, "work": Work.PREFILL},
        {"iteration": 2, "request": 0, "tokens": 1, "computed": 8, "outputs": 3, "work": Work.DECODE},
        {"iteration": 2, "request": 1, "tokens": 1, "computed": 5, "outputs": 2, "work": Work.DECODE},
    ]
    times = [(0, 0, 2, 4, 6, 3), (1, 2, 3, 4, 4, 2)]
    requests = [
        {
            "arrival": arrival * NANOSECONDS,
            "first_scheduled": scheduled * NANOSECONDS,
            "first_token": first * NANOSECONDS,
            "finish": finish * NANOSECONDS,
            "prompt_tokens": prompt,
            "output_tokens": output,
            "outcome": Outcome.FINISHED,
        }
        for arrival, scheduled, first, finish, prompt, output in times
    ]
    return Recording(
        scenario="",
        pools=(Pool(0, 0, 8, 4, 1000, "pool", reserved=1),),
        engines=("engine",),
        request_names=("A", "B"),
        events=rows_of(EVENT_DTYPE, events),
        iterations=rows_of(ITERATION_DTYPE, iterations),
        slices=rows_of(SLICE_DTYPE, slices),
        requests=rows_of(REQUEST_DTYPE, requests),
        transfers=np.zeros(0, dtype=TRANSFER_DTYPE),
        facts=FACTS,
    )
