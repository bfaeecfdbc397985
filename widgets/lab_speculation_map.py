"""Where drafts pay and where they lose: speed-up over batch size and draft length, with 1 as the border."""

from __future__ import annotations

from math import log

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from engine.labs.speculation_answer import Region
from widgets import format as write
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot_data import Heat, HeatCell
from widgets.lab_plot_heat import HeatPlot
from widgets.lab_plot_key import KeyEntry, draw_key, key_height
from widgets.lab_plot_paint import fill_area, text_height
from widgets.palette import DataColours

_PALEST, _DEEPEST = 0.1, 0.72  # of a colour: at a speed-up of 1 and at one of 3 or a third


class SpeedMap(HeatPlot):
    """Green is faster, vermillion and hatched is slower. The best length of each batch size is
    underlined, a frame is where the settings are."""

    def __init__(self) -> None:
        super().__init__()
        self._region: Region | None = None

    def setRegion(self, region: Region, batch: int, depth: int) -> None:
        cells = tuple(
            tuple(HeatCell(point.speedup) if point.fits else HeatCell(None, self.tr("no room")) for point in row)
            for row in region.points
        )
        self._region = region
        self.setHeat(
            Heat(
                tuple(write.count(batch) for batch in region.batches),
                tuple(str(point.depth) for point in region.points[0]),
                cells,
                unit="x",
                hue="green",
                row_title=self.tr("Batch size"),
                column_title=self.tr("Draft length"),
                marked=((region.batches.index(batch), depth),),
            )
        )

    def _entries(self) -> list[KeyEntry]:
        return [
            KeyEntry(self.tr("faster"), "green"),
            KeyEntry(self.tr("slower"), "vermillion", "/"),
            KeyEntry(self.tr("no room in memory"), "free", "x"),
            KeyEntry(self.tr("best length"), "text", style="solid"),
        ]

    def _above_key(self, room: QRectF) -> QRectF:
        return room.adjusted(0, 0, 0, -key_height(room.width(), self._entries()))

    def _grid(self, room: QRectF, heat: Heat) -> QRectF:
        return super()._grid(self._above_key(room), heat)

    def _paint_labels(self, painter: QPainter, room: QRectF, grid: QRectF, heat: Heat, own: DataColours) -> None:
        super()._paint_labels(painter, self._above_key(room), grid, heat, own)

    def paintPlot(self, painter: QPainter, room: QRectF, own: DataColours) -> None:
        super().paintPlot(painter, room, own)
        key = QPointF(room.left(), self._above_key(room).bottom() + 2)
        draw_key(painter, key, room.width(), self._entries(), own)
        heat, region = self._heat, self._region
        if heat is None or region is None:
            return
        grid = self._grid(room, heat)
        for row in range(len(region.batches)):
            depth = region.best_depth(row)
            if depth and region.points[row][depth].fits:
                box = self._box(grid, heat, row, depth)
                line = QRectF(box.left() + 2, box.bottom() - 3 * scale(), box.width() - 4, 2.4 * scale())
                painter.fillRect(line, own.text)

    def _paint_cell(
        self, painter: QPainter, box: QRectF, heat: Heat, cell: HeatCell, share: float, own: DataColours
    ) -> None:
        path = QPainterPath()
        path.addRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        ground, hatch = own.sunken, "x"
        if cell.value is not None:
            slower = cell.value < 1
            deep = min(1.0, abs(log(max(cell.value, 1e-6))) / log(3))
            hue = own.hue["vermillion" if slower else "green"]
            ground, hatch = mix(own.surface, hue, _PALEST + (_DEEPEST - _PALEST) * deep), "/" if slower else ""
        fill_area(painter, path, ground, hatch, own)
        if cell.value is None:
            return
        font = ui_font(-1)
        metrics, text = QFontMetricsF(font), f"{cell.value:.1f}"
        if metrics.horizontalAdvance(text) + 3 > box.width() or metrics.height() > box.height() + 1:
            return
        painter.setFont(font)
        if hatch:
            words = QRectF(0, 0, metrics.horizontalAdvance(text) + 2, text_height() - 2)
            words.moveCenter(box.center())
            painter.fillRect(words, ground)
        painter.setPen(QPen(own.ink(ground)))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
