"""The second channel beside colour: a hatch for areas, a shape (of `widgets.shapes`) for points."""

from __future__ import annotations

from PySide6.QtCore import Qt

from engine.instant import PageState, Phase
from engine.recording import Event
from engine.sheet import Evidence, Verdict

PAGE_HATCH = {
    PageState.SHARED: Qt.BrushStyle.BDiagPattern,
    PageState.CACHED: Qt.BrushStyle.Dense6Pattern,
    PageState.RESERVED: Qt.BrushStyle.FDiagPattern,
    PageState.NULL: Qt.BrushStyle.DiagCrossPattern,
}
PHASE_HATCH = {
    Phase.QUEUED: Qt.BrushStyle.HorPattern,
    Phase.PREEMPTED: Qt.BrushStyle.DiagCrossPattern,
    Phase.TRANSFER: Qt.BrushStyle.Dense5Pattern,
}
# Names of shapes in widgets.shapes.
EVENT_SHAPE = {
    Event.ALLOCATE: "square",
    Event.HIT: "triangle-up",
    Event.COPY: "copy",
    Event.EVICT: "triangle-down",
    Event.PREEMPT: "cross",
    Event.RELEASE: "ring",
    Event.REFUSE: "bar",
}
VERDICT_SHAPE = {Verdict.BETTER: "triangle-up", Verdict.WORSE: "triangle-down", Verdict.CHANGED: "diamond"}
EVIDENCE_SHAPE = {
    Evidence.REPRODUCIBLE: "disc",
    Evidence.TEACHING_ESTIMATE: "ring",
    Evidence.AUTHOR_REPORTED: "quote",
    Evidence.PRODUCTION_INTERNAL: "square",
}
