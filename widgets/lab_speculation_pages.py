"""The pages of the speculation lab below the film: what one looks at, two pictures each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.labs.speculation_answer import SpeculationAnswer
from engine.labs.speculation_costs import expected_replay
from engine.labs.speculation_run import SpeculationRun
from engine.labs.speculation_settings import SpeculationSettings
from widgets import format as write
from widgets.fonts import ui_font
from widgets.lab_plot import LabPlot
from widgets.lab_plot_bars import BarPlot
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Bar, Line, Mark, Part, Region, WorkingPoint
from widgets.lab_speculation_bars import BarSeries, CategoryBars, Rest
from widgets.lab_speculation_map import SpeedMap
from widgets.lab_view_pages import Table


class LabSheet(QWidget):
    """Two pictures side by side. `settingWanted(name, value)` and `settled()` as of a lab's view."""

    settingWanted = Signal(str, object)
    settled = Signal()

    def __init__(self, plots: Sequence[LabPlot], stretch: Sequence[int] = (1, 1)) -> None:
        super().__init__()
        self.plots = tuple(plots)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 4, 0, 0)
        row = QHBoxLayout()
        row.setSpacing(8)
        for plot, share in zip(plots, stretch, strict=True):
            row.addWidget(plot, share)
        self.column.addLayout(row, 1)

    def showAnswer(
        self, settings: SpeculationSettings, answer: SpeculationAnswer, run: SpeculationRun | None
    ) -> None:
        """Show the answer, and what has been counted if it has been."""
        raise NotImplementedError

    def describe(self) -> str:
        return "\n\n".join(plot.describe() for plot in self.plots)

    def tableData(self) -> Table:
        raise NotImplementedError


class SpeedPage(LabSheet):
    """Speed-up over the draft length with its optimum, and the map of batch size and draft length."""

    def __init__(self) -> None:
        self.curve, self.map = CurvePlot(), SpeedMap()
        super().__init__((self.curve, self.map))
        self._answer: SpeculationAnswer | None = None
        self.curve.pointMoved.connect(self._moved)
        self.curve.pointReleased.connect(self.settled)
        self.map.cellChosen.connect(self._chosen)

    def _moved(self, x: float, _y: float) -> None:
        if self._answer is not None:
            self.settingWanted.emit("draft_tokens", max(0, min(round(x), len(self._answer.curve) - 1)))

    def _chosen(self, row: int, column: int) -> None:
        if self._answer is not None:
            region = self._answer.region
            self.settingWanted.emit("max_running", region.batches[row])
            self.settingWanted.emit("draft_tokens", column)
            self.settled.emit()

    def showAnswer(
        self, settings: SpeculationSettings, answer: SpeculationAnswer, run: SpeculationRun | None
    ) -> None:
        self._answer = answer
        self.curve.setTitle(self.tr("Speed-up over the draft length, batch size {0}").format(settings.max_running))
        self.map.setTitle(self.tr("Where drafts pay, and where they lose"))
        points = answer.curve
        x = [float(point.depth) for point in points]
        free_drafts = [p.tokens * p.step.plain / (p.step.total - p.step.draft) for p in points]
        lines = [Line(self.tr("speed-up"), x, [point.speedup for point in points], "blue", shape="disc")]
        lines.append(Line(self.tr("if drafting were free"), x, free_drafts, "sky", "dash"))
        if points[-1].step.verification > 1.3 * points[-1].step.plain:
            free = [p.tokens * p.step.plain / (p.step.draft + p.step.plain) for p in points]
            lines.append(Line(self.tr("if verifying took a plain step"), x, free, "orange", "dot"))
        best = answer.best
        label = self.tr("best: {0} ahead, {1}").format(best.depth, write.ratio(best.speedup))
        marks = [Mark(best.depth, best.speedup, label, "green", "diamond")]
        marks += [
            Mark(
                report.draft_tokens,
                report.speedup,
                self.tr("reported: {0}").format(write.ratio(report.speedup)),
                "purple",
                "quote",
            )
            for report in answer.reports
        ]
        if run is not None and run.engine is not None:
            text = self.tr("simulated: {0}").format(write.ratio(run.engine.speedup))
            marks.append(Mark(settings.draft_tokens, run.engine.speedup, text, "text", "cross"))
        self.curve.setCurves(
            lines,
            AxisSpec(self.tr("tokens drafted ahead"), "tokens", low=0.0, high=x[-1] or 1.0),
            AxisSpec(self.tr("speed-up"), "x", low=0.0, high=max(1.5, 1.6 * best.speedup)),
            regions=(Region(self.tr("slower than without drafts"), [0.0, x[-1] or 1.0], None, [1.0, 1.0]),),
            marks=marks,
            point=WorkingPoint(settings.draft_tokens, answer.point.speedup, self.tr("now"), moves_y=False),
        )
        self.map.setRegion(answer.region, settings.max_running, settings.draft_tokens)

    def tableData(self) -> Table:
        header = ("batch size", "draft length", "tokens per verification", "speed-up", "fits")
        if self._answer is None:
            return header, ()
        region = self._answer.region
        return header, [
            (batch, point.depth, point.tokens, point.speedup, int(point.fits))
            for batch, row in zip(region.batches, region.points, strict=True)
            for point in row
        ]


