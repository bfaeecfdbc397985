"""Mouse, wheel and keys of the map: wheel zooms, a drag pans, a click selects, arrows walk along edges."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from widgets.atlas_walk import DOWN, LEFT, RIGHT, UP

ZOOM_STEP = 1.25
CLICK_PIXELS = 4
FAR = 120.0  # px that an arrow with Shift pans


class MapCommands(Protocol):
    """What the hands ask of the map."""

    @property
    def holding(self) -> bool: ...

    def zoom(self, factor: float, anchor: QPointF | None = None) -> None: ...

    def pan(self, by: QPointF) -> None: ...

    def fit(self) -> None: ...

    def hover(self, item: int) -> None: ...

    def grab_hand(self, closed: bool) -> None: ...

    def place_at(self, position: QPointF) -> int: ...

    def pick(self, place: int) -> None: ...

    def toggle(self, place: int) -> None: ...

    def walk(self, way: str) -> None: ...

    def walk_to_end(self, last: bool) -> None: ...

    def toggle_selected(self) -> None: ...

    def ask_path(self) -> None: ...

    def let_go(self) -> None: ...


class AtlasHands:
    """Turns events into commands."""

    def __init__(self, atlas: MapCommands) -> None:
        self._map = atlas
        self._drag: QPointF | None = None
        self._dragged = False

    def wheel(self, event: QWheelEvent) -> None:
        turn = event.angleDelta()
        sideways = abs(turn.x()) > abs(turn.y()) or event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if sideways:
            self._map.pan(QPointF((turn.x() or turn.y()) / 2, 0))
        elif turn.y():
            self._map.zoom(math.pow(ZOOM_STEP, turn.y() / 120), event.position())

    def press(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._drag, self._dragged = event.position(), False

    def move(self, event: QMouseEvent) -> None:
        position = event.position()
        if self._drag is None or not event.buttons():
            self._map.hover(self._map.place_at(position))
            return
        by = position - self._drag
        if self._dragged or by.manhattanLength() > CLICK_PIXELS:
            self._dragged, self._drag = True, position
            self._map.grab_hand(True)
            self._map.pan(by)

    def release(self, event: QMouseEvent) -> None:
        clicked = self._drag is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton
        self._drag = None
        self._map.grab_hand(False)
        if not clicked:
            return
        place = self._map.place_at(event.position())
        several = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        if event.modifiers() & several:
            self._map.toggle(place)
        else:
            self._map.pick(place)

    def double_click(self, event: QMouseEvent) -> None:
        """Closer, where nothing stands."""
        if self._map.place_at(event.position()) < 0:
            self._map.zoom(2.0, event.position())

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was one of ours."""
        action = self._action(event)
        if action is not None:
            action()
        return action is not None

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is ours before it is a shortcut of the window."""
        return self._action(event) is not None

    def _action(self, event: QKeyEvent) -> Callable[[], None] | None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if modifiers == Qt.KeyboardModifier.ShiftModifier and key in self._panning():
            return self._panning()[key]
        if modifiers & ~Qt.KeyboardModifier.ShiftModifier or (key == Qt.Key.Key_Escape and not self._map.holding):
            return None
        return self._walking().get(key) or self._others().get(key)

    def _walking(self) -> dict[Qt.Key, Callable[[], None]]:
        ways = {Qt.Key.Key_Left: LEFT, Qt.Key.Key_Right: RIGHT, Qt.Key.Key_Up: UP, Qt.Key.Key_Down: DOWN}
        return {key: lambda way=way: self._map.walk(way) for key, way in ways.items()}  # type: ignore[misc]

    def _panning(self) -> dict[Qt.Key, Callable[[], None]]:
        offsets = {
            Qt.Key.Key_Left: QPointF(FAR, 0),
            Qt.Key.Key_Right: QPointF(-FAR, 0),
            Qt.Key.Key_Up: QPointF(0, FAR),
            Qt.Key.Key_Down: QPointF(0, -FAR),
        }
        return {key: lambda by=by: self._map.pan(by) for key, by in offsets.items()}  # type: ignore[misc]

    def _others(self) -> dict[Qt.Key, Callable[[], None]]:
        atlas = self._map
        return {
            Qt.Key.Key_Plus: lambda: atlas.zoom(ZOOM_STEP),
            Qt.Key.Key_Equal: lambda: atlas.zoom(ZOOM_STEP),
            Qt.Key.Key_Minus: lambda: atlas.zoom(1 / ZOOM_STEP),
            Qt.Key.Key_0: atlas.fit,
            Qt.Key.Key_F: atlas.fit,
            Qt.Key.Key_Home: lambda: atlas.walk_to_end(False),
            Qt.Key.Key_End: lambda: atlas.walk_to_end(True),
            Qt.Key.Key_Space: atlas.toggle_selected,
            Qt.Key.Key_P: atlas.ask_path,
            Qt.Key.Key_Escape: atlas.let_go,
        }
