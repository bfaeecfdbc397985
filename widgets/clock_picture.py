"""The request clock without its playhead: drawn when the view changes, then only copied."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from widgets.clock_data import ClockData, Contract
from widgets.clock_engines import EngineLanes
from widgets.clock_lanes import Marks, paint_guides, paint_lane_edges, paint_spans
from widgets.clock_view import ClockView
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.surface import is_vector
from widgets.time_axis import paint_axis

FUTURE_VEIL = 0.62


class ClockPicture:
    """Two pictures: as it looks when it has happened, and veiled, as it looks while it is still to come."""

    def __init__(self, data: ClockData, engines: EngineLanes) -> None:
        self._data, self._engines = data, engines
        self._contract = Contract()
        self._marks = Marks(data, self._contract)
        self._key: tuple[object, ...] = ()
        self._past, self._future = QPixmap(), QPixmap()
        self._corner = QPointF()

    def set_contract(self, contract: Contract) -> None:
        self._contract = contract
        self._marks = Marks(self._data, contract)
        self._key = ()

    def paint(
        self,
        painter: QPainter,
        canvas: QRectF,
        view: ClockView,
        chosen: int,
        now: float,
        ratio: float,
        own: DataColours,
    ) -> None:
        """Copy the picture of `canvas`; what lies right of `now` (ns) is veiled. `chosen` is a request or −1."""
        split = min(max(view.x(now), view.plot.left()), canvas.right())
        if is_vector(painter):
            painter.save()
            painter.fillRect(canvas, own.surface)
            self._draw(painter, view, chosen, ratio, own)
            painter.restore()
            for band in (view.engines, view.plot):
                still_to_come = QRectF(split, band.top(), max(0.0, band.right() - split), band.height())
                painter.fillRect(still_to_come, _veil(own))
            return
        self._refresh(canvas, view, chosen, ratio, own)
        for pixmap, start, end in ((self._past, canvas.left(), split), (self._future, split, canvas.right())):
            if end > start:
                target = QRectF(start, canvas.top(), end - start, canvas.height())
                source = QRectF((start - canvas.left()) * ratio, 0, (end - start) * ratio, canvas.height() * ratio)
                painter.drawPixmap(target, pixmap, source)

    def _refresh(self, canvas: QRectF, view: ClockView, chosen: int, ratio: float, own: DataColours) -> None:
        where = (view.lanes, view.time.start, view.time.end, view.row, view.scroll, view.opened, view.opening)
        bands = (canvas.getRect(), view.plot.getRect(), view.engines.getRect(), view.axis.getRect())
        lanes = (self._engines.measure, self._engines.band.opened)
        key = (*where, *lanes, *bands, chosen, ratio, own.dark, ui_font().key())
        if key == self._key:
            return
        self._key = key
        size = canvas.size() * ratio
        self._past = QPixmap(math.ceil(size.width()), math.ceil(size.height()))
        self._past.setDevicePixelRatio(ratio)
        self._past.fill(own.surface)
        with QPainter(self._past) as painter:
            painter.translate(-canvas.topLeft())
            self._draw(painter, view, chosen, ratio, own)
        self._future = QPixmap(self._past)
        veil = _veil(own)
        with QPainter(self._future) as painter:
            for band in (view.engines, view.plot):
                painter.fillRect(band.translated(-canvas.topLeft()), veil)

    def _draw(self, painter: QPainter, view: ClockView, chosen: int, ratio: float, own: DataColours) -> None:
        lane = int(self._data.lane_of[chosen]) if chosen >= 0 else -1
        painter.save()
        painter.setClipRect(view.plot)
        paint_guides(painter, view, lane, own)
        painter.restore()
        paint_axis(painter, view.time, view.axis, view.plot.bottom() - view.axis.bottom(), own)
        painter.setClipRect(view.engines)
        self._engines.paint(painter, view, chosen, ratio, own)
        painter.setClipRect(view.plot)
        paint_spans(painter, self._data, view, own)
        self._marks.paint(painter, view, own)
        painter.setClipping(False)
        paint_lane_edges(painter, view, own)
        painter.setClipRect(QRectF(0, view.engines.top() - 4, view.plot.left(), view.engines.height() + 8))
        self._engines.paint_names(painter, view, own)
        painter.setClipping(False)
        self._names(painter, view, lane, own)

    def _names(self, painter: QPainter, view: ClockView, lane: int, own: DataColours) -> None:
        """Names of the requests in the gutter."""
        recording = self._data.recording
        gutter = view.plot.left() - 8 * scale()
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        small = ui_font(-1.5)
        line = QFontMetricsF(small).height()
        step = max(1, math.ceil((line - 1) / view.row))
        first, last = view.visible()
        painter.setClipRect(QRectF(0, view.plot.top(), view.plot.left(), view.plot.height()))
        for place in range(math.ceil(first / step) * step, last, step):
            painter.setFont(ui_font(-1.5, QFont.Weight.Bold) if place == lane else small)
            painter.setPen(own.text if place == lane else own.muted)
            height = view.row if step == 1 else line
            box = QRectF(22 * scale(), view.top(place) + (view.row - height) / 2, gutter - 16 * scale(), height)
            name = recording.request_names[int(self._data.request_of[place])]
            shown = QFontMetricsF(painter.font()).elidedText(name, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box, right, shown)
        painter.setClipping(False)


def _veil(own: DataColours) -> QColor:
    veil = QColor(own.surface)
    veil.setAlphaF(FUTURE_VEIL)
    return veil
