"""A trade-off: points that a setting leads through, and the one where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from widgets.lab_plot import LabPlot
from widgets.lab_plot_data import AxisSpec, Choice, Limit, Mark

_NO_AXIS = AxisSpec("")


class TradeOffPlot(LabPlot):
    """`choiceMoved(number)` while the point is dragged along, `choiceReleased()` after. Arrows move it too."""

    choiceMoved = Signal(int)
    choiceReleased = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices: tuple[Choice, ...] = ()
        self._chosen = -1
        self._x = self._y = _NO_AXIS

    def setChoices(
        self,
        choices: Sequence[Choice],
        chosen: int,
        x: AxisSpec,
        y: AxisSpec,
        *,
        marks: Sequence[Mark] = (),
        x_limits: Sequence[Limit] = (),
        y_limits: Sequence[Limit] = (),
        better: str = "",
    ) -> None:
        """`choices` in the order of the setting; `better` names the good corner: "low-low", "high-low" (x, y), …"""
        self._choices, self._chosen, self._x, self._y = tuple(choices), chosen, x, y
        self.changed()
