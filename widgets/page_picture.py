"""The picture of a pool: tiles when cells are large enough to tell apart, one texture when they are tiny."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPixmap

from engine.instant import Instant
from engine.recording import Pool, Recording
from widgets.fonts import ui_font
from widgets.page_codes import BLANK, LEVELS, code_colours, levels, page_codes
from widgets.page_labels import CellLabels, labelled
from widgets.page_tiles import TileLayer
from widgets.page_view import GridView
from widgets.palette import DataColours
from widgets.surface import is_vector

TILES_FROM = 4.0  # device pixels of a cell
# Large odd numbers that spread what is written on a tile over 64 bits, so that one key tells whether it changed.
_MIXERS = (0x1E3779B97F4A7C15, 0x3F58476D1CE4E5B9, 0x14D049BB133111EB, 0x5851F42D4C957F2D)


class PagePicture:
    """Keeps what was drawn, and redraws only the cells that look different."""

    def __init__(self, recording: Recording, pool: Pool) -> None:
        self._recording, self._pool = recording, pool
        self._layer = TileLayer()
        self._texture = np.empty(0, dtype=np.uint32)
        self._ruler = QPixmap()
        self._ruler_key: tuple[object, ...] = ()

    def invalidate(self) -> None:
        """Forget what was drawn: the font has changed."""
        self._layer = TileLayer()

    def paint(
        self,
        painter: QPainter,
        instant: Instant,
        view: GridView,
        own: DataColours,
        by_owner: bool,
        bright: NDArray[np.int32] | None,
    ) -> None:
        """Draw the grid; pages not in `bright` (page numbers, or None for all) recede."""
        stands_out = None
        if bright is not None and len(bright):
            stands_out = np.zeros(self._pool.pages, dtype=bool)
            stands_out[bright - self._pool.first] = True
        codes = page_codes(instant, self._pool, by_owner, stands_out)
        painter.save()
        painter.setClipRect(view.area)
        if view.cell * view.ratio >= TILES_FROM:
            self._paint_tiles(painter, instant, codes, view, own)
        else:
            self._paint_texture(painter, codes, view, own)
        painter.restore()

    def _paint_texture(self, painter: QPainter, codes: NDArray[np.uint16], view: GridView, own: DataColours) -> None:
        rows, columns = view.rows, view.columns
        if len(self._texture) != rows * columns:
            self._texture = np.empty(rows * columns, dtype=np.uint32)
        palette = code_colours(own.dark)
        np.take(palette, codes, out=self._texture[: len(codes)], mode="clip")
        self._texture[len(codes) :] = palette[BLANK]
        image = QImage(self._texture.data, columns, rows, columns * 4, QImage.Format.Format_RGB32)
        origin, cell = view.origin, view.cell
        painter.drawImage(QRectF(origin.x(), origin.y(), columns * cell, rows * cell), image)

    def _paint_tiles(
        self, painter: QPainter, instant: Instant, codes: NDArray[np.uint16], view: GridView, own: DataColours
    ) -> None:
        first = self._pool.first
        top, bottom, left, right = view.visible()
        if bottom <= top or right <= left:
            return
        pages = np.arange(top, bottom)[:, None] * view.columns + np.arange(left, right)[None, :]
        inside = np.minimum(pages, view.pages - 1)
        look = codes[inside] * np.uint16(LEVELS) + levels(instant.filled[first + inside])
        look[pages >= view.pages] = BLANK * LEVELS
        writing = labelled(view.cell)
        keys = look.astype(np.int64)
        if writing:
            written = (pages, instant.owner[first + inside], instant.owner_block[first + inside])
            for column, factor in zip((*written, instant.references[first + inside]), _MIXERS, strict=True):
                keys += column.astype(np.int64) * np.int64(factor)
        changed = self._layer.update(look, keys, round(view.cell * view.ratio), own)
        self._layer.image.setDevicePixelRatio(view.ratio)
        if writing and len(changed):
            self._write(instant, pages.ravel()[changed], codes, view, own)
        corner = view.origin + QPointF(left * view.cell, top * view.cell)
        painter.drawImage(corner, self._layer.image)

    def _write(
        self,
        instant: Instant,
        pages: NDArray[np.int64],
        codes: NDArray[np.uint16],
        view: GridView,
        own: DataColours,
    ) -> None:
        cell = view.cell
        top, _, left, _ = view.visible()
        labels = CellLabels(self._recording, instant, own, cell)
        with QPainter(self._layer.image) as painter:
            labels.write(
                painter,
                (
                    (
                        QRectF(
                            (page % view.columns - left) * cell,
                            (page // view.columns - top) * cell,
                            cell,
                            cell,
                        ),
                        self._pool.first + int(page),
                        int(codes[page]),
                    )
                    for page in pages
                    if page < view.pages
                ),
            )

    def paint_ruler(self, painter: QPainter, view: GridView, margin: float, own: DataColours) -> None:
        """The number of the first page of every so many rows, kept as a picture while the view stays."""
        if is_vector(painter):
            self._draw_ruler(painter, view, margin, own)
            return
        band = QRectF(0, view.area.top() - 8, view.area.left() + max(0.0, view.origin.x() - view.area.left()), 0)
        band.setBottom(view.area.bottom() + 8)
        origin = view.origin
        key = (
            origin.x(),
            origin.y(),
            view.cell,
            view.columns,
            view.ratio,
            band.getRect(),
            ui_font(-1.75).key(),
            own.dark,
        )
        if key != self._ruler_key:
            self._ruler_key = key
            size = band.size() * view.ratio
            self._ruler = QPixmap(math.ceil(size.width()), math.ceil(size.height()))
            self._ruler.setDevicePixelRatio(view.ratio)
            self._ruler.fill(own.surface)
            with QPainter(self._ruler) as ink:
                ink.translate(-band.topLeft())
                self._draw_ruler(ink, view, margin, own)
        painter.drawPixmap(band.topLeft(), self._ruler)

    def _draw_ruler(self, painter: QPainter, view: GridView, margin: float, own: DataColours) -> None:
        font = ui_font(-1.75)
        line = QFontMetricsF(font).height() + 2
        step = 1
        while step * view.cell < line:
            step *= 2
        top, bottom, _, _ = view.visible()
        painter.setFont(font)
        painter.setPen(own.muted)
        left, width = margin, view.area.left() - margin - 5
        if view.fitted:
            left += max(0.0, view.origin.x() - view.area.left())
        for row in range(math.ceil(top / step) * step, bottom, step):
            middle = view.origin.y() + (row + 0.5) * view.cell
            if view.area.top() - 2 <= middle <= view.area.bottom() + 2:
                text = str(self._pool.first + row * view.columns)
                box = QRectF(
                    left, middle - line / 2 if view.cell >= line else middle - view.cell / 2 - 1, width, line
                )
                painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
