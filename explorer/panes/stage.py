"""The middle: page tables over request clocks under one playhead, of one run or of both."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from engine.instant import Timeline
from explorer.panes.panel import heart
from explorer.session import Run, Session
from widgets.fonts import ui_font
from widgets.legend import Legend
from widgets.page_table import PageTable
from widgets.playhead import Playhead
from widgets.request_clock import RequestClock
from widgets.transport import Transport, markers_of

if TYPE_CHECKING:
    from engine.recording import Recording

LIVELY = 8  # the first run starts playing at this part of it, where pages are already in use
SHORTEST, COMFORTABLE, LONGEST = 6.0, 60.0, 240.0  # seconds that a run may play for
DEFAULT_ROWS = [340, 280]
FLEET_ROWS = [250, 370]  # lanes of engines need the room more than their pages do
FLEET = 3  # engines from which it is a fleet


def round_speed(speed: float) -> float:
    """The nearest of 1, 2, 5, 10, 20, … and their decimal parts."""
    power = 10.0 ** math.floor(math.log10(speed))
    return min((step * power for step in (1.0, 2.0, 5.0, 10.0)), key=lambda nice: abs(nice - speed))


class RunViews(QObject):
    """The views of one of the two runs. They are fed only while they are to be seen."""

    def __init__(self, run: Run, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.run = run
        self.heading = QLabel()
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.table = PageTable()
        self.clock = RequestClock()
        self.clock.setFocusProxy(None)  # type: ignore[arg-type]  # see Panel
        self.upper = QWidget()
        column = QVBoxLayout(self.upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)
        self._recording: Recording | None = None
        self._timeline: Timeline | None = None
        self._shown = False
        self.table.requestSelected.connect(session.setRequest)
        self.clock.requestSelected.connect(session.setRequest)

    def setRecording(self, recording: Recording | None) -> None:
        self._recording, self._timeline = recording, None
        if self._shown:
            self._feed()

    def setShown(self, shown: bool) -> None:
        self._shown = shown
        for view in (self.upper, self.clock):
            view.setVisible(shown)
        if shown and self._timeline is None:
            self._feed()

    def _feed(self) -> None:
        self._timeline = None if self._recording is None else Timeline(self._recording)
        self.table.setTimeline(self._timeline)
        self.clock.setTimeline(self._timeline)
        if self._recording is not None:
            contract = self._recording.facts.get("contract", {})
            self.clock.setContract(contract.get("ttft_s"), contract.get("tpot_s"), contract.get("e2e_s"))

    def setTime(self, time: int) -> None:
        if self._shown:
            self.table.setTime(time)
            self.clock.setTime(time)

    @property
    def recording(self) -> Recording | None:
        return self._recording

    @property
    def shown(self) -> bool:
        return self._shown


class StagePane(QWidget):
    """Two rows that share a playhead: memory above, time below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.playhead = Playhead(self)
        self._pacing, self._fleet = False, False
        self.playhead.setSpeed(session.settings["playback.speed"])
        self.playhead.setLooping(session.settings["playback.loop"])
        self.views = {run: RunViews(run, session, self) for run in (Run.BEFORE, Run.AFTER)}
        self.transport = Transport(self.playhead)
        self.rows = QSplitter(Qt.Orientation.Vertical, self)
        self.rows.setObjectName("stage.rows")
        self.rows.addWidget(self._row([views.upper for views in self.views.values()]))
        self.rows.addWidget(self._row([views.clock for views in self.views.values()]))
        self.rows.setStretchFactor(0, 1)
        self.rows.setStretchFactor(1, 1)
        self.rows.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.rows, 1)
        column.addWidget(self.transport)
        self._connect()
        self._show_run()
        self._show_comparison()
        self._show_legends(session.legends)

    def _row(self, places: list[QWidget]) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        for place in places:
            layout.addWidget(place, 1)
        return row

    def focus(self) -> None:
        """Put the keyboard focus on the pages that are shown."""
        shown = self.views[Run.BEFORE if self._session.shown_run is Run.BEFORE else Run.AFTER]
        heart(shown.table).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def reset_layout(self) -> None:
        self.rows.setSizes(FLEET_ROWS if self._fleet else DEFAULT_ROWS)

    def _connect(self) -> None:
        session = self._session
        self.playhead.moved.connect(self._show_time)
        self.playhead.speedChanged.connect(self._keep_speed)
        for views in self.views.values():
            views.clock.timeRequested.connect(self.playhead.seek)
            views.table.timeRequested.connect(self.playhead.seek)
            views.clock.viewChanged.connect(lambda start, end, run=views.run: self._link(run, start, end))
        session.comparisonChanged.connect(self._show_comparison)
        session.runChanged.connect(lambda _: self._show_run())
        session.requestChanged.connect(self._show_request)
        session.pagesChanged.connect(lambda _: self._show_mode())
        session.legendsChanged.connect(self._show_legends)

    def _show_comparison(self) -> None:
        comparison = self._session.comparison
        if comparison is None:
            return
        first = self.playhead.duration == 0
        self._set_pace(max(comparison.before.duration, comparison.after.duration) / 1e9)
        self.views[Run.BEFORE].setRecording(comparison.before)
        self.views[Run.AFTER].setRecording(comparison.after)
        self._show_headings()
        self._set_span()
        fleet = max(len(comparison.before.engines), len(comparison.after.engines)) >= FLEET
        if fleet != self._fleet:
            self._fleet = fleet
            self.reset_layout()
        if first and self._session.settings["playback.autoplay"]:
            self.playhead.seek(self.playhead.duration // LIVELY)
            self.playhead.play()
        self._show_time(self.playhead.time)

    def _set_pace(self, seconds: float) -> None:
        """The user's speed, unless the run would then be over at once or last for minutes: some traces are days."""
        wanted: float = self._session.settings["playback.speed"]
        if seconds and not SHORTEST < seconds / wanted < LONGEST:
            wanted = round_speed(seconds / COMFORTABLE)
        self._pacing = True
        self.playhead.setSpeed(wanted)
        self._pacing = False

    def _keep_speed(self, speed: float) -> None:
        if not self._pacing:
            self._session.settings["playback.speed"] = min(max(speed, 0.001), 1000.0)

    def _show_run(self) -> None:
        shown = self._session.shown_run
        for run, views in self.views.items():
            views.setShown(shown in (run, Run.BOTH))
        self._show_headings()
        self._show_mode()
        self._set_span()
        self._show_request(self._session.request)
        self._show_time(self.playhead.time)

    def _set_span(self) -> None:
        """Duration, instants for stepping, and markers of the runs that are shown."""
        shown = [views.recording for views in self.views.values() if views.shown and views.recording is not None]
        if not shown:
            return
        self.playhead.setDuration(max(recording.duration for recording in shown))
        both = self._session.shown_run is Run.BOTH
        for views in self.views.values():
            if views.shown and views.recording is not None:
                views.clock.setDuration(self.playhead.duration if both else views.recording.duration)
        self.playhead.setMarks(np.unique(np.concatenate([recording.events["time"] for recording in shown])))
        self.transport.setMarkers(markers_of(shown[-1]))

    def _link(self, run: Run, start: float, end: float) -> None:
        """Side by side, both clocks show the same time."""
        other = self.views[Run.AFTER if run is Run.BEFORE else Run.BEFORE]
        if self._session.shown_run is Run.BOTH and other.shown and other.recording is not None:
            other.clock.showTime(start, end)

    def _show_headings(self) -> None:
        comparison = self._session.comparison
        words = {Run.BEFORE: self.tr("Day before"), Run.AFTER: self.tr("Day after")}
        for run, views in self.views.items():
            views.heading.setFont(ui_font(0.5, views.heading.font().Weight.DemiBold))
            title = ""
            if comparison is not None:
                sheet = comparison.before_sheet if run is Run.BEFORE else comparison.after_sheet
                title = f" · {sheet.title}"
            views.heading.setText(title.removeprefix(" · ") if self._session.alone else words[run] + title)

    def _show_mode(self) -> None:
        for views in self.views.values():
            views.table.setMode(self._session.pages)

    def _show_legends(self, shown: bool) -> None:
        for legend in self.rows.findChildren(Legend):
            legend.setVisible(shown)

    def _show_request(self, request: int) -> None:
        for views in self.views.values():
            views.table.selectRequest(request)
            views.clock.selectRequest(request)

    def _show_time(self, time: int) -> None:
        for views in self.views.values():
            views.setTime(time)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._show_headings()
        super().changeEvent(event)
