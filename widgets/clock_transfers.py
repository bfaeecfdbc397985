"""What travels between engines: a bar per transfer, from which engine to which, and how many bytes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from engine.recording import LINK, Recording
from widgets import format as fmt
from widgets.band_lanes import BandLanes
from widgets.clock_view import ClockView
from widgets.clock_words import tr, transfer_lines
from widgets.fleet_events import FleetEvents, place_name
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.trouble_paint import paint_trouble

MOST_ROUTES = 48  # transfers in view up to which their ways are drawn
HEAD = 3.2  # half the width of an arrow's head, in pixels at scale 1


class TransferLane:
    """Transfers that overlap in time stand under each other."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._transfers = recording.transfers
        self._slow = FleetEvents(recording).of(LINK)
        self._depth, self._depths = _stack(recording.transfers)

    def __len__(self) -> int:
        return len(self._transfers)

    def follows(self) -> int:
        """The engine under whose lane the transfers stand: between senders and receivers where they are apart."""
        if not len(self._transfers):
            return -1
        sources, targets = (column[column >= 0] for column in (self._transfers["source"], self._transfers["target"]))
        last = int(sources.max(initial=-1))
        apart = len(sources) and len(targets) and last < int(targets.min())
        return last if apart else len(self._recording.engines) - 1

    def _bar(self, row: int, lane: QRectF, view: ClockView) -> QRectF:
        step = lane.height() / self._depths
        left = view.x(float(self._transfers["start"][row]))
        right = view.x(float(self._transfers["end"][row]))
        inside = max(left, lane.left())
        top = lane.top() + self._depth[row] * step
        return QRectF(inside, top, max(1.0, right - inside), max(1.0, step - 0.5))

    def _seen(self, view: ClockView) -> NDArray[np.int64]:
        """Rows of the transfers in view; of those too short to tell apart, the first in every pixel."""
        table = self._transfers
        rows = np.flatnonzero((table["end"] >= view.time.start) & (table["start"] <= view.time.end))
        scale = view.plot.width() / view.time.span
        thin = (table["end"][rows] - table["start"][rows]) * scale < 1.0
        pixel = np.floor((table["start"][rows] - view.time.start) * scale).astype(np.int64)
        place = np.where(thin, pixel * self._depths + self._depth[rows], -1 - rows)
        return rows[np.sort(np.unique(place, return_index=True)[1])]

    def paint(
        self, painter: QPainter, lane: QRectF, lanes: BandLanes, view: ClockView, chosen: int, own: DataColours
    ) -> None:
        """The bars; the way of each while they are few, else only of those of the chosen request."""
        painter.fillRect(lane, own.sunken)
        seen = self._seen(view)
        bars = {int(row): self._bar(int(row), lane, view) for row in seen}
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(own.hue["sky"])
        painter.drawRects(list(bars.values()))
        mine = [row for row in bars if int(self._transfers["request"][row]) == chosen]
        painter.setBrush(own.accent)
        painter.drawRects([bars[row] for row in mine])
        for row in bars if len(bars) <= MOST_ROUTES else mine:
            self._route(painter, row, bars[row], lanes, view, own.accent if row in mine else self._ink(own))
        self._label(painter, bars, own)
        for span in self._slow:
            left, right = max(view.x(span.start), lane.left()), min(view.x(span.end), lane.right())
            paint_trouble(painter, span, QRectF(left, lane.top(), right - left, lane.height()), own)

    @staticmethod
    def _ink(own: DataColours) -> QColor:
        return own.readable(own.hue["sky"], own.sunken, 3.0)

    def _route(
        self, painter: QPainter, row: int, bar: QRectF, lanes: BandLanes, view: ClockView, ink: QColor
    ) -> None:
        """From the sender's lane to the bar's start, from its end to the receiver's lane. Memories have no lane."""
        source = lanes.engine_rect(int(self._transfers["source"][row]), view.engines)
        target = lanes.engine_rect(int(self._transfers["target"][row]), view.engines)
        start, end = view.x(float(self._transfers["start"][row])), view.x(float(self._transfers["end"][row]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(ink, 1.2))
        if not source.isEmpty():
            leave = source.bottom() - 1 if source.top() < bar.top() else source.top() + 1
            painter.drawLine(QPointF(start, leave), QPointF(start, bar.center().y()))
        if not target.isEmpty():
            down = target.top() > bar.top()
            arrive = target.top() if down else target.bottom()
            painter.drawLine(QPointF(end, bar.center().y()), QPointF(end, arrive))
            size = HEAD * scale() * (1 if down else -1)
            tip, back, half = QPointF(end, arrive + size), QPointF(0, -size * 1.5), QPointF(abs(size), 0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF([tip, tip + back - half, tip + back + half]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _label(self, painter: QPainter, bars: dict[int, QRectF], own: DataColours) -> None:
        """Bytes and way, in bars that have the room."""
        painter.setFont(ui_font(-2))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(own.ink(own.hue["sky"]))
        recording = self._recording
        for row, bar in bars.items():
            if bar.height() < metrics.height() - 3:
                return
            transfer = self._transfers[row]
            size = fmt.byte_size(int(transfer["bytes"]))
            source, target = (place_name(recording, int(transfer[end])) for end in ("source", "target"))
            way = f"{source} → {target} · {size}"
            text = next((words for words in (way, size) if metrics.horizontalAdvance(words) + 6 <= bar.width()), "")
            if text:
                painter.drawText(bar, Qt.AlignmentFlag.AlignCenter, text)

    def tip(self, position: QPointF, lane: QRectF, view: ClockView) -> str:
        """The story of the transfer under a position."""
        reach = QPointF(2, 0)
        for row in self._seen(view):
            bar = self._bar(int(row), lane, view)
            if bar.contains(position) or bar.contains(position + reach) or bar.contains(position - reach):
                return "\n".join(transfer_lines(self._recording, int(row)))
        return tr("nothing travels")


def _stack(transfers: NDArray[np.void]) -> tuple[NDArray[np.int64], int]:
    """A row for each transfer so that none overlap in time, and how many rows there are."""
    free: list[int] = []
    rows = np.zeros(len(transfers), dtype=np.int64)
    for place in np.argsort(transfers["start"], kind="stable"):
        start = int(transfers["start"][place])
        row = next((number for number, end in enumerate(free) if end <= start), len(free))
        if row == len(free):
            free.append(0)
        free[row] = int(transfers["end"][place])
        rows[place] = row
    return rows, max(1, len(free))
