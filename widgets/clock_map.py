"""The whole run in a strip: how many requests run and wait over time, and which part of it is in view."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from widgets.clock_data import ClockData
from widgets.clock_view import ClockView
from widgets.palette import DataColours, mix


class ClockMap:
    """Drawn once per size and theme."""

    def __init__(self, data: ClockData) -> None:
        self._data = data
        self._image = QImage()
        self._key: tuple[object, ...] = ()

    def _curves(self, width: int, whole: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Requests holding a slot and requests waiting, per column."""
        iterations = self._data.recording.iterations
        found = []
        column = np.minimum(iterations["start"] / whole * width, width - 1).astype(np.int64)
        for name in ("running", "waiting"):
            curve = np.zeros(width)
            np.maximum.at(curve, column, iterations[name].astype(np.float64))
            filled = np.zeros(width, dtype=bool)
            filled[column] = True
            last = np.maximum.accumulate(np.where(filled, np.arange(width), 0))
            found.append(
                np.where(np.arange(width) / width * whole <= self._data.recording.duration, curve[last], 0.0)
            )
        return found[0], found[1]

    def paint(self, painter: QPainter, view: ClockView, ratio: float, own: DataColours) -> None:
        area = view.map
        width, height = max(1, math.ceil(area.width() * ratio)), max(1, round(area.height() * ratio))
        key = (width, height, view.time.whole, own.dark)
        if key != self._key:
            self._key = key
            self._image = self._draw(width, height, view.time.whole, own)
        self._image.setDevicePixelRatio(ratio)
        painter.drawImage(area.topLeft(), self._image)
        if view.time.fitted:
            return
        left = area.left() + view.time.start / view.time.whole * area.width()
        right = area.left() + view.time.end / view.time.whole * area.width()
        veil = QColor(own.surface)
        veil.setAlphaF(0.62)
        painter.fillRect(QRectF(area.left(), area.top(), left - area.left(), area.height()), veil)
        painter.fillRect(QRectF(right, area.top(), area.right() - right, area.height()), veil)
        painter.setPen(QPen(own.accent, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(left, area.top() + 0.5, max(3.0, right - left), area.height() - 1), 2, 2)

    def _draw(self, width: int, height: int, whole: float, own: DataColours) -> QImage:
        running, waiting = self._curves(width, whole)
        most = max(1.0, float((running + waiting).max(initial=0)))
        level = (np.arange(height, 0, -1) - 0.5)[:, None] / height
        pixels = np.full((height, width), own.sunken.rgb(), dtype=np.uint32)
        pixels[level < ((running + waiting) / most)[None, :]] = mix(own.surface, own.hue["grey"], 0.5).rgb()
        pixels[level < (running / most)[None, :]] = mix(own.surface, own.hue["blue"], 0.6).rgb()
        return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()
