"""What lies left of the names: the time axis, the quiet arcs of all edges, and the lit arcs of one lineage."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QPainter, QPen

from citations.records import Basis, Edge
from widgets.colour_math import mix
from widgets.lineage_arcs import Arcs, ArcStyle, ArcTiles
from widgets.lineage_delegate import RowMetrics, kin_colour
from widgets.lineage_model import Kin, LineageModel
from widgets.palette import DataColours


class LineageGutter:
    """Measures the rows of a model and paints the gutter; `lay_out` after rows, sizes or colours changed."""

    def __init__(self, model: LineageModel, own: DataColours, metrics: RowMetrics) -> None:
        self._model = model
        self._own = own
        self._metrics = metrics
        self._quiet = ArcTiles(self._draw_quiet)
        self._lit = ArcTiles(self._draw_lit)
        self._edges: list[Edge] = []
        self._groups: list[tuple[NDArray[np.intp], ArcStyle]] = []
        self.tops: list[int] = [0]  # px of the upper edge of each row, and at the end the height of all
        self.lay_out(own, metrics)

    def lay_out(self, own: DataColours, metrics: RowMetrics) -> None:
        self._own, self._metrics = own, metrics
        model = self._model
        self.tops, centres = [0], []
        for row in range(model.rowCount()):
            bottom = self.tops[-1] + metrics.height(model.starts_year(row))
            centres.append(bottom - metrics.row / 2)
            self.tops.append(bottom)
        self._edges = model.visible_edges()
        older = np.array([centres[model.row(edge.older)] for edge in self._edges])
        newer = np.array([centres[model.row(edge.newer)] for edge in self._edges])
        self._arcs = Arcs.between(
            np.minimum(older, newer),
            np.maximum(older, newer),
            np.array([edge.basis is Basis.EDITORIAL for edge in self._edges], dtype=bool),
            axis=metrics.axis - metrics.dot - 1.5,
            gutter=metrics.axis - metrics.dot - 7,
        )
        self._quiet.clear()
        self.light()

    def light(self) -> None:
        """The lineage changed: indirect arcs first, so that direct ones lie on top."""
        model, own = self._model, self._own
        self._lit.clear()
        self._groups = []
        if not model.selected:
            return
        for direct, group in ((Kin.PARENT, model.ancestors), (Kin.CHILD, model.descendants)):
            members = group | {model.selected}
            within = [i for i, edge in enumerate(self._edges) if edge.newer in members and edge.older in members]
            near = [i for i in within if model.selected in (self._edges[i].newer, self._edges[i].older)]
            far = np.setdiff1d(np.array(within, dtype=np.intp), np.array(near, dtype=np.intp))
            colour = kin_colour(own, direct)
            self._groups.append((far, ArcStyle(mix(own.surface, colour, 0.6), 1.1)))
            self._groups.append((np.array(near, dtype=np.intp), ArcStyle(colour, 2.1, head=6.5)))
        self._groups.sort(key=lambda entry: entry[1].width)

    def marks(self) -> list[tuple[float, QColor, float]]:
        """For the scroll bar: the places of the selected source and its kin."""
        model, total = self._model, max(self.tops[-1], 1)
        marks = []
        for keys, kin in ((model.ancestors, Kin.ANCESTOR), (model.descendants, Kin.DESCENDANT)):
            rows = [model.row(key) for key in keys]
            marks += [(self.tops[row] / total, kin_colour(self._own, kin), 2.0) for row in rows if row >= 0]
        row = model.row(model.selected)
        return marks + ([(self.tops[row] / total, self._own.text, 4.0)] if row >= 0 else [])

    def row_at(self, y: int) -> int:
        """The row at a height of the whole list; -1 above, the number of rows below."""
        return bisect_right(self.tops, y) - 1

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
        chosen = [i for i, edge in enumerate(self._edges) if edge.newer in near or edge.older in near] if near else []
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(0, -offset)
        self._arcs.draw(painter, np.array(chosen, dtype=np.intp), ArcStyle(self._own.text, 1.3, head=5.5))
        painter.restore()

    def _paint_axis(self, painter: QPainter, offset: int, height: int) -> None:
        """The axis, with a tick where a month begins."""
        metrics, model = self._metrics, self._model
        painter.setPen(QPen(self._own.border, 2))
        bottom = min(self.tops[-1] - offset - metrics.row // 2, height)
        painter.drawLine(metrics.axis, max(-offset, 0), metrics.axis, bottom)
        for row in range(max(self.row_at(offset), 0), min(self.row_at(offset + height) + 1, model.rowCount())):
            if model.starts_month(row):
                y = self.tops[row + 1] - metrics.row - offset
                painter.drawLine(metrics.axis - 3, y, metrics.axis + 3, y)

    def _draw_quiet(self, painter: QPainter, top: float, bottom: float) -> None:
        style = ArcStyle(mix(self._own.surface, self._own.muted, 0.42), 1.0)
        self._arcs.draw(painter, self._arcs.crossing(top, bottom), style)

    def _draw_lit(self, painter: QPainter, top: float, bottom: float) -> None:
        for group, style in self._groups:
            self._arcs.draw(painter, self._arcs.crossing(top, bottom, group), style)