class StepPage(LabSheet):
    """What a step takes against the same tokens one at a time, and which of the drafts are of use."""

    def __init__(self) -> None:
        self.bars, self.reach, self.note = BarPlot(), CategoryBars(), QLabel()
        super().__init__((self.bars, self.reach))
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.column.addWidget(self.note)

    def showAnswer(
        self, settings: SpeculationSettings, answer: SpeculationAnswer, run: SpeculationRun | None
    ) -> None:
        self.reach.setEmptyText(self.tr("Nothing is drafted."))
        self.bars.setTitle(self.tr("Time of one step, and of the same tokens one at a time"))
        point, step = answer.point, answer.point.step
        more = max(0.0, step.verification - step.plain)
        parts = (
            Part("draft", self.tr("drafting"), step.draft, "sky", ""),
            Part("plain", self.tr("a plain step"), step.verification - more, "blue", ""),
            Part("more", self.tr("verifying the drafts beside it"), more, "orange", "/"),
            Part("replay", self.tr("running accepted tokens again"), step.replay, "vermillion", "\\"),
        )
        whole = point.tokens * step.plain
        alone = Part("alone", self.tr("plain steps"), whole, "grey", "")
        self.bars.setBars(
            (
                Bar(self.tr("with drafts"), parts, write.ratio(point.speedup)),
                Bar(self.tr("one at a time"), (alone,), ""),
            ),
            "s",
            label=self.tr("time of {0} tokens per request").format(f"{point.tokens:.2f}"),
        )
        self._show_reach(answer, run)
        self.note.setFont(ui_font(-0.5))
        self.note.setText(self._rollback(settings, answer))

    def _rollback(self, settings: SpeculationSettings, answer: SpeculationAnswer) -> str:
        """What a rejection costs."""
        if answer.rollback == "snapshot":
            size = write.byte_size(answer.copies_bytes * settings.max_running)
            text = self.tr("A rejection costs memory: a copy of the recurrent state for every draft, {0} per device.")
            return text.format(size)
        if answer.rollback == "replay":
            text = self.tr("A rejection costs time: {0} accepted tokens per verification run again, {1} a step.")
            again = f"{expected_replay(answer.law):.2f}"
            return text.format(again, write.seconds(answer.point.step.replay))
        if answer.rollback == "trim":
            return self.tr("A rejection costs nothing more: all state lies in pages, and is counted back.")
        return ""

    def describe(self) -> str:
        return "\n\n".join((super().describe(), self.note.text()))

    def _show_reach(self, answer: SpeculationAnswer, run: SpeculationRun | None) -> None:
        law, point = answer.law, answer.point
        share = write.share(point.wasted / law.nodes) if law.nodes else "–"
        self.reach.setTitle(self.tr("How far drafts get: {0} of {1} are wasted").format(share, law.nodes))
        series = [BarSeries("reach", self.tr("chance to get this far"), law.reach, "green")]
        if run is not None and law.depth:
            counted = [sum(run.accepted[place:]) for place in range(1, law.depth + 1)]
            series.append(BarSeries("counted", self.tr("counted"), counted, "text", shape="diamond"))
        self.reach.setBars(
            [str(place) for place in range(1, law.depth + 1)],
            series,
            AxisSpec("", "1", high=1.0),
            x_label=self.tr("position drafted ahead"),
            rest=Rest("reach", self.tr("drafted for nothing")),
        )

    def tableData(self) -> Table:
        header, rows = self.bars.tableData()
        reach_header, reach = self.reach.tableData()
        width = max(len(header), len(reach_header))
        padded = [(*row, *([""] * (width - len(row)))) for row in (*rows, reach_header, *reach)]
        return (*header, *([""] * (width - len(header)))), padded


