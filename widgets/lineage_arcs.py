"""The arcs of the lineage view, and tiles that hold them antialiased so that scrolling only copies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from widgets.vector_export import is_vector, pixel_ratio

TILE_HEIGHT = 128
KEPT_TILES = 48
_DASHES: tuple[tuple[float, ...], ...] = ((), (3.2, 2.6), (1.1, 1.9))


@dataclass(frozen=True)
class ArcStyle:
    """How a group of arcs is drawn. `head` is the length of the arrow head at the newer end, 0 for none."""

    colour: QColor
    width: float
    head: float = 0.0


@dataclass(frozen=True)
class Arcs:
    """Arcs from `top` to `bottom` on a vertical axis at `axis`, swinging `reach` to the left; all in px.

    `line` says how each is drawn: 0 solid, 1 dashed, 2 dotted.
    """

    axis: float
    top: NDArray[np.float64]
    bottom: NDArray[np.float64]
    reach: NDArray[np.float64]
    line: NDArray[np.int8]

    @classmethod
    def between(
        cls,
        top: NDArray[np.float64],
        bottom: NDArray[np.float64],
        line: NDArray[np.int8],
        axis: float,
        gutter: float,
    ) -> Arcs:
        """The longest arc swings `gutter` px to the left, shorter ones less, by the square root of their length."""
        length = bottom - top
        reach = gutter * np.sqrt(length / length.max()) if length.size else length
        return cls(axis, top, bottom, np.maximum(reach, 7.0), line)

    def crossing(self, top: float, bottom: float, within: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
        """Indices of the arcs that cross the strip from `top` to `bottom`."""
        hit = np.nonzero((self.top < bottom + 8) & (self.bottom > top - 8))[0]
        return hit if within is None else np.intersect1d(hit, within, assume_unique=True)

    def sparse(self, chosen: NDArray[np.intp], height: float, density: int) -> NDArray[np.intp]:
        """Of the chosen arcs the shortest, so many that on average no more than `density` lie side by side."""
        lengths = self.bottom[chosen] - self.top[chosen]
        order = np.argsort(lengths, kind="stable")
        fitting = np.cumsum(lengths[order]) <= density * height
        return np.sort(chosen[order[fitting]])

    def draw(self, painter: QPainter, chosen: NDArray[np.intp], style: ArcStyle) -> None:
        """Stroke the chosen arcs."""
        pens = []
        for dashes in _DASHES:
            pen = QPen(style.colour, style.width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashes else Qt.PenCapStyle.RoundCap)
            if dashes:
                wide = style.width > 1.4
                pen.setDashPattern(list(dashes if wide else [length * 1.25 for length in dashes]))
            pens.append(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index in chosen:
            painter.setPen(pens[self.line[index]])
            painter.drawPath(self._path(index, style.head))
        if style.head:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(style.colour)
            for index in chosen:
                painter.drawPolygon(self._head(index, style.head))

    def _path(self, index: np.intp, head: float) -> QPainterPath:
        top, bottom, swing = self.top[index], self.bottom[index], self.axis - self.reach[index] * 4 / 3
        path = QPainterPath(QPointF(self.axis, top))
        path.cubicTo(swing, top, swing, bottom, self.axis - head * 0.7, bottom)
        return path

    def _head(self, index: np.intp, head: float) -> QPolygonF:
        bottom, half = self.bottom[index], head * 0.55
        base = self.axis - head
        return QPolygonF([QPointF(self.axis, bottom), QPointF(base, bottom - half), QPointF(base, bottom + half)])


class ArcTiles:
    """A strip of arcs cut into tiles that are drawn once. `draw(painter, top, bottom)` paints one tile's arcs."""

    def __init__(self, draw: Callable[[QPainter, float, float], None]) -> None:
        self._draw = draw
        self._tiles: dict[int, QPixmap] = {}
        self._shape: tuple[int, float] = (0, 0.0)

    def clear(self) -> None:
        self._tiles.clear()

    def paint(self, painter: QPainter, offset: int, height: int, width: int) -> None:
        """Copy the part that starts `offset` px down the strip to the top left of the painter's device."""
        if is_vector(painter):
            self._paint_directly(painter, offset, height, width)
            return
        ratio = pixel_ratio(painter)
        if self._shape != (width, ratio):
            self.clear()
            self._shape = (width, ratio)
        for number in range(max(offset, 0) // TILE_HEIGHT, (offset + height) // TILE_HEIGHT + 1):
            painter.drawPixmap(0, number * TILE_HEIGHT - offset, self._tile(number, width, ratio))

    def _paint_directly(self, painter: QPainter, offset: int, height: int, width: int) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(0, 0, width, height)
        painter.translate(0, -offset)
        self._draw(painter, offset, offset + height)
        painter.restore()

    def _tile(self, number: int, width: int, ratio: float) -> QPixmap:
        tile = self._tiles.get(number)
        if tile is None:
            tile = QPixmap(round(width * ratio), round(TILE_HEIGHT * ratio))
            tile.setDevicePixelRatio(ratio)
            tile.fill(Qt.GlobalColor.transparent)
            top = number * TILE_HEIGHT
            with QPainter(tile) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.translate(0, -top)
                self._draw(painter, top, top + TILE_HEIGHT)
            if len(self._tiles) >= KEPT_TILES:
                del self._tiles[next(iter(self._tiles))]
            self._tiles[number] = tile
        return tile
