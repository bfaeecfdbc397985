"""Jumping to any instant of a long recording."""

from __future__ import annotations

import random

from tests.bench.measure import Row, timed


def run() -> list[Row]:
    from engine.instant import Timeline
    from tests.large_pools import large_pool

    recording = large_pool(pages=20_000, steps=500, changes=200)
    timeline = Timeline(recording)
    draw = random.Random(1)
    times = [draw.randrange(recording.duration) for _ in range(200)]
    events = [draw.randrange(len(recording.events)) for _ in range(200)]
    jump = timed(lambda index: timeline.at(times[index % 200]), 200)
    step = timed(lambda index: timeline.at_event(events[index % 200]), 200)
    count = f"{len(recording.events):,} events"
    return [
        Row(f"an instant anywhere in {count}", jump.wall, "ms", 50),
        Row(f"an instant anywhere in {count}, 95th percentile", jump.wall_p95, "ms"),
        Row("one step, anywhere", step.wall, "ms", 16),
        Row("build the timeline", timed(lambda _: Timeline(recording), 10, warm=1).wall, "ms"),
    ]
