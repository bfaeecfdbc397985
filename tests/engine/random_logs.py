"""Random workloads in the form of the recorded logs' headers, with the combinations that no log contains."""

from __future__ import annotations

import random
from typing import Any


def random_header(seed: int) -> dict[str, Any]:
    """Parameters and requests, every one of which the pool can serve alone."""
    choice = random.Random(seed)
    params = {
        "block_size": choice.choice([4, 16, 16]),
        "max_num_seqs": choice.choice([1, 2, 4, 8, 16]),
        "max_num_batched_tokens": choice.choice([16, 40, 96, 128, 256]),
        "max_model_len": choice.choice([4096, 4096, 150]),
        "watermark": choice.choice([0.0, 0.0, 0.02, 0.1, 0.25]),
        "long_prefill_token_threshold": choice.choice([0, 0, 5, 32, 64]),
        "enable_prefix_caching": choice.random() < 0.7,
        "policy": choice.choice(["fcfs", "priority"]),
        "scheduler_reserve_full_isl": choice.random() < 0.7,
        "num_speculative_tokens": choice.choice([0, 0, 1, 3]),
    }
    requests = _requests(choice, params["policy"] == "priority")
    longest = max(sum(count for _, count in r["prompt"]) + r["max_tokens"] for r in requests)
    least = -(-(min(longest, params["max_model_len"]) + 4) // params["block_size"])
    params["num_blocks"] = least + 2 + choice.choice([0, 1, 2, 5, 20, 60])
    return {"params": params, "requests": requests}


def _requests(choice: random.Random, ranked: bool) -> list[dict[str, Any]]:
    families = [(100_000 + 1000 * choice.randrange(10), choice.randrange(1, 80)) for _ in range(3)]
    requests = []
    for idx in range(choice.randint(4, 24)):
        prompt = []
        if choice.random() < 0.6:
            first, count = choice.choice(families)
            prompt.append([first, max(1, count - choice.choice([0, 0, 0, 3]))])
        if not prompt or choice.random() < 0.7:
            prompt.append([70_000 * (idx + 100), choice.randint(1, 60)])
        requests.append(
            {
                "id": f"r{idx}",
                "idx": idx,
                "at": choice.randint(0, 30),
                "prompt": prompt,
                "max_tokens": choice.randint(1, 40),
                "priority": choice.randrange(4) if ranked else 0,
            }
        )
    return requests
