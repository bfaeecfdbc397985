"""The selected request's block table: its logical blocks in a row, with a curve from each to its physical page."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from engine.instant import Instant
from engine.recording import Pool, Recording
from widgets import format as fmt
from widgets.fonts import scale, ui_font
from widgets.page_codes import BLANK, LEVELS, levels
from widgets.page_tiles import TileLayer
from widgets.page_view import GridView
from widgets.page_words import request_name, tr
from widgets.palette import DataColours, mix
from widgets.surface import is_vector

MOST_CURVES = 64
MOST_ROWS = 2


class BlockStrip:
    """Drawn below the grid. The curves are kept as a picture until the table, the view or the theme changes."""

    def __init__(self, recording: Recording, pool: Pool) -> None:
        self._recording, self._pool = recording, pool
        self.area = QRectF()
        self._ratio = 1.0
        self._layer = TileLayer()
        self._rows = 1
        self._curves = QPixmap()
        self._key: tuple[object, ...] = ()

    def height(self, request: int, width: float) -> float:
        """Height for the longest block table that the request will have, so that it does not change while playing."""
        row = self._recording.requests[request]
        tokens = int(row["prompt_tokens"]) + int(row["output_tokens"])
        blocks = math.ceil(tokens / self._pool.page_tokens)
        self._rows = 1 if blocks * 15 * scale() <= width else MOST_ROWS
        return QFontMetricsF(ui_font(0)).height() + self._rows * 15 * scale() + 10 * scale()

    def pages(self, instant: Instant, request: int) -> NDArray[np.int32]:
        """Physical pages of the request in this pool, in logical order."""
        table = instant.block_table(request) if request >= 0 else np.empty(0, dtype=np.int32)
        return table[(table >= self._pool.first) & (table < self._pool.first + self._pool.pages)]

    def _cell(self, count: int) -> tuple[float, int]:
        """Side of a block (whole device pixels) and blocks per row, so that all blocks fit."""
        width, room = self.area.width(), self._rows * 15 * scale()
        side = math.floor(15 * scale() * self._ratio)
        while (
            side > 2 and math.ceil(count / max(1, math.floor(width * self._ratio / side))) * side > room * self._ratio
        ):
            side -= 1
        return side / self._ratio, max(1, math.floor(width * self._ratio / side))

    def _corner(self, count: int) -> QPointF:
        """Top left of the first block: the rows stand on the title line."""
        side, columns = self._cell(count)
        title = QFontMetricsF(ui_font(0)).height() + 3
        top = self.area.bottom() - title - max(1, math.ceil(count / columns)) * side
        corner = QPointF(self.area.left(), top) * self._ratio
        return QPointF(math.floor(corner.x()), math.floor(corner.y())) / self._ratio

    def block_rect(self, place: int, count: int) -> QRectF:
        side, columns = self._cell(count)
        corner = self._corner(count)
        return QRectF(corner.x() + place % columns * side, corner.y() + place // columns * side, side, side)

    def page_at(self, position: QPointF, pages: NDArray[np.int32]) -> int:
        """The physical page behind the block under a position, −1 if none."""
        for place in range(len(pages)):
            if self.block_rect(place, len(pages)).contains(position):
                return int(pages[place])
        return -1

    def paint(self, painter: QPainter, instant: Instant, request: int, view: GridView, own: DataColours) -> None:
        self._ratio = view.ratio
        pages = self.pages(instant, request)
        self._paint_title(painter, instant, request, len(pages), own)
        self._paint_blocks(painter, instant, pages, own)
        self._paint_curves(painter, pages, own.request(request), view, own)

    def _paint_blocks(self, painter: QPainter, instant: Instant, pages: NDArray[np.int32], own: DataColours) -> None:
        if not len(pages):
            return
        side, columns = self._cell(len(pages))
        columns = min(columns, len(pages))
        codes = np.full(math.ceil(len(pages) / columns) * columns, BLANK * LEVELS, dtype=np.uint16)
        codes[: len(pages)] = instant.page_state[pages].astype(np.uint16) * LEVELS + levels(instant.filled[pages])
        grid = codes.reshape(-1, columns)
        self._layer.update(grid, grid.astype(np.int64), round(side * self._ratio), own)
        self._layer.image.setDevicePixelRatio(self._ratio)
        painter.drawImage(self._corner(len(pages)), self._layer.image)

    def _paint_title(self, painter: QPainter, instant: Instant, request: int, count: int, own: DataColours) -> None:
        name = request_name(self._recording, request)
        tokens = int(instant.computed[request])
        text = tr("block table: {blocks} blocks, {tokens} tokens") if count else tr("holds no page now")
        text = text.format(blocks=fmt.count(count), tokens=fmt.count(tokens))
        bold = ui_font(0, QFont.Weight.DemiBold)
        height = QFontMetricsF(bold).height()
        line = QRectF(self.area.left(), self.area.bottom() - height, self.area.width(), height)
        painter.setFont(bold)
        painter.setPen(own.readable(own.request(request)))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, name)
        painter.setFont(ui_font(0))
        painter.setPen(own.muted)
        spent = QFontMetricsF(bold).horizontalAdvance(name) + 8
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, line.width() - spent)
        painter.drawText(line.adjusted(spent, 0, 0, 0), Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_curves(
        self, painter: QPainter, pages: NDArray[np.int32], colour: QColor, view: GridView, own: DataColours
    ) -> None:
        if is_vector(painter):
            painter.save()
            self._draw_curves(painter, pages, colour, view, own)
            painter.restore()
            return
        canvas = view.area.united(self.area).adjusted(-3, -3, 3, 3)
        origin = view.origin
        ratio = view.ratio
        where = (origin.x(), origin.y(), view.cell, view.columns, canvas.getRect(), ratio)
        key = (pages.tobytes(), colour.rgb(), own.dark, where, scale())
        if key != self._key:
            self._key = key
            self._curves = QPixmap(math.ceil(canvas.width() * ratio), math.ceil(canvas.height() * ratio))
            self._curves.setDevicePixelRatio(ratio)
            self._curves.fill(Qt.GlobalColor.transparent)
            with QPainter(self._curves) as ink:
                ink.translate(-canvas.topLeft())
                self._draw_curves(ink, pages, colour, view, own)
        painter.drawPixmap(canvas.topLeft(), self._curves)

    def _draw_curves(
        self, painter: QPainter, pages: NDArray[np.int32], colour: QColor, view: GridView, own: DataColours
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = mix(colour, own.text, 0.15)
        ring = QPen(own.text, max(1.0, min(2.2, view.cell * 0.1)))
        spread = max(1, math.ceil(len(pages) / MOST_CURVES))
        outlines = []
        for place, page in enumerate(pages):
            target = view.rect(int(page) - self._pool.first)
            if not view.area.intersects(target):
                continue
            outlines.append(target.adjusted(-0.5, -0.5, -0.5, -0.5) if view.cell >= 6 else target)
            if place % spread == 0:
                self._curve(painter, self.block_rect(place, len(pages)), target, line, len(pages))
        painter.setClipRect(view.area.adjusted(-2, -2, 2, 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, view.cell >= 12)
        painter.setPen(ring if view.cell >= 5 else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if view.cell >= 5 else line)
        painter.drawRects(outlines)

    def _curve(self, painter: QPainter, block: QRectF, target: QRectF, line: QColor, count: int) -> None:
        start = QPointF(block.center().x(), block.top())
        end = QPointF(target.center().x(), target.bottom() - 4) if target.width() >= 24 else target.center()
        path = QPainterPath(start)
        reach = max(24.0, (start.y() - end.y()) * 0.45)
        path.cubicTo(start - QPointF(0, reach), end + QPointF(0, reach * 0.7), end)
        faint = QColor(line)
        faint.setAlphaF(0.85 if count < 24 else 0.5 if count < 80 else 0.3)
        painter.setPen(QPen(faint, 1.5 if count < 24 else 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        if target.width() >= 8:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(line)
            painter.drawEllipse(end, 2.4, 2.4)
