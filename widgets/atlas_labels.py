"""Which labels are shown: as many as have room, the important ones first, never two over each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

Box = tuple[float, float, float, float]  # left, right, top, bottom


class Shelves:
    """Boxes sorted into strips by height, so that a new one is compared with few."""

    def __init__(self, strip: float) -> None:
        self._strip = max(strip, 1.0)
        self._boxes: dict[int, list[Box]] = {}

    def _strips(self, box: Box) -> range:
        return range(int(box[2] // self._strip), int(box[3] // self._strip) + 1)

    def free(self, box: Box) -> bool:
        """Whether the box touches none that was put in."""
        left, right, top, bottom = box
        return not any(
            left < other[1] and other[0] < right and top < other[3] and other[2] < bottom
            for strip in self._strips(box)
            for other in self._boxes.get(strip, ())
        )

    def put(self, box: Box) -> None:
        for strip in self._strips(box):
            self._boxes.setdefault(strip, []).append(box)


def choose_labels(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    lengths: NDArray[np.float64],
    dots: NDArray[np.float64],
    size: tuple[float, float],
    order: Sequence[int],
    bold: int,
    area: QRectF,
) -> dict[int, QRectF]:
    """The box of each label that is shown, by source.

    Marks of radius `dots` stand at `x`, `y`; labels are `lengths` wide and start `size[0]` right of the centre, all
    `size[1]` high. `order` lists the sources that want one, the most important first. Labels never touch each other;
    only the first `bold` may cover another mark. What would lie outside `area` is left out.
    """
    lead, height = size
    shelves = Shelves(height)
    placed: dict[int, QRectF] = {}
    for turn, place in enumerate(order):
        if turn == bold:
            for centre, middle, radius in zip(x.tolist(), y.tolist(), dots.tolist(), strict=True):
                shelves.put((centre - radius, centre + radius, middle - radius, middle + radius))
        left, top = float(x[place]) + lead, float(y[place]) - height / 2
        box = (left, left + float(lengths[place]), top, top + height)
        outside = box[1] < area.left() or left > area.right() or box[3] < area.top() or top > area.bottom()
        if not outside and shelves.free(box):
            shelves.put(box)
            placed[place] = QRectF(left, top, box[1] - left, height)
    return placed
