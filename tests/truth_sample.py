"""A comparison with measured machines as a file holds it, with figures of every kind."""

from __future__ import annotations

import json

SYSTEMS = (("h100_sxm", 0.08, 0.15), ("h200_sxm", 0.11, 0.24), ("b200_sxm", 0.26, 0.18))
MODELS = ("llama-3.1-70b", "qwen3-32b", "deepseek-v3")


def truth_json() -> str:
    """Nine groups and one run of three percentiles."""
    groups = [
        {
            "system": system,
            "model": model,
            "backend": "vllm" if place % 2 else "trtllm",
            "mode": "agg" if place < 2 else "disagg",
            "n": 40 + 7 * place,
            "held_out": 12 * place,
            "ttft_error": None if place == 2 else ttft + 0.03 * place,
            "tpot_error": tpot + 0.02 * place,
            "ttft_bias": None if place == 2 else -ttft / 2,
            "tpot_bias": (0.01, 0.06, -0.04)[place],
        }
        for system, tpot, ttft in SYSTEMS
        for place, model in enumerate(MODELS)
    ]
    runs = [
        {
            "name": "a run of 300 requests",
            "metric": "TPOT",
            "percentile": percentile,
            "measured": 0.02 + percentile / 100,
            "predicted": 0.021 + percentile / 90,
            "error": 0.05 + percentile / 10,
        }
        for percentile in (0.5, 0.9, 0.99)
    ]
    scopes = [
        {
            **{"system": "H100 and H200", "n": 300, "held_out": 90, "ttft_error": 0.17, "tpot_error": 0.09},
            **{"ttft_error_held_out": 0.21, "tpot_error_held_out": None, "ttft_goal": 0.2, "tpot_goal": 0.12},
        }
    ]
    top = {"generated_by": "tests/bench truth", "label": "teaching-estimate", "split": "by configuration, half each"}
    return json.dumps({**top, "groups": groups, "runs": runs, "scopes": scopes})
