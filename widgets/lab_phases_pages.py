"""Two pages of the phases lab: the parts of a request's time in closed form, and distributions as measured."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine.labs.phases_answer import PhasesAnswer
from engine.labs.phases_law import Estimate
from engine.labs.phases_run import PhasesRun
from engine.labs.phases_settings import PhasesSettings
from widgets import format as write
from widgets import lab_phases_words as words
from widgets.lab_plot import LabPlot
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_data import AxisSpec, Bar, Limit, Part, Samples
from widgets.lab_plot_distribution import DistributionPlot
from widgets.lab_view_pages import Table

MOST = 2.5  # times a limit that a bar is drawn long at most; its note says how long it is


class PhasesSheet(QWidget):
    """A page: some plots. `settingWanted(name, value)` and `settled()` as of a view."""

    settingWanted = Signal(str, object)
    settled = Signal()

    def showAnswer(self, settings: PhasesSettings, answer: PhasesAnswer, run: PhasesRun | None) -> None:
        """Bring the page up to date."""
        raise NotImplementedError

    def plots(self) -> Sequence[LabPlot]:
        raise NotImplementedError

    def describe(self) -> str:
        return "\n\n".join(plot.describe() for plot in self.plots())

    def tableData(self) -> Table:
        """The tables of all plots, with the plot's title in front of each row."""
        header: Sequence[str] = ()
        rows: list[Sequence[object]] = []
        for plot in self.plots():
            names, found = plot.tableData()
            header = header or (QCoreApplication.translate("PhasesSheet", "picture"), *names)
            rows += [(plot.title(), *row) for row in found]
        return header, rows


class PartsPage(PhasesSheet):
    """TTFT and TPOT of every policy in closed form, part by part."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.next = BarPlot(), BarPlot()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.first)
        row.addWidget(self.next)

    def plots(self) -> Sequence[LabPlot]:
        return self.first, self.next

    def showAnswer(self, settings: PhasesSettings, answer: PhasesAnswer, run: PhasesRun | None) -> None:
        self.first.setTitle(self.tr("First token: where the mean TTFT goes (estimate)"))
        self.next.setTitle(self.tr("Next token: where the mean TPOT goes (estimate)"))
        for plot, limit, parts in (
            (self.first, settings.ttft_s, self.firstParts),
            (self.next, settings.tpot_s, self.nextParts),
        ):
            line = Limit(limit, self.tr("contract")) if limit else None
            totals = [sum(part.value for part in parts(one)) for one in answer.estimates if not one.saturated]
            most = MOST * limit if limit else max(totals, default=1.0) * 1.05
            bars = [self._bar(one, parts(one), most, answer) for one in answer.estimates]
            plot.setBars(bars, "s", line)
            plot.setEmptyText(self.tr("No policy can keep up with this rate."))

    def _bar(self, one: Estimate, parts: Sequence[Part], most: float, answer: PhasesAnswer) -> Bar:
        name = words.name(one.serving)
        if one is answer.own:
            name = f"▸ {name}"
        if one.saturated:
            return Bar(name, (Part("none", "", 0.0, "grey"),), self.tr("cannot keep up"))
        total = sum(part.value for part in parts)
        note = write.seconds(total)
        if total > most:
            parts, note = _cut(parts, most), f"→ {note}"
        return Bar(name, parts, f"≈ {note}" if one.outside else note)

    def firstParts(self, one: Estimate) -> Sequence[Part]:
        """Of the mean TTFT, seconds."""
        rest = max(0.0, one.ttft - one.wait - one.service)
        return (
            Part("wait", self.tr("waiting"), one.wait, "grey", "/"),
            Part("read", self.tr("reading the prompt"), one.service, "orange"),
            Part("rest", self.tr("rest of a step"), rest, "blue", "|"),
        )

    def nextParts(self, one: Estimate) -> Sequence[Part]:
        """Of the mean TPOT, seconds."""
        step = min(one.step, one.tpot)
        others = max(0.0, one.tpot - step - one.transfer / max(1.0, self._steps(one)))
        return (
            Part("step", self.tr("decode step of the batch"), step, "blue"),
            Part("others", self.tr("others' prompts, or longer answers"), others, "orange", "\\"),
            Part("transfer", self.tr("state on its way"), max(0.0, one.tpot - step - others), "sky", "x"),
        )

    def _steps(self, one: Estimate) -> float:
        return (one.e2e - one.ttft) / one.tpot if one.tpot and math.isfinite(one.e2e) else 1.0


def _cut(parts: Sequence[Part], most: float) -> Sequence[Part]:
    """Parts up to a sum."""
    left, found = most, []
    for part in parts:
        found.append(Part(part.key, part.label, min(part.value, left), part.hue, part.hatch))
        left = max(0.0, left - part.value)
    return found


class SpreadPage(PhasesSheet):
    """TTFT, TPOT and E2E of both policies: histogram, or share up to a value."""

    def __init__(self) -> None:
        super().__init__()
        self.pictures = {name: DistributionPlot() for name in ("ttft", "tpot", "e2e")}
        self._cumulative = False
        self._choice = QButtonGroup(self)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(6)
        for place, plot in enumerate(self.pictures.values()):
            grid.addWidget(plot, 0, place)
            grid.setColumnStretch(place, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(self._buttons())
        column.addLayout(grid, 1)
        self._retranslate()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(4)
        for number in range(2):
            button = QToolButton()
            button.setCheckable(True)
            button.setChecked(number == 0)
            self._choice.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        self._choice.idClicked.connect(lambda number: self.setCumulative(number == 1))
        return row

    def _retranslate(self) -> None:
        for number, text in enumerate((self.tr("Histogram"), self.tr("Share up to a value (CDF)"))):
            self._choice.button(number).setText(text)

    def setCumulative(self, cumulative: bool) -> None:
        self._cumulative = cumulative
        self._choice.button(int(cumulative)).setChecked(True)
        for plot in self.pictures.values():
            plot.setShape("cdf" if cumulative else "histogram")

    def plots(self) -> Sequence[LabPlot]:
        return tuple(self.pictures.values())

    def showAnswer(self, settings: PhasesSettings, answer: PhasesAnswer, run: PhasesRun | None) -> None:
        limits = {"ttft": settings.ttft_s, "tpot": settings.tpot_s, "e2e": settings.e2e_s}
        for name, plot in self.pictures.items():
            title = words.kind(name)
            plot.setTitle(title[:1].upper() + title[1:])
            plot.setEmptyText(self.tr("The run is not there yet."))
            if run is None:
                plot.setSamples((), AxisSpec(""))
                continue
            samples = [
                Samples(words.name(side.serving), side.samples(name).tolist(), words.HUES[side.serving])
                for side in run.sides
            ]
            limit = Limit(limits[name], self.tr("contract")) if limits[name] else None
            plot.setSamples(samples, AxisSpec(name.upper(), "s", log=True), limit)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
