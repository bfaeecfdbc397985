"""All policies over all rates: attainment with its crossing, and who wins under which contract."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

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
        self._note, self._choice = QLabel(), QButtonGroup(self)
        self._goodput = False
        self._settings: PhasesSettings | None = None
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
        choice = QHBoxLayout()
        choice.setSpacing(4)
        for number in range(2):
            button = QToolButton()
            button.setCheckable(True)
            button.setChecked(number == 0)
            self._choice.addButton(button, number)
            choice.addWidget(button)
        choice.addStretch(1)
        self._choice.idClicked.connect(lambda number: self.setGoodput(number == 1))
        left = QVBoxLayout()
        left.setSpacing(2)
        left.addLayout(choice)
        left.addWidget(self.curves, 1)
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addLayout(left, 11)
        row.addWidget(self.winners, 9)
        return page

    def _retranslate(self) -> None:
        self.button.setText(self.tr("Sweep the rate"))
        self._note.setText(
            self.tr("At which rate does each policy break the contract, and who carries most under which contract?")
        )

        for number, text in enumerate((self.tr("Share within the contract"), self.tr("Goodput"))):
            self._choice.button(number).setText(text)

    def setGoodput(self, goodput: bool) -> None:
        """Draw requests within the contract per second, in place of their share."""
        self._goodput = goodput
        self._choice.button(int(goodput)).setChecked(True)
        if self._settings is not None and self._run is not None:
            self._show_curves(self._settings, self._run)

    def _wanted(self) -> None:
        self.settingWanted.emit("sweep", True)
        self.settled.emit()

    def _contract(self, ttft_s: float, tpot_s: float) -> None:
        self.settingWanted.emit("ttft_s", ttft_s)
        self.settingWanted.emit("tpot_s", tpot_s)
        self.settled.emit()

    def plots(self) -> Sequence[LabPlot]:
        return self.curves, self.winners

    def showAnswer(self, settings: PhasesSettings, answer: PhasesAnswer, run: PhasesRun | None) -> None:
        self._stack.setCurrentIndex(int(settings.sweep))
        self._settings, self._run = settings, run if run is not None and run.curves else None
        self.winners.setTitle(self.tr("Who carries most, requests/s (≥: even a flood)"))
        for plot in self.plots():
            plot.setEmptyText(self.tr("The sweep is under way."))
        if self._run is None:
            self.curves.setTitle("")
            self.curves.setCurves((), AxisSpec(""), AxisSpec(""))
            self.winners.setMap(None)
            return
        self._show_curves(settings, self._run)
        self.winners.setMap(self._run.contracts, settings.ttft_s, settings.tpot_s)

    def _show_curves(self, settings: PhasesSettings, run: PhasesRun) -> None:
        """Without a capacity of static batching there is nothing to divide by: rates as they are."""
        unit = run.static or 1.0
        most = max((curve.capacity for curve in run.curves), default=0.0) or max(c.limit for c in run.curves)
        low, high = min(curve.rates[0] for curve in run.curves), _BEYOND * most
        axis = self.tr("requests/s (static batching keeps the contract at no rate)")
        if run.static:
            axis = self.tr("rate over static batching's {0} requests/s").format(f"{run.static:.2g}")
        x = AxisSpec(axis, "×" if run.static else "", log=True, low=low / unit, high=high / unit)
        here = Limit(settings.rate / unit, self.tr("now"), "accent")
        x_limits = (here,) if low <= settings.rate <= high else ()
        lines = [self._line(curve, unit) for curve in run.curves]
        if self._goodput:
            title = self.tr("Requests within the contract per second ({0} requests each)")
            offered = [
                rate for rate in sorted({rate for curve in run.curves for rate in curve.rates}) if rate <= high
            ]
            lines.append(
                Line(self.tr("all that come"), [rate / unit for rate in offered], offered, "muted", "dot", width=1)
            )
            best = max(max(curve.goodput) for curve in run.curves)
            y = AxisSpec(self.tr("requests/s"), "", low=0.0, high=1.15 * best)
            self.curves.setCurves(lines, x, y, x_limits=x_limits)
        else:
            title = self.tr("Within the contract by rate ({0} requests each)")
            limit = Limit(settings.percentile, self.tr("contract: {0}").format(write.share(settings.percentile)))
            y = AxisSpec(self.tr("share within"), "1", low=0.0, high=1.0)
            marks = self._marks(settings, run, unit)
            self.curves.setCurves(lines, x, y, marks=marks, y_limits=(limit,), x_limits=x_limits)
        self.curves.setTitle(title.format(settings.requests))

    def _line(self, curve: Curve, unit: float) -> Line:
        serving, values = curve.serving, curve.goodput if self._goodput else curve.attainment
        rates = [rate / unit for rate in curve.rates]
        look = words.HUES[serving], words.DASHES[serving], words.SHAPES[serving]
        return Line(words.name(serving), rates, values, *look)

    def _marks(self, settings: PhasesSettings, run: PhasesRun, unit: float) -> list[Mark]:
        """The capacities."""
        marks = []
        for curve in run.curves:
            if curve.capacity:
                told = write.ratio(curve.capacity / unit) if run.static else f"{curve.capacity:.3g}/s"
                look = words.HUES[curve.serving], words.SHAPES[curve.serving]
                marks.append(Mark(curve.capacity / unit, settings.percentile, told, *look))
        return marks

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
