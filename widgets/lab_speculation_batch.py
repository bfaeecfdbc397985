"""What the batch size does to drafts: the cost of a step against its tokens, and the speed-up that is left."""

from __future__ import annotations

from math import nan

from engine.labs.speculation_answer import SpeculationAnswer
from engine.labs.speculation_costs import Point
from engine.labs.speculation_run import SpeculationRun
from engine.labs.speculation_settings import SpeculationSettings
from widgets import format as write
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Limit, Line, Region, WorkingPoint
from widgets.lab_speculation_pages import LabSheet, Table


class BatchPage(LabSheet):
    """A step that takes more plain steps than it yields tokens loses. The batch size can be dragged."""

    def __init__(self) -> None:
        self.cost, self.speed = CurvePlot(), CurvePlot()
        super().__init__((self.cost, self.speed))
        self._answer: SpeculationAnswer | None = None
        for plot in (self.cost, self.speed):
            plot.pointMoved.connect(self._moved)
            plot.pointReleased.connect(self.settled)

    def _moved(self, x: float, _y: float) -> None:
        self.settingWanted.emit("max_running", max(1, min(512, round(x))))

    def _rows(self, answer: SpeculationAnswer) -> list[tuple[int, Point, Point]]:
        """Batch size, this draft length, the best one; only where there is room."""
        region, depth = answer.region, answer.point.depth
        return [
            (batch, points[depth], points[region.best_depth(row)])
            for row, (batch, points) in enumerate(zip(region.batches, region.points, strict=True))
            if points[depth].fits
        ]

    def showAnswer(
        self, settings: SpeculationSettings, answer: SpeculationAnswer, run: SpeculationRun | None
    ) -> None:
        self._answer = answer
        rows = self._rows(answer)
        x = [float(batch) for batch, _, _ in rows]
        axis = AxisSpec(self.tr("batch size"), "", log=True, low=1.0, high=512.0)
        self._show_cost(settings, answer, axis, x, [point for _, point, _ in rows])
        self.speed.setTitle(self.tr("Speed-up over the batch size"))
        best = [max(1.0, one.speedup) if one.fits else nan for _, _, one in rows]
        lines = [
            Line(
                self.tr("{0} tokens ahead").format(settings.draft_tokens),
                x,
                [p.speedup for _, p, _ in rows],
                "blue",
                shape="disc",
            ),
            Line(self.tr("best length at each batch size"), x, best, "green", "dash"),
        ]
        self.speed.setEmptyText(self.tr("There is no room for even one request."))
        self.speed.setCurves(
            lines if rows else (),
            axis,
            AxisSpec(self.tr("speed-up"), "x", low=0.0),
            regions=(Region(self.tr("slower than without drafts"), [1.0, 512.0], None, [1.0, 1.0]),) if rows else (),
            point=self._point(settings, answer, answer.point.speedup),
        )

    def _show_cost(
        self,
        settings: SpeculationSettings,
        answer: SpeculationAnswer,
        axis: AxisSpec,
        x: list[float],
        points: list[Point],
    ) -> None:
        self.cost.setTitle(self.tr("What a step costs, in plain steps of the same batch"))
        self.cost.setEmptyText(self.tr("There is no room for even one request."))
        steps = [point.step for point in points]
        lines = [
            Line(self.tr("whole step"), x, [step.total / step.plain for step in steps], "blue", shape="disc"),
            Line(self.tr("verification"), x, [step.verification / step.plain for step in steps], "orange", "dot"),
            Line(self.tr("drafting"), x, [step.draft / step.plain for step in steps], "sky", "dash"),
        ]
        if any(step.replay for step in steps):
            replay = [step.replay / step.plain for step in steps]
            lines.append(Line(self.tr("running accepted tokens again"), x, replay, "vermillion", "dash-dot"))
        tokens = answer.point.tokens
        text = self.tr("it yields {0} tokens: above this drafts lose").format(f"{tokens:.2f}")
        here = answer.point.step.total / answer.point.step.plain
        self.cost.setCurves(
            lines if points else (),
            axis,
            AxisSpec(self.tr("plain steps"), "", low=0.0, high=max(1.8 * tokens, 1.3 * here)),
            y_limits=(Limit(tokens, text),),
            point=self._point(settings, answer, here),
        )

    def _point(self, settings: SpeculationSettings, answer: SpeculationAnswer, y: float) -> WorkingPoint | None:
        if not answer.point.fits:
            return None
        return WorkingPoint(settings.max_running, y, self.tr("now"), moves_y=False)

    def describe(self) -> str:
        words = super().describe()
        loses = self._answer.region.loses_from if self._answer is not None else None
        if loses is None:
            return words
        told = self.tr("From batch size {0} on every draft loses.").format(write.count(loses))
        return "\n\n".join((words, told))

    def tableData(self) -> Table:
        header = (
            "batch size",
            "plain step (s)",
            "drafting (s)",
            "verification (s)",
            "replay (s)",
            "speed-up",
            "best length",
        )
        if self._answer is None:
            return header, ()
        return header, [
            (batch, p.step.plain, p.step.draft, p.step.verification, p.step.replay, p.speedup, best.depth)
            for batch, p, best in self._rows(self._answer)
        ]
