"""Keeps the drawn map as pictures: the quiet edges while only the selection changes, the whole frame while nothing
does, and a stand-in that is moved and scaled while the user pans and zooms."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegion

from widgets.atlas_camera import Camera
from widgets.atlas_marks import Look, draw_look, reach_of
from widgets.atlas_paint import Kept, Stamp, paint_base, paint_map, paint_quiet_edges
from widgets.atlas_scene import Scene, View
from widgets.palette import DataColours

MOST_MARKS = 800


class Frames:
    """Pictures of one canvas. `forget` what became wrong: "edges" (all), "frame" (what is on top of them)."""

    def __init__(self) -> None:
        self._quiet: tuple[object, QPixmap] | None = None
        self._base: tuple[object, QPixmap] | None = None
        self._frame: tuple[Camera, QPixmap] | None = None
        self._overview: tuple[Camera, QPixmap] | None = None
        self._marks: dict[object, QPixmap] = {}
        self._fresh = False

    def forget_edges(self) -> None:
        """Other edges, places, colours or sizes: nothing can be used any more."""
        self._quiet = self._base = self._frame = self._overview = None
        self._marks.clear()

    def forget_frame(self) -> None:
        """Something on top of the quiet edges changed. The old frame may still stand in while moving."""
        self._fresh = False

    def sharp(self, scene: Scene, view: View, own: DataColours, size: QSize, ratio: float) -> QPixmap:
        """The map as seen now, drawn if it is not kept."""
        if self._fresh and self._frame is not None and self._frame[0] == view.camera:
            kept = self._frame[1]
            if kept.devicePixelRatio() == ratio and kept.size() == size * ratio:
                return kept
        base = self._base_picture(scene, view, own, size, ratio)
        frame = _pixmap(size, ratio, own.surface)
        with QPainter(frame) as painter:
            paint_map(painter, scene, view, own, Kept(base, self._stamper(own, ratio)))
        self._frame, self._fresh = (view.camera, frame), True
        if view.camera.fitted:
            self._overview = self._frame
        return frame

    def _base_picture(self, scene: Scene, view: View, own: DataColours, size: QSize, ratio: float) -> QPixmap:
        quiet = self._quiet_edges(scene, view, own, size, ratio)
        known = (quiet.cacheKey(), scene.model.focused)
        if self._base is None or self._base[0] != known:
            picture = _pixmap(size, ratio, own.surface)
            with QPainter(picture) as painter:
                paint_base(painter, scene, view, own, quiet)
            self._base = (known, picture)
        return self._base[1]

    def _quiet_edges(self, scene: Scene, view: View, own: DataColours, size: QSize, ratio: float) -> QPixmap:
        known = (view.camera, ratio, scene.model.hidden, (size.width(), size.height()))
        if self._quiet is None or self._quiet[0] != known:
            picture = _pixmap(size, ratio)
            with QPainter(picture) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_quiet_edges(painter, scene, view, own)
            self._quiet = (known, picture)
        return self._quiet[1]

    def _stamper(self, own: DataColours, ratio: float) -> Stamp:
        def stamp(painter: QPainter, look: Look, centre: QPointF, radius: float) -> None:
            known = (look, radius, ratio)
            picture, reach = self._marks.get(known), math.ceil(reach_of(radius))
            if picture is None:
                picture = _pixmap(QSize(2 * reach, 2 * reach), ratio)
                with QPainter(picture) as inner:
                    inner.setRenderHint(QPainter.RenderHint.Antialiasing)
                    draw_look(inner, look, QPointF(reach, reach), radius, own)
                if len(self._marks) > MOST_MARKS:
                    self._marks.clear()
                self._marks[known] = picture
            left, top = (round(value * ratio) / ratio for value in (centre.x() - reach, centre.y() - reach))
            painter.drawPixmap(QPointF(left, top), picture)

        return stamp

    def paint_moving(self, painter: QPainter, camera: Camera, own: DataColours) -> bool:
        """The last frame, moved and scaled to where the camera is now; False if there is none to be used."""
        if self._frame is None:
            return False
        area = camera.area
        painter.save()
        painter.setClipRect(area)
        covered = _target(self._frame[0], camera).intersected(area)
        if covered != area:
            uncovered = QRegion(area.toAlignedRect()) - QRegion(covered.toRect())
            painter.setClipRegion(uncovered, Qt.ClipOperation.IntersectClip)
            painter.fillRect(area, own.surface)
            if self._overview is not None:
                _paint_part(painter, self._overview, camera)
            painter.setClipRect(area)
        _paint_part(painter, self._frame, camera)
        painter.restore()
        return True


def _pixmap(size: QSize, ratio: float, ground: QColor | Qt.GlobalColor = Qt.GlobalColor.transparent) -> QPixmap:
    pixmap = QPixmap(size * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(ground)
    return pixmap


def _target(drawn: Camera, camera: Camera) -> QRectF:
    """Where the part of the map that one camera saw lies for another."""
    left, top = camera.x(drawn.share_at(drawn.area.left())), camera.y(drawn.row_at(drawn.area.top()))
    across = camera.axis / max(drawn.axis, 1e-9)
    down = camera.row / max(drawn.row, 1e-9)
    return QRectF(left, top, drawn.area.width() * across, drawn.area.height() * down)


def _paint_part(painter: QPainter, kept: tuple[Camera, QPixmap], camera: Camera) -> None:
    drawn, pixmap = kept
    ratio, area = pixmap.devicePixelRatio(), drawn.area
    source = QRectF(area.left() * ratio, area.top() * ratio, area.width() * ratio, area.height() * ratio)
    painter.drawPixmap(_target(drawn, camera), pixmap, source)
