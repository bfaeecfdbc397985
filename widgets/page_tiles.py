"""Pages as tiles: each look is painted once, then copied with numpy to wherever it is needed.

The composed image is kept, and a frame rewrites only the tiles whose look has changed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from engine.instant import PageState
from widgets.page_codes import BLANK, DIMMED_SHARE, LEVELS, colour_of, split
from widgets.palette import DataColours, mix


def pixels(image: QImage) -> NDArray[np.uint32]:
    """The pixels of a 32-bit image as an array (height, width) that shares its memory."""
    flat = np.frombuffer(image.bits(), dtype=np.uint32)
    return flat.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()]


class TileAtlas:
    """Tiles of `size` device pixels, painted when first asked for."""

    def __init__(self, size: int, own: DataColours) -> None:
        self.size, self._own = size, own
        self._place = np.full((BLANK + 1) * LEVELS, -1, dtype=np.int32)
        self._tiles = np.empty((0, size, size), dtype=np.uint32)

    def take(self, codes: NDArray[np.uint16]) -> NDArray[np.uint32]:
        """Tiles for tile codes (page code × 9 + level), shape (len(codes), size, size)."""
        places = self._place[codes]
        if len(places) and places.min() < 0:
            self._paint(np.unique(codes[places < 0]))
            places = self._place[codes]
        return self._tiles[places]

    def _paint(self, codes: NDArray[np.uint16]) -> None:
        size = self.size
        strip = QImage(size, size * len(codes), QImage.Format.Format_RGB32)
        strip.fill(self._own.surface)
        with QPainter(strip) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row, code in enumerate(codes):
                page_code, level = divmod(int(code), LEVELS)
                if page_code < BLANK:
                    paint_tile(painter, QRectF(0, row * size, size, size), page_code, level, self._own)
        self._place[codes] = np.arange(len(self._tiles), len(self._tiles) + len(codes))
        self._tiles = np.concatenate([self._tiles, pixels(strip).reshape(len(codes), size, size)])


def paint_tile(painter: QPainter, cell: QRectF, code: int, level: int, own: DataColours) -> None:
    """One page in its cell: rounded, filled from the bottom, hatched by its state."""
    painter.save()
    _paint_tile(painter, cell, code, level, own)
    painter.restore()


def _paint_tile(painter: QPainter, cell: QRectF, code: int, level: int, own: DataColours) -> None:
    dimmed, _, state = split(code)
    colour = colour_of(code, own)
    if dimmed:
        colour = mix(colour, own.surface, DIMMED_SHARE)
    size = cell.width()
    gap = 1.0 if size < 26 else 2.0 if size < 64 else 3.0
    body = QRectF(cell.left(), cell.top(), size - gap, size - gap)
    path = QPainterPath()
    radius = size * 0.13 if size >= 10 else 0.0
    path.addRoundedRect(body, radius, radius)
    painter.setPen(Qt.PenStyle.NoPen)
    if state in (PageState.USED, PageState.SHARED) and level < LEVELS - 1:
        painter.fillPath(path, mix(colour, own.surface, 0.66))
        part = body.height() * level / (LEVELS - 1)
        filled = QRectF(body.left(), body.bottom() - part, body.width(), part)
        painter.save()
        painter.setClipRect(filled)
        painter.fillPath(path, colour)
        painter.restore()
    else:
        painter.fillPath(path, colour)
    painter.setClipPath(path)
    _hatch(painter, body, state, colour, own, 0.45 if dimmed else 1.0)


def _hatch(
    painter: QPainter, body: QRectF, state: PageState, colour: QColor, own: DataColours, strength: float
) -> None:
    size = body.width()
    if size < 5:
        return
    if state == PageState.SHARED:
        _lines(painter, body, mix(colour, own.surface, 0.5 * strength), rising=True)
    elif state == PageState.RESERVED:
        _lines(painter, body, mix(colour, own.surface, 0.5 * strength), rising=False)
    elif state == PageState.CACHED:
        painter.setBrush(mix(colour, own.text, 0.42 * strength))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(body.center(), max(0.9, size * 0.11), max(0.9, size * 0.11))
    elif state in (PageState.NULL, PageState.LOST):
        painter.setPen(QPen(mix(colour, own.surface, 0.6 * strength), max(1.0, size * 0.07)))
        inner = body.adjusted(size * 0.25, size * 0.25, -size * 0.25, -size * 0.25)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())


def _lines(painter: QPainter, body: QRectF, colour: QColor, rising: bool) -> None:
    size = body.width()
    step = max(3.0, min(9.0, size / 3.2))
    painter.setPen(QPen(colour, max(1.0, step * 0.24)))
    place, corner = -size, body.topLeft()
    while place < size:
        left, right = QPointF(place, 0), QPointF(place + size, size)
        if rising:
            left, right = QPointF(place, size), QPointF(place + size, 0)
        painter.drawLine(corner + left, corner + right)
        place += step


class TileLayer:
    """The visible part of the grid as an image in device pixels, kept from frame to frame."""

    def __init__(self) -> None:
        self.image = QImage()
        self._keys = np.empty(0, dtype=np.int64)
        self._shape = (0, 0, 0)
        self._atlas: TileAtlas | None = None
        self._scheme: DataColours | None = None

    def update(
        self, codes: NDArray[np.uint16], keys: NDArray[np.int64], size: int, own: DataColours
    ) -> NDArray[np.int64]:
        """Bring the image to `codes` (rows, columns) of tile codes; returns the flat places that were rewritten.

        `keys` (same shape) tell when a tile must be rewritten: its code and whatever is written on it.
        """
        rows, columns = codes.shape
        if self._atlas is None or self._atlas.size != size or self._scheme is not own:
            self._atlas, self._scheme, self._shape = TileAtlas(size, own), own, (0, 0, 0)
        if self._shape != (rows, columns, size):
            self._shape = (rows, columns, size)
            self.image = QImage(columns * size, rows * size, QImage.Format.Format_RGB32)
            self._keys = np.full(rows * columns, -1, dtype=np.int64)
        flat = keys.ravel()
        changed = np.flatnonzero(flat != self._keys)
        if not len(changed):
            return changed
        target = pixels(self.image).reshape(rows, size, columns, size)
        if len(changed) > len(flat) // 2:
            tiles = self._atlas.take(codes.ravel()).reshape(rows, columns, size, size)
            np.copyto(target, tiles.transpose(0, 2, 1, 3))
            changed = np.arange(len(flat))
        else:
            target[changed // columns, :, changed % columns, :] = self._atlas.take(codes.ravel()[changed])
        self._keys = flat.copy()
        return changed
