"""What the request clock draws, worked out once per recording: spans of every request, marks, and metrics."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.recording import Event, Recording, Rejection, Work

JOIN_NS = 1_000  # decode iterations this close belong to one bar


class Span(IntEnum):
    """What a request does for a while. Later kinds are drawn over earlier ones."""

    STALLED = 0  # holds a slot, but this iteration does nothing for it
    QUEUED = 1
    PADDING = 2
    DECODE = 3
    PREFILL = 4
    PREEMPTED = 5
    TRANSFER = 6
    SWAPPED = 7  # waits, its state in host memory
    PAUSED = 8  # waits, its state in its pages


_SPAN_DTYPE = np.dtype([("start", "<i8"), ("end", "<i8"), ("request", "<i4"), ("kind", "u1")])


@dataclass(frozen=True)
class Contract:
    """Limits in ns; None where there is none."""

    ttft: float | None = None
    tpot: float | None = None
    e2e: float | None = None


class ClockData:
    """Lanes are requests in order of arrival; `lane_of` (−1 = no lane) and `request_of` translate."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        requests = recording.requests
        self._order = np.argsort(requests["arrival"], kind="stable").astype(np.int32)
        self._place = np.empty(len(requests), dtype=np.int32)
        self._place[self._order] = np.arange(len(requests))
        self._leave = np.where(requests["finish"] >= 0, requests["finish"], recording.duration)
        self.request_of, self.lane_of = self._order, self._place
        self.arrival = requests["arrival"].astype(np.float64)
        self.ttft = _since(requests["first_token"], requests["arrival"])
        self.e2e = _since(requests["finish"], requests["arrival"])
        following = np.maximum(requests["output_tokens"] - 1, 1)
        self.tpot = _since(requests["finish"], requests["first_token"]) / following
        self.tpot[requests["output_tokens"] < 2] = np.nan

    def arrange(self, start: float, end: float, also: int = -1) -> None:
        """Give lanes only to requests that are in the system between `start` and `end` (ns), and to `also`."""
        inside = (self.arrival <= end) & (self._leave >= start)
        if also >= 0:
            inside[also] = True
        if inside.all():
            self.request_of, self.lane_of = self._order, self._place
            return
        self.request_of = self._order[inside[self._order]]
        self.lane_of = np.full(len(inside), -1, dtype=np.int32)
        self.lane_of[self.request_of] = np.arange(len(self.request_of))

    @cached_property
    def spans(self) -> NDArray[np.void]:
        """All spans, sorted by order of arrival and then by kind."""
        table = np.concatenate([self._queued(), self._stalled(), self._worked(), *self._away()])
        table = table[table["end"] > table["start"]]
        return table[np.lexsort((table["start"], table["kind"], self._place[table["request"]]))]

    @cached_property
    def ticks(self) -> NDArray[np.void]:
        """The end of every decode iteration of every request (`end`), sorted by order of arrival and time."""
        slices, iterations = self.recording.slices, self.recording.iterations
        mine = slices[slices["work"] == Work.DECODE]
        end = iterations["end"][mine["iteration"]]
        table = _table(end, end, mine["request"], Span.DECODE)
        return table[np.lexsort((end, self._place[table["request"]]))]

    @cached_property
    def _bounds(self) -> dict[str, NDArray[np.int64]]:
        """Where the rows of each request begin in `spans` and `ticks`, by order of arrival."""
        every = np.arange(len(self._order) + 1)
        return {
            name: np.searchsorted(self._place[getattr(self, name)["request"]], every) for name in ("spans", "ticks")
        }

    def in_lanes(self, name: str, first: int, last: int) -> NDArray[np.void]:
        """Rows of `spans` or `ticks` of the requests in lanes `first` to `last` − 1, in lane order."""
        if last <= first:
            return getattr(self, name)[:0]
        places = self._place[self.request_of[[first, last - 1]]]
        bounds = self._bounds[name]
        rows: NDArray[np.void] = getattr(self, name)[bounds[places[0]] : bounds[places[1] + 1]]
        return rows[self.lane_of[rows["request"]] >= 0]

    @cached_property
    def rejections(self) -> dict[int, Rejection]:
        """Why each rejected request was rejected."""
        rows = self.recording.events[self.recording.events["kind"] == Event.REJECT]
        return {int(row["request"]): Rejection(int(row["order"])) for row in rows}

    @cached_property
    def has_levels(self) -> bool:
        """Whether the queue of the run has levels."""
        return bool((self.recording.events["kind"] == Event.LEVEL).any())

    @cached_property
    def has(self) -> frozenset[Span]:
        return frozenset(Span(int(kind)) for kind in np.unique(self.spans["kind"]))

    def missed(self, contract: Contract) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """Per request: TTFT, TPOT and E2E limits that were broken. A first token that never came breaks its limit
        once the run has passed it."""
        first, last = self.ttft, self.e2e
        if contract.ttft is not None:
            waited = self.recording.duration - self.arrival
            first = np.where(np.isnan(first), waited, first)
        over = []
        for value, limit in ((first, contract.ttft), (self.tpot, contract.tpot), (last, contract.e2e)):
            with np.errstate(invalid="ignore"):
                over.append(value > limit if limit is not None else np.zeros(len(value), dtype=bool))
        return over[0], over[1], over[2]

    def engine_rows(self, engine: int) -> NDArray[np.int64]:
        """Rows of `iterations` of one engine, in time order."""
        rows = np.flatnonzero(self.recording.iterations["engine"] == engine)
        return rows[np.argsort(self.recording.iterations["start"][rows], kind="stable")]

    # ---- spans

    def _queued(self) -> NDArray[np.void]:
        requests = self.recording.requests
        ends = np.where(requests["first_scheduled"] >= 0, requests["first_scheduled"], self.recording.duration)
        rejected = self._times(Event.REJECT)
        ends = np.where(np.isfinite(rejected), rejected, ends).astype(np.int64)
        return _table(requests["arrival"], ends, np.arange(len(requests)), Span.QUEUED)

    def _stalled(self) -> NDArray[np.void]:
        requests = self.recording.requests
        ends = np.where(requests["finish"] >= 0, requests["finish"], self.recording.duration)
        seen = np.flatnonzero(requests["first_scheduled"] >= 0)
        return _table(requests["first_scheduled"][seen], ends[seen], seen, Span.STALLED)

    def _worked(self) -> NDArray[np.void]:
        """Prefill chunks as they are; decode and padding joined while iterations follow on."""
        slices, iterations = self.recording.slices, self.recording.iterations
        start, end = iterations["start"][slices["iteration"]], iterations["end"][slices["iteration"]]
        order = np.lexsort((start, slices["work"], slices["request"]))
        start, end, work, who = start[order], end[order], slices["work"][order], slices["request"][order]
        if not len(order):
            return np.empty(0, dtype=_SPAN_DTYPE)
        begins = np.ones(len(order), dtype=bool)
        begins[1:] = (who[1:] != who[:-1]) | (work[1:] != work[:-1]) | (start[1:] > end[:-1] + JOIN_NS)
        begins |= work == Work.PREFILL
        first = np.flatnonzero(begins)
        last = np.append(first[1:], len(order)) - 1
        kinds = np.array([Span.PREFILL, Span.DECODE, Span.PADDING], dtype=np.uint8)
        return _table(start[first], end[last], who[first], kinds[work[first]])

    def _away(self) -> list[NDArray[np.void]]:
        """From each loss of a slot (or of the state) to what comes next for the request."""
        back = (Event.ADMIT, Event.RESUME, Event.REJECT, Event.FINISH)
        opens = {
            Span.PREEMPTED: (Event.PREEMPT, Event.LOSE, Event.REQUEUE),
            Span.TRANSFER: (Event.HANDOVER, Event.SWAP_IN),
            Span.SWAPPED: (Event.SWAP_OUT,),
            Span.PAUSED: (Event.PAUSE,),
        }
        every = tuple(kind for kinds in opens.values() for kind in kinds)
        return [self._between(kinds, every + back, span) for span, kinds in opens.items()]

    def _between(self, opens: tuple[Event, ...], all_kinds: tuple[Event, ...], kind: Span) -> NDArray[np.void]:
        """From each event that opens a span to the next of `all_kinds` of the same request."""
        events = self.recording.events
        events = events[np.isin(events["kind"], all_kinds)]
        events = events[np.argsort(events["request"], kind="stable")]
        starts = np.flatnonzero(np.isin(events["kind"], opens))
        ends = np.full(len(starts), self.recording.duration, dtype=np.int64)
        follows = starts + 1
        inside = follows < len(events)
        same = inside.copy()
        same[inside] = events["request"][follows[inside]] == events["request"][starts[inside]]
        ends[same] = events["time"][follows[same]]
        return _table(events["time"][starts], ends, events["request"][starts], kind)

    def _times(self, kind: Event) -> NDArray[np.float64]:
        """Time of the last event of a kind per request, NaN where there is none."""
        events = self.recording.events[self.recording.events["kind"] == kind]
        times = np.full(len(self.recording.requests), np.nan)
        times[events["request"]] = events["time"]
        return times


def _since(later: NDArray[np.int64], earlier: NDArray[np.int64]) -> NDArray[np.float64]:
    """later − earlier in ns, NaN where either never happened (−1)."""
    result: NDArray[np.float64] = np.where((later >= 0) & (earlier >= 0), later - earlier, np.nan).astype(np.float64)
    return result


def _table(
    start: NDArray[np.int64], end: NDArray[np.int64], request: NDArray[np.int64], kind: NDArray[np.uint8] | Span
) -> NDArray[np.void]:
    table = np.empty(len(start), dtype=_SPAN_DTYPE)
    table["start"], table["end"], table["request"], table["kind"] = start, end, request, kind
    return table
