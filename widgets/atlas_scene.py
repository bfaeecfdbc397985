"""The map made ready for drawing: names as they are written, the layout for them, and what stands where on screen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from citations.records import Source
from widgets.atlas_camera import Camera
from widgets.atlas_edges import Curves
from widgets.atlas_labels import Chooser, Label, Spot
from widgets.atlas_lanes import lanes_of
from widgets.atlas_layout import Layout, Metrics, lay_out
from widgets.atlas_model import AtlasModel
from widgets.fonts import scale, ui_font
from widgets.lineage_model import Kin

LABEL_SIZE = -0.75  # points from the application's font
LONGEST_NAME = 340.0  # px at scale 1; own sources may be called by a whole title
ROOMY = 0.8  # of the layout's row height from which dimmed sources keep their labels
CLOSE = (Kin.SELECTED, Kin.PARENT, Kin.CHILD)
_RANK = {Kin.SELECTED: 0, Kin.PARENT: 1, Kin.CHILD: 1, Kin.ANCESTOR: 2, Kin.DESCENDANT: 2, Kin.NONE: 4}


@dataclass(frozen=True)
class View:
    """The map through one camera: centres of marks in px, their radius, the curves, and the labels that fit."""

    camera: Camera
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    radius: float
    curves: Curves
    labels: dict[int, Label]

    def at(self, place: int) -> QPointF:
        return QPointF(float(self.x[place]), float(self.y[place]))


class Scene:
    """Layout and texts of a model. `arrange` again after the library, the lanes, the language or the font changed."""

    def __init__(self, model: AtlasModel) -> None:
        self.model = model
        self.mode = "ledger"
        self.names: list[str] = []
        self.years: list[str] = []
        self.name_widths: list[float] = []
        self.arrange()

    def arrange(self) -> None:
        """Measure the labels and find every source's place."""
        model = self.model
        bold, plain = (QFontMetricsF(label_font(is_bold)) for is_bold in (True, False))
        longest = LONGEST_NAME * scale()
        whole = [short_name(source, model.language) for source in model.sources]
        self.names = [bold.elidedText(name, Qt.TextElideMode.ElideRight, longest) for name in whole]
        self.years = [source.date[:4] for source in model.sources]
        self.name_widths = [bold.horizontalAdvance(name) for name in self.names]
        self.space = plain.horizontalAdvance(" ") + 2.5
        year = plain.horizontalAdvance("0000")
        labels = [
            width + (self.space + year if said else 0.0)
            for width, said in zip(self.name_widths, self.years, strict=True)
        ]
        unit = scale()
        self.text_height = plain.height()
        metrics = Metrics(5.4 * unit, 6.0 * unit, 9.0 * unit, max(18.0 * unit, self.text_height + 2))
        self.layout: Layout = lay_out(model.sources, lanes_of(model.sources, self.mode), labels, metrics)
        self._short = np.array(self.name_widths)
        self.shaded = frozenset(place for band in self.layout.bands[1::2] for place in band.lane.members)
        self.older = np.array([model.index[edge.older] for edge in model.edges], dtype=np.intp)
        self.newer = np.array([model.index[edge.newer] for edge in model.edges], dtype=np.intp)
        self._degree = np.bincount(np.concatenate([self.older, self.newer]), minlength=len(model.sources))

    def selected_lane(self) -> str | None:
        """The key of the lane of the selected source."""
        place = self.model.index.get(self.model.selected)
        return next((band.lane.key for band in self.layout.bands if place in band.lane.members), None)

    def radius(self, camera: Camera) -> float:
        """Marks shrink with the rows when a large map is seen as a whole."""
        return min(self.layout.metrics.dot, max(camera.row * 0.36, 2.2 * scale()))

    def view(self, camera: Camera) -> View:
        """What a camera sees."""
        layout, model = self.layout, self.model
        x, y = camera.xs(layout.x), camera.ys(layout.y)
        radius = self.radius(camera)
        curves = Curves.between(model.edges, self.older, self.newer, x, y, radius + 4.4)
        dots = np.full(x.size, radius)
        dots[[model.index[key] for key in model.hidden]] = 0.0
        order, close, kin = self._label_order(camera.row > ROOMY * layout.metrics.row)
        spot = Spot(radius + layout.metrics.gap, self.text_height - 2.5, 24 * scale())
        chooser = Chooser((x, y, dots), layout.labels, self._short, spot, camera.area)
        return View(camera, x, y, radius, curves, chooser.choose(order, close, kin))

    def _label_order(self, roomy: bool) -> tuple[list[int], int, int]:
        """Who gets a label first (kin by nearness, then by number of edges), how many are close kin, how many kin.

        What is dimmed goes without where there is little room.
        """
        model, degree = self.model, self._degree
        on_paths, chosen = model.on_paths, frozenset(model.chosen)
        ranked = []
        for place, source in enumerate(model.sources):
            key = source.key
            rank = _RANK[model.kin(key)]
            if key in on_paths or key in chosen:
                rank = min(rank, 1)
            if rank > 2 and (key in model.hidden or (model.focused and not roomy)):
                continue
            ranked.append((rank, source.ring if rank > 2 else 0, -int(degree[place]), place))
        ranked.sort()
        order = [entry[3] for entry in ranked]
        return order, sum(entry[0] <= 1 for entry in ranked), sum(entry[0] <= 2 for entry in ranked)


def short_name(source: Source, language: str) -> str:
    """The name for a label: a Chinese one without the explanation that follows in brackets."""
    name = source.name.get(language) or source.title or source.key
    return name.split("（")[0].strip() or name


def label_font(bold: bool = False) -> QFont:
    return ui_font(LABEL_SIZE, QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
