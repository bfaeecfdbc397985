"""What part of the map is seen: from all of it at zoom 1 to a few sources, and how map and pixels translate."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF

from widgets.atlas_layout import Layout

CLOSEST_ROW = 64.0  # px of a row at scale 1 beyond which zooming in helps nobody
NARROW_OVERHANG = 0.15  # of the width that labels at the end may take where it is narrow
AIRIEST_ROW = 1.9  # of the layout's row height, when there is more room than needed


@dataclass(frozen=True)
class Camera:
    """`area` is the part of the canvas that shows the map; `offset` what of it is left and above the area, in px."""

    area: QRectF
    axis_fit: float  # px of the time axis at zoom 1
    row_fit: float  # px of a row at zoom 1
    rows: float
    overhang: float
    nearest: float  # the largest zoom
    zoom: float = 1.0
    offset: QPointF = field(default_factory=QPointF)

    @classmethod
    def fitting(cls, layout: Layout, area: QRectF) -> Camera:
        """All of the map in the area, its rows not farther apart than is good to read."""
        axis = area.width() - _beyond(layout, area.width(), area.width())
        for _ in range(6):  # how far labels hang over depends on how long the axis is
            axis = area.width() - _beyond(layout, axis, area.width())
        tallest = layout.metrics.row * AIRIEST_ROW
        row = min(max(area.height(), 1.0) / max(layout.rows, 1.0), tallest)
        nearest = max(CLOSEST_ROW * layout.metrics.row / 18 / row, 2 * layout.width / max(axis, 1.0), 4.0)
        return cls(area, axis, row, layout.rows, max(area.width() - axis, 0.0), nearest)

    @property
    def axis(self) -> float:
        return self.axis_fit * self.zoom

    @property
    def row(self) -> float:
        return self.row_fit * self.zoom

    @property
    def content(self) -> QSizeF:
        """The size of the whole map at this zoom."""
        return QSizeF(self.axis + self.overhang, self.rows * self.row)

    @property
    def fitted(self) -> bool:
        return self.zoom <= 1.0001

    def x(self, share: float) -> float:
        return self.area.left() - self.offset.x() + share * self.axis

    def y(self, rows: float) -> float:
        return self.area.top() - self.offset.y() + rows * self.row

    def xs(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.area.left() - self.offset.x() + shares * self.axis

    def ys(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.area.top() - self.offset.y() + rows * self.row

    def share_at(self, x: float) -> float:
        return (x - self.area.left() + self.offset.x()) / max(self.axis, 1e-9)

    def row_at(self, y: float) -> float:
        return (y - self.area.top() + self.offset.y()) / max(self.row, 1e-9)

    def zoomed(self, factor: float, anchor: QPointF) -> Camera:
        """Closer or farther; what is under `anchor` stays there as far as the map's ends allow."""
        zoom = min(max(self.zoom * factor, 1.0), self.nearest)
        share, row = self.share_at(anchor.x()), self.row_at(anchor.y())
        moved = replace(self, zoom=zoom)
        left = share * moved.axis - (anchor.x() - self.area.left())
        top = row * moved.row - (anchor.y() - self.area.top())
        return moved._at(QPointF(left, top))

    def panned(self, by: QPointF) -> Camera:
        """The map moved by `by` px, as far as there is more of it."""
        return self._at(self.offset - by)

    def showing(self, share: float, rows: float, margin: float) -> Camera:
        """Moved as little as needed for a place to be at least `margin` px inside the area."""
        x, y = self.x(share), self.y(rows)
        area = self.area
        right = max(area.right() - 3 * margin, area.left() + margin)
        bottom = max(area.bottom() - margin, area.top() + margin)
        dx = min(max(x, area.left() + margin), right) - x
        dy = min(max(y, area.top() + margin), bottom) - y
        return self if abs(dx) < 1 and abs(dy) < 1 else self.panned(QPointF(dx, dy))

    def _at(self, offset: QPointF) -> Camera:
        content = self.content
        most_x = max(content.width() - self.area.width(), 0.0)
        most_y = max(content.height() - self.area.height(), 0.0)
        return replace(
            self, offset=QPointF(round(min(max(offset.x(), 0.0), most_x)), round(min(max(offset.y(), 0.0), most_y)))
        )


def _beyond(layout: Layout, axis: float, width: float) -> float:
    """Room kept for labels at the end: all they need on a wide canvas, less on a narrow one, where they turn left."""
    wanted = layout.overhang(axis)
    ease = width / (layout.width + layout.overhang(layout.width))
    share = min(max((ease - 0.7) / 0.3, 0.0), 1.0)
    return min(wanted, NARROW_OVERHANG * width * (1 - share) + wanted * share)
