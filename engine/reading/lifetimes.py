"""How each request spent its time, from the log: queued, computing its prompt, decoding, moved, swapped, or stalled.

The phases of a request follow each other without a gap, so their lengths add up to the whole by construction; what
is checked is that a request's own iterations lie inside the phases in which it holds a slot.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.reading.phases import HOLDING, PHASE_KINDS, Phase, phases_after
from engine.recording import Event, Recording, Work

Nanoseconds = NDArray[np.int64]


@dataclass(frozen=True)
class Lifetimes:
    """ns per request, arrays of length `len(requests)`; together the time from its arrival to `until`."""

    queue: Nanoseconds  # before its first admission
    prefill: Nanoseconds  # in iterations that computed its known tokens; of a sample: until it is forked
    decode: Nanoseconds  # in iterations that produced its tokens
    transfer: Nanoseconds  # on its way to another engine (waiting for room there included) or from slower memory
    swap: Nanoseconds  # its state in host memory
    requeued: Nanoseconds  # back in the queue after a preemption or a fault
    paused: Nanoseconds  # without a slot, its state kept in its pages
    padding: Nanoseconds  # finished, in a batch that is not
    stall: Nanoseconds  # with a slot, in no iteration

    @property
    def total(self) -> Nanoseconds:
        """The sum of all parts."""
        whole: Nanoseconds = sum((getattr(self, part.name) for part in fields(self)), np.zeros_like(self.queue))
        return whole


def lifetimes(recording: Recording, until: Nanoseconds | None = None) -> Lifetimes:
    """Split the time of every request, up to `until` (ns per request; None = its end, or the run's)."""
    requests = recording.requests
    if until is None:
        until = np.where(requests["finish"] >= 0, requests["finish"], recording.duration)
    spent = _phases(recording, until.astype(np.int64))
    own = _iterations(recording, until)
    queue = spent[Phase.QUEUED]
    scheduled = np.where(requests["first_scheduled"] >= 0, requests["first_scheduled"], until)
    waited = np.minimum(queue, np.maximum(np.minimum(scheduled, until) - requests["arrival"], 0))
    held = sum((spent[phase] for phase in HOLDING), np.zeros_like(until))
    return Lifetimes(
        queue=waited,
        prefill=own[Work.PREFILL] + queue - waited,
        decode=own[Work.DECODE],
        transfer=spent[Phase.TRANSFER],
        swap=spent[Phase.SWAPPED],
        requeued=spent[Phase.PREEMPTED],
        paused=spent[Phase.PAUSED],
        padding=own[Work.PADDING],
        stall=held - own[Work.PREFILL] - own[Work.DECODE] - own[Work.PADDING],
    )


def _phases(recording: Recording, until: Nanoseconds) -> dict[Phase, Nanoseconds]:
    """Time in each phase, from the arrival on: whoever finds no engine up waits at the door.

    The way back from host memory is part of the iteration for which the state is wanted.
    """
    events = recording.events
    rows = np.flatnonzero(np.isin(events["kind"], PHASE_KINDS) & (events["request"] >= 0))
    rows = rows[np.argsort(events["request"][rows], kind="stable")]
    who, time, kinds = events["request"][rows], events["time"][rows], events["kind"][rows]
    phase = phases_after(kinds, events["amount"][rows])
    phase[kinds == Event.SWAP_IN] = Phase.DECODE
    end = until[who]
    newcomers = np.flatnonzero(np.diff(who, prepend=-1))
    time[newcomers] = recording.requests["arrival"][who[newcomers]]
    following = end.copy()
    same = who[1:] == who[:-1]
    following[:-1][same] = np.minimum(time[1:], end[:-1])[same]
    span = np.maximum(following - time, 0)
    count = len(recording.requests)
    return {each: _summed(who[phase == each], span[phase == each], count) for each in Phase}


def _iterations(recording: Recording, until: Nanoseconds) -> dict[Work, Nanoseconds]:
    """Time in iterations of its own, by the work done in them."""
    slices, iterations = recording.slices, recording.iterations
    beside_prompt = (slices["work"] == Work.PADDING) & (iterations["prefill_tokens"][slices["iteration"]] > 0)
    real = slices[(slices["tokens"] > 0) & ~beside_prompt]  # a sample is forked between two iterations
    end = np.minimum(iterations["end"][real["iteration"]], until[real["request"]])
    span = np.maximum(end - iterations["start"][real["iteration"]], 0)
    count, work = len(recording.requests), real["work"]
    return {each: _summed(real["request"][work == each], span[work == each], count) for each in Work}


def _summed(who: NDArray[Any], span: NDArray[Any], count: int) -> Nanoseconds:
    return np.bincount(who, span, minlength=count).astype(np.int64)  # exact below 2^53 ns, a hundred days