class YieldPage(LabSheet):
    """Tokens per verification, by the formula and counted, and how many drafts are accepted how often."""

    def __init__(self) -> None:
        self.curve, self.accepted = CurvePlot(), CategoryBars()
        super().__init__((self.curve, self.accepted))

    def showAnswer(
        self, settings: SpeculationSettings, answer: SpeculationAnswer, run: SpeculationRun | None
    ) -> None:
        same = len(set(answer.law.chances)) < 2
        sums = "1 + a + … + a^k" if same else "1 + c₁ + c₁c₂ + … + c₁…c_k"
        self.curve.setTitle(self.tr("Tokens per verification: {0}, and counted").format(sums))
        self.accepted.setTitle(self.tr("Drafts accepted by one verification"))
        x = [float(point.depth) for point in answer.curve]
        lines = [Line(self.tr("formula"), x, [point.tokens for point in answer.curve], "blue")]
        marks = []
        if run is not None:
            means = [each.mean for each in run.counted]
            spread = [2 * each.error for each in run.counted]
            band = (
                [m - s for m, s in zip(means, spread, strict=True)],
                [m + s for m, s in zip(means, spread, strict=True)],
            )
            name = self.tr("counted in {0} verifications, ± 2 standard errors").format(write.count(run.rounds))
            lines.append(Line(name, x, means, "orange", "points", "ring", band=band))
            marks = self._marks(settings, run)
        self.curve.setCurves(
            lines,
            AxisSpec(self.tr("tokens drafted ahead"), "tokens", low=0.0, high=x[-1] or 1.0),
            AxisSpec(self.tr("tokens per verification"), "tokens", low=0.0),
            marks=marks,
            point=WorkingPoint(
                settings.draft_tokens, answer.point.tokens, self.tr("now"), moves_x=False, moves_y=False
            ),
        )
        law = answer.law.accepted_law
        series = [BarSeries("law", self.tr("formula"), law, "blue")]
        if run is not None:
            series.append(BarSeries("counted", self.tr("counted"), run.accepted, "orange", shape="ring"))
        names = [str(number) for number in range(len(law))]
        self.accepted.setBars(names, series, AxisSpec("", "1"), x_label=self.tr("drafts accepted"))

    def _marks(self, settings: SpeculationSettings, run: SpeculationRun) -> list[Mark]:
        counted = run.counted[settings.draft_tokens]
        text = self.tr("counted: {0} ± {1}").format(f"{counted.mean:.3f}", f"{counted.error:.3f}")
        error = (2 * counted.error, 2 * counted.error)
        marks = [Mark(counted.depth, counted.mean, text, "orange", "ring", error)]
        if run.engine is not None:
            found = run.engine
            text = self.tr("simulated: {0} ± {1}").format(f"{found.tokens:.2f}", f"{found.error:.2f}")
            error = (2 * found.error, 2 * found.error)
            marks.append(Mark(settings.draft_tokens, found.tokens, text, "text", "cross", error))
        return marks

    def tableData(self) -> Table:
        return self.curve.tableData()
