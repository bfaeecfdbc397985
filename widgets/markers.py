"""Events worth jumping to, with the words for each: what the scrubber marks."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from engine.recording import NANOSECONDS, Event, Recording
from widgets import format as fmt
from widgets.marker import MARKER_SHAPE, Marker, MarkerKind
from widgets.markers_fleet import fleet_markers

__all__ = ["MARKER_SHAPE", "Marker", "MarkerKind", "kind_name", "markers_of"]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Transport", text)


def kind_name(kind: str) -> str:
    return {
        MarkerKind.HIT: _tr("cache hits"),
        MarkerKind.EVICTION: _tr("evictions"),
        MarkerKind.REFUSAL: _tr("refusals"),
        MarkerKind.PREEMPTION: _tr("preemptions"),
        MarkerKind.MISS: _tr("contract misses"),
        MarkerKind.SWAP: _tr("swaps"),
        MarkerKind.MIGRATION: _tr("migrations"),
        MarkerKind.RESIZE: _tr("new roles"),
        MarkerKind.INVALIDATION: _tr("invalidations"),
        MarkerKind.FAULT: _tr("faults"),
    }.get(MarkerKind(kind), kind)


def markers_of(recording: Recording) -> list[Marker]:
    """The markers of a run, in order of time; what one iteration does many times is one marker."""
    found = [*_hits(recording), *_evictions(recording), *_losses(recording), *_misses(recording)]
    found += fleet_markers(recording)
    return sorted(found, key=lambda marker: marker.time_ns)


def _hits(recording: Recording) -> list[Marker]:
    events = recording.events
    rows = events[(events["kind"] == Event.ADMIT) & (events["amount"] > 0)]
    text = _tr("{request}: {count} tokens from the cache")
    return [
        Marker(
            int(row["time"]),
            MarkerKind.HIT,
            text.format(request=recording.request_names[row["request"]], count=fmt.count(int(row["amount"]))),
        )
        for row in rows
    ]


def _evictions(recording: Recording) -> list[Marker]:
    times = recording.events["time"][recording.events["kind"] == Event.EVICT]
    moments, counts = np.unique(times, return_counts=True)
    text = _tr("pages evicted: {count}")
    return [
        Marker(int(time), MarkerKind.EVICTION, text.format(count=fmt.count(int(count))))
        for time, count in zip(moments, counts, strict=True)
    ]


def _losses(recording: Recording) -> list[Marker]:
    events, names = recording.events, recording.request_names
    found = []
    for row in events[events["kind"] == Event.PREEMPT]:
        text = _tr("{request} preempted, {count} tokens to compute again").format(
            request=names[row["request"]], count=fmt.count(int(row["amount"]))
        )
        found.append(Marker(int(row["time"]), MarkerKind.PREEMPTION, text))
    refused = events[(events["kind"] == Event.REFUSE) | (events["kind"] == Event.REJECT)]
    # The head of the queue is refused again at every iteration: the first time tells it all.
    newest = np.append(True, refused["request"][1:] != refused["request"][:-1])[: len(refused)]
    for row in refused[newest]:
        text = (
            _tr("{request} refused, pages short: {count}")
            if row["kind"] == Event.REFUSE
            else _tr("{request} rejected")
        )
        words = text.format(request=names[row["request"]], count=fmt.count(int(row["amount"])))
        found.append(Marker(int(row["time"]), MarkerKind.REFUSAL, words))
    return found


def _misses(recording: Recording) -> list[Marker]:
    """TTFT deadlines that passed without a first token, and requests that ended too slow or too late."""
    contract = recording.facts.get("contract") or {}
    requests, names = recording.requests, recording.request_names
    found = []
    limit = contract.get("ttft_s")
    if limit is not None:
        deadline = requests["arrival"] + round(limit * NANOSECONDS)
        first = np.where(requests["first_token"] < 0, recording.duration, requests["first_token"])
        for who in np.flatnonzero((first > deadline) & (deadline <= recording.duration)):
            text = _tr("{request} has no first token within {limit}")
            words = text.format(request=names[who], limit=fmt.seconds(limit))
            found.append(Marker(int(deadline[who]), MarkerKind.MISS, words))
    done = np.flatnonzero((requests["finish"] >= 0) & (requests["first_token"] >= 0))
    tokens = np.maximum(requests["output_tokens"][done] - 1, 1)
    tpot = (requests["finish"][done] - requests["first_token"][done]) / tokens
    tpot[requests["output_tokens"][done] < 2] = 0
    whole = requests["finish"][done] - requests["arrival"][done]
    for name, value in (("tpot_s", tpot), ("e2e_s", whole)):
        limit = contract.get(name)
        if limit is None:
            continue
        for who in done[value > limit * NANOSECONDS]:
            text = (
                _tr("{request} took more than {limit} per token")
                if name == "tpot_s"
                else _tr("{request} took more than {limit}")
            )
            words = text.format(request=names[who], limit=fmt.seconds(limit))
            found.append(Marker(int(requests["finish"][who]), MarkerKind.MISS, words))
    return found
