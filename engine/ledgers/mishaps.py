"""What faults did in a run, from its log: who lost what, and how long it took to be where it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.recording import NANOSECONDS, Event, Outcome, Recording, Rejection, Work

_ON_ITS_FEET = (Event.RESUME, Event.FIRST_TOKEN, Event.FINISH)


@dataclass(frozen=True)
class Mishaps:
    """Counts over the run; `recoveries` are seconds, one for each time that a request lost state and got it back."""

    faults: int
    deaths: int
    down_seconds: float  # over all engines
    lost_requests: int
    lost_tokens: int
    recomputed_tokens: int
    requeued: int
    rejected: int
    cut: int
    pages_lost: int
    pages_invalidated: int
    recoveries: NDArray[np.float64]


def mishaps(recording: Recording) -> Mishaps:
    """Read them out of `recording`."""
    events = recording.events
    kinds = events["kind"]
    lost = events[kinds == Event.LOSE]
    deaths = events[kinds == Event.FAIL]
    wrong = events[kinds == Event.INVALIDATE]
    with_death = np.isin(wrong["time"], deaths["time"])
    slower = (kinds == Event.SLOW) & (events["amount"] != 1000)
    groups = np.unique(wrong["time"][~with_death])
    rejected = (kinds == Event.REJECT) & (events["order"] == Rejection.FAULT)
    return Mishaps(
        faults=len(deaths) + len(groups) + int(slower.sum()),
        deaths=len(deaths),
        down_seconds=_down(recording),
        lost_requests=len(np.unique(lost["request"])),
        lost_tokens=int(lost["amount"].sum()),
        recomputed_tokens=sum(_recomputed(recording, row) for row in lost),
        requeued=len(np.unique(events["request"][kinds == Event.REQUEUE])),
        rejected=int(rejected.sum()),
        cut=int((recording.requests["outcome"] == Outcome.CUT).sum()),
        pages_lost=int(deaths["amount"].sum()),
        pages_invalidated=int((~with_death).sum()),
        recoveries=_recoveries(events, lost),
    )


def _down(recording: Recording) -> float:
    """Seconds that engines were dead, up to the end of the run."""
    total, since = 0, dict[int, int]()
    for row in recording.events[np.isin(recording.events["kind"], (Event.FAIL, Event.RECOVER))]:
        if row["kind"] == Event.FAIL:
            since[int(row["order"])] = int(row["time"])
        else:
            total += int(row["time"]) - since.pop(int(row["order"]))
    total += sum(recording.duration - start for start in since.values())
    return total / NANOSECONDS


def _recomputed(recording: Recording, lost: Any) -> int:
    """Of the tokens of one LOSE event, those that were computed once more before the next loss or preemption."""
    events, slices = recording.events, recording.slices
    own = events[(events["request"] == lost["request"]) & (events["time"] > lost["time"])]
    again = own["time"][np.isin(own["kind"], (Event.LOSE, Event.PREEMPT))]
    until = again[0] if len(again) else np.iinfo(np.int64).max
    start = recording.iterations["start"][slices["iteration"]]
    mine = (slices["request"] == lost["request"]) & (start >= lost["time"]) & (start < until)
    mine &= slices["work"] != Work.PADDING
    after = slices["computed"][mine].astype(np.int64)
    before = after - slices["tokens"][mine] + slices["drafted"][mine] - slices["accepted"][mine]
    return int(np.maximum(0, np.minimum(after, lost["amount"]) - before).sum())


def _recoveries(events: NDArray[Any], lost: NDArray[Any]) -> NDArray[np.float64]:
    """From each loss to the moment at which the request decodes again."""
    found = []
    for row in lost:
        own = events[(events["request"] == row["request"]) & (events["time"] > row["time"])]
        back = own["time"][np.isin(own["kind"], _ON_ITS_FEET)]
        if len(back):
            found.append((back[0] - row["time"]) / NANOSECONDS)
    return np.array(found, dtype=np.float64)
