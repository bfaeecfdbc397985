"""Distributions: histogram or cumulative curve of measured values, with the line that a contract draws."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

from widgets import format as write
from widgets.lab_plot import Target
from widgets.lab_plot_curves import CurvePlot
from widgets.lab_plot_data import AxisSpec, Limit, Line, Samples
from widgets.lab_plot_paint import make_axis, said, shares

SHAPES = ("histogram", "cdf")
_BINS = 24
_MOST_STEPS = 300  # of a cumulative curve
_QUANTILES = (0.5, 0.9, 0.99)
_STYLES = ("solid", "dash", "dot", "dash-dot")
_NO_AXIS = AxisSpec("")


class DistributionPlot(CurvePlot):
    """Of one or more kinds of samples over one axis. A value that is not finite never came: it counts as the last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: tuple[Samples, ...] = ()
        self._axis, self._shape = _NO_AXIS, "histogram"
        self._limit: Limit | None = None
        self._edges: NDArray[np.float64] = np.zeros(0)

    def setSamples(self, samples: Sequence[Samples], axis: AxisSpec, limit: Limit | None = None) -> None:
        """`limit` divides the values within a contract from those outside; the share within stands in the key."""
        self._samples = tuple(one for one in samples if len(one.values))
        self._axis, self._limit = axis, limit
        self._arrange()

    def setShape(self, shape: str) -> None:
        """As a "histogram" or as a "cdf" (share of values up to x). ValueError for another shape."""
        if shape not in SHAPES:
            raise ValueError(f"shape {shape!r}, expected one of {', '.join(SHAPES)}")
        self._shape = shape
        self._arrange()

    def shape(self) -> str:
        return self._shape

    def within(self, samples: Samples) -> float | None:
        """The share of values at or below the limit, None without a limit."""
        if self._limit is None:
            return None
        return float(np.mean(np.asarray(samples.values, dtype=float) <= self._limit.value))

    def _arrange(self) -> None:
        values = np.concatenate([_finite(one) for one in self._samples]) if self._samples else np.zeros(0)
        if not len(values):
            self.setCurves((), self._axis, _NO_AXIS)
            return
        limits = () if self._limit is None else (self._limit,)
        ends = [*values.tolist(), *(limit.value for limit in limits)]
        axis = make_axis(_tight(self._axis, ends), ends, 6, zero=not self._axis.log)
        spec = AxisSpec(self._axis.label, self._axis.unit, self._axis.log, axis.low, axis.high)
        space = np.geomspace if self._axis.log else np.linspace
        self._edges = space(axis.low, axis.high, _BINS + 1)
        make = self._bars if self._shape == "histogram" else self._steps
        lines = [make(one, _STYLES[number % len(_STYLES)]) for number, one in enumerate(self._samples)]
        label = self.tr("share of values") if self._shape == "histogram" else self.tr("share up to here")
        top = max(max(line.y) for line in lines) * 1.08 if self._shape == "histogram" else 1.0
        self.setCurves(lines, spec, AxisSpec(label, "1", low=0.0, high=min(1.0, top)), x_limits=limits)

    def _named(self, samples: Samples) -> str:
        within = self.within(samples)
        if within is None:
            return samples.label
        return self.tr("{name}: {share} within").format(name=samples.label, share=write.share(within))

    def _shares(self, samples: Samples) -> NDArray[np.float64]:
        """The share of values in each bin; what lies outside the axis is in the first or last one."""
        inside = np.clip(_finite(samples), self._edges[0], self._edges[-1])
        found: NDArray[np.float64] = np.histogram(inside, self._edges)[0] / len(samples.values)
        return found

    def _bars(self, samples: Samples, style: str) -> Line:
        heights = self._shares(samples)
        x = np.repeat(self._edges, 2)
        y = np.concatenate([[0.0], np.repeat(heights, 2), [0.0]])
        return Line(self._named(samples), x.tolist(), y.tolist(), samples.hue, style, fill="below")

    def _steps(self, samples: Samples, style: str) -> Line:
        x = np.clip(
            np.sort(_finite(samples)), self._edges[0], self._edges[-1]
        )  # an axis may end a rounding error short
        done = np.arange(1, len(x) + 1) / len(samples.values)
        if len(x) > _MOST_STEPS:
            kept = np.unique(np.linspace(0, len(x) - 1, _MOST_STEPS).round().astype(int))
            x, done = x[kept], done[kept]
        xs = np.concatenate([[self._edges[0]], np.repeat(x, 2), [self._edges[-1]]])
        ys = np.concatenate([[0.0], np.repeat(np.concatenate([[0.0], done]), 2)[1:-1], [done[-1]] * 2])
        return Line(self._named(samples), xs.tolist(), ys[: len(xs)].tolist(), samples.hue, style)

    # --- values --------------------------------------------------------------------------------------------------

    def layTargets(self, room: QRectF) -> list[Target]:
        plot, (x_axis, y_axis) = self.plot(), self._frame.axes()
        found = []
        for row, samples in enumerate(self._samples):
            if self._shape == "cdf":
                edges, heights = self._edges[1:], np.cumsum(self._shares(samples))
                middles = edges
            else:
                heights = self._shares(samples)
                middles = np.sqrt(self._edges[1:] * self._edges[:-1]) if self._axis.log else _middles(self._edges)
            across = plot.left() + shares(x_axis, middles) * plot.width()
            down = plot.bottom() - shares(y_axis, heights) * plot.height()
            for number, height in enumerate(heights):
                text = f"{samples.label}: {self._span(number)}: {write.share(float(height))}"
                found.append(Target(QPointF(across[number], down[number]), text, row))
        return found

    def _span(self, number: int) -> str:
        low, high = (said(self._axis, float(edge)) for edge in self._edges[number : number + 2])
        return self.tr("up to {0}").format(high) if self._shape == "cdf" else f"{low} – {high}"

    def lines(self) -> list[str]:
        found = [] if self._limit is None else [f"{self._limit.label}: {said(self._axis, self._limit.value)}"]
        for samples in self._samples:
            values = np.sort(np.asarray(samples.values, dtype=float))
            points = [float(values[min(len(values) - 1, int(np.ceil(q * len(values))) - 1)]) for q in _QUANTILES]
            words = [f"p{100 * q:g} {said(self._axis, at)}" for q, at in zip(_QUANTILES, points, strict=True)]
            count = self.tr("{0} values").format(write.count(len(values)))
            never = len(values) - int(np.isfinite(values).sum())
            missing = [self.tr("{0} never came").format(write.count(never))] if never else []
            found.append(f"{self._named(samples)} · {', '.join([*words, count, *missing])}")
        return found

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        """One row per value, as measured."""
        axis = f"{self._axis.label} ({self._axis.unit})" if self._axis.unit else self._axis.label
        rows = [
            (samples.label, float(value) if np.isfinite(value) else None)
            for samples in self._samples
            for value in samples.values
        ]
        return (self.tr("series"), axis), rows


def _finite(samples: Samples) -> NDArray[np.float64]:
    values = np.asarray(samples.values, dtype=float)
    return values[np.isfinite(values)]


def _tight(axis: AxisSpec, values: Sequence[float]) -> AxisSpec:
    """A logarithmic axis that does not go on to the next power of ten."""
    above = [value for value in values if value > 0]
    if not axis.log or not above:
        return axis
    low = min(above) / 1.1 if axis.low is None else axis.low
    high = max(above) * 1.1 if axis.high is None else axis.high
    return AxisSpec(axis.label, axis.unit, True, low, high)


def _middles(edges: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = (edges[1:] + edges[:-1]) / 2
    return found
