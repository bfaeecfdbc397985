"""Where a request is in its life, and which rows of the log move it there."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.recording import Event


class Phase(IntEnum):
    """Where a request is in its life."""

    UNSEEN = 0
    QUEUED = 1
    PREFILL = 2
    DECODE = 3
    PREEMPTED = 4
    FINISHED = 5
    REJECTED = 6
    TRANSFER = 7
    PAUSED = 8  # it waits, and keeps its state in its pages
    SWAPPED = 9  # it waits, and its state is in host memory


_AFTER = {
    Event.ARRIVE: Phase.QUEUED,
    Event.ADMIT: Phase.PREFILL,
    Event.PREEMPT: Phase.PREEMPTED,
    Event.FIRST_TOKEN: Phase.DECODE,
    Event.FINISH: Phase.FINISHED,
    Event.REJECT: Phase.REJECTED,
    Event.HANDOVER: Phase.TRANSFER,
    Event.RESUME: Phase.DECODE,
    Event.SWAP_OUT: Phase.SWAPPED,
    Event.SWAP_IN: Phase.TRANSFER,
    Event.PAUSE: Phase.PAUSED,
    Event.FETCH: Phase.TRANSFER,
    Event.LOAD: Phase.TRANSFER,
    Event.LOSE: Phase.PREEMPTED,
    Event.REQUEUE: Phase.QUEUED,
}
PHASE_KINDS = tuple(_AFTER)
# These say where it queues.
PLACE_KINDS = (
    Event.ARRIVE,
    Event.PREEMPT,
    Event.SWAP_OUT,
    Event.PAUSE,
    Event.LEVEL,
    Event.LOSE,
    Event.REQUEUE,
)
WAITING = (Phase.QUEUED, Phase.PREEMPTED, Phase.PAUSED, Phase.SWAPPED)
HOLDING = (Phase.PREFILL, Phase.DECODE)  # it has a slot and takes part in iterations
STATELESS = (Phase.UNSEEN, Phase.QUEUED, Phase.PREEMPTED, Phase.SWAPPED, Phase.REJECTED)  # nothing on the device

_TABLE = np.zeros(max(Event) + 1, dtype=np.uint8)
for _kind, _phase in _AFTER.items():
    _TABLE[_kind] = _phase


def phases_after(kinds: NDArray[Any], amounts: NDArray[Any]) -> NDArray[np.uint8]:
    """The phase that each row of the log leaves its request in, by the row's kind and amount."""
    phases = _TABLE[kinds]
    phases[(kinds == Event.RESUME) & (amounts > 0)] = Phase.PREFILL
    phases[(kinds == Event.REQUEUE) & (amounts > 0)] = Phase.PREEMPTED
    return phases


def entries(kinds: NDArray[Any], requests: NDArray[Any]) -> NDArray[np.int64]:
    """Which phase rows give a request its slot: an admission, or its return with state that was elsewhere or idle."""
    order = np.argsort(requests, kind="stable")
    away = np.isin(kinds, (Event.HANDOVER, Event.SWAP_IN, Event.PAUSE))
    returned = np.zeros(len(kinds), dtype=bool)
    returned[order[1:]] = away[order[:-1]] & (requests[order[:-1]] == requests[order[1:]])
    return np.flatnonzero((kinds == Event.ADMIT) | ((kinds == Event.RESUME) & returned))
