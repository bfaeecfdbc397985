"""Heat maps side by side on one colour scale: one image per panel, names and figures where they fit."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen

from engine.experiment import Matrix, Panel
from widgets import format as write
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.stage_axes import Axis
from widgets.stage_words import said
from widgets.vector_export import is_vector

_STEPS = 256
_MOST_CELLS = 20_000  # that a drawing file gets as cells


class MatrixStage:
    """Paints `Matrix` into a rectangle; `tip` names the cell under a point and its value."""

    def __init__(self, frame: Matrix) -> None:
        self._frame = frame
        self._low, self._high = _range(frame)
        self._boxes: list[QRectF] = []

    def paint(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        frame, unit = self._frame, scale()
        line = QFontMetricsF(ui_font(-1)).height()
        bar = QRectF(room.right() - 12 * unit, room.top() + line + 4, 12 * unit, room.height() - 3 * line - 4)
        ramp = _ramp(own, frame.diverging)
        scale_width = self._draw_scale(painter, bar, ramp, own)
        left = room.left() + self._names_width(frame.row_names) + line + 6
        width = (bar.left() - scale_width - left) / max(len(frame.panels), 1)
        self._boxes = []
        for number, panel in enumerate(frame.panels):
            slot = QRectF(
                left + number * width, room.top() + line + 6, width - 18 * unit, room.height() - 3 * line - 8
            )
            box = _fitted(slot, panel.values.shape)
            self._boxes.append(box)
            self._draw_panel(painter, box, panel, ramp, own)
        self._draw_names(painter, own)
        self._draw_labels(painter, room, own, line)

    # parts

    def _draw_panel(
        self, painter: QPainter, box: QRectF, panel: Panel, ramp: NDArray[np.uint32], own: DataColours
    ) -> None:
        rows, columns = panel.values.shape
        levels = _levels(panel.values, self._low, self._high, self._frame.logarithmic)
        pixels = np.where(levels < 0, np.uint32(own.sunken.rgb()), ramp[np.clip(levels, 0, _STEPS - 1)])
        pixels = np.ascontiguousarray(pixels, dtype=np.uint32)
        if is_vector(painter) and rows * columns <= _MOST_CELLS:
            for row in range(rows):  # viewers smooth images that they scale
                for column in range(columns):
                    painter.fillRect(_cell(box, row, column, rows, columns), QColor(int(pixels[row, column])))
        else:
            image = QImage(pixels.data, columns, rows, columns * 4, QImage.Format.Format_RGB32)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            painter.drawImage(box, image.copy())
        wide, tall = box.width() / max(columns, 1), box.height() / max(rows, 1)
        if min(wide, tall) >= 7:
            self._draw_gaps(painter, box, rows, columns, own)
        painter.setFont(ui_font(-1))
        metrics = QFontMetricsF(painter.font())
        if wide >= metrics.horizontalAdvance("−0.000") and tall >= metrics.height():
            self._draw_figures(painter, box, panel.values, pixels, own)
        painter.setFont(ui_font(-0.5))
        painter.setPen(own.text)
        painter.drawText(
            QRectF(box.left(), box.top() - 40, box.width() + 18 * scale(), 36),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom,
            QFontMetricsF(painter.font()).elidedText(said(panel.name), Qt.TextElideMode.ElideRight, box.width()),
        )

    def _draw_gaps(self, painter: QPainter, box: QRectF, rows: int, columns: int, own: DataColours) -> None:
        painter.setPen(QPen(own.surface, 1))
        for column in range(1, columns):
            x = box.left() + box.width() * column / columns
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        for row in range(1, rows):
            y = box.top() + box.height() * row / rows
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))

    def _draw_figures(
        self,
        painter: QPainter,
        box: QRectF,
        values: NDArray[np.float64],
        pixels: NDArray[np.uint32],
        own: DataColours,
    ) -> None:
        rows, columns = values.shape
        for row in range(rows):
            for column in range(columns):
                value = float(values[row, column])
                if math.isfinite(value):
                    painter.setPen(own.ink(QColor(int(pixels[row, column]))))
                    text = _short(value, self._frame.unit)
                    painter.drawText(_cell(box, row, column, rows, columns), Qt.AlignmentFlag.AlignCenter, text)

    def _draw_scale(self, painter: QPainter, bar: QRectF, ramp: NDArray[np.uint32], own: DataColours) -> float:
        """The colour scale at the right; returns the width of its texts."""
        column = np.ascontiguousarray(ramp[::-1].reshape(-1, 1))
        image = QImage(column.data, 1, _STEPS, 4, QImage.Format.Format_RGB32)
        painter.drawImage(bar, image.copy())
        painter.setFont(ui_font(-1))
        painter.setPen(own.muted)
        metrics = QFontMetricsF(painter.font())
        ends = [(self._high, bar.top()), (self._low, bar.bottom())]
        if self._frame.diverging:
            ends.append((0.0, bar.center().y()))
        texts = [(write.quantity(value, self._frame.unit), y) for value, y in ends]
        width = max(metrics.horizontalAdvance(text) for text, _ in texts)
        for text, y in texts:
            place = QRectF(bar.left() - width - 6, y - metrics.height() / 2, width, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        return width + 22 * scale()

    def _names_width(self, names: Sequence[str]) -> float:
        metrics = QFontMetricsF(ui_font(-1))
        return max(
            [metrics.horizontalAdvance(said(name)) for name in names], default=metrics.horizontalAdvance("000")
        )

    def _draw_names(self, painter: QPainter, own: DataColours) -> None:
        """Names or numbers of the rows at the first panel, and of the columns under each; as many as fit."""
        painter.setFont(ui_font(-1))
        painter.setPen(own.muted)
        metrics = QFontMetricsF(painter.font())
        for number, (box, panel) in enumerate(zip(self._boxes, self._frame.panels, strict=True)):
            rows, columns = panel.values.shape
            if number == 0:
                skip = max(1, math.ceil((metrics.height() + 1) / (box.height() / max(rows, 1))))
                for row in range(0, rows, skip):
                    cell = _cell(box, row, 0, rows, columns)
                    place = QRectF(box.left() - 306, cell.center().y() - 10, 300, 20)
                    text = _name(self._frame.row_names, row)
                    painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
            widest = self._names_width(self._frame.column_names) + 8
            skip = max(1, math.ceil(widest / (box.width() / max(columns, 1))))
            for column in range(0, columns, skip):
                cell = _cell(box, 0, column, rows, columns)
                text = _name(self._frame.column_names, column)
                x = cell.center().x() - metrics.horizontalAdvance(text) / 2
                painter.drawText(QPointF(x, box.bottom() + metrics.ascent() + 3), text)

    def _draw_labels(self, painter: QPainter, room: QRectF, own: DataColours, line: float) -> None:
        if not self._boxes:
            return
        painter.setFont(ui_font(-1))
        painter.setPen(own.muted)
        box = self._boxes[0]
        place = QRectF(box.left(), box.bottom() + line + 2, room.width(), line + 2)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft, f"{said(self._frame.column_label)} →")
        painter.save()
        painter.translate(room.left() + line, box.center().y())
        painter.rotate(-90)
        text = f"← {said(self._frame.row_label)}"
        painter.drawText(QPointF(-painter.fontMetrics().horizontalAdvance(text) / 2, 0), text)
        painter.restore()

    def tip(self, place: QPointF) -> str:
        for box, panel in zip(self._boxes, self._frame.panels, strict=True):
            if not box.contains(place):
                continue
            rows, columns = panel.values.shape
            row = min(int((place.y() - box.top()) / box.height() * rows), rows - 1)
            column = min(int((place.x() - box.left()) / box.width() * columns), columns - 1)
            value = float(panel.values[row, column])
            where = f"{said(self._frame.row_label)} {_name(self._frame.row_names, row)} · "
            where += f"{said(self._frame.column_label)} {_name(self._frame.column_names, column)}"
            shown = write.quantity(value, self._frame.unit) if math.isfinite(value) else "—"
            return f"{said(panel.name)} · {where}: {shown}"
        return ""


def _name(names: Sequence[str], number: int) -> str:
    return said(names[number]) if number < len(names) else str(number)


def _short(value: float, unit: str) -> str:
    return Axis(0, 1, (), unit).text(float(f"{value:.3g}"))


def _cell(box: QRectF, row: int, column: int, rows: int, columns: int) -> QRectF:
    wide, tall = box.width() / columns, box.height() / rows
    return QRectF(box.left() + column * wide, box.top() + row * tall, wide, tall)


def _fitted(slot: QRectF, shape: tuple[int, ...]) -> QRectF:
    """The slot, narrowed so that cells are never more than three times as wide as high, or the reverse."""
    rows, columns = max(shape[0], 1), max(shape[1], 1)
    width, height = slot.width(), slot.height()
    width = min(width, 3 * height / rows * columns)
    height = min(height, 3 * width / columns * rows)
    return QRectF(slot.left(), slot.top(), max(width, 1), max(height, 1))


def _range(frame: Matrix) -> tuple[float, float]:
    parts = [panel.values[np.isfinite(panel.values)] for panel in frame.panels]
    values = np.concatenate(parts) if parts else np.zeros(0)
    if frame.logarithmic:
        values = values[values > 0]
    if not len(values):
        return (0.1, 1.0) if frame.logarithmic else (0.0, 1.0)
    low, high = float(values.min()), float(values.max())
    if frame.diverging:
        reach = max(abs(low), abs(high)) or 1.0
        return -reach, reach
    if not frame.logarithmic:
        low = min(low, 0.0)
    return (low, high) if high > low else (low, low + 1.0)


def _levels(values: NDArray[np.float64], low: float, high: float, logarithmic: bool) -> NDArray[np.int64]:
    """The step of the colour ramp of each value; -1 for NaN."""
    known = np.isfinite(values)
    safe = np.where(known, values, low)
    if logarithmic:
        share = (np.log(np.maximum(safe, low)) - math.log(low)) / math.log(high / low)
    else:
        share = (safe - low) / (high - low)
    return np.where(known, np.round(np.clip(share, 0, 1) * (_STEPS - 1)), -1).astype(np.int64)


def _ramp(own: DataColours, diverging: bool) -> NDArray[np.uint32]:
    """From the ground to blue and on, away from the ground; with two signs, vermillion over the ground to blue."""
    ground = mix(own.surface, own.hue["grey"], 0.14)
    strong = mix(own.hue["blue"], own.text, 0.35)
    if diverging:
        stops = [mix(own.hue["vermillion"], own.text, 0.2), own.hue["vermillion"], ground, own.hue["blue"], strong]
    else:
        middle = (
            [own.hue["blue"], own.hue["sky"]] if own.dark else [mix(ground, own.hue["sky"], 0.75), own.hue["blue"]]
        )
        stops = [ground, *middle, mix(own.hue["sky"], own.text, 0.5) if own.dark else strong]
    places = np.linspace(0, len(stops) - 1, _STEPS)
    found = []
    for place in places:
        lower = min(int(place), len(stops) - 2)
        found.append(mix(stops[lower], stops[lower + 1], place - lower).rgb())
    return np.array(found, dtype=np.uint32)
