"""Words in a picture that keep clear of each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from widgets.fonts import scale
from widgets.palette import DataColours

_GAP = 9.0  # px at scale 1 between a mark and its words


class Places:
    """Hands out room for words within `plot`, and remembers what is taken.

    `lines` are points (n, 2) along what is drawn there: words keep clear of them where they can.
    """

    def __init__(self, plot: QRectF, lines: NDArray[np.float64] | None = None) -> None:
        self._plot = plot
        self._lines = np.zeros((0, 2)) if lines is None else lines
        self._taken: list[QRectF] = []

    def beside(
        self, painter: QPainter, anchor: QPointF, text: str, font: QFont, colour: QColor, own: DataColours
    ) -> None:
        """Right of the anchor, else left, above or below it; where nothing is free, right or left nevertheless."""
        if not text:
            return
        box = _box(text, font)
        gap = _GAP * scale()
        wide, tall = box.width(), box.height()
        self._taken.append(QRectF(anchor.x() - gap, anchor.y() - gap, 2 * gap, 2 * gap))
        offers = [
            QPointF(anchor.x() + gap, anchor.y() - tall / 2),
            QPointF(anchor.x() - gap - wide, anchor.y() - tall / 2),
            QPointF(anchor.x() - wide / 2, anchor.y() - gap - tall),
            QPointF(anchor.x() - wide / 2, anchor.y() + gap),
            *(QPointF(anchor.x() + gap, anchor.y() + step * tall) for step in (-1.6, 0.6, -2.6, 1.6)),
            *(QPointF(anchor.x() - gap - wide, anchor.y() + step * tall) for step in (-1.6, 0.6, -2.6, 1.6)),
        ]
        free = [box.translated(at) for at in offers if self._is_free(box.translated(at))]
        best = min(free, key=self._crossed, default=self._pushed(box.translated(offers[0])))
        self._write(painter, best, text, font, colour, own)

    def inside(
        self, painter: QPainter, area: QPainterPath, text: str, font: QFont, colour: QColor, own: DataColours
    ) -> None:
        """Within an area, as near to its middle as there is room; nowhere if there is none."""
        box, bounds = _box(text, font), area.boundingRect()
        middle, best, found = bounds.center(), np.inf, None
        for x in np.linspace(bounds.left(), bounds.right() - box.width(), 9):
            for y in np.linspace(bounds.top() + 2, bounds.bottom() - box.height() - 2, 11):
                here = box.translated(QPointF(x, y))
                away = abs(here.center().x() - middle.x()) + abs(here.center().y() - middle.y())
                if away < best and self._is_free(here) and area.contains(here):
                    best, found = away, here
        if found is not None:
            self._write(painter, found, text, font, colour, own)

    def _crossed(self, box: QRectF) -> int:
        """How much of the lines a box would hide."""
        x, y = self._lines[:, 0], self._lines[:, 1]
        inside = (x > box.left()) & (x < box.right()) & (y > box.top()) & (y < box.bottom())
        return int(inside.sum())

    def _is_free(self, box: QRectF) -> bool:
        return self._plot.adjusted(-1, -1, 1, 1).contains(box) and not any(box.intersects(one) for one in self._taken)

    def _pushed(self, box: QRectF) -> QRectF:
        """Into the plot."""
        left = max(self._plot.left(), min(box.left(), self._plot.right() - box.width()))
        top = max(self._plot.top(), min(box.top(), self._plot.bottom() - box.height()))
        return QRectF(left, top, box.width(), box.height())

    def _write(
        self, painter: QPainter, box: QRectF, text: str, font: QFont, colour: QColor, own: DataColours
    ) -> None:
        """On a pale ground, so that lines do not run through the words."""
        self._taken.append(box)
        ground = QColor(own.window)
        ground.setAlpha(205)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 3, 3)
        painter.setFont(font)
        painter.setPen(colour)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _box(text: str, font: QFont) -> QRectF:
    metrics = QFontMetricsF(font)
    return QRectF(0, 0, metrics.horizontalAdvance(text) + 8, metrics.height() + 1)
