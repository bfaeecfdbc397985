"""The trade-off of the fleet lab: hits and goodput against imbalance, with a working point that the slider moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np
from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.fleets.fleet_plan import Routing
from engine.labs.fleet_answer import Estimate, Numbers
from engine.labs.fleet_run import Point
from engine.labs.fleet_settings import NEVER_CAPPED, FleetSettings
from widgets import format as write
from widgets.lab_plot_data import AxisSpec, Choice, Mark
from widgets.lab_plot_tradeoff import TradeOffPlot

Table = tuple[Sequence[str], Sequence[Sequence[object]]]
_SAME = 1e-9


@dataclass(frozen=True)
class Stop:
    """A choice on the curve. `cap` 0: balance; `NEVER_CAPPED`: affinity without a cap. Goodput None: estimated."""

    cap: float
    imbalance: float
    hit: float
    goodput: float | None
    short: float | None = None
    long: float | None = None
    attainment: float | None = None
    between: bool = False  # read off between two stops


class TradeOffPane(QWidget):
    """`capWanted(routing, cap)` while the point is dragged; `settled()` when it is let go."""

    capWanted = Signal(object, float)
    settled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hits, self.goodput = TradeOffPlot(), TradeOffPlot()
        self._stops: tuple[Stop, ...] = ()
        self._settings: FleetSettings | None = None
        self._numbers: Numbers | None = None
        self._curve: tuple[Point, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for plot in (self.hits, self.goodput):
            column.addWidget(plot, 1)
            plot.choiceMoved.connect(self._moved)
            plot.choiceReleased.connect(self.settled)
        self._show()

    def setData(self, settings: FleetSettings, numbers: Numbers | None, curve: tuple[Point, ...]) -> None:
        """`curve` simulated, () while it is not: the closed forms are shown then."""
        self._settings, self._numbers, self._curve = settings, numbers, curve
        self._show()

    def stops(self) -> tuple[Stop, ...]:
        return self._stops

    def chosen(self) -> int:
        """The stop of the settings, -1 for a routing that the curve does not have."""
        return self.hits.chosen()

    def describe(self) -> str:
        return f"{self.hits.describe()}\n{self.goodput.describe()}"

    def tableData(self) -> Table:
        header = (
            "cap",
            "requests busiest/mean",
            "hit share",
            "goodput/s",
            "short/s",
            "long/s",
            "attainment",
            "between",
        )
        return header, [astuple(stop) for stop in self._stops]

    # --- inside --------------------------------------------------------------------------------------------------

    def _moved(self, number: int) -> None:
        stop = self._stops[number]
        if stop.cap == 0:
            self.capWanted.emit(Routing.LEAST_LOADED, stop.cap)
        elif stop.cap == NEVER_CAPPED:
            self.capWanted.emit(Routing.PREFIX_AFFINITY, stop.cap)
        else:
            self.capWanted.emit(Routing.CAPPED_AFFINITY, stop.cap)

    def _show(self) -> None:
        settings, numbers = self._settings, self._numbers
        counted = bool(self._curve)
        stops = _counted(self._curve) if counted else _estimated(numbers) if numbers is not None else []
        chosen = -1
        if settings is not None and stops:
            stops, chosen = _with(stops, settings)
        self._stops = tuple(stops)
        x = AxisSpec(self.tr("requests of the busiest replica / mean"), "×")
        self.hits.setTitle(
            self.tr("Affinity against balance: tokens found")
            if counted
            else self.tr("Affinity against balance: tokens found (closed form)")
        )
        self.hits.setEmptyText(self.tr("The model does not fit on its devices."))
        self.hits.setChoices(
            [Choice(self._label(stop), stop.imbalance, stop.hit, self._tip(stop)) for stop in stops],
            chosen,
            x,
            AxisSpec(self.tr("prompt tokens found"), "1"),
            hue="green",
            marks=self._ends(stops, [stop.hit for stop in stops], chosen),
            better="low-high",
        )
        self._show_goodput([stop for stop in stops if stop.goodput is not None], chosen, x)

    def _show_goodput(self, stops: list[Stop], chosen: int, x: AxisSpec) -> None:
        self.goodput.setTitle(self.tr("Affinity against balance: requests within the contract"))
        self.goodput.setEmptyText(self.tr("Simulated after a moment: queues have no closed form here."))
        values = [stop.goodput or 0.0 for stop in stops]
        marks = self._ends(stops, values, chosen)
        if values:
            best = int(np.argmax(values))
            if best != chosen:
                text = self.tr("best: {0}").format(self._label(stops[best]))
                marks.append(Mark(stops[best].imbalance, values[best], text, "green", "diamond"))
        self.goodput.setChoices(
            [
                Choice(self._label(stop), stop.imbalance, value, self._tip(stop))
                for stop, value in zip(stops, values, strict=True)
            ],
            chosen if stops else -1,
            x,
            AxisSpec(self.tr("goodput"), "requests/s", low=0.0),
            hue="blue",
            marks=marks,
        )

    def _ends(self, stops: Sequence[Stop], values: Sequence[float], chosen: int) -> list[Mark]:
        words = {0.0: self.tr("balance"), NEVER_CAPPED: self.tr("affinity")}
        return [
            Mark(stop.imbalance, value, words[stop.cap], "muted", "ring")
            for number, (stop, value) in enumerate(zip(stops, values, strict=True))
            if stop.cap in words and number != chosen
        ]

    def _label(self, stop: Stop) -> str:
        if stop.cap == 0:
            return self.tr("balance")
        return self.tr("affinity") if stop.cap == NEVER_CAPPED else self.tr("cap {0}").format(f"×{stop.cap:g}")

    def _tip(self, stop: Stop) -> str:
        if stop.goodput is None or stop.attainment is None:
            return ""
        text = self.tr("{0} within the contract, short {1}/s, long {2}/s").format(
            write.share(stop.attainment), f"{stop.short:.2f}", f"{stop.long:.2f}"
        )
        return self.tr("{0} (read off between two runs)").format(text) if stop.between else text

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show()


def _counted(curve: Sequence[Point]) -> list[Stop]:
    return [
        Stop(
            point.cap,
            point.request_imbalance,
            point.hit_share,
            point.goodput,
            point.goodput_short,
            point.goodput_long,
            point.attainment,
        )
        for point in curve
    ]


def _estimated(numbers: Numbers) -> list[Stop]:
    def stop(cap: float, estimate: Estimate) -> Stop:
        return Stop(cap, estimate.imbalance, estimate.found.share, None)

    caps = [stop(estimate.cap, estimate) for estimate in numbers.curve]
    return [stop(0.0, numbers.balanced), *caps, stop(NEVER_CAPPED, numbers.affine)]


def _with(stops: list[Stop], settings: FleetSettings) -> tuple[list[Stop], int]:
    """The stops with one for the settings among them, read off between its neighbours if there is none."""
    if settings.routing not in (Routing.LEAST_LOADED, Routing.CAPPED_AFFINITY, Routing.PREFIX_AFFINITY):
        return stops, -1
    cap = settings.cap if settings.affine else 0.0
    for number, stop in enumerate(stops):
        if abs(stop.cap - cap) < _SAME:
            return stops, number
    place = next((number for number, stop in enumerate(stops) if stop.cap > cap), len(stops) - 1)
    left, right = stops[place - 1], stops[place]
    far = min(right.cap, 2 * left.cap) if left.cap else right.cap
    share = min(1.0, (cap - left.cap) / (far - left.cap))

    def mid(one: float | None, other: float | None) -> float | None:
        return None if one is None or other is None else one + share * (other - one)

    between = Stop(
        cap,
        left.imbalance + share * (right.imbalance - left.imbalance),
        left.hit + share * (right.hit - left.hit),
        mid(left.goodput, right.goodput),
        mid(left.short, right.short),
        mid(left.long, right.long),
        mid(left.attainment, right.attainment),
        True,
    )
    return [*stops[:place], between, *stops[place:]], place
