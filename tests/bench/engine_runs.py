"""What the engine needs for the default comparison, for each technique's, and for long workloads."""

from __future__ import annotations

import time

from tests.bench import throughput
from tests.bench.measure import Row


def run() -> list[Row]:
    from engine import techniques
    from engine.compare import compare
    from engine.ledgers import measure

    rows = []
    for key in techniques.available():
        start = time.process_time()
        comparison = compare(key)
        rows.append(Row(f"compare {key}", (time.process_time() - start) * 1000, "ms CPU"))
    start = time.process_time()
    measure(comparison.after)
    rows.append(Row("eighteen ledgers of one run", (time.process_time() - start) * 1000, "ms CPU"))
    return rows + throughput.run()
