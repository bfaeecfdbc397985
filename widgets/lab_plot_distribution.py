"""Distributions: histogram or cumulative curve of measured values, with the line that a contract draws."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from widgets.lab_plot import LabPlot
from widgets.lab_plot_data import AxisSpec, Limit, Samples

_NO_AXIS = AxisSpec("")


class DistributionPlot(LabPlot):
    """Of one or more kinds of samples over one axis. Values that are not finite never came: they count, at the end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: tuple[Samples, ...] = ()
        self._axis, self._limit, self._shape = _NO_AXIS, None, "histogram"  # type: tuple[AxisSpec, Limit | None, str]

    def setSamples(self, samples: Sequence[Samples], axis: AxisSpec, limit: Limit | None = None) -> None:
        """`limit` divides the values within the contract from those outside; the shares within are written to it."""
        self._samples, self._axis, self._limit = tuple(samples), axis, limit
        self.changed()

    def setShape(self, shape: str) -> None:
        """ "histogram" or "cdf"."""
        self._shape = shape
        self.changed()
