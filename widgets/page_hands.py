"""Mouse, wheel and keys of one pool: wheel zooms, a drag pans, arrows walk the pages, Enter takes its owner."""

from __future__ import annotations

import math
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from engine.recording import Pool
from widgets.page_view import GridView

ZOOM_STEP = 1.25
CLICK_PIXELS = 4
FAR = 8  # rows that PageUp and PageDown walk


class GridCommands(Protocol):
    """What the hands ask of the grid."""

    @property
    def chosen_page(self) -> int: ...

    def zoom(self, factor: float, anchor: QPointF | None = None) -> None: ...

    def pan(self, offset: QPointF) -> None: ...

    def fit(self) -> None: ...

    def hover(self, item: int) -> None: ...

    def grab_hand(self, closed: bool) -> None: ...

    def page_at(self, position: QPointF) -> int: ...

    def owner_of(self, page: int) -> int: ...

    def choose_page(self, page: int) -> None: ...

    def choose_request(self, request: int) -> None: ...


class PageHands:
    """Turns events into commands of the grid of a pool."""

    def __init__(self, grid: GridCommands, view: GridView, pool: Pool) -> None:
        self._grid, self._view, self._pool = grid, view, pool
        self._drag: QPointF | None = None
        self._dragged = False

    def wheel(self, event: QWheelEvent) -> None:
        self._grid.zoom(math.pow(ZOOM_STEP, event.angleDelta().y() / 120), event.position())

    def press(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._drag, self._dragged = event.position(), False

    def move(self, event: QMouseEvent) -> None:
        position = event.position()
        if self._drag is None or not event.buttons():
            self._grid.hover(self._grid.page_at(position))
            return
        offset = position - self._drag
        if self._dragged or offset.manhattanLength() > CLICK_PIXELS:
            self._dragged, self._drag = True, position
            self._grid.grab_hand(True)
            self._grid.pan(offset)

    def release(self, event: QMouseEvent) -> None:
        clicked = self._drag is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton
        self._drag = None
        self._grid.grab_hand(False)
        if clicked:
            page = self._grid.page_at(event.position())
            self._grid.choose_page(page)
            self._grid.choose_request(self._grid.owner_of(page))

    def double_click(self, event: QMouseEvent) -> None:
        """Closer, or back to all pages."""
        if not self._view.area.contains(event.position()):
            return
        if self._view.fitted:
            self._grid.zoom(2.0, event.position())
        else:
            self._grid.fit()

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was one of ours."""
        grid, row = self._grid, self._view.columns
        actions = {
            Qt.Key.Key_Left: lambda: self._step(-1),
            Qt.Key.Key_Right: lambda: self._step(1),
            Qt.Key.Key_Up: lambda: self._step(-row),
            Qt.Key.Key_Down: lambda: self._step(row),
            Qt.Key.Key_PageUp: lambda: self._step(-row * FAR),
            Qt.Key.Key_PageDown: lambda: self._step(row * FAR),
            Qt.Key.Key_F: grid.fit,
            Qt.Key.Key_Plus: lambda: grid.zoom(ZOOM_STEP),
            Qt.Key.Key_Equal: lambda: grid.zoom(ZOOM_STEP),
            Qt.Key.Key_Minus: lambda: grid.zoom(1 / ZOOM_STEP),
            Qt.Key.Key_Return: self._take_owner,
            Qt.Key.Key_Enter: self._take_owner,
            Qt.Key.Key_Escape: self._let_go,
        }
        allowed = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        action = actions.get(Qt.Key(event.key())) if not event.modifiers() & ~allowed else None
        if action is not None:
            action()
        return action is not None

    def _step(self, step: int) -> None:
        pool = self._pool
        last = pool.first + pool.pages - 1
        page = self._grid.chosen_page
        self._grid.choose_page(min(max(page + step, pool.first), last) if page >= 0 else pool.first)

    def _take_owner(self) -> None:
        if self._grid.chosen_page >= 0:
            self._grid.choose_request(self._grid.owner_of(self._grid.chosen_page))

    def _let_go(self) -> None:
        self._grid.choose_page(-1)
        self._grid.choose_request(-1)
