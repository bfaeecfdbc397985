"""Replays two measured vLLM runs, request by request, and compares when tokens came.

Each run has 300 requests with arrival, first-token and last-token times. The engine replays the arrivals and lengths
with the run's own scheduler settings; prompts are taken to be different from each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.scenario import (
    Arrivals,
    Batching,
    Cache,
    Hardware,
    Layout,
    Memory,
    Model,
    Policy,
    Scenario,
    Workload,
)
from engine.simulate import simulate
from tests.bench.silicon import TRUTH

METRICS = ("ttft", "tpot", "e2e")
PERCENTILES = (50, 90, 99)
DEVICES = {
    "RTX4090_Llama-3.1-8B": ("llama3.1-8b", "rtx-4090"),
    "RTXPRO6000_Qwen3-32B": ("qwen3-32b", "rtx-pro-6000-bw-server"),
}
LONGEST = 32_768  # tokens a request may reach, where a run states none


@dataclass(frozen=True)
class Figure:
    """One percentile of one metric of one run; seconds."""

    run: str
    metric: str
    percentile: int
    part: str  # "fit" for the requests that the chip's numbers were fitted on, "test" for the others, "all"
    measured: float
    predicted: float

    @property
    def error(self) -> float:
        return self.predicted / self.measured - 1


def folders(truth: Path = TRUTH) -> list[Path]:
    """The runs that are there, in order of name."""
    return [truth / "vllm_runs" / name for name in sorted(DEVICES) if (truth / "vllm_runs" / name).is_dir()]


def scenario_of(folder: Path) -> Scenario:
    """The run's own settings. Where it does not state its block count, the memory split decides."""
    meta: Mapping[str, Any] = json.loads((folder / "meta.json").read_text("utf-8"))
    settings = meta["engine_kwargs"]
    pool = meta.get("kv_cache", {})
    card, hardware = DEVICES[folder.name]
    return Scenario(
        title=folder.name,
        model=Model(card=card, max_length=settings["max_model_len"] or LONGEST),
        hardware=Hardware(card=hardware, engine="vllm-0.15", utilisation=pool.get("gpu_memory_utilization", 0.9)),
        layout=Layout(tensor_parallel=settings["tensor_parallel_size"]),
        memory=Memory(pages=pool.get("num_gpu_blocks"), page_tokens=pool.get("block_size", 16), cache=Cache.HASH),
        policy=Policy(
            batching=Batching.CHUNKED,
            max_running=settings["max_num_seqs"],
            token_budget=settings["max_num_batched_tokens"],
        ),
        workload=Workload(
            requests=meta["num_requests"],
            arrivals=Arrivals.TRACE,
            trace=str(folder / "requests.jsonl"),
            trace_limit=meta["num_requests"],
        ),
    )


def measured(folder: Path) -> np.ndarray:
    """Rows of (TTFT, TPOT, E2E) in seconds, in order of the file. The two clocks are joined at the first arrival,
    which met an idle engine."""
    records = [json.loads(line) for line in (folder / "requests.jsonl").read_text("utf-8").splitlines()]
    arrival, queued = records[0]["arrival_time"], records[0]["queued_ts"]
    rows = []
    for r in records:
        sent = r["arrival_time"] - arrival
        first, last = r["first_token_ts"] - queued, r["last_token_ts"] - queued
        rows.append((first - sent, (last - first) / max(1, r["output_toks"] - 1), last - sent))
    return np.array(rows)


def predicted(scenario: Scenario) -> np.ndarray:
    """Rows as in `measured`, from a run of the engine."""
    requests = simulate(scenario).requests
    arrival, first, last = (requests[name].astype(np.float64) / 1e9 for name in ("arrival", "first_token", "finish"))
    steps = np.maximum(1, requests["output_tokens"] - 1)
    return np.stack([first - arrival, (last - first) / steps, last - arrival], axis=1)


def figures(folder: Path) -> list[Figure]:
    """Percentiles over all requests, and over the half that was fitted on and the half that was not."""
    real, made = measured(folder), predicted(scenario_of(folder))
    half = len(real) // 2
    parts = {"all": slice(None), "fit": slice(0, half), "test": slice(half, None)}
    return [
        Figure(
            folder.name,
            metric,
            percentile,
            part,
            float(np.percentile(real[rows, column], percentile)),
            float(np.percentile(made[rows, column], percentile)),
        )
        for part, rows in parts.items()
        for column, metric in enumerate(METRICS)
        for percentile in PERCENTILES
    ]
