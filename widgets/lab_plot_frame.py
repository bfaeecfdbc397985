"""Everything in one picture of curves: its axes, where values lie, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QRectF

from widgets.lab_plot_data import AxisSpec, Limit, Line, Mark, Region, WorkingPoint
from widgets.lab_plot_paint import make_axis, said, shares
from widgets.stage_axes import Axis

_NO_AXIS = AxisSpec("")
_FAR = 20.0  # plots beyond the edge at which a value is cut off


def _tr(text: str) -> str:
    return QCoreApplication.translate("CurvePlot", text)


@dataclass(frozen=True)
class CurveFrame:
    """See `CurvePlot.setCurves`."""

    lines: tuple[Line, ...] = ()
    x: AxisSpec = _NO_AXIS
    y: AxisSpec = _NO_AXIS
    regions: tuple[Region, ...] = ()
    marks: tuple[Mark, ...] = ()
    x_limits: tuple[Limit, ...] = ()
    y_limits: tuple[Limit, ...] = ()
    point: WorkingPoint | None = None

    def axes(self) -> tuple[Axis, Axis]:
        xs, ys = self._values()
        near_zero = len(ys) > 0 and not self.y.log and 0 <= float(np.min(ys)) <= 0.5 * float(np.max(ys))
        return make_axis(self.x, xs, 6), make_axis(self.y, ys, 5, zero=near_zero)

    def _values(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """All that has to be on the axes."""
        xs: list[float] = [mark.x for mark in self.marks]
        ys: list[float] = [mark.y for mark in self.marks]
        for line in self.lines:
            xs += list(line.x)
            ys += list(line.y)
            if line.band is not None:
                ys += [*line.band[0], *line.band[1]]
        for region in self.regions:
            xs += list(region.x)
        xs += [limit.value for limit in self.x_limits]
        ys += [limit.value for limit in self.y_limits]
        for mark in self.marks:
            if mark.error is not None:
                ys += [mark.y - mark.error[0], mark.y + mark.error[1]]
        if self.point is not None:
            xs.append(self.point.x)
            ys.append(self.point.y)
        x_array, y_array = np.asarray(xs, dtype=float), np.asarray(ys, dtype=float)
        return x_array[np.isfinite(x_array)], y_array[np.isfinite(y_array)]

    def places(self, plot: QRectF, x: Sequence[float], y: Sequence[float]) -> NDArray[np.float64]:
        """The values in px, shape (n, 2); NaN where a curve is broken, infinite ones far outside."""
        x_axis, y_axis = self.axes()
        across = plot.left() + np.clip(shares(x_axis, x), -_FAR, _FAR) * plot.width()
        down = plot.bottom() - np.clip(shares(y_axis, y), -_FAR, _FAR) * plot.height()
        return np.column_stack([across, down])

    # --- words ---------------------------------------------------------------------------------------------------

    def said_mark(self, mark: Mark) -> str:
        words = f"{mark.label}: {said(self.y, mark.y)} · {self.x.label} {said(self.x, mark.x)}"
        if mark.error is not None:
            low, high = said(self.y, mark.y - mark.error[0]), said(self.y, mark.y + mark.error[1])
            words += f" ({low} – {high})"
        return words

    def said_point(self, point: WorkingPoint) -> str:
        label = point.label or _tr("Working point")
        return f"{label}: {said(self.y, point.y)} · {self.x.label} {said(self.x, point.x)}"

    def words(self) -> list[str]:
        """The text twin."""
        found = [_tr("{0} over {1}").format(self.y.label, self.x.label)]
        for line in self.lines:
            y = np.asarray(line.y, dtype=float)
            seen = np.flatnonzero(np.isfinite(y))
            if not len(seen):
                continue
            low, high = int(seen[np.argmin(y[seen])]), int(seen[np.argmax(y[seen])])
            text = _tr(
                "{name}: from {first} at {start} to {last} at {end}; "
                "least {low} at {low_at}, most {high} at {high_at}"
            )
            found.append(
                text.format(
                    name=line.label,
                    first=said(self.y, y[seen[0]]),
                    start=said(self.x, line.x[seen[0]]),
                    last=said(self.y, y[seen[-1]]),
                    end=said(self.x, line.x[seen[-1]]),
                    low=said(self.y, y[low]),
                    low_at=said(self.x, line.x[low]),
                    high=said(self.y, y[high]),
                    high_at=said(self.x, line.x[high]),
                )
            )
        for limits, axis in ((self.x_limits, self.x), (self.y_limits, self.y)):
            found += [f"{limit.label}: {axis.label} {said(axis, limit.value)}" for limit in limits]
        found += [region.label for region in self.regions if region.label]
        found += [self.said_mark(mark) for mark in self.marks]
        if self.point is not None:
            found.append(self.said_point(self.point))
        return found

    def table(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        """One row per value."""
        x, y = (f"{axis.label} ({axis.unit})" if axis.unit else axis.label for axis in (self.x, self.y))
        rows: list[Sequence[object]] = [
            (line.label, float(one), float(other) if np.isfinite(other) else None)
            for line in self.lines
            for one, other in zip(line.x, line.y, strict=True)
        ]
        rows += [(mark.label, mark.x, mark.y) for mark in self.marks]
        if self.point is not None:
            rows.append((self.point.label or _tr("Working point"), self.point.x, self.point.y))
        return (_tr("series"), x, y), rows
