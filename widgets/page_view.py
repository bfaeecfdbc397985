"""Where each page is drawn: a grid of square cells with zoom and pan, free of painting.

Cells of four device pixels or more are snapped to whole device pixels, so that every cell looks the same.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF

SNAP_FROM = 4.0  # device pixels
LARGEST_CELL = 150.0  # logical pixels
_NICE = (8, 16, 32, 64, 128)


def fit_columns(pages: int, width: float, height: float) -> int:
    """Columns that make square cells as large as possible in the area, preferring round numbers of columns."""
    if pages <= 0 or width <= 0 or height <= 0:
        return 1

    def cell(columns: int) -> float:
        return min(width / columns, height / math.ceil(pages / columns))

    ideal = max(1, math.sqrt(pages * width / height))
    candidates = range(max(1, math.floor(ideal) - 2), math.ceil(ideal) + 3)
    best = max(candidates, key=cell)
    for step in reversed(_NICE):
        rounded = [count for count in (best // step * step, -(-best // step) * step) if count > 0]
        if step * 4 <= best and rounded:
            nice = max(rounded, key=cell)
            if cell(nice) >= 0.93 * cell(best):
                return nice
    return best


class GridView:
    """`area` is the rectangle to draw in; positions are in the widget's logical pixels."""

    def __init__(self) -> None:
        self.pages = 0
        self.columns = 1
        self.area = QRectF()
        self.ratio = 1.0
        self.zoom = 1.0
        self._fit_cell = 1.0
        self._origin = QPointF()

    @property
    def rows(self) -> int:
        return max(1, math.ceil(self.pages / self.columns))

    @property
    def cell(self) -> float:
        """Side of a cell in logical pixels."""
        size = min(self._fit_cell * self.zoom, max(LARGEST_CELL, self._fit_cell))
        device = size * self.ratio
        return max(1.0, math.floor(device + 1e-6)) / self.ratio if device >= SNAP_FROM else size

    @property
    def origin(self) -> QPointF:
        """Top left corner of page 0, on a whole device pixel."""
        ratio = self.ratio
        return QPointF(math.floor(self._origin.x() * ratio) / ratio, math.floor(self._origin.y() * ratio) / ratio)

    @property
    def fitted(self) -> bool:
        return self.zoom == 1.0

    def resize(self, pages: int, area: QRectF, ratio: float) -> None:
        """Lay out again. The page in the middle stays there if the view was zoomed."""
        if (pages, area, ratio) == (self.pages, self.area, self.ratio):
            return
        middle = None if self.fitted or not self.pages else self.page_at(self.area.center())
        self.pages, self.area, self.ratio = pages, QRectF(area), ratio
        self.columns = fit_columns(pages, area.width(), area.height())
        whole = min(area.width() / self.columns, area.height() / self.rows)
        self._fit_cell = max(min(whole, LARGEST_CELL), 1e-3)
        if middle is not None:
            self.centre_on(middle)
        self._clamp()

    def fit(self) -> None:
        self.zoom = 1.0
        self._clamp()

    def zoom_at(self, factor: float, anchor: QPointF) -> None:
        """Zoom by `factor` so that what is under `anchor` stays there."""
        before, origin = self.cell, self._origin
        largest = max(1.0, LARGEST_CELL / self._fit_cell)
        wanted = self.zoom * factor
        self.zoom = 1.0 if wanted < 1.001 else min(wanted, largest)
        scale = self.cell / before
        self._origin = anchor - (anchor - origin) * scale
        self._clamp()

    def pan(self, offset: QPointF) -> None:
        self._origin += offset
        self._clamp()

    def centre_on(self, page: int) -> None:
        column, row = page % self.columns, page // self.columns
        self._origin = self.area.center() - QPointF((column + 0.5) * self.cell, (row + 0.5) * self.cell)
        self._clamp()

    def reveal(self, page: int) -> None:
        """Pan as little as needed to see `page`."""
        rect, area = self.rect(page), self.area
        x = min(0.0, area.right() - rect.right()) + max(0.0, area.left() - rect.left())
        y = min(0.0, area.bottom() - rect.bottom()) + max(0.0, area.top() - rect.top())
        if x or y:
            self.pan(QPointF(x, y))

    def rect(self, page: int) -> QRectF:
        origin, cell = self.origin, self.cell
        return QRectF(origin.x() + page % self.columns * cell, origin.y() + page // self.columns * cell, cell, cell)

    def page_at(self, position: QPointF) -> int:
        """The page under a position, -1 outside the grid."""
        if not self.area.contains(position) or not self.pages:
            return -1
        offset = (position - self.origin) / self.cell
        column, row = math.floor(offset.x()), math.floor(offset.y())
        page = row * self.columns + column
        inside = 0 <= column < self.columns and row >= 0 and page < self.pages
        return page if inside else -1

    def visible(self) -> tuple[int, int, int, int]:
        """First row, row after the last, first column, column after the last that can be seen."""
        offset, cell = self.area.topLeft() - self.origin, self.cell
        top, left = max(0, math.floor(offset.y() / cell)), max(0, math.floor(offset.x() / cell))
        bottom = min(self.rows, math.ceil((offset.y() + self.area.height()) / cell))
        right = min(self.columns, math.ceil((offset.x() + self.area.width()) / cell))
        return top, max(top, bottom), left, max(left, right)

    def _clamp(self) -> None:
        width, height = self.columns * self.cell, self.rows * self.cell
        area = self.area
        x = min(max(self._origin.x(), area.right() - width), area.left())
        y = min(max(self._origin.y(), area.bottom() - height), area.top())
        if width <= area.width():
            x = area.left() + (area.width() - width) / 2
        if height <= area.height():
            y = area.top()
        self._origin = QPointF(x, y)
