"""What lies left of the names: the time axis, the quiet arcs of all edges, and the lit arcs of one lineage."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from widgets.colour_math import mix
from widgets.lineage_arcs import Arcs, ArcStyle, ArcTiles
from widgets.lineage_delegate import RowMetrics, kin_colour
from widgets.lineage_model import Kin, LineageModel
from widgets.palette import DataColours

MARK_STEPS = 250
MANY = 1000  # arcs, beyond which they are thinned out: nobody could follow them
DENSITY = 40  # of many arcs the shortest are drawn, so that on average this many lie side by side


class LineageGutter:
    """Measures the rows of a model and paints the gutter; `lay_out` after rows, sizes or colours changed."""

    def __init__(self, model: LineageModel, own: DataColours, metrics: RowMetrics) -> None:
        self._model = model
        self._quiet = ArcTiles(self._draw_quiet)
        self._lit = ArcTiles(self._draw_lit)
        self._groups: list[tuple[NDArray[np.intp], ArcStyle]] = []
        self.left_out = 0  # arcs that are not drawn unless an end of theirs is selected
        self.lay_out(own, metrics)

    def lay_out(self, own: DataColours, metrics: RowMetrics) -> None:
        self._own, self._metrics = own, metrics
        edges = self._edges = self._model.edge_rows()
        older, newer = ((rows + 0.5) * metrics.row for rows in (edges.older_row, edges.newer_row))
        self._arcs = Arcs.between(
            np.minimum(older, newer),
            np.maximum(older, newer),
            edges.line,
            axis=metrics.axis - metrics.dot - 1.5,
            gutter=metrics.axis - metrics.dot - 7,
        )
        self._drawn = self._thinned(np.arange(len(edges)))
        self.left_out = len(edges) - self._drawn.size
        self._quiet.clear()
        self.light()

    def _thinned(self, arcs: NDArray[np.intp]) -> NDArray[np.intp]:
        return arcs if arcs.size <= MANY else self._arcs.sparse(arcs, self.height, DENSITY)

    @property
    def height(self) -> int:
        """Of all rows, in px."""
        return self._model.rowCount() * self._metrics.row

    def light(self) -> None:
        """The lineage changed: indirect arcs first, so that direct ones lie on top."""
        model, own, edges = self._model, self._own, self._edges
        self._lit.clear()
        self._groups = []
        if not model.selected:
            return
        chosen = model.members([model.selected])
        for direct, group in ((Kin.PARENT, model.ancestors), (Kin.CHILD, model.descendants)):
            members = model.members(group) | chosen
            within = members[edges.newer] & members[edges.older]
            near = within & (chosen[edges.newer] | chosen[edges.older])
            far = self._thinned(np.nonzero(within & ~near)[0])
            colour = kin_colour(own, direct)
            self._groups.append((far, ArcStyle(mix(own.surface, colour, 0.6), 1.1)))
            self._groups.append((np.nonzero(near)[0], ArcStyle(colour, 2.1, head=6.5)))
        self._groups.sort(key=lambda entry: entry[1].width)

    def marks(self) -> list[tuple[float, QColor, float]]:
        """For the scroll bar: the places of the selected source and its kin, one for rows that would coincide."""
        model, total = self._model, max(self._model.rowCount(), 1)
        marks = []
        for keys, kin in ((model.ancestors, Kin.ANCESTOR), (model.descendants, Kin.DESCENDANT)):
            places = np.unique(model.rows_of(keys) * MARK_STEPS // total) / MARK_STEPS
            marks += [(float(place), kin_colour(self._own, kin), 2.0) for place in places]
        row = model.row(model.selected)
        return marks + ([(row / total, self._own.text, 4.0)] if row >= 0 else [])

    def row_at(self, y: int) -> int:
        """The row at a height of the whole list; -1 above, the number of rows below."""
        return min(max(y // self._metrics.row, -1), self._model.rowCount())

    # painting

    def paint(self, painter: QPainter, offset: int, height: int, near: set[str]) -> None:
        """The part `offset` px down the list; `near`: sources whose direct arcs are drawn in the text's colour."""
        self._paint_axis(painter, offset, height)
        selected = bool(self._model.selected)
        painter.setOpacity(0.34 if selected else 1.0)
        self._quiet.paint(painter, offset, height, self._metrics.axis)
        painter.setOpacity(1.0)
        if selected:
            self._lit.paint(painter, offset, height, self._metrics.axis)
        if not near:
            return
        pointed = self._model.members(near)
        chosen = np.nonzero(pointed[self._edges.newer] | pointed[self._edges.older])[0]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(0, -offset)
        self._arcs.draw(painter, chosen, ArcStyle(self._own.text, 1.3, head=5.5))
        painter.restore()

    def _paint_axis(self, painter: QPainter, offset: int, height: int) -> None:
        """The axis, with a tick where a month begins, and broken where years are left out."""
        metrics, model, own = self._metrics, self._model, self._own
        whole, broken = QPen(own.border, 2), QPen(own.muted, 2, Qt.PenStyle.DotLine)
        for row in range(max(self.row_at(offset), 0), min(self.row_at(offset + height) + 1, model.rowCount())):
            top = row * metrics.row - offset
            gap = model.is_year(row) and model.gap(model.year(row)) > 1
            painter.setPen(broken if gap else whole)
            end = top + (metrics.row // 2 if row == model.rowCount() - 1 else metrics.row)
            painter.drawLine(metrics.axis, top, metrics.axis, end)
            if model.starts_month(row) and model.year(row):
                painter.drawLine(metrics.axis - 3, top, metrics.axis + 3, top)

    def _draw_quiet(self, painter: QPainter, top: float, bottom: float) -> None:
        style = ArcStyle(mix(self._own.surface, self._own.muted, 0.42), 1.0)
        self._arcs.draw(painter, self._arcs.crossing(top, bottom, self._drawn), style)

    def _draw_lit(self, painter: QPainter, top: float, bottom: float) -> None:
        for group, style in self._groups:
            self._arcs.draw(painter, self._arcs.crossing(top, bottom, group), style)
