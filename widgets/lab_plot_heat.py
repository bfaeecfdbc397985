"""A heat map: a table whose cells are coloured by value, with the values in them where there is room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QWidget

from widgets import format as write
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot import LabPlot, Target
from widgets.lab_plot_data import Heat, HeatCell
from widgets.lab_plot_paint import colour_of, fill_area, text_height
from widgets.palette import DataColours


class HeatPlot(LabPlot):
    """`cellChosen(row, column)` on Enter, Space or a click."""

    cellChosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heat: Heat | None = None

    def setHeat(self, heat: Heat | None) -> None:
        self._heat = heat
        self.changed()

    def isEmpty(self) -> bool:
        return self._heat is None or not self._heat.rows or not self._heat.columns

    # --- layout --------------------------------------------------------------------------------------------------

    def _grid(self, room: QRectF, heat: Heat) -> QRectF:
        metrics = QFontMetricsF(ui_font(-1))
        left = max(metrics.horizontalAdvance(text) for text in (*heat.rows, "")) + 8 * scale()
        below = text_height() * (2 if heat.column_title else 1) + 6
        top = text_height() + 4 if heat.row_title else 0.0
        return room.adjusted(min(left, room.width() * 0.3), top, -2, -below)

    def _box(self, grid: QRectF, heat: Heat, row: int, column: int) -> QRectF:
        wide, tall = grid.width() / len(heat.columns), grid.height() / len(heat.rows)
        return QRectF(grid.left() + column * wide, grid.top() + row * tall, wide, tall)

    def _span(self, heat: Heat) -> tuple[float, float]:
        values = [cell.value for row in heat.cells for cell in row if cell.value is not None]
        low, high = min(values, default=0.0), max(values, default=1.0)
        return low if heat.low is None else heat.low, high if heat.high is None else heat.high

    def layTargets(self, room: QRectF) -> list[Target]:
        heat = self._heat
        if heat is None:
            return []
        grid, found = self._grid(room, heat), []
        for row, cells in enumerate(heat.cells):
            for column, cell in enumerate(cells):
                box = self._box(grid, heat, row, column)
                found.append(Target(box.center(), self._said(heat, row, column, cell), row, box))
        return found

    def _said(self, heat: Heat, row: int, column: int, cell: HeatCell) -> str:
        value = [] if cell.value is None else [write.quantity(cell.value, heat.unit)]
        return (
            f"{heat.rows[row]} · {heat.columns[column]}: {' · '.join([*value, *([cell.text] if cell.text else [])])}"
        )

    # --- paint ---------------------------------------------------------------------------------------------------

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        heat = self._heat
        if heat is None:
            return
        grid, (low, high) = self._grid(room, heat), self._span(heat)
        for row, cells in enumerate(heat.cells):
            for column, cell in enumerate(cells):
                share = 0.0 if cell.value is None or high == low else (cell.value - low) / (high - low)
                self._paint_cell(painter, self._box(grid, heat, row, column), heat, cell, share, own)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(own.text, 2 * scale()))
        for row, column in heat.marked:
            painter.drawRect(self._box(grid, heat, row, column).adjusted(2, 2, -2, -2))
        self._paint_labels(painter, room, grid, heat, own)

    def _paint_cell(
        self, painter: QPainter, box: QRectF, heat: Heat, cell: HeatCell, share: float, own: DataColours
    ) -> None:
        path = QPainterPath()
        path.addRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        colour = colour_of(heat.hue, own)
        ground = own.sunken if cell.value is None else mix(own.surface, colour, 0.08 + 0.84 * share)
        fill_area(painter, path, ground, "/" if cell.value is None else "", own)
        text = self._short(heat, cell)
        painter.setFont(ui_font(-1))
        metrics = QFontMetricsF(painter.font())
        texts = (self._short(heat, other) for row in heat.cells for other in row if other.value is not None)
        widest = metrics.horizontalAdvance(text) if cell.value is None else max(map(metrics.horizontalAdvance, texts))
        if widest + 4 > box.width() or metrics.height() > box.height():
            return  # the values of all cells are written, or of none
        painter.setPen(own.muted if cell.value is None else own.ink(ground))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _short(self, heat: Heat, cell: HeatCell) -> str:
        if cell.value is None:
            return cell.text
        return (
            f"{round(100 * cell.value)}{write.NBSP}%" if heat.unit == "1" else write.quantity(cell.value, heat.unit)
        )

    def _paint_labels(self, painter: QPainter, room: QRectF, grid: QRectF, heat: Heat, own: DataColours) -> None:
        painter.setFont(ui_font(-1))
        painter.setPen(own.muted)
        metrics, line = QFontMetricsF(painter.font()), text_height()
        free = -1.0
        for row, label in enumerate(heat.rows):
            middle = self._box(grid, heat, row, 0).center().y()
            if middle - line / 2 < free:
                continue
            free = middle + line / 2
            place = QRectF(room.left(), middle - line / 2, grid.left() - room.left() - 6 * scale(), line)
            shown = metrics.elidedText(label, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)
        free = -1.0
        for column, label in enumerate(heat.columns):
            middle, half = self._box(grid, heat, 0, column).center().x(), metrics.horizontalAdvance(label) / 2
            if middle - half < free:
                continue
            free = middle + half + 6
            painter.drawText(QPointF(middle - half, grid.bottom() + metrics.ascent() + 3), label)
        if heat.row_title:
            painter.drawText(QPointF(room.left(), room.top() + metrics.ascent()), heat.row_title)
        if heat.column_title:
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(room, flags, heat.column_title)

    # --- choosing ------------------------------------------------------------------------------------------------

    def _choose(self, number: int) -> None:
        if self._heat is not None and number >= 0:
            self.cellChosen.emit(*divmod(number, len(self._heat.columns)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._choose(self.cursorTarget())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.cursorTarget())
        else:
            super().keyPressEvent(event)

    def tableData(self) -> tuple[Sequence[str], Sequence[Sequence[object]]]:
        heat = self._heat
        if heat is None:
            return (), ()
        corner = f"{heat.row_title} \\ {heat.column_title}".strip(" \\")
        rows = [
            (label, *(cell.text if cell.value is None else cell.value for cell in cells))
            for label, cells in zip(heat.rows, heat.cells, strict=True)
        ]
        return (corner, *heat.columns), rows
