"""A small run in which every kind of trouble of a fleet is written down, and kinds that no widget knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from recordings import MS
from split_run import split_recording

from engine.recording import EVENT_DTYPE, HOST, LINK, TRANSFER_DTYPE, Event, Recording, Role

UNKNOWN = 250
TROUBLE = (
    # time in ms, kind, request, order, amount, page, references
    (20, Event.SLOW, -1, 1, 3000, -1, 0),
    (40, Event.SLOW, -1, 1, 1000, -1, 0),
    (30, Event.SLOW, -1, LINK, 250, -1, 0),
    (50, Event.FAIL, -1, 1, 12, -1, 0),
    (50, Event.LOSE, 0, 5, 61, -1, 0),
    (70, Event.RECOVER, -1, 1, 0, -1, 0),
    (55, Event.ROLE, -1, 0, int(Role.DRAINING), -1, 0),
    (60, Event.MIGRATE, 1, 1, 4096, -1, 0),
    (65, Event.SWAP_OUT, 2, 3, 8192, -1, 0),
    (75, Event.SWAP_IN, 2, 0, 8192, -1, 0),
    (80, Event.PAUSE, 3, 4, 0, -1, 0),
    (85, Event.RESUME, 3, 0, 0, -1, 0),
    (62, Event.INVALIDATE, -1, 7, 0, 9, 0),
    (63, Event.REQUEUE, 0, 1, 0, -1, 0),
    (64, Event.LEVEL, 3, 1, 2, -1, 0),
    (66, Event.ROUTE, 4, 0, 1, -1, 0),
    (67, Event.FETCH, 4, 0, 16, -1, 0),
)


def fault_recording(*, unknown: bool = False) -> Recording:
    """The split run with all of it; `unknown` adds rows of a kind that is not defined."""
    run = split_recording()
    kinds = [*TROUBLE, *([(58, UNKNOWN, 1, 3, 5, 4, 1), (59, UNKNOWN, -1, -9, 0, -1, 0)] if unknown else [])]
    rows = np.zeros(len(kinds), dtype=EVENT_DTYPE)
    for row, (time, kind, request, order, amount, page, references) in zip(rows, kinds, strict=True):
        row["time"], row["kind"], row["request"], row["order"] = time * MS, kind, request, order
        row["amount"], row["page"], row["references"], row["block"] = amount, page, references, -1
    events = np.concatenate([run.events, rows])
    swap = np.array([(65 * MS, 70 * MS, 8192, 2, 1, HOST)], dtype=TRANSFER_DTYPE)
    return replace(
        run,
        events=events[np.argsort(events["time"], kind="stable")],
        transfers=np.concatenate([run.transfers, swap]),
    )
