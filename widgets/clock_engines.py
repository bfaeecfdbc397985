"""The band above the requests: what each engine's iterations were filled with, and what travels between engines.

By tokens, heights follow the square root of the count, so that forty decoding requests are still seen beside a prompt
of two thousand tokens; by requests they are in proportion. The marks at the side say which height is which count.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from widgets import format as fmt
from widgets.band_lanes import BandLanes, Lane, LaneKind
from widgets.clock_data import ClockData
from widgets.clock_transfers import TransferLane
from widgets.clock_view import ClockView
from widgets.clock_words import engines_name, iteration_lines, tr
from widgets.engine_columns import EngineColumns, Measure, pixels_of
from widgets.fleet_events import FleetEvents, trouble_text
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours
from widgets.trouble_paint import paint_trouble

MARKS_FROM = 26.0  # pixels of a lane from which its scale is named


class EngineLanes:
    """One lane per engine where they fit, else folded groups; and one for transfers if there are any."""

    def __init__(self, data: ClockData) -> None:
        self._data = data
        recording = data.recording
        self._columns = EngineColumns(data)
        self.transfers = TransferLane(recording)
        self.fleet = FleetEvents(recording)
        self.band = BandLanes(recording.engines, self.transfers.follows())
        self.measure = Measure.TOKENS if len(recording.engines) == 1 else Measure.BATCH
        self._images: dict[tuple[int, ...], tuple[tuple[object, ...], QImage]] = {}

    @property
    def lanes(self) -> tuple[Lane, ...]:
        return self.band.lanes

    def measure_other(self) -> None:
        self.measure = Measure.BATCH if self.measure is Measure.TOKENS else Measure.TOKENS

    def fold_at(self, y: float, view: ClockView) -> bool:
        """Open or fold the group whose lane is at a height; whether there is one."""
        lane = self.band.at(y, view.engines)
        if lane is None or not self.band.folds or not self._foldable(lane):
            return False
        self.band.toggle(lane.group)
        return True

    @property
    def budget(self) -> int:
        """Tokens an iteration may take, where heights are tokens; 0: no such line is drawn."""
        return self._columns.budget if self.measure is Measure.TOKENS else 0

    def iteration_at(self, engine: int, time: float) -> int:
        """Row of `iterations` under way on an engine, −1 if idle."""
        rows = self._columns.rows[engine]
        iterations = self._data.recording.iterations
        place = int(iterations["start"][rows].searchsorted(time, side="right")) - 1
        return int(rows[place]) if place >= 0 and iterations["end"][rows[place]] > time else -1

    def tip(self, position: QPointF, view: ClockView) -> str:
        """The iteration or transfer under a position, in words."""
        lane = self.band.at(position.y(), view.engines)
        if lane is None:
            return ""
        if lane.kind is LaneKind.TRANSFERS:
            return self.transfers.tip(position, self.band.rect(lane, view.engines), view)
        engine = self.band.engine_at(position.y(), view.engines)
        if position.x() < view.plot.left():
            hint = tr("Click to give each a lane of its own") if lane.kind is LaneKind.GROUP else ""
            return "\n".join(filter(None, (engines_name(self._data.recording, lane.engines), hint)))
        iteration = self.iteration_at(engine, view.time_at(position.x()))
        trouble = self.fleet.at(engine, view.time_at(position.x()))
        told = [trouble_text(trouble)] if trouble is not None else []
        if iteration < 0:
            lines = [f"{self._data.recording.engines[engine]}: " + (told.pop() if told else tr("idle"))]
        else:
            lines = iteration_lines(self._data, iteration)
        return "\n".join([*lines, *told])

    # ---- painting

    def paint(self, painter: QPainter, view: ClockView, chosen: int, ratio: float, own: DataColours) -> None:
        moving = None
        for lane in self.lanes:
            rect = self.band.rect(lane, view.engines)
            if lane.kind is LaneKind.TRANSFERS:
                moving = rect
                continue
            image = self._image(lane, rect, view, ratio, own)
            painter.drawImage(rect.topLeft(), image)
            if self.budget and lane.kind is LaneKind.ENGINE:
                level = float(self._columns.level(lane.engines[0], self.measure, self.budget))
                y = math.floor(rect.bottom() - rect.height() * level) + 0.5
                painter.setPen(QPen(own.readable(own.hue["orange"], own.surface, 3.0), 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
        self._paint_troubles(painter, view, own)
        if moving is not None:  # last: the ways reach into the lanes
            self.transfers.paint(painter, moving, self.band, view, chosen, own)

    def _paint_troubles(self, painter: QPainter, view: ClockView, own: DataColours) -> None:
        """Where an engine was down or slow."""
        for span in self.fleet.spans:
            rect = self.band.engine_rect(span.engine, view.engines)
            left, right = max(view.x(span.start), rect.left()), min(view.x(span.end), rect.right())
            paint_trouble(painter, span, QRectF(left, rect.top(), right - left, rect.height()), own)

    def _image(self, lane: Lane, rect: QRectF, view: ClockView, ratio: float, own: DataColours) -> QImage:
        """The picture of a lane, drawn again only if time, size or look is another."""
        size = pixels_of(rect.width(), rect.height(), ratio)
        key = (size, view.time.start, view.time.end, self.measure, ratio, own.dark)
        kept = self._images.get(lane.engines)
        if kept is not None and kept[0] == key:
            return kept[1]
        if lane.kind is LaneKind.GROUP:
            image = self._columns.group(lane.engines, view.time, size, own)
        else:
            image = self._columns.lane(lane.engines[0], self.measure, view.time, size, own)
        image.setDevicePixelRatio(ratio)
        self._images[lane.engines] = key, image
        return image

    def paint_names(self, painter: QPainter, view: ClockView, own: DataColours) -> None:
        """Lane names in the gutter, with the sign of a folded or an opened group, and the scale of tall lanes."""
        font, small = ui_font(-0.5, QFont.Weight.Medium), ui_font(-2)
        metrics, free = QFontMetricsF(font), -1e9
        left = 10 * scale() + (10 * scale() if self.band.folds else 0.0)
        for place, lane in enumerate(self.lanes):
            rect = self.band.rect(lane, view.engines)
            first = place == 0 or self.lanes[place - 1].group != lane.group
            if self.band.folds and lane.kind is not LaneKind.TRANSFERS and first and self._foldable(lane):
                self._sign(painter, rect, lane.kind is LaneKind.GROUP, own)
            if rect.top() < free - 2:  # lanes lower than a line of text: every second name, or third
                continue
            free = rect.top() + min(metrics.height(), max(rect.height(), metrics.height() - 3))
            room = view.plot.left() - left - 6
            if lane.kind is LaneKind.ENGINE and rect.height() >= MARKS_FROM:
                room -= self._paint_marks(painter, lane.engines[0], rect, small, own)
            painter.setFont(font)
            painter.setPen(own.text)
            box = QRectF(left, rect.top(), room, min(rect.height(), metrics.height() + 4))
            if box.height() < metrics.height():
                box.moveTop(rect.center().y() - metrics.height() / 2)
                box.setHeight(metrics.height())
            name = metrics.elidedText(self._name(lane), Qt.TextElideMode.ElideRight, room)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)

    def _foldable(self, lane: Lane) -> bool:
        return lane.group >= 0 and len(self.band.groups[lane.group]) > 1

    def _name(self, lane: Lane) -> str:
        return (
            tr("transfers") if lane.kind is LaneKind.TRANSFERS else engines_name(self._data.recording, lane.engines)
        )

    @staticmethod
    def _sign(painter: QPainter, rect: QRectF, folded: bool, own: DataColours) -> None:
        side = 3.6 * scale()
        middle = QPointF(10 * scale(), rect.top() + min(rect.height() / 2, 9 * scale()))
        corners = ((-0.6, -1), (0.9, 0), (-0.6, 1)) if folded else ((-1, -0.6), (1, -0.6), (0, 0.9))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(own.muted)
        painter.drawPolygon(QPolygonF([middle + QPointF(x, y) * side for x, y in corners]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_marks(self, painter: QPainter, engine: int, rect: QRectF, font: QFont, own: DataColours) -> float:
        """Counts at their heights, right in the gutter; returns the width used."""
        painter.setFont(font)
        painter.setPen(own.muted)
        metrics, lowest, widest = QFontMetricsF(font), rect.bottom(), 0.0
        for count in reversed(self._columns.marks(engine, self.measure)):
            y = rect.bottom() - rect.height() * float(self._columns.level(engine, self.measure, count))
            if lowest - y < metrics.height() * 0.8:
                continue
            lowest = y
            box = QRectF(rect.left() - 60, y - metrics.height() / 2, 55, metrics.height())
            box.moveTop(max(box.top(), rect.top() - 3))
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, fmt.count(count))
            widest = max(widest, metrics.horizontalAdvance(fmt.count(count)))
        return widest
