"""A small run in which a prefill engine hands each request over to a decode engine."""

from __future__ import annotations

import numpy as np
from recordings import MS, PAGE, Job, Loop

from engine.recording import EVENT_DTYPE, ITERATION_DTYPE, SLICE_DTYPE, TRANSFER_DTYPE, Event, Pool, Recording, Work


def split_recording() -> Recording:
    """Five requests, one after the other handed over and then decoded."""
    first = Loop([Job(12 * i, 60 + 10 * i, 1) for i in range(5)], pages=40, budget=128).run().recording("prefill")
    events, iterations, slices, requests, transfers = [], list(first.iterations.copy()), [], first.requests.copy(), []
    events += [row for row in first.events.copy() if row["kind"] not in (Event.FINISH, Event.RELEASE)]
    slices += list(first.slices.copy())
    next_page, pages = 41, 60
    for number, row in enumerate(requests):
        row["output_tokens"] = 10 + number
        start, tokens = int(row["first_token"]), int(row["prompt_tokens"])
        arrive, blocks, who = start + 9 * MS, -(-(tokens + 12) // PAGE), number
        transfers.append((start, arrive, tokens * 819_200, who, 0, 1))
        own = first.events[(first.events["kind"] == Event.ALLOCATE) & (first.events["request"] == who)]
        target = list(range(next_page, next_page + blocks))
        next_page += blocks
        events.append((start, 0, 0, tokens * 819_200, 0, who, -1, -1, 0, Event.HANDOVER))
        events += [(start, 0, 0, 0, 0, who, page, block, 1, Event.ALLOCATE) for block, page in enumerate(target)]
        events += [
            (arrive, 100 + i, 0, 0, 0, who, e["page"], e["block"], 0, Event.RELEASE) for i, e in enumerate(own)
        ]
        events.append((arrive, 0, 0, 0, 0, who, -1, -1, 0, Event.RESUME))
        for step in range(int(row["output_tokens"])):
            begin = arrive + step * 8 * MS
            slices.append((len(iterations), who, 1, tokens + step + 1, step + 2, 0, 0, Work.DECODE))
            iterations.append((begin, begin + 8 * MS, 0, 1, 64, 1, 0, 20, 1e9, 1e9, 5e8, 0, 500_000, 0, 0.0, 1))
        row["finish"] = arrive + int(row["output_tokens"]) * 8 * MS
        events.append((row["finish"], 0, 0, 0, 0, who, -1, -1, 0, Event.FINISH))
        events += [(row["finish"], 200 + b, 0, 0, 0, who, p, b, 0, Event.RELEASE) for b, p in enumerate(target)]
    table = np.array([tuple(row) for row in events], dtype=EVENT_DTYPE)
    return Recording(
        scenario='title = "a small split run"\n',
        pools=(
            Pool(0, 0, 40, PAGE, PAGE * 819_200, "prefill", reserved=1),
            Pool(1, 40, pages, PAGE, PAGE * 819_200, "decode", reserved=1),
        ),
        engines=("prefill", "decode"),
        request_names=first.request_names,
        events=table[np.argsort(table["time"], kind="stable")],
        iterations=np.array([tuple(row) for row in iterations], dtype=ITERATION_DTYPE),
        slices=np.array([tuple(row) for row in slices], dtype=SLICE_DTYPE),
        requests=requests,
        transfers=np.array(transfers, dtype=TRANSFER_DTYPE),
        facts={"contract": {"ttft_s": 0.06, "tpot_s": 0.012, "e2e_s": None, "percentile": 0.9}},
    )
