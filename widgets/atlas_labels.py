"""Which labels are shown: as many as have room, the important ones first, never two over each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

NUDGES = (0.0, 0.3, -0.3)  # of its height that the label of close kin may give way
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


@dataclass(frozen=True)
class Spot:
    """Sizes in px: labels start `lead` from the centre of their mark and are `height` high.

    A label left of its mark needs `clear` px before it, lest it be taken for the label of another.
    """

    lead: float
    height: float
    clear: float


@dataclass(frozen=True)
class Label:
    """Where a label is written; `short`: without the year, `left`: left of its mark."""

    box: QRectF
    short: bool = False
    left: bool = False


class Chooser:
    """Finds room for labels of marks at `x`, `y` with radius `dots`; `lengths` with year, `shorter` without."""

    def __init__(
        self,
        marks: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
        lengths: NDArray[np.float64],
        shorter: NDArray[np.float64],
        spot: Spot,
        area: QRectF,
    ) -> None:
        self._x, self._y, self._dots = (values.tolist() for values in marks)
        self._lengths, self._shorter = lengths.tolist(), shorter.tolist()
        self._spot = spot
        self._left, self._right = area.left(), area.right() + 1
        self._top, self._bottom = area.top() - 1, area.bottom() + 1
        self._shelves = Shelves(spot.height)

    def choose(self, order: Sequence[int], close: int, kin: int) -> dict[int, Label]:
        """The label of each source that is shown.

        `order` lists the sources that want one, the most important first. Labels never touch each other. The first
        may cover any mark, the first `close` any but those of the first `kin`, all others none. They are right of
        their marks, or left where there is room only there, and lose the year before they are left out. None is cut
        by the edge of the area.
        """
        placed: dict[int, Label] = {}
        rest = []
        for turn, place in enumerate(order):
            if turn == min(1, close):
                self._put_marks(order[:kin])
            if turn == close:
                self._put_marks(range(len(self._x)))
            if not self._inside(place):
                continue
            label = self._right_of(place, NUDGES if turn < close else NUDGES[:1])
            if label is None:
                rest.append(place)
            else:
                placed[place] = label
        self._put_marks(range(len(self._x)))
        for place in rest:
            label = self._left_of(place)
            if label is not None:
                placed[place] = label
        return placed

    def _inside(self, place: int) -> bool:
        return self._left <= self._x[place] <= self._right and self._fits(self._y[place] - self._spot.height / 2)

    def _fits(self, top: float) -> bool:
        return self._top <= top and top + self._spot.height <= self._bottom

    def _put_marks(self, places: Sequence[int]) -> None:
        for place in places:
            x, y, radius = self._x[place], self._y[place], self._dots[place]
            self._shelves.put((x - radius, x + radius, y - radius, y + radius))

    def _right_of(self, place: int, nudges: Sequence[float]) -> Label | None:
        start, height = self._x[place] + self._spot.lead, self._spot.height
        for short, length in enumerate((self._lengths[place], self._shorter[place])):
            for nudge in nudges:
                top = self._y[place] - height / 2 + nudge * height
                box = (start, start + length, top, top + height)
                if box[1] <= self._right and self._fits(top) and self._shelves.free(box):
                    self._shelves.put(box)
                    return Label(QRectF(start, top, length, height), bool(short))
        return None

    def _left_of(self, place: int) -> Label | None:
        end, top = self._x[place] - self._spot.lead, self._y[place] - self._spot.height / 2
        for short, length in enumerate((self._lengths[place], self._shorter[place])):
            start = end - length
            box = (start - self._spot.clear, end, top, top + self._spot.height)
            if box[0] >= self._left and self._shelves.free(box):
                self._shelves.put((start, *box[1:]))
                return Label(QRectF(start, top, length, self._spot.height), bool(short), True)
        return None
