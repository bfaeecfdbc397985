"""A small map of replicas: how loaded each is, what its cache holds, and what goes where."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from widgets.lab_plot import LabPlot
from widgets.lab_plot_data import Flow, Replica


class ReplicaPlot(LabPlot):
    """Tiles in rows. `replicaChosen(number)` on Enter, Space or a click."""

    replicaChosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replicas: tuple[Replica, ...] = ()
        self._flows: tuple[Flow, ...] = ()
        self._unit = ""

    def setReplicas(self, replicas: Sequence[Replica], unit: str = "B", flows: Sequence[Flow] = ()) -> None:
        """`unit` of what is in the caches."""
        self._replicas, self._unit, self._flows = tuple(replicas), unit, tuple(flows)
        self.changed()
