"""The second channel beside colour: a shape of `widgets.shapes` for each meaning."""

from __future__ import annotations

from engine.recording import Event
from engine.sheet import Evidence, Verdict

EVENT_SHAPE = {
    Event.ALLOCATE: "square",
    Event.HIT: "triangle-up",
    Event.COPY: "copy",
    Event.EVICT: "triangle-down",
    Event.PREEMPT: "cross",
    Event.RELEASE: "ring",
    Event.REFUSE: "bar",
    Event.INVALIDATE: "diamond-frame",
}
VERDICT_SHAPE = {Verdict.BETTER: "triangle-up", Verdict.WORSE: "triangle-down", Verdict.CHANGED: "diamond"}
EVIDENCE_SHAPE = {
    Evidence.REPRODUCIBLE: "disc",
    Evidence.TEACHING_ESTIMATE: "ring",
    Evidence.AUTHOR_REPORTED: "quote",
    Evidence.PRODUCTION_INTERNAL: "square",
}
