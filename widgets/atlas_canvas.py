"""The canvas of the map: it owns the camera, draws through kept pictures, and tells what the user picked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QNativeGestureEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.atlas_camera import Camera
from widgets.atlas_frame import Frames
from widgets.atlas_ground import gutter_width, header_height, paint_gutter, paint_header
from widgets.atlas_hands import AtlasHands
from widgets.atlas_hover import paint_hover
from widgets.atlas_paint import paint_map
from widgets.atlas_scene import Scene, View
from widgets.atlas_walk import Step, Walker
from widgets.atlas_words import lane_tip, tooltip
from widgets.fonts import scale
from widgets.handled_canvas import HandledCanvas
from widgets.palette import colours
from widgets.surface import paint_focus
from widgets.vector_export import is_vector

SETTLE_MS = 110  # without pan or zoom before the map is drawn sharp again


class AtlasCanvas(HandledCanvas):
    """`picked(key)` for a selection ("" for none), `toggled(key)` for one more or less in a selection of several."""

    picked = Signal(str)
    toggled = Signal(str)
    walked = Signal(object)  # a Step
    pathAsked = Signal()
    released = Signal()  # Escape

    def __init__(self, scene: Scene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = scene
        self._frames = Frames()
        self._hands: AtlasHands = AtlasHands(self)
        self._walker = Walker(scene.model)
        self._camera = self._fitting()
        self._view: View | None = None
        self._whole = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.settle)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # the camera

    @property
    def camera(self) -> Camera:
        return self._camera

    def _area(self) -> QRectF:
        left, top = gutter_width(self._scene.layout), header_height()
        return QRectF(left, top, max(self.width() - left, 1.0), max(self.height() - top - 2, 1.0))

    def _fitting(self) -> Camera:
        return Camera.fitting(self._scene.layout, self._area())

    def full_size(self) -> QSize:
        """The size at which all labels have room."""
        layout = self._scene.layout
        width = gutter_width(layout) + layout.width + layout.overhang(layout.width) + 8
        return QSize(round(width), round(header_height() + layout.rows * layout.metrics.row + 4))

    def set_whole(self, whole: bool) -> None:
        """Show all of the map, whatever part of it the user looks at, until told otherwise."""
        self._whole = whole
        self._view = None
        self.update()

    def _shown(self) -> Camera:
        return self._fitting() if self._whole else self._camera

    def view(self) -> View:
        """What is seen now."""
        camera = self._shown()
        if self._view is None or self._view.camera != camera:
            self._view = self._scene.view(camera)
        return self._view

    def _move(self, camera: Camera) -> None:
        if camera != self._camera:
            self._camera = camera
            self._settle.start()
            self.update()

    def settle(self) -> None:
        """Draw sharp again."""
        self._settle.stop()
        self.update()

    def zoom(self, factor: float, anchor: QPointF | None = None) -> None:
        selected = self._scene.model.selected
        if anchor is None and selected:
            place = self._scene.model.index[selected]
            layout = self._scene.layout
            anchor = QPointF(self._camera.x(layout.x[place]), self._camera.y(layout.y[place]))
        if anchor is None or not self._camera.area.contains(anchor):
            anchor = self._camera.area.center()
        self._move(self._camera.zoomed(factor, anchor))

    def pan(self, by: QPointF) -> None:
        self._move(self._camera.panned(by))

    def fit(self) -> None:
        self._move(self._fitting())

    def reveal(self, key: str) -> None:
        """Move the map as little as needed for a source to be in sight."""
        place = self._scene.model.index.get(key)
        if place is not None:
            layout = self._scene.layout
            self._move(self._camera.showing(float(layout.x[place]), float(layout.y[place]), 46 * scale()))

    # what changed

    def rearranged(self, keep: bool = False) -> None:
        """Other places: the whole map is shown again, or (`keep`) about the part that was looked at."""
        if keep:
            self._refit()
        else:
            self._camera = self._fitting()
        self._view = None
        self._hovered = -1
        self._frames.forget_edges()
        self.update()

    def _refit(self) -> None:
        """A map that was fitted stays so; another keeps its zoom and its middle as far as it can."""
        before, fitting = self._camera, self._fitting()
        self._camera = fitting
        if not before.fitted:
            middle = before.area.center()
            share, row = before.share_at(middle.x()), before.row_at(middle.y()) / max(before.rows, 1.0)
            closer = fitting.zoomed(before.zoom, fitting.area.center())
            there = QPointF(closer.x(share), closer.y(row * closer.rows))
            self._camera = closer.panned(closer.area.center() - there)

    def changed(self) -> None:
        """Something else stands out."""
        self._view = None
        self._frames.forget_frame()
        self.settle()

    # what the hands ask

    def grab_hand(self, closed: bool) -> None:
        self.setCursor(Qt.CursorShape.ClosedHandCursor if closed else Qt.CursorShape.ArrowCursor)

    def hover(self, item: int) -> None:
        super().hover(item)
        if self.cursor().shape() != Qt.CursorShape.ClosedHandCursor:
            self.setCursor(Qt.CursorShape.PointingHandCursor if item >= 0 else Qt.CursorShape.ArrowCursor)

    def place_at(self, position: QPointF) -> int:
        """The source whose mark or label is at a position, −1 for none."""
        view = self.view()
        if not view.camera.area.contains(position) or not view.x.size:
            return -1
        apart = (view.x - position.x()) ** 2 + (view.y - position.y()) ** 2
        nearest = int(apart.argmin())
        if apart[nearest] <= (view.radius + 4.5 * scale()) ** 2:
            return nearest
        return next((place for place, label in view.labels.items() if label.box.contains(position)), -1)

    def _key(self, place: int) -> str:
        return self._scene.model.sources[place].key if place >= 0 else ""

    def pick(self, place: int) -> None:
        self.picked.emit(self._key(place))

    def toggle(self, place: int) -> None:
        if place >= 0:
            self.toggled.emit(self._key(place))

    def walk(self, way: str) -> None:
        step = self._walker.step(way, self._scene.layout)
        if step is not None:
            self.walked.emit(step)

    def walk_to_end(self, last: bool) -> None:
        model = self._scene.model
        keys = [source.key for source in model.sources if source.key not in model.hidden]
        if keys:
            self.walked.emit(Step(keys[-1] if last else keys[0]))

    def toggle_selected(self) -> None:
        if self._scene.model.selected:
            self.toggled.emit(self._scene.model.selected)

    def ask_path(self) -> None:
        self.pathAsked.emit()

    @property
    def holding(self) -> bool:
        """Whether there is a selection or a path to let go of."""
        model = self._scene.model
        return bool(model.selected or model.chosen or model.paths)

    def let_go(self) -> None:
        self.released.emit()

    def tip(self, position: QPointF) -> str:
        camera = self._camera
        if position.x() < camera.area.left() and position.y() > camera.area.top():
            return lane_tip(self._scene.layout, camera.row_at(position.y()))
        place = self.place_at(position)
        return tooltip(self._scene.model, place) if place >= 0 else ""

    # Qt's side

    def paintEvent(self, event: QPaintEvent) -> None:
        own, camera = colours(self), self._shown()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), own.surface)
            ratio = painter.deviceTransform().m11()
            if is_vector(painter) or ratio != self.devicePixelRatioF() or self._whole:
                paint_map(painter, self._scene, self.view(), own)
            elif not (self._settle.isActive() and self._frames.paint_moving(painter, camera, own)):
                painter.drawPixmap(0, 0, self._frames.sharp(self._scene, self.view(), own, self.size(), ratio))
                paint_hover(painter, self._scene, self.view(), self._hovered, own)
            paint_header(painter, self._scene.layout, camera, own)
            paint_gutter(painter, self._scene.layout, camera, own, self._scene.selected_lane())
            paint_focus(painter, self, own)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._view = None
        self._frames.forget_edges()
        if not self._whole:  # laid out for a picture: what the user looks at is kept
            self._refit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._hands.wants(event):
            event.accept()
            return True
        pinch = Qt.NativeGestureType.ZoomNativeGesture
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == pinch:
            self.zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._settle.stop()
        self._frames.forget_edges()  # large pictures that nobody looks at
        super().hideEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(900, 560)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 160)
