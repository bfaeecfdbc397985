"""Fills, lines and axes of the labs' pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen

from widgets import format as write
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot_data import AxisSpec
from widgets.palette import DataColours
from widgets.stage_axes import Axis

_DASHES = {
    "solid": Qt.PenStyle.SolidLine,
    "dash": Qt.PenStyle.DashLine,
    "dot": Qt.PenStyle.DotLine,
    "dash-dot": Qt.PenStyle.DashDotLine,
}
_FEWEST_TICKS = 3  # of an axis of bytes
_FEW_DECADES = 300.0  # high over low of a logarithmic axis that has ticks between the powers of ten
_STEP = 7.0  # px at scale 1 between two lines of a hatch


def colour_of(hue: str, own: DataColours) -> QColor:
    """A hue by name, see `lab_plot_data`. KeyError for one that does not exist."""
    if hue.startswith("series:"):
        return own.request(int(hue.partition(":")[2]))
    if hue == "free":
        return mix(own.surface, own.hue["grey"], 0.2)
    plain = {"text": own.text, "muted": own.muted, "accent": own.accent, "surface": own.surface}
    return plain[hue] if hue in plain else own.hue[hue]


def fill_area(painter: QPainter, path: QPainterPath, colour: QColor, hatch: str, own: DataColours) -> None:
    """Fill a path and hatch it with real lines: brushes with patterns do not survive in vector files."""
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(path)
    if hatch and min(path.boundingRect().width(), path.boundingRect().height()) > _STEP * scale():
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        solid = QColor(colour)
        solid.setAlpha(255)
        ink = mix(solid, own.surface if colour.alpha() == 255 else own.text, 0.55 if colour.alpha() == 255 else 0.25)
        ink.setAlpha(colour.alpha() if colour.alpha() == 255 else min(255, colour.alpha() * 3))
        painter.setPen(QPen(ink, 1.3 * scale()))
        for line in _hatch_lines(path.boundingRect(), hatch):
            painter.drawLine(*line)
    painter.restore()


def _hatch_lines(box: QRectF, hatch: str) -> Iterable[tuple[QPointF, QPointF]]:
    step, left, right, top, bottom = _STEP * scale(), box.left(), box.right(), box.top(), box.bottom()
    tall = box.height()
    if hatch in ("/", "x"):
        for at in np.arange(np.floor((left - tall) / step) * step, right + step, step):
            yield QPointF(at, bottom), QPointF(at + tall, top)
    if hatch in ("\\", "x"):
        for at in np.arange(np.floor((left - tall) / step) * step, right + step, step):
            yield QPointF(at, top), QPointF(at + tall, bottom)
    if hatch in ("-", "+"):
        for at in np.arange(np.ceil(top / step) * step, bottom, step):
            yield QPointF(left, at), QPointF(right, at)
    if hatch in ("|", "+"):
        for at in np.arange(np.ceil(left / step) * step, right, step):
            yield QPointF(at, top), QPointF(at, bottom)
    if hatch == ".":
        for y in np.arange(np.ceil(top / step) * step, bottom, step):
            for x in np.arange(np.ceil(left / step) * step, right, step):
                yield QPointF(x, y), QPointF(x + 0.8, y)


def fill_box(painter: QPainter, box: QRectF, hue: str, hatch: str, own: DataColours) -> None:
    path = QPainterPath()
    path.addRect(box)
    fill_area(painter, path, colour_of(hue, own), hatch, own)


def line_pen(hue: str, style: str, width: float, own: DataColours) -> QPen:
    colour = colour_of(hue, own)
    pen = QPen(own.readable(colour, ratio=3.0), width * scale(), _DASHES.get(style, Qt.PenStyle.SolidLine))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap if style in ("dash", "dash-dot") else Qt.PenCapStyle.RoundCap)
    return pen


def make_axis(spec: AxisSpec, values: Sequence[float] | NDArray[np.float64], ticks: int, zero: bool = False) -> Axis:
    """An axis over the data, or over the range that is asked for, with ticks inside it."""
    found = [value for value in (spec.low, spec.high) if value is not None]
    inner = np.asarray(values, dtype=float)
    inner = inner[np.isfinite(inner)]
    if spec.low is not None:
        inner = inner[inner >= spec.low]
    if spec.high is not None:
        inner = inner[inner <= spec.high]
    axis = Axis.over([*inner.tolist(), *found], spec.unit, spec.log, zero=zero and spec.low is None, ticks=ticks)
    low = axis.low if spec.low is None or (spec.log and spec.low <= 0) else spec.low
    high = axis.high if spec.high is None else spec.high
    if not high > low:
        return axis
    kept = tuple(tick for tick in axis.ticks if low <= tick <= high)
    if spec.log and high / low <= _FEW_DECADES:
        first = math.floor(math.log10(low))
        fine = (10.0**power * step for power in range(first, first + 5) for step in (1, 2, 5))
        kept = tuple(tick for tick in fine if low <= tick <= high)
    if spec.log and spec.unit == "B" and low > 0:
        kept = _binary_ticks(low, high)
    return Axis(low, high, kept or (low, high), spec.unit, spec.log)


def _binary_ticks(low: float, high: float) -> tuple[float, ...]:
    """Powers of 1024 in between, of 32 or 2 where those are few: 32 MiB is a round number, 9.54 MiB is none."""
    found: tuple[float, ...] = ()
    for step in (10, 5, 1):
        first, last = math.ceil(math.log2(low) / step - 1e-9), math.floor(math.log2(high) / step + 1e-9)
        found = tuple(2.0 ** (step * power) for power in range(first, last + 1))
        if len(found) >= _FEWEST_TICKS:
            break
    return found


def shares(axis: Axis, values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Where values lie on an axis, 0..1 within it; NaN where they cannot stand on it."""
    array = np.asarray(values, dtype=float)
    if axis.logarithmic:
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(np.where(array > 0, array, np.nan))
        found: NDArray[np.float64] = (logs - np.log(axis.low)) / np.log(axis.high / axis.low)
        return found
    return (array - axis.low) / (axis.high - axis.low)


def value_at(axis: Axis, share: float) -> float:
    """The value at a share of an axis."""
    share = max(0.0, min(1.0, share))
    if axis.logarithmic:
        return float(axis.low * (axis.high / axis.low) ** share)
    return axis.low + share * (axis.high - axis.low)


def said(spec: AxisSpec, value: float) -> str:
    """A value with its unit."""
    return write.quantity(value, spec.unit)


def text_height(delta: float = -1.0) -> float:
    return QFontMetricsF(ui_font(delta)).height()
