"""What the mouse is over: its ring, its edges and its whole name, on top of everything else."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from widgets.atlas_edges import draw_curves
from widgets.atlas_marks import Look, draw_source
from widgets.atlas_paint import kin_stroke
from widgets.atlas_scene import Scene, View, label_font
from widgets.fonts import scale
from widgets.lineage_model import Kin
from widgets.palette import DataColours


def paint_hover(painter: QPainter, scene: Scene, view: View, place: int, own: DataColours) -> None:
    """Nothing for −1."""
    model = scene.model
    if place < 0 or place >= len(model.sources):
        return
    painter.save()
    painter.setClipRect(view.camera.area)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    source, centre = model.sources[place], view.at(place)
    if not model.focused:
        for kin, edges, end in ((Kin.PARENT, scene.newer, "older"), (Kin.CHILD, scene.older, "newer")):
            own_edges = [int(index) for index in (edges == place).nonzero()[0]]
            shown = [index for index in own_edges if getattr(model.edges[index], end) not in model.hidden]
            draw_curves(painter, view.curves, shown, kin_stroke(kin, own))
    painter.setPen(QPen(own.accent, 1.8))
    painter.setBrush(own.surface)
    painter.drawEllipse(centre, view.radius + 3.2, view.radius + 3.2)
    runs = source.key in model.runnable
    draw_source(painter, Look(source.kind, source.ring, source.primary_ledger, runs=runs), centre, view.radius, own)
    _paint_name(painter, scene, view, place, own)
    painter.restore()


def _paint_name(painter: QPainter, scene: Scene, view: View, place: int, own: DataColours) -> None:
    font, unit = label_font(True), scale()
    text = f"{scene.names[place]} {scene.years[place]}".strip()
    metrics = QFontMetricsF(font)
    width, height = metrics.horizontalAdvance(text) + 10 * unit, metrics.height() + 2
    left = view.x[place] + view.radius + scene.layout.metrics.gap - 5 * unit
    area = view.camera.area
    if left + width > area.right():
        left = max(view.x[place] - view.radius - 6 * unit - width, area.left())
    box = QRectF(left, view.y[place] - height / 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own.hover)
    painter.drawRoundedRect(box, 4, 4)
    painter.setFont(font)
    painter.setPen(own.text)
    painter.drawText(
        QPointF(box.left() + 5 * unit, box.center().y() + (metrics.ascent() - metrics.descent()) / 2), text
    )
