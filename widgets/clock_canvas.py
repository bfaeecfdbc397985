"""The drawing surface of the request clock: a kept picture, the playhead over it, and the hands on it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.instant import Instant
from widgets.clock_brackets import brackets, opening, paint_brackets
from widgets.clock_data import ClockData, Contract
from widgets.clock_engines import EngineLanes
from widgets.clock_hands import ClockHands
from widgets.clock_layout import lay_out
from widgets.clock_live import paint_hover, paint_live, paint_playhead, paint_range, paint_title
from widgets.clock_map import ClockMap
from widgets.clock_picture import ClockPicture
from widgets.clock_view import ROW, ClockView
from widgets.clock_words import request_lines, tr
from widgets.fonts import scale
from widgets.handled_canvas import HandledCanvas
from widgets.palette import colours
from widgets.surface import paint_focus, ratio_of

FOLLOW_AT = 0.12  # where the playhead stands after the view has followed it


class ClockCanvas(HandledCanvas):
    """Lane numbers and pixels stay inside; out come requests and nanoseconds."""

    timeRequested = Signal(object)
    requestClicked = Signal(int)
    rangeChanged = Signal(object, object)  # ns, or None and None
    viewChanged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = ClockView()
        self._data: ClockData | None = None
        self._engines: EngineLanes | None = None
        self._picture: ClockPicture | None = None
        self._map: ClockMap | None = None
        self._instant: Instant | None = None
        self._contract = Contract()
        self._chosen, self._hovered = -1, -1
        self._range: tuple[float, float] | None = None
        self._follow_lanes, self._only_present = True, True
        self.title_room = 0  # pixels at the right of the title line in use by somebody else
        self._hands = ClockHands(self, self.view)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Request clock"))

    # ---- what is shown

    @property
    def data(self) -> ClockData | None:
        return self._data

    @property
    def engines(self) -> EngineLanes | None:
        """The band of engines."""
        return self._engines

    @property
    def chosen(self) -> int:
        return self._chosen

    @property
    def measured(self) -> tuple[float, float] | None:
        """The measured range in ns."""
        return self._range

    def setData(self, data: ClockData | None) -> None:
        self._data, self._instant, self._range, self._chosen, self._hovered = data, None, None, -1, -1
        self.view.opened, self.view.scroll, self._follow_lanes = -1, 0.0, True
        self._engines = EngineLanes(data) if data else None
        self._picture = ClockPicture(data, self._engines) if data and self._engines else None
        self._map = ClockMap(data) if data else None
        self.view.lanes = len(data.request_of) if data else 0
        self.view.row = ROW * scale()
        if data:
            self.view.time.set_duration(data.recording.duration)
            self.setContract(self._contract)
        self._relayout()

    def setContract(self, contract: Contract) -> None:
        self._contract = contract
        if self._picture:
            self._picture.set_contract(contract)
        self.update()

    def setInstant(self, instant: Instant) -> None:
        """Move the playhead, and the view with it if the playhead was in view."""
        before, self._instant = self._instant, instant
        view = self.view.time
        inside = before is not None and view.start <= before.time <= view.end
        if inside and not view.start <= instant.time <= view.end:
            start = instant.time - view.span * FOLLOW_AT
            view.show(start, start + view.span)
            self.changed()
        same = before is not None and before.phase is instant.phase
        if not same and self._follow_lanes:
            self._follow(instant)
        still = before is not None and round(self.view.x(before.time) * 2) == round(self.view.x(instant.time) * 2)
        if not (same and still):
            self.update()

    def selectRequest(self, request: int) -> None:
        if request == self._chosen or self._data is None:
            return
        self._chosen, self._follow_lanes = request, request < 0
        self.view.opening = opening()
        self._arrange()
        if request >= 0:
            self.view.reveal(self.view.opened)
        self.viewChanged.emit()
        self.update()

    def setRange(self, chosen: tuple[float, float] | None) -> None:
        self._range = chosen
        self.rangeChanged.emit(*((int(chosen[0]), int(chosen[1])) if chosen else (None, None)))
        self.update()

    def fit(self) -> None:
        """All of the run; once more, all lanes."""
        if self.view.time.fitted:
            self.view.fit_rows(scale())
        self.view.time.fit()
        self._follow_lanes = True
        self.changed()

    def zoom(self, factor: float, x: float | None = None) -> None:
        """Zoom in time about a pixel, by default about the playhead if it is in view, else the middle."""
        view = self.view
        if x is None:
            x = view.x(self._instant.time) if self._instant is not None else -1.0
            if not view.plot.left() <= x <= view.plot.right():
                x = view.plot.center().x()
        view.time.zoom_at(factor, view.time_at(x))
        self.changed()

    def pan(self, share: float) -> None:
        """Pan by a share of what is in view."""
        self.view.time.pan(share * self.view.time.span)
        self.changed()

    def scroll_to(self, pixels: float) -> None:
        self._follow_lanes = False
        self.view.set_scroll(pixels)
        self.changed()

    def show_time(self, start: float, end: float) -> None:
        """Show this range of time (ns), as another clock does."""
        if (start, end) != (self.view.time.start, self.view.time.end):
            self.view.time.show(start, end)
            self.changed()

    def set_duration(self, duration: int) -> None:
        """Draw on an axis of this length (ns), which may be longer than the run."""
        if duration != self.view.time.duration:
            self.view.time.set_duration(duration)
            self.changed()

    def choose(self, request: int) -> None:
        self.requestClicked.emit(request)

    def ask(self, time: int) -> None:
        self.timeRequested.emit(time)

    def fold_at(self, position: QPointF) -> bool:
        """Open or fold the group of engines whose name is at a position; whether there was one."""
        lanes = self._engines
        if lanes is None or position.x() >= self.view.plot.left() or not lanes.fold_at(position.y(), self.view):
            return False
        self._relayout()
        return True

    def fold_next(self) -> None:
        """Give the engines of the next folded group lanes of their own; after the last, fold all."""
        if self._engines is not None:
            self._engines.band.open_next()
            self._relayout()

    def measure_other(self) -> None:
        """Heights of iterations by requests in the batch instead of tokens, or the other way round."""
        if self._engines is not None:
            self._engines.measure_other()
            self.changed()

    def setOnlyPresent(self, only: bool) -> None:
        """Give lanes only to requests that are in the system during the time in view."""
        self._only_present = only
        self.changed()

    def changed(self) -> None:
        """The view has moved."""
        self._arrange()
        self.viewChanged.emit()
        self.update()

    def _arrange(self) -> None:
        data, view = self._data, self.view
        if data is None:
            return
        top, before = view.lane_at(view.plot.top()), view.lanes
        anchor = int(data.request_of[top]) if 0 <= top < len(data.request_of) else -1
        offset = view.top(top) - view.plot.top() if top >= 0 else 0.0
        shown = (view.time.start, view.time.end) if self._only_present else (0.0, view.time.whole)
        data.arrange(*shown, self._chosen)
        view.lanes = len(data.request_of)
        view.opened = int(data.lane_of[self._chosen]) if self._chosen >= 0 else -1
        if before != view.lanes and anchor >= 0:
            lane = int(np.searchsorted(data.recording.requests["arrival"][data.request_of], data.arrival[anchor]))
            view.set_scroll(view.scroll + view.top(min(lane, view.lanes)) - view.plot.top() - offset)
        view.set_scroll(view.scroll)

    def _follow(self, instant: Instant) -> None:
        """Keep the requests that run or wait now in view: go where most of them are once too few are seen."""
        data, view = self._data, self.view
        if data is None or view.furthest <= 0:
            return
        lanes = data.lane_of[np.concatenate([instant.running, instant.waiting])]
        if view.scroll_to_most(lanes[lanes >= 0]):
            self.viewChanged.emit()

    def sizeHint(self) -> QSize:
        return QSize(560, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(220, 170)

    def _relayout(self) -> None:
        lay_out(self.view, self.size(), self._data, self._engines)
        self.changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._relayout()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._relayout()
        self.update()
        super().changeEvent(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        own, view = colours(self), self.view
        with QPainter(self) as painter:
            canvas = QRectF(0, view.axis.top(), self.width(), self.height() - view.axis.top())
            painter.fillRect(QRectF(0, 0, self.width(), canvas.top()), own.surface)
            if self._data is None or self._engines is None or self._picture is None or self._map is None:
                painter.fillRect(canvas, own.surface)
                return
            instant, ratio = self._instant, ratio_of(painter)
            now = float(instant.time) if instant else 0.0
            paint_title(painter, self.width() - self.title_room, self._data, instant, own)
            self._map.paint(painter, view, ratio, own)
            self._picture.paint(painter, canvas, view, self._chosen, now, ratio, own)
            if instant is not None:
                paint_live(painter, self._data, self._engines, view, instant, own)
            lane = int(self._data.lane_of[self._hovered]) if self._hovered >= 0 else -1
            if lane >= 0:
                paint_hover(painter, view, lane, own)
            if self._chosen >= 0:
                found = brackets(self._data, self._contract, self._chosen)
                paint_brackets(painter, found, view, view.opened, own)
            if self._range is not None:
                paint_range(painter, view, self._range, own)
            paint_playhead(painter, view, now, own)
            paint_focus(painter, self, own)

    # ---- hands

    def request_at(self, position: QPointF) -> int:
        """The request whose lane is under a position, −1 if none."""
        lane = self.view.lane_at(position.y())
        return int(self._data.request_of[lane]) if self._data is not None and lane >= 0 else -1

    def tip(self, position: QPointF) -> str:
        """The tooltip at a position: a request's or an iteration's story."""
        if self._data is None or self._engines is None:
            return ""
        request = self.request_at(position)
        if request >= 0:
            return "\n".join(request_lines(self._data, self._contract, request, self._instant))
        return self._engines.tip(position, self.view)
