"""The band above: what each engine's iterations were filled with, and what travels between engines.

Heights follow the square root of the token count, so that forty decoding requests are still seen beside a prompt of
two thousand tokens; the marks at the side say which height is which count.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen

from widgets import format as fmt
from widgets.clock_data import ClockData
from widgets.clock_view import ClockView
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.time_axis import TimeView

TALLEST, LOWEST, GAP = 46.0, 12.0, 4.0
GAP_FROM = 5.0  # device pixels of an iteration from which a gap is drawn before it


class EngineLanes:
    """One lane per engine, then one for transfers if there are any."""

    def __init__(self, data: ClockData) -> None:
        self._data = data
        recording = data.recording
        self._rows = [data.engine_rows(engine) for engine in range(len(recording.engines))]
        iterations = recording.iterations
        tokens = iterations["prefill_tokens"].astype(np.int64) + iterations["decode_tokens"]
        self.budget = int(iterations["budget"].max(initial=0))
        self.most = max(1, self.budget, int(tokens.max(initial=0)))
        self._transfers = recording.transfers
        self._transfer_rows, self._transfer_depth = _stack(recording.transfers)

    @property
    def lanes(self) -> int:
        return len(self._rows) + (1 if len(self._transfers) else 0)

    def height(self, room: float) -> float:
        """Height of the whole band, at most `room`."""
        step = scale()
        each = min(TALLEST * step, max(LOWEST * step, room / max(1, self.lanes) - GAP))
        moving = min(each, 20.0 * step) if len(self._transfers) else 0.0
        return len(self._rows) * (each + GAP) + (moving + GAP if moving else 0.0)

    def lane_rect(self, lane: int, band: QRectF) -> QRectF:
        """Rectangle of an engine's lane (lane < engines) or of the transfer lane (= engines)."""
        engines = len(self._rows)
        moving = 20.0 * scale() if len(self._transfers) else 0.0
        moving = min(moving, band.height() / max(1, self.lanes) - GAP)
        each = (band.height() - (moving + GAP if len(self._transfers) else 0.0)) / max(1, engines) - GAP
        top = band.top() + lane * (each + GAP)
        return QRectF(band.left(), top, band.width(), moving if lane == engines else each)

    def lane_at(self, y: float, band: QRectF) -> int:
        for lane in range(self.lanes):
            rect = self.lane_rect(lane, band)
            if rect.top() <= y <= rect.bottom():
                return lane
        return -1

    def iteration_at(self, engine: int, time: float) -> int:
        """Row of `iterations` under way on an engine, −1 if idle."""
        rows = self._rows[engine]
        iterations = self._data.recording.iterations
        place = int(np.searchsorted(iterations["start"][rows], time, side="right")) - 1
        return int(rows[place]) if place >= 0 and iterations["end"][rows[place]] > time else -1

    def level(self, tokens: float) -> float:
        """Height of a count, 0..1."""
        return math.sqrt(max(0.0, tokens) / self.most)

    def marks(self) -> list[int]:
        """Counts named at the side: the top, and one sixteenth of it at a quarter of the height."""
        return [self.most, max(1, self.most // 4), max(1, self.most // 16)]

    # ---- painting

    def paint(self, painter: QPainter, view: ClockView, ratio: float, own: DataColours) -> None:
        for engine in range(len(self._rows)):
            rect = self.lane_rect(engine, view.engines)
            image = self._lane_image(engine, rect, view.time, ratio, own)
            image.setDevicePixelRatio(ratio)
            painter.drawImage(rect.topLeft(), image)
            if self.budget:
                y = math.floor(rect.bottom() - rect.height() * self.level(self.budget)) + 0.5
                painter.setPen(QPen(own.readable(own.hue["orange"], own.surface, 3.0), 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
        if len(self._transfers):
            self._paint_transfers(painter, self.lane_rect(len(self._rows), view.engines), view, own)

    def _lane_image(self, engine: int, rect: QRectF, time: TimeView, ratio: float, own: DataColours) -> QImage:
        width, height = max(1, math.ceil(rect.width() * ratio)), max(1, round(rect.height() * ratio))
        prefill, decode, gap = self._columns(engine, time, width)
        level = (np.arange(height, 0, -1) - 0.5)[:, None] / height
        low = np.sqrt(decode / self.most)
        high = np.sqrt((decode + prefill) / self.most)
        # Whatever ran is seen, if only as one line.
        low = np.where(decode > 0, np.maximum(low, 2.0 / height), 0.0)
        high = np.where(prefill > 0, np.maximum(high, low + 1.0 / height), high)
        pixels = np.full((height, width), own.sunken.rgb(), dtype=np.uint32)
        pixels[level < high[None, :]] = own.hue["orange"].rgb()
        pixels[level < low[None, :]] = own.hue["blue"].rgb()
        pixels[:, gap] = own.sunken.rgb()
        return QImage(pixels.data, width, height, width * 4, QImage.Format.Format_RGB32).copy()

    def _columns(
        self, engine: int, time: TimeView, width: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
        """Prefill and decode tokens per pixel column (the fullest iteration in it), and columns left as gaps."""
        rows, iterations = self._rows[engine], self._data.recording.iterations
        edges = time.start + np.arange(width + 1) / width * time.span
        start, end = iterations["start"][rows], iterations["end"][rows]
        if not len(rows):
            return np.zeros(width), np.zeros(width), np.zeros(width, dtype=bool)
        first = np.maximum(np.searchsorted(start, edges[:-1], side="right") - 1, 0)
        last = np.searchsorted(start, edges[1:], side="left")
        first += end[first] <= edges[:-1]  # idle since: the next one, if it starts in this column
        busy = first < last
        place = np.minimum(first, len(rows) - 1)
        found = []
        for name in ("prefill_tokens", "decode_tokens"):
            values = iterations[name][rows].astype(np.float64)
            peaks = values[place]
            several = np.flatnonzero(last - first > 1)
            if len(several):
                bounds = np.column_stack([first[several], last[several]]).ravel()
                peaks[several] = np.maximum.reduceat(np.append(values, 0.0), bounds)[::2]
            found.append(np.where(busy, peaks, 0.0))
        wide = (end - start)[place] / time.span * width >= GAP_FROM
        opens = np.zeros(width, dtype=bool)
        opens[1:] = first[1:] != first[:-1]
        return found[0], found[1], opens & wide & busy

    def _paint_transfers(self, painter: QPainter, rect: QRectF, view: ClockView, own: DataColours) -> None:
        painter.fillRect(rect, own.sunken)
        step = rect.height() / self._transfer_depth
        bars = []
        for row, depth in zip(self._transfers, self._transfer_rows, strict=True):
            left, right = view.x(float(row["start"])), view.x(float(row["end"]))
            if right >= rect.left() and left <= rect.right():
                inside = max(left, rect.left())
                bars.append(QRectF(inside, rect.top() + depth * step, max(1.0, right - inside), max(1.0, step - 0.5)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(own.hue["sky"])
        painter.drawRects(bars)

    def paint_marks(self, painter: QPainter, view: ClockView, own: DataColours) -> None:
        """Token counts at their heights, right of the lane names."""
        painter.setFont(ui_font(-2))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(own.muted)
        for engine in range(len(self._rows)):
            rect = self.lane_rect(engine, view.engines)
            lowest = rect.bottom()
            for tokens in reversed(self.marks()):
                y = rect.bottom() - rect.height() * self.level(tokens)
                if lowest - y < metrics.height() * 0.8:
                    continue
                lowest = y
                box = QRectF(rect.left() - 60, y - metrics.height() / 2, 55, metrics.height())
                box.moveTop(max(box.top(), rect.top() - 3))
                painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, fmt.count(tokens))


def _stack(transfers: NDArray[np.void]) -> tuple[NDArray[np.int64], int]:
    """Rows for transfers that overlap in time, and how many rows there are."""
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
