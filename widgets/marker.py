"""A marker of the scrubber, and the kinds there are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MarkerKind(StrEnum):
    """In drawing order: later kinds are drawn over earlier ones."""

    HIT = "hit"
    EVICTION = "eviction"
    SWAP = "swap"
    MIGRATION = "migration"
    RESIZE = "resize"
    INVALIDATION = "invalidation"
    REFUSAL = "refusal"
    PREEMPTION = "preemption"
    MISS = "miss"
    FAULT = "fault"


MARKER_SHAPE = {
    MarkerKind.HIT: "triangle-up",
    MarkerKind.EVICTION: "triangle-down",
    MarkerKind.SWAP: "copy",
    MarkerKind.MIGRATION: "frame",
    MarkerKind.RESIZE: "square",
    MarkerKind.INVALIDATION: "diamond-frame",
    MarkerKind.REFUSAL: "bar",
    MarkerKind.PREEMPTION: "cross",
    MarkerKind.MISS: "diamond",
    MarkerKind.FAULT: "flag",
}


@dataclass(frozen=True)
class Marker:
    """One event on the scrubber."""

    time_ns: int
    kind: str  # a MarkerKind
    label: str
