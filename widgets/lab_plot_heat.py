"""A heat map: a table whose cells are coloured by value, with the values in them where there is room."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from widgets.lab_plot import LabPlot
from widgets.lab_plot_data import Heat


class HeatPlot(LabPlot):
    """`cellChosen(row, column)` on Enter, Space or a click."""

    cellChosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heat: Heat | None = None

    def setHeat(self, heat: Heat) -> None:
        self._heat = heat
        self.changed()
