"""The clocks of the phases lab: the same arrivals under two policies, one above the other, on one axis of time."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout

from engine.instant import Timeline
from engine.labs.phases_answer import PhasesAnswer
from engine.labs.phases_run import PhasesRun, Side
from engine.labs.phases_settings import PhasesSettings, Serving
from widgets import format as write
from widgets import lab_phases_words as words
from widgets.fonts import scale, ui_font
from widgets.lab_phases_pages import PhasesSheet, Table
from widgets.lab_plot import LabPlot
from widgets.palette import colours
from widgets.request_clock import RequestClock

LEAST = 130  # px at scale 1 of a clock


class ClocksPage(PhasesSheet):
    """Whatever is looked at in one clock is looked at in the other: range of time, moment, request."""

    def __init__(self) -> None:
        super().__init__()
        self.clocks = (RequestClock(), RequestClock())
        self.heads = (QLabel(), QLabel())
        self._run: PhasesRun | None = None
        self._settings: PhasesSettings | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(1)
        for head, clock in zip(self.heads, self.clocks, strict=True):
            head.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(head)
            column.addWidget(clock, 1)
            clock.canvas.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # both fit a page
            clock.canvas.setMinimumHeight(round(LEAST * scale()))
        for clock, other in (self.clocks, self.clocks[::-1]):
            clock.viewChanged.connect(other.showTime)
            clock.requestSelected.connect(other.selectRequest)
            clock.timeRequested.connect(self.setTime)

    def plots(self) -> Sequence[LabPlot]:
        return ()

    def setTime(self, time: int) -> None:
        """Move both clocks to a moment (ns)."""
        for clock in self.clocks:
            clock.setTime(time)

    def showAnswer(self, settings: PhasesSettings, answer: PhasesAnswer, run: PhasesRun | None) -> None:
        """The last run stays in sight while the next one is under way; its head says so."""
        self._settings = settings
        if run is not None and run is not self._run:
            self._run = run
            self._fill(run)
        stale = run is None
        for number, head in enumerate(self.heads):
            head.setFont(ui_font(0))
            side = None if self._run is None else self._run.sides[number]
            head.setText(self._head(side, stale))
            own = colours(self)
            palette = head.palette()
            palette.setColor(head.foregroundRole(), own.muted if stale else own.text)
            head.setPalette(palette)

    def _fill(self, run: PhasesRun) -> None:
        duration = max(side.recording.duration for side in run.sides)
        for clock, side in zip(self.clocks, run.sides, strict=True):
            limits = side.summary.contract
            clock.setTimeline(Timeline(side.recording))
            clock.setDuration(duration)
            clock.setContract(limits.ttft_s, limits.tpot_s, limits.e2e_s)
            clock.setAccessibleName(self.tr("Request clock: {0}").format(words.name(side.serving)))
        transfers = run.sides[0].serving is Serving.SPLIT  # the legend of which explains more
        self.clocks[0].setLegendVisible(transfers)
        self.clocks[1].setLegendVisible(not transfers)
        for clock in self.clocks:
            clock.fit()
        self.setTime(duration)

    def _head(self, side: Side | None, stale: bool) -> str:
        if side is None:
            return self.tr("The run is not there yet.")
        name = words.name(side.serving)
        if stale:
            return self.tr("{0}: other settings; the new run is on its way").format(name)
        share = side.summary.contract.percentile
        sign = "✓" if side.attainment >= share else "✕"
        text = self.tr(
            "{sign} {name}: {met} within the contract, {rate} good requests/s; p{p}: TTFT {ttft}, TPOT {tpot}"
        )
        return text.format(
            sign=sign,
            name=name,
            met=write.share(side.attainment),
            rate=write.count(round(side.goodput, 2)),
            p=f"{100 * share:g}",
            ttft=_said(side.at("ttft", share)),
            tpot=_said(side.at("tpot", share)),
        )

    def describe(self) -> str:
        return "\n\n".join(
            f"{head.text()}\n{clock.describe()}" for head, clock in zip(self.heads, self.clocks, strict=True)
        )

    def tableData(self) -> Table:
        """One row per request and policy."""
        header = (
            self.tr("policy"),
            self.tr("request"),
            self.tr("arrival (s)"),
            self.tr("first scheduled (s)"),
            self.tr("first token (s)"),
            self.tr("last token (s)"),
            self.tr("prompt tokens"),
            self.tr("output tokens"),
            self.tr("within the contract"),
        )
        rows: list[Sequence[object]] = []
        for side in self._run.sides if self._run is not None else ():
            run, good = side.summary, side.summary.within_contract()
            times = [run.arrival, run.first_scheduled, run.first_token, run.finish]
            for row in range(len(run.arrival)):
                spent = [float(column[row]) / 1e9 if column[row] >= 0 else None for column in times]
                tokens = int(run.prompt_tokens[row]), int(run.outputs[row])
                rows.append((side.serving.value, row, *spent, *tokens, bool(good[row])))
        return header, rows


def _said(value: float) -> str:
    return write.seconds(value) if value < float("inf") else "∞"
