"""The map itself, layer on layer: ground, quiet edges, edges of the kin, paths, marks, labels, numbers of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from widgets.atlas_edges import Stroke, draw_curves
from widgets.atlas_ground import ground_shade, paint_ground
from widgets.atlas_labels import Label
from widgets.atlas_marks import Look, draw_look, draw_step
from widgets.atlas_model import AtlasModel
from widgets.atlas_scene import CLOSE, Scene, View, label_font
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lineage_delegate import kin_colour
from widgets.lineage_model import ANCESTRAL, DERIVED, Kin
from widgets.palette import DataColours

MANY = 90  # edges of kin that are still drawn one by one with their heads
CALM = 190  # edges that do not yet make a thicket
SIGNS_FROM = 1.5  # how much closer than at the layout's own size signs appear on all edges
DIMMED = 0.34  # opacity of the quiet edges while something stands out

Stamp = Callable[[QPainter, Look, QPointF, float], None]


@dataclass(frozen=True)
class Kept:
    """What need not be drawn again: the ground with the quiet edges on it, and marks."""

    base: QPixmap
    stamp: Stamp


def paint_base(painter: QPainter, scene: Scene, view: View, own: DataColours, quiet: QPixmap | None = None) -> None:
    """The ground and the quiet edges, dimmed while something stands out."""
    paint_ground(painter, scene.layout, view.camera, own)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(DIMMED if scene.model.focused else 1.0)
    if quiet is None:
        paint_quiet_edges(painter, scene, view, own)
    else:
        painter.drawPixmap(0, 0, quiet)
    painter.setOpacity(1.0)


def paint_quiet_edges(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """Every edge between sources that are shown, thin and all of one colour: the more there are, the fainter."""
    hidden = {scene.model.index[key] for key in scene.model.hidden}
    seen = np.flatnonzero(view.curves.seen(view.camera.area))
    shown = [
        int(edge) for edge in seen if not hidden or not {int(scene.older[edge]), int(scene.newer[edge])} & hidden
    ]
    close = view.camera.row > SIGNS_FROM * scene.layout.metrics.row
    strength = min(1.0, (CALM / max(len(scene.model.edges), 1)) ** 0.6)
    colour = mix(own.surface, own.muted, (0.52 if own.dark else 0.46) * strength)
    draw_curves(painter, view.curves, shown, Stroke(colour, 0, 0, 3.4 * scale() if close else 0, own.surface))


def paint_kin_edges(painter: QPainter, scene: Scene, view: View, own: DataColours) -> None:
    """The edges of the selected source and among its kin, those at the source itself in front.

    Where there are very many, only those that lead farther away are drawn, and thin.
    """
    groups: dict[Kin, list[int]] = {}
    seen = view.curves.seen(view.camera.area)
    for index, edge in enumerate(scene.model.edges):
        kin = scene.model.edge_kin(edge)
        if kin is not Kin.NONE and seen[index]:
            groups.setdefault(kin, []).append(index)
    many = sum(map(len, groups.values())) > MANY
    for kin in (Kin.ANCESTOR, Kin.DESCENDANT, Kin.PARENT, Kin.CHILD):
        chosen, stroke = groups.get(kin, []), kin_stroke(kin, own)
        if many and kin not in CLOSE:
            chosen = [index for index in chosen if scene.model.leads_away(scene.model.edges[index])]
            stroke = Stroke(stroke.colour)
        draw_curves(painter, view.curves, chosen, stroke)
    if scene.model.followed is not None:
        place = scene.model.edges.index(scene.model.followed)
        draw_curves(painter, view.curves, [place], replace(kin_stroke(Kin.SELECTED, own), width=3.4 * scale()))


def kin_stroke(kin: Kin, own: DataColours) -> Stroke:
    colour, unit = kin_colour(own, kin), scale()
    if kin in CLOSE:
        return Stroke(colour, 2.0 * unit, 8.0 * unit, 4.2 * unit, own.surface)
    return Stroke(mix(own.surface, colour, 0.66), 1.2 * unit, 6.0 * unit, 0, own.surface)


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


def paint_marks(painter: QPainter, scene: Scene, view: View, own: DataColours, stamp: Stamp | None = None) -> None:
    """All marks: ghosts first, what stands out last. `stamp` draws a picture that is kept, if there is one."""
    model, area = scene.model, view.camera.area.adjusted(-12, -12, 12, 12)
    on_paths = model.on_paths
    order = sorted(range(len(model.sources)), key=lambda place: model.stands_out(model.sources[place].key))
    for place in order:
        centre = view.at(place)
        if area.contains(centre):
            look = _look(model, place, on_paths)
            if stamp is None:
                draw_look(painter, look, centre, view.radius, own)
            else:
                stamp(painter, look, centre, view.radius)


def _look(model: AtlasModel, place: int, on_paths: frozenset[str]) -> Look:
    source = model.sources[place]
    key, out, hidden = source.key, model.stands_out(source.key), source.key in model.hidden
    return Look(
        source.kind,
        source.ring,
        source.primary_ledger,
        model.kin(key),
        ghost=hidden and not out,
        faint=(model.focused and not out) or hidden,
        runs=key in model.runnable,
        on_path=key in on_paths,
        chosen=key in model.chosen,
    )


def paint_labels(painter: QPainter, scene: Scene, view: View, own: DataColours, dimmed: bool) -> None:
    """The labels that have room, each on a ground of its own so that curves do not cross the letters.

    Those that are `dimmed` lie below what stands out, the others above everything.
    """
    model = scene.model
    plain, bold = label_font(), label_font(True)
    grounds = {shaded: _clear(ground_shade(own) if shaded else own.surface) for shaded in (False, True)}
    quiet = own.readable(mix(own.surface, own.muted, 0.7))
    of_kin = {kin: own.readable(kin_colour(own, kin)) for kin in (Kin.PARENT, Kin.CHILD)}
    painter.setFont(plain)
    for place, label in view.labels.items():
        key = model.sources[place].key
        kin, quiet_one = model.kin(key), model.focused and not model.stands_out(key)
        if quiet_one != dimmed:
            continue
        painter.fillRect(label.box.adjusted(-1.5, 1, 1.5, -1), grounds[place in scene.shaded])
        name, year = own.text, own.muted
        if quiet_one:
            name = year = quiet
        elif kin in ANCESTRAL or kin in DERIVED:
            year = of_kin[Kin.PARENT if kin in ANCESTRAL else Kin.CHILD]
        strong = kin in CLOSE or key in model.on_paths or key in model.chosen
        draw_label(painter, scene, place, label, (bold if strong else plain, plain), (name, year))


def _clear(colour: QColor) -> QColor:
    """Nearly opaque, so that curves shine through a little behind letters."""
    clear = QColor(colour)
    clear.setAlphaF(0.84)
    return clear


def draw_label(
    painter: QPainter,
    scene: Scene,
    place: int,
    label: Label,
    fonts: tuple[QFont, QFont],
    inks: tuple[QColor, QColor],
) -> None:
    """Name and year in the box of a label, beside the mark."""
    name, year = scene.names[place], "" if label.short else scene.years[place]
    metrics = [QFontMetricsF(font) for font in fonts]
    width = metrics[0].horizontalAdvance(name)
    left = label.box.left()
    if label.left:
        left = label.box.right() - width - (scene.space + metrics[1].horizontalAdvance(year) if year else 0)
    base = label.box.top() + (label.box.height() + metrics[1].ascent() - metrics[1].descent()) / 2
    painter.setFont(fonts[0])
    painter.setPen(inks[0])
    painter.drawText(QPointF(left, base), name)
    if year:
        painter.setFont(fonts[1])
        painter.setPen(inks[1])
        painter.drawText(QPointF(left + width + scene.space, base), year)


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


def paint_map(painter: QPainter, scene: Scene, view: View, own: DataColours, kept: Kept | None = None) -> None:
    """All layers, with pictures that are `kept` where that is quicker; without them everything is drawn."""
    painter.save()
    painter.setClipRect(view.camera.area)
    if kept is None:
        paint_base(painter, scene, view, own)
    else:
        painter.drawPixmap(0, 0, kept.base)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_labels(painter, scene, view, own, dimmed=True)
    paint_kin_edges(painter, scene, view, own)
    paint_paths(painter, scene, view, own)
    paint_marks(painter, scene, view, own, kept.stamp if kept else None)
    paint_labels(painter, scene, view, own, dimmed=False)
    paint_steps(painter, scene, view, own)
    painter.restore()
