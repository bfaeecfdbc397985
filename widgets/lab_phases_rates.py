"""All policies over all rates: attainment with its crossing, and who wins under which contract."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from engine.labs.phases_answer import PhasesAnswer
from engine.labs.phases_capacity import Curve
from engine.labs.phases_run import PhasesRun
from engine.labs.phases_settings import PhasesSettings
from widgets import format as write
from widgets import lab_phases_words as words
from widgets.lab_phases_pages import PhasesSheet, Table
from widgets.lab_phases_winners import WinnerPlot
from widgets.lab_plot import LabPlot
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Limit, Line, Mark

_BEYOND = 1.5  # times the highest capacity that the plot goes on


class RatesPage(PhasesSheet):
    """A button until the sweep has been asked for, then the curves and the map."""

    def __init__(self) -> None:
        super().__init__()
        self.curves, self.winners, self.button = CurvePlot(), WinnerPlot(), QPushButton()
        self._note = QLabel()
        self._run: PhasesRun | None = None
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._offer())
        self._stack.addWidget(self._pictures())
        self.button.clicked.connect(self._wanted)
        self.winners.contractChosen.connect(self._contract)
        self._retranslate()

    def _offer(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.addStretch(1)
        self._note.setWordWrap(True)
        self._note.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self._note)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(2)
        return page

    def _pictures(self) -> QWidget:
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.curves, 11)
        row.addWidget(self.winners, 9)
        return page

    def _retranslate(self) -> None:
        self.button.setText(self.tr("Sweep the rate"))
        self._note.setText(
            self.tr("At which rate does each policy break the contract, and who carries most under which contract?")
        )

    def _wanted(self) -> None:
        self.settingWanted.emit("sweep", True)
        self.settled.emit()

    def _contract(self, ttft_s: float, tpot_s: float) -> None:
        self.settingWanted.emit("ttft_s", ttft_s)
        self.settingWanted.emit("tpot_s", tpot_s)
        self.settled.emit()

    def plots(self) -> Sequence[LabPlot]:
        return self.curves, self.winners

    def show_(self, settings: PhasesSettings, answer: PhasesAnswer, run: PhasesRun | None) -> None:
        self._stack.setCurrentIndex(int(settings.sweep))
        title = self.tr("Within the contract by rate ({0} requests each)").format(settings.requests)
        self.winners.setTitle(self.tr("Who carries most, requests/s (≥: even a flood)"))
        for plot in self.plots():
            plot.setEmptyText(self.tr("The sweep is under way."))
        if run is None or not run.curves:
            self.curves.setTitle(title)
            self.curves.setCurves((), AxisSpec(""), AxisSpec(""))
            self.winners.setMap(None)
            return
        self._show_curves(settings, run, title)
        self.winners.setMap(run.contracts, settings.ttft_s, settings.tpot_s)

    def _show_curves(self, settings: PhasesSettings, run: PhasesRun, title: str) -> None:
        """Without a capacity of static batching there is nothing to divide by: rates as they are."""
        unit = run.static or 1.0
        if run.static:
            axis = self.tr("rate over static batching's {0} requests/s").format(f"{run.static:.2g}")
        else:
            axis = self.tr("requests/s (static batching keeps the contract at no rate)")
        self.curves.setTitle(title)
        lines, marks = [], []
        for curve in run.curves:
            hue, shape = words.HUES[curve.serving], words.SHAPES[curve.serving]
            rates = [rate / unit for rate in curve.rates]
            name = words.name(curve.serving)
            lines.append(Line(name, rates, curve.attainment, hue, words.DASHES[curve.serving], shape))
            if curve.capacity:
                told = write.ratio(curve.capacity / unit) if run.static else f"{curve.capacity:.3g}/s"
                marks.append(Mark(curve.capacity / unit, settings.percentile, told, hue, shape))
        most = max((curve.capacity for curve in run.curves), default=0.0) or max(c.limit for c in run.curves)
        low = min(curve.rates[0] for curve in run.curves)
        x = AxisSpec(axis, "×" if run.static else "", log=True, low=low / unit, high=_BEYOND * most / unit)
        limit = Limit(settings.percentile, self.tr("contract: {0}").format(write.share(settings.percentile)))
        here = Limit(settings.rate / unit, self.tr("now"), "accent")
        x_limits = (here,) if low <= settings.rate <= _BEYOND * most else ()
        y = AxisSpec(self.tr("share within"), "1", low=0.0, high=1.0)
        self.curves.setCurves(lines, x, y, marks=marks, y_limits=(limit,), x_limits=x_limits)
        self._run = run

    def tableData(self) -> Table:
        """One row per policy and rate that was simulated."""
        run = self._run
        header = (
            self.tr("policy"),
            self.tr("rate (requests/s)"),
            self.tr("share within"),
            self.tr("goodput (requests/s)"),
            self.tr("capacity (requests/s)"),
        )
        return header, [row for curve in (run.curves if run else ()) for row in _rows(curve)]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()


def _rows(curve: Curve) -> list[Sequence[object]]:
    points = zip(curve.rates, curve.attainment, curve.goodput, strict=True)
    return [(curve.serving.value, *point, curve.capacity) for point in points]
