"""Mouse, wheel and keys of the request clock: W/S zoom, A/D pan, F fits, E opens folded engines, B changes what their
heights mean, a drag measures, a click chooses."""

from __future__ import annotations

import math
from typing import Protocol

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

from widgets.clock_data import ClockData
from widgets.clock_view import ClockView
from widgets.fonts import scale

ZOOM_STEP = 1.3
PAN_SHARE = 0.15
CLICK_PIXELS = 4


class ClockCommands(Protocol):
    """What the hands ask of the clock."""

    @property
    def data(self) -> ClockData | None: ...

    @property
    def chosen(self) -> int: ...

    @property
    def measured(self) -> tuple[float, float] | None: ...

    def changed(self) -> None: ...

    def scroll_to(self, pixels: float) -> None: ...

    def pan(self, share: float) -> None: ...

    def zoom(self, factor: float, x: float | None = None) -> None: ...

    def fit(self) -> None: ...

    def hover(self, item: int) -> None: ...

    def request_at(self, position: QPointF) -> int: ...

    def setRange(self, chosen: tuple[float, float] | None) -> None: ...

    def choose(self, request: int) -> None: ...

    def ask(self, time: int) -> None: ...

    def fold_at(self, position: QPointF) -> bool: ...

    def fold_next(self) -> None: ...

    def measure_other(self) -> None: ...


class ClockHands:
    """Turns events into commands of the clock."""

    def __init__(self, canvas: ClockCommands, view: ClockView) -> None:
        self._canvas, self._view = canvas, view
        self._press: QPointF | None = None
        self._button = Qt.MouseButton.NoButton
        self._moved = False

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom time; with Shift (or over the names) scroll lanes; with Ctrl change their height."""
        canvas, view = self._canvas, self._view
        delta, modifiers = event.angleDelta(), event.modifiers()
        notches = (delta.y() or delta.x()) / 120
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            view.zoom_rows(math.pow(ZOOM_STEP, notches), event.position().y(), scale())
            canvas.changed()
        elif modifiers & Qt.KeyboardModifier.ShiftModifier or event.position().x() < view.plot.left():
            canvas.scroll_to(view.scroll - notches * 3 * view.row)
        elif delta.x() and not delta.y():
            canvas.pan(-notches * PAN_SHARE)
        else:
            canvas.zoom(math.pow(ZOOM_STEP, notches), event.position().x())

    def press(self, event: QMouseEvent) -> None:
        self._press, self._moved, self._button = event.position(), False, event.button()
        if event.button() == Qt.MouseButton.LeftButton and self._on_scale(event.position()):
            self._seek(event.position())

    def move(self, event: QMouseEvent) -> None:
        position, pressed, view = event.position(), self._press, self._view
        if pressed is None or not event.buttons():
            self._canvas.hover(self._canvas.request_at(position))
            return
        if not self._moved and (position - pressed).manhattanLength() <= CLICK_PIXELS:
            return
        self._moved = True
        if self._button == Qt.MouseButton.MiddleButton:
            offset, self._press = position - pressed, position
            view.time.pan(-offset.x() / view.plot.width() * view.time.span)
            self._canvas.scroll_to(view.scroll - offset.y())
        elif self._button == Qt.MouseButton.LeftButton and self._on_scale(pressed):
            self._seek(position)
        elif self._button == Qt.MouseButton.LeftButton:
            low, high = sorted(view.time_at(point.x()) for point in (pressed, position))
            self._canvas.setRange((max(low, 0.0), min(high, view.time.duration)))

    def release(self, event: QMouseEvent) -> None:
        pressed, self._press = self._press, None
        clicked = pressed is not None and not self._moved and event.button() == Qt.MouseButton.LeftButton
        if clicked and self._canvas.fold_at(event.position()):
            return
        if clicked and not self._on_scale(event.position()):
            if self._canvas.measured is not None:
                self._canvas.setRange(None)
            self._canvas.choose(self._canvas.request_at(event.position()))

    def double_click(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() >= self._view.plot.left():
            self._seek(event.position())

    def _on_scale(self, position: QPointF) -> bool:
        """Whether a position is on the strip or the axis, where the mouse moves time."""
        return self._view.map.top() - 2 <= position.y() < self._view.engines.top()

    def _seek(self, position: QPointF) -> None:
        view = self._view
        time = view.time_at(position.x())
        if self._press is not None and self._press.y() < view.map.bottom() + 1:
            time = (position.x() - view.map.left()) / view.map.width() * view.time.whole
            if not view.time.start <= time <= view.time.end:
                view.time.show(time - view.time.span / 2, time + view.time.span / 2)
                self._canvas.changed()
        self._canvas.ask(int(min(max(time, 0), view.time.duration)))

    def key(self, event: QKeyEvent) -> bool:
        """Whether the key was one of ours."""
        canvas = self._canvas
        actions = {
            Qt.Key.Key_W: lambda: canvas.zoom(ZOOM_STEP),
            Qt.Key.Key_S: lambda: canvas.zoom(1 / ZOOM_STEP),
            Qt.Key.Key_A: lambda: canvas.pan(-PAN_SHARE),
            Qt.Key.Key_D: lambda: canvas.pan(PAN_SHARE),
            Qt.Key.Key_F: canvas.fit,
            Qt.Key.Key_E: canvas.fold_next,
            Qt.Key.Key_B: canvas.measure_other,
            Qt.Key.Key_Up: lambda: self._step(-1),
            Qt.Key.Key_Down: lambda: self._step(1),
            Qt.Key.Key_Return: self._seek_chosen,
            Qt.Key.Key_Enter: self._seek_chosen,
            Qt.Key.Key_Escape: self._let_go,
        }
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        action = actions.get(Qt.Key(event.key())) if plain and canvas.data is not None else None
        if action is not None:
            action()
        return action is not None

    def _step(self, step: int) -> None:
        """Choose the request one lane up or down."""
        data, view, chosen = self._canvas.data, self._view, self._canvas.chosen
        if data is None or not view.lanes:
            return
        lane = int(data.lane_of[chosen]) + step if chosen >= 0 else view.visible()[0]
        self._canvas.choose(int(data.request_of[min(max(lane, 0), view.lanes - 1)]))

    def _seek_chosen(self) -> None:
        data, chosen = self._canvas.data, self._canvas.chosen
        if data is not None and chosen >= 0:
            row = data.recording.requests[chosen]
            self._canvas.ask(int(max(row["first_scheduled"], row["arrival"])))

    def _let_go(self) -> None:
        if self._canvas.measured is not None:
            self._canvas.setRange(None)
        else:
            self._canvas.choose(-1)
