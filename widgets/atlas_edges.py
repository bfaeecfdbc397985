"""The curves of the map: from the older source to the newer one, where its arrow head is.

A curve leaves its source upright, so that it does not run along the label, and arrives from the left. What the edge
says is a small sign in the middle of the curve; what it rests on is the stroke: solid, dashed (our reading), dotted
(the user's own).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from citations.records import Basis, Edge
from widgets.vector_export import is_vector

RELATIONS = ("uses", "extends", "replaces", "combines", "baseline", "same-problem")
SIGN_AT = 0.78  # of the curve: towards the newer end, where curves of one source have parted
_DASHES = {Basis.EDITORIAL: [5.0, 3.5], Basis.OWN: [1.2, 2.8]}


@dataclass(frozen=True)
class Curves:
    """Cubic curves in px, one row of control points per edge: shape (edges, 4, 2)."""

    points: NDArray[np.float64]
    edges: tuple[Edge, ...]

    @classmethod
    def between(
        cls,
        edges: Sequence[Edge],
        older: NDArray[np.intp],
        newer: NDArray[np.intp],
        x: NDArray[np.float64],
        y: NDArray[np.float64],
        lead: float,
    ) -> Curves:
        """Curves between marks at `x`, `y`, ending `lead` px short of the newer mark's centre."""
        x1, y1, x2, y2 = x[older], y[older], x[newer] - lead, y[newer]
        across, down = x2 - x1, y2 - y1
        flat = np.abs(down) < 3 * lead
        lift = np.where(flat, -np.minimum(10 + 0.09 * np.abs(across), 34), 0.0)
        reach = np.maximum(0.42 * np.abs(across), np.minimum(26.0, 0.4 * np.abs(down) + 8))
        points = np.empty((len(edges), 4, 2))
        points[:, 0] = np.stack([x1, y1], axis=1)
        points[:, 1] = np.stack([x1 + np.where(flat, 0.25 * across, 0.06 * across), y1 + 0.62 * down + 1.5 * lift], 1)
        points[:, 2] = np.stack([x2 - reach, y2 + lift], axis=1)
        points[:, 3] = np.stack([x2, y2], axis=1)
        return cls(points, tuple(edges))

    def seen(self, area: QRectF) -> NDArray[np.bool_]:
        """Which curves may cross the area."""
        if not self.edges:
            return np.zeros(0, dtype=bool)
        low, high = self.points.min(axis=1), self.points.max(axis=1)
        inside = (low[:, 0] < area.right()) & (high[:, 0] > area.left())
        return inside & (low[:, 1] < area.bottom()) & (high[:, 1] > area.top())

    def path(self, index: int) -> QPainterPath:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = self.points[index].tolist()
        path = QPainterPath(QPointF(x0, y0))
        path.cubicTo(x1, y1, x2, y2, x3, y3)
        return path

    def middle(self, index: int, share: float = 0.5) -> QPointF:
        """A point on the curve."""
        a, b, c, d = self.points[index]
        rest = 1 - share
        x, y = rest**3 * a + 3 * rest**2 * share * b + 3 * rest * share**2 * c + share**3 * d
        return QPointF(float(x), float(y))


@dataclass(frozen=True)
class Stroke:
    """How curves are drawn: `width` 0 is one pixel of the device; `head` and `sign` in px, 0 for none."""

    colour: QColor
    width: float = 0.0
    head: float = 0.0
    sign: float = 0.0
    ground: QColor | None = None  # behind signs


def draw_curves(painter: QPainter, curves: Curves, chosen: Iterable[int], stroke: Stroke) -> None:
    """Draw the chosen curves, then their heads and signs over all of them."""
    indices = list(chosen)
    width = stroke.width or hairline(painter)
    pens: dict[Basis, QPen] = {}
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for index in indices:
        basis = curves.edges[index].basis
        if basis not in pens:
            pens[basis] = edge_pen(stroke.colour, width, basis)
        painter.setPen(pens[basis])
        painter.drawPath(curves.path(index))
    if stroke.head:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(stroke.colour)
        for index in indices:
            _draw_head(painter, curves.points[index], stroke.head)
    if stroke.sign:
        for index in indices:
            draw_sign(painter, curves.edges[index].relation, curves.middle(index, SIGN_AT), stroke)


