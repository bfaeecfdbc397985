"""Markers of what happens to engines and between memories: faults, new roles, migrations, swaps, invalidations."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.recording import Event, Recording
from widgets import format as fmt
from widgets.fleet_events import USUAL, engine_name, place_name, role_name, tr
from widgets.marker import Marker, MarkerKind


def fleet_markers(recording: Recording) -> Iterator[Marker]:
    """In no order."""
    yield from _engines(recording)
    yield from _moves(recording)
    yield from _together(recording, Event.INVALIDATE, MarkerKind.INVALIDATION, tr("pages invalidated: {count}"))
    yield from _together(recording, Event.LOSE, MarkerKind.FAULT, tr("requests that lost their state: {count}"))


def _rows(recording: Recording, *kinds: Event) -> NDArray[np.void]:
    found: NDArray[np.void] = recording.events[np.isin(recording.events["kind"], kinds)]
    return found


def _together(recording: Recording, kind: Event, marker: MarkerKind, text: str) -> Iterator[Marker]:
    """One marker for everything of a kind at one moment."""
    moments, counts = np.unique(_rows(recording, kind)["time"], return_counts=True)
    for time, count in zip(moments, counts, strict=True):
        yield Marker(int(time), marker, text.format(count=fmt.count(int(count))))


def _engines(recording: Recording) -> Iterator[Marker]:
    for row in _rows(recording, Event.FAIL, Event.RECOVER, Event.SLOW, Event.ROLE):
        name, amount = engine_name(recording, int(row["order"])), int(row["amount"])
        time, kind = int(row["time"]), MarkerKind.FAULT
        if row["kind"] == Event.FAIL:
            text = tr("{engine} dies, pages lost: {count}").format(engine=name, count=fmt.count(amount))
        elif row["kind"] == Event.RECOVER:
            text = tr("{engine} is back, empty").format(engine=name)
        elif row["kind"] == Event.SLOW:
            slow = amount not in (0, USUAL)
            text = tr("{engine} slows down") if slow else tr("{engine} is as fast as usual again")
            text = text.format(engine=name)
        else:
            kind = MarkerKind.RESIZE
            text = tr("{engine}: {role} from here on").format(engine=name, role=role_name(amount))
        yield Marker(time, kind, text)


def _moves(recording: Recording) -> Iterator[Marker]:
    texts = {
        Event.SWAP_OUT: (MarkerKind.SWAP, tr("{request} goes to host memory, {bytes}")),
        Event.SWAP_IN: (MarkerKind.SWAP, tr("{request} comes back from host memory, {bytes}")),
        Event.MIGRATE: (MarkerKind.MIGRATION, tr("{request} moves to {engine}, {bytes}")),
    }
    for row in _rows(recording, *texts):
        kind, text = texts[Event(int(row["kind"]))]
        words = text.format(
            request=recording.request_names[int(row["request"])],
            engine=place_name(recording, int(row["order"])) if row["kind"] == Event.MIGRATE else "",
            bytes=fmt.byte_size(int(row["amount"])),
        )
        yield Marker(int(row["time"]), kind, words)
