"""The request clock: what every request and every engine does, and when, on one axis of time."""

from __future__ import annotations

import time as _clock

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollBar, QSizePolicy, QVBoxLayout, QWidget

from engine.instant import Instant, Timeline
from engine.recording import NANOSECONDS
from widgets.clock_canvas import ClockCanvas
from widgets.clock_data import ClockData, Contract
from widgets.clock_hands import ZOOM_STEP
from widgets.clock_legend import clock_legend
from widgets.clock_range import RangeSummary, summarise
from widgets.clock_words import describe, tr
from widgets.engine_columns import Measure
from widgets.fleet_events import FleetEvents
from widgets.icon_button import IconButton
from widgets.legend import Legend

DESCRIBE_EVERY_S = 0.7


class RequestClock(QWidget):
    """Give it a timeline, then a time; it tells which time, request or range was asked for."""

    timeRequested = Signal(object)  # ns
    requestSelected = Signal(int)
    rangeSelected = Signal(object, object)  # ns, or None and None when the range was let go
    viewChanged = Signal(object, object)  # ns: the range of time in view

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline: Timeline | None = None
        self._instant: Instant | None = None
        self._contract = Contract()
        self._request, self._described = -1, 0.0
        self._viewed, self._by_batch = (0.0, 0.0), False
        self._summary: RangeSummary | None = None
        self._tools: dict[str, IconButton] = {}
        self.canvas = ClockCanvas(self)
        self._tool_box = self._make_tools()
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._measure = QLabel(self)
        self._measure.setWordWrap(True)
        self._measure.setContentsMargins(10, 3, 10, 3)
        self._measure.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._measure.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._measure.hide()
        self._legend = Legend(self)
        self._retranslate()
        self._arrange()
        self.canvas.timeRequested.connect(self.timeRequested)
        self.canvas.requestClicked.connect(self._choose_request)
        self.canvas.rangeChanged.connect(self._choose_range)
        self.canvas.viewChanged.connect(self._sync_bar)
        self._bar.valueChanged.connect(self._scrolled)
        self.setFocusProxy(self.canvas)
        self.setAccessibleName(self.tr("Request clock"))
        self._legend.setEntries(clock_legend(None, self._contract, False, False))

    def _arrange(self) -> None:
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.canvas, 1)
        middle.addWidget(self._bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(middle, 1)
        layout.addWidget(self._measure)
        layout.addWidget(self._legend)

    def _make_tools(self) -> QWidget:
        """Buttons for what the keys and the wheel do too, in the canvas's title line."""
        box = QWidget(self.canvas)
        bar = QHBoxLayout(box)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.setSpacing(4)
        actions = {
            "fold": lambda _: self.canvas.fold_next(),
            "batch": lambda _: self.canvas.measure_other(),
            "present": self.canvas.setOnlyPresent,
            "zoom-out": lambda _: self.canvas.zoom(1 / ZOOM_STEP),
            "zoom-in": lambda _: self.canvas.zoom(ZOOM_STEP),
            "fit": lambda _: self.canvas.fit(),
        }
        for name, action in actions.items():
            button = IconButton(name, self, flat=True)
            button.setCheckable(name in ("present", "batch"))
            button.setChecked(name == "present")
            button.clicked.connect(action)
            bar.addWidget(button)
            self._tools[name] = button
        return box

    def _retranslate(self) -> None:
        words = {
            "fold": self.tr("Open the next folded group of engines, or fold all (E)"),
            "batch": self.tr("Heights of iterations: requests in the batch, or scheduled tokens (B)"),
            "present": self.tr("Lanes only for requests in the time shown"),
            "zoom-out": self.tr("Zoom out (S)"),
            "zoom-in": self.tr("Zoom in (W)"),
            "fit": self.tr("Fit the whole run (F, again for all lanes)"),
        }
        for name, button in self._tools.items():
            button.setWords(words[name])
        self._bar.setAccessibleName(self.tr("Scroll requests"))

    # ---- what is shown

    def setTimeline(self, timeline: Timeline | None) -> None:
        """Show a run from its start; the contract is the run's own until `setContract`."""
        self._timeline, self._instant, self._request, self._summary = timeline, None, -1, None
        self._measure.hide()
        data = ClockData(timeline.recording) if timeline else None
        self.canvas.setData(data)
        own = timeline.recording.facts.get("contract") if timeline else None
        if own:
            self.setContract(own.get("ttft_s"), own.get("tpot_s"), own.get("e2e_s"))
        self._show_legend()
        if timeline:
            self.setTime(0)

    def setTime(self, time: int) -> None:
        """Move the playhead to `time` (ns)."""
        if self._timeline is None:
            return
        self._instant = self._timeline.at(time)
        self.canvas.setInstant(self._instant)
        self._describe()

    def selectRequest(self, request: int) -> None:
        """Open the lane of a request; −1 for none. Emits nothing."""
        self._request = request
        self.canvas.selectRequest(request)
        self._describe(now=True)

    def setContract(self, ttft_s: float | None, tpot_s: float | None, e2e_s: float | None = None) -> None:
        """The limits to draw, in seconds."""
        in_ns = [limit * NANOSECONDS if limit is not None else None for limit in (ttft_s, tpot_s, e2e_s)]
        self._contract = Contract(*in_ns)
        self.canvas.setContract(self._contract)
        self._show_legend()

    def setDuration(self, duration: int) -> None:
        """The length of the axis (ns): at least the run's own, longer to stand beside a longer run."""
        self.canvas.set_duration(duration)

    def showTime(self, start: float, end: float) -> None:
        """Show a range of time (ns), for clocks that keep one axis."""
        self.canvas.show_time(start, end)

    def setLegendVisible(self, visible: bool) -> None:
        """Two clocks, one above the other, need one legend."""
        self._legend.setVisible(visible)

    def setRange(self, start: int | None, end: int | None = None) -> None:
        """Measure a range of time (ns), or let it go."""
        self.canvas.setRange((float(start), float(end)) if start is not None and end is not None else None)

    def fit(self) -> None:
        """Show all of the run; called again, all lanes."""
        self.canvas.fit()

    @property
    def summary(self) -> RangeSummary | None:
        """What happened in the measured range."""
        return self._summary

    def describe(self) -> str:
        """The picture in sentences: the text twin of what is drawn."""
        data = self.canvas.data
        if data is None or self._instant is None:
            return self.tr("No run to show.")
        measured = self._summary.words() if self._summary else ""
        return describe(data, self._contract, self._instant, self._request, measured, self._fleet())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._show_legend()
            self._describe(now=True)
        super().changeEvent(event)

    # ---- inside

    def _fleet(self) -> FleetEvents | None:
        engines = self.canvas.engines
        return engines.fleet if engines is not None else None

    def _show_legend(self) -> None:
        data = self.canvas.data
        budget = bool(data is not None and data.recording.iterations["budget"].max(initial=0))
        engines = self.canvas.engines
        troubles = sorted({span.kind for span in engines.fleet.spans}) if engines is not None else ()
        budget = budget and not self._by_batch
        self._legend.setEntries(clock_legend(data, self._contract, budget, self._by_batch, troubles))

    def _describe(self, now: bool = False) -> None:
        """Keep the accessible description fresh, but not at every frame."""
        moment = _clock.monotonic()
        if now or moment - self._described > DESCRIBE_EVERY_S:
            self._described = moment
            text = self.describe()
            self.setAccessibleDescription(text)
            self.canvas.setAccessibleDescription(text)

    def _sync_bar(self) -> None:
        view = self.canvas.view
        self._sync_tools()
        size = self._tool_box.sizeHint()
        self.canvas.title_room = size.width() + 12
        self._tool_box.setGeometry(self.canvas.width() - size.width() - 8, 3, size.width(), size.height())
        self._bar.blockSignals(True)
        self._bar.setRange(0, round(view.furthest))
        self._bar.setPageStep(max(1, round(view.plot.height())))
        self._bar.setSingleStep(max(1, round(view.row)))
        self._bar.setValue(round(view.scroll))
        self._bar.blockSignals(False)
        self._bar.setVisible(view.furthest > 0)
        shown = (view.time.start, view.time.end)
        if shown != self._viewed:
            self._viewed = shown
            self.viewChanged.emit(*shown)

    def _sync_tools(self) -> None:
        """The buttons for engines are there when they can do something."""
        engines = self.canvas.engines
        folds = engines is not None and engines.band.folds
        by_batch = engines is not None and engines.measure is Measure.BATCH
        self._tools["fold"].setVisible(folds)
        self._tools["batch"].setChecked(by_batch)
        if by_batch != self._by_batch:
            self._by_batch = by_batch
            self._show_legend()

    def _scrolled(self, value: int) -> None:
        self.canvas.scroll_to(float(value))

    def _choose_request(self, request: int) -> None:
        self.selectRequest(request)
        self.requestSelected.emit(request)

    def _choose_range(self, start: int | None, end: int | None) -> None:
        data = self.canvas.data
        self._summary = None
        if data is not None and start is not None and end is not None:
            self._summary = summarise(data, self._contract, start, end)
            self._measure.setText(self._summary.words())
        self._measure.setVisible(self._summary is not None)
        self._measure.setAccessibleName(tr("Measured range"))
        self._describe(now=True)
        self.rangeSelected.emit(start, end)