def hairline(painter: QPainter) -> float:
    """The width of the thinnest line: one pixel of a screen, but of a file something that can be printed."""
    return 0.8 if is_vector(painter) else 0.0


def edge_pen(colour: QColor, width: float, basis: Basis) -> QPen:
    """Solid for what a source says itself, dashed for our reading, dotted for the user's own."""
    pen = QPen(colour, width)
    pen.setCosmetic(width == 0)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if basis in _DASHES:
        thin = 1.0 if width else 1.4
        pen.setDashPattern([length / max(width, thin) * 1.3 for length in _DASHES[basis]])
    return pen


def _draw_head(painter: QPainter, points: NDArray[np.float64], size: float) -> None:
    way = points[3] - points[2]
    way = way / (np.hypot(*way) or 1.0)
    across = np.array([-way[1], way[0]]) * size * 0.5
    tip = points[3] + way
    base = tip - way * size
    painter.drawPolygon(QPolygonF([QPointF(*tip), QPointF(*(base + across)), QPointF(*(base - across))]))


def draw_sign(painter: QPainter, relation: str, centre: QPointF, stroke: Stroke) -> None:
    """The sign of a relation on a small disc, so that it stands free of its curve."""
    size = stroke.sign
    painter.setPen(Qt.PenStyle.NoPen)
    if stroke.ground is not None:
        painter.setBrush(stroke.ground)
        painter.drawEllipse(centre, size * 1.45, size * 1.45)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(stroke.colour, max(size * 0.36, 1.2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    _SIGNS.get(relation, _dot)(painter, centre, size)


def _line(painter: QPainter, centre: QPointF, *ends: tuple[float, float]) -> None:
    for start, end in zip(ends[::2], ends[1::2], strict=True):
        painter.drawLine(centre + QPointF(*start), centre + QPointF(*end))


def _dot(painter: QPainter, centre: QPointF, size: float) -> None:
    painter.setBrush(painter.pen().color())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(centre, size * 0.62, size * 0.62)


def _chevrons(painter: QPainter, centre: QPointF, size: float) -> None:
    for shift in (-0.45 * size, 0.4 * size):
        at = centre + QPointF(shift, 0)
        _line(
            painter, at, (-0.35 * size, -0.75 * size), (0.35 * size, 0), (0.35 * size, 0), (-0.35 * size, 0.75 * size)
        )


def _cross(painter: QPainter, centre: QPointF, size: float) -> None:
    reach = size * 0.68
    _line(painter, centre, (-reach, -reach), (reach, reach), (-reach, reach), (reach, -reach))


def _plus(painter: QPainter, centre: QPointF, size: float) -> None:
    reach = size * 0.85
    _line(painter, centre, (-reach, 0), (reach, 0), (0, -reach), (0, reach))


def _scale(painter: QPainter, centre: QPointF, size: float) -> None:
    """A measure: a bar with two ends."""
    half, end = size * 0.8, size * 0.62
    _line(painter, centre, (-half, 0), (half, 0), (-half, -end), (-half, end), (half, -end), (half, end))


def _alike(painter: QPainter, centre: QPointF, size: float) -> None:
    """Two lines side by side."""
    half, apart = size * 0.8, size * 0.42
    _line(painter, centre, (-half, -apart), (half, -apart), (-half, apart), (half, apart))


_SIGNS = {
    "uses": _dot,
    "extends": _chevrons,
    "replaces": _cross,
    "combines": _plus,
    "baseline": _scale,
    "same-problem": _alike,
}
