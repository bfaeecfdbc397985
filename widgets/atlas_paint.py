"""The map itself, layer on layer: ground, quiet edges, edges of the kin, paths, marks, labels, numbers of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from widgets.atlas_edges import Stroke, draw_curves
from widgets.atlas_ground import paint_ground
from widgets.atlas_marks import draw_chosen, draw_ghost, draw_ring, draw_source, draw_step
from widgets.atlas_scene import CLOSE, Scene, View, label_font
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lineage_delegate import kin_colour
from widgets.lineage_model import ANCESTRAL, DERIVED, Kin
from widgets.palette import DataColours

SIGNS_FROM = 1.5  # how much closer than at the layout's own size signs appear on all edges
DIMMED = 0.34  # opacity of the quiet edges while something stands out


def paint_quiet_edges(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """Every edge between sources that are shown, thin and all of one colour."""
    hidden = {scene.model.index[key] for key in scene.model.hidden}
    seen = np.flatnonzero(view.curves.seen(view.camera.area))
    shown = [
        int(edge) for edge in seen if not hidden or not {int(scene.older[edge]), int(scene.newer[edge])} & hidden
    ]
    close = view.camera.row > SIGNS_FROM * scene.layout.metrics.row
    colour = mix(own.surface, own.muted, 0.52 if own.dark else 0.46)
    draw_curves(painter, view.curves, shown, Stroke(colour, 0, 0, 3.4 * scale() if close else 0, own.surface))


def paint_kin_edges(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """The edges of the selected source and among its kin, those at the source itself in front."""
    groups: dict[Kin, list[int]] = {}
    seen = view.curves.seen(view.camera.area)
    for index, edge in enumerate(scene.model.edges):
        kin = scene.model.edge_kin(edge)
        if kin is not Kin.NONE and seen[index]:
            groups.setdefault(kin, []).append(index)
    for kin in (Kin.ANCESTOR, Kin.DESCENDANT, Kin.PARENT, Kin.CHILD):
        draw_curves(painter, view.curves, groups.get(kin, ()), kin_stroke(kin, own))


def kin_stroke(kin: Kin, own: DataColours) -> Stroke:
    colour, unit = kin_colour(own, kin), scale()
    if kin in CLOSE:
        return Stroke(colour, 2.0 * unit, 8.0 * unit, 4.2 * unit, own.surface)
    return Stroke(mix(own.surface, colour, 0.72), 1.2 * unit, 6.0 * unit, 0, own.surface)


def paint_paths(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """The first path as a bold line, the others thinner."""
    unit = scale()
    for number, path in reversed(list(enumerate(scene.model.paths))):
        line = _path_line(scene, view, path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((own.surface, 7.5), (own.text, 3.6)) if not number else ((own.text, 1.6),):
            pen = QPen(colour, width * unit)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPath(line)


def _path_line(scene: Scene, view: View, path: Iterable[str]) -> QPainterPath:
    """Along the curves of the edges; straight where there is none."""
    model, line, places = scene.model, QPainterPath(), {edge: i for i, edge in enumerate(scene.model.edges)}
    for one, other in pairwise(path):
        edge = model.edge_between(one, other)
        if edge is not None:
            line.addPath(view.curves.path(places[edge]))
        else:
            line.moveTo(view.at(model.index[one]))
            line.lineTo(view.at(model.index[other]))
    return line


def paint_marks(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """All marks: ghosts first, what stands out last."""
    model, area = scene.model, view.camera.area.adjusted(-12, -12, 12, 12)
    focused, on_paths = model.focused, model.on_paths
    order = sorted(range(len(model.sources)), key=lambda place: model.stands_out(model.sources[place].key))
    for place in order:
        source, centre = model.sources[place], view.at(place)
        if not area.contains(centre):
            continue
        key, kin = source.key, model.kin(source.key)
        out = model.stands_out(key)
        if key in model.hidden and not out:
            draw_ghost(painter, centre, view.radius, own)
            continue
        if kin is not Kin.NONE:
            draw_ring(painter, centre, view.radius, kin, own)
        elif key in on_paths:
            painter.setPen(QPen(own.text, 2))
            painter.setBrush(own.surface)
            painter.drawEllipse(centre, view.radius + 3, view.radius + 3)
        faint = (focused and not out) or key in model.hidden
        radius = view.radius * (1.15 if kin is Kin.SELECTED else 1.0)
        draw_source(painter, source, centre, radius, own, faint=faint, runs=key in model.runnable)
        if key in model.chosen:
            draw_chosen(painter, centre, view.radius, own)


def paint_labels(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """The labels that have room, each on a ground of its own so that curves do not cross the letters."""
    model = scene.model
    plain, bold = label_font(), label_font(True)
    backing = QColor(own.surface)
    backing.setAlphaF(0.82)
    quiet = own.readable(mix(own.surface, own.muted, 0.7))
    painter.setFont(plain)
    for place, box in view.labels.items():
        key = model.sources[place].key
        kin, out = model.kin(key), model.stands_out(key)
        painter.fillRect(box.adjusted(-1.5, 1, 1.5, -1), backing)
        name, year = own.text, own.muted
        if model.focused and not out:
            name = year = quiet
        elif kin in ANCESTRAL or kin in DERIVED:
            year = own.readable(kin_colour(own, kin))
        strong = kin in CLOSE or key in model.on_paths or key in model.chosen
        draw_label(painter, scene, place, box, (bold if strong else plain, plain), (name, year))


def draw_label(
    painter: QPainter, scene: Scene, place: int, box: QRectF, fonts: tuple[QFont, QFont], inks: tuple[QColor, QColor]
) -> None:
    """Name and year in a box."""
    base = box.top() + (box.height() + painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2
    painter.setFont(fonts[0])
    painter.setPen(inks[0])
    painter.drawText(QPointF(box.left(), base), scene.names[place])
    if scene.years[place]:
        width = painter.fontMetrics().horizontalAdvance(scene.names[place]) + scene.space
        painter.setFont(fonts[1])
        painter.setPen(inks[1])
        painter.drawText(QPointF(box.left() + width, base), scene.years[place])


def paint_steps(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """The numbers along the first path."""
    if not scene.model.paths:
        return
    unit = scale()
    painter.setFont(ui_font(-1.25, QFont.Weight.DemiBold))
    size = max(15 * unit, painter.fontMetrics().height())
    for number, key in enumerate(scene.model.paths[0], start=1):
        centre = view.at(scene.model.index[key]) - QPointF(view.radius + size * 0.35, view.radius + size * 0.35)
        if view.camera.area.contains(centre):
            draw_step(painter, centre, number, size, own)


def paint_map(
    painter: QPainter, scene: Scene, view: View, own: DataColours, quiet: Callable[[QPainter], None] | None = None
) -> None:
    """All layers. `quiet` paints the quiet edges, if they are kept somewhere; by default they are drawn."""
    area = view.camera.area
    painter.save()
    painter.setClipRect(area)
    paint_ground(painter, scene.layout, view.camera, own)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(DIMMED if scene.model.focused else 1.0)
    if quiet is None:
        paint_quiet_edges(painter, scene, view, own)
    else:
        quiet(painter)
    painter.setOpacity(1.0)
    paint_kin_edges(painter, scene, view, own)
    paint_paths(painter, scene, view, own)
    paint_marks(painter, scene, view, own)
    paint_labels(painter, scene, view, own)
    paint_steps(painter, scene, view, own)
    painter.restore()
