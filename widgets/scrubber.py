"""The scrubber: where the playhead is in the run, and where something happened."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from widgets import format as fmt
from widgets.fonts import scale
from widgets.markers import MARKER_SHAPE, Marker, MarkerKind
from widgets.palette import DataColours, colours
from widgets.playhead import Playhead
from widgets.shapes import draw_shape
from widgets.surface import ratio_of

REACH = 6.0  # pixels within which the mouse finds a marker


def marker_colour(kind: str, own: DataColours) -> QColor:
    return {
        MarkerKind.HIT: own.hue["green"],
        MarkerKind.EVICTION: own.hue["vermillion"],
        MarkerKind.REFUSAL: own.hue["grey"],
        MarkerKind.PREEMPTION: own.hue["vermillion"],
        MarkerKind.MISS: own.hue["vermillion"],
        MarkerKind.SWAP: own.hue["sky"],
        MarkerKind.MIGRATION: own.hue["sky"],
        MarkerKind.RESIZE: own.hue["grey"],
        MarkerKind.INVALIDATION: own.hue["purple"],
        MarkerKind.FAULT: own.hue["vermillion"],
    }[MarkerKind(kind)]


class Scrubber(QWidget):
    """Drag or click to seek; Left/Right step, Home and End go to the ends."""

    def __init__(self, playhead: Playhead, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playhead = playhead
        self._markers: list[Marker] = []
        self._times = np.empty(0, dtype=np.int64)
        self._picture, self._key = QPixmap(), (0.0, 0.0, 0.0, False, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Time"))
        playhead.moved.connect(self._moved)
        playhead.durationChanged.connect(self.update)

    def setMarkers(self, markers: Sequence[Marker]) -> None:
        self._markers = sorted(markers, key=lambda marker: marker.time_ns)
        self._times = np.array([marker.time_ns for marker in self._markers], dtype=np.int64)
        self._key = (0.0, 0.0, 0.0, False, 0)
        self.update()

    def markers(self) -> list[Marker]:
        return list(self._markers)

    def sizeHint(self) -> QSize:
        return QSize(320, round(44 * scale()))

    def minimumSizeHint(self) -> QSize:
        return QSize(90, round(44 * scale()))

    def _track(self) -> QRectF:
        margin = 8 * scale()
        return QRectF(margin, self.height() - 14 * scale(), max(1.0, self.width() - 2 * margin), 4 * scale())

    def place_of(self, time: float) -> float:
        track = self._track()
        return track.left() + time / max(1, self._playhead.duration) * track.width()

    def time_at(self, x: float) -> int:
        track = self._track()
        share = min(max((x - track.left()) / track.width(), 0.0), 1.0)
        return round(share * self._playhead.duration)

    def _moved(self) -> None:
        self.update()

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        own, track = colours(self), self._track()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(own.border)
            painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
            x = self.place_of(self._playhead.time)
            painter.setBrush(own.accent)
            painter.drawRoundedRect(
                QRectF(track.left(), track.top(), max(track.height(), x - track.left()), track.height()), 2, 2
            )
            self._paint_markers(painter, own)
            radius = 7 * scale()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(own.window)
            painter.drawEllipse(QPointF(x, track.center().y()), radius + 1.5, radius + 1.5)
            painter.setBrush(own.accent)
            painter.drawEllipse(QPointF(x, track.center().y()), radius, radius)
            if self.hasFocus():
                painter.setBrush(own.on_accent)
                painter.drawEllipse(QPointF(x, track.center().y()), radius * 0.4, radius * 0.4)

    def _paint_markers(self, painter: QPainter, own: DataColours) -> None:
        ratio = ratio_of(painter)
        key = (self.width(), self.height(), ratio, own.dark, self._playhead.duration)
        if key != self._key:
            self._key = key
            self._picture = QPixmap(math.ceil(self.width() * ratio), math.ceil(self.height() * ratio))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(Qt.GlobalColor.transparent)
            with QPainter(self._picture) as ink:
                ink.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._draw_markers(ink, own)
        painter.drawPixmap(0, 0, self._picture)

    def _draw_markers(self, painter: QPainter, own: DataColours) -> None:
        """A shape per marker, one per kind and few pixels: more would only be a smear. What is rare and bad stands
        in the upper row."""
        step = scale()
        for kind in MarkerKind:
            common = kind in (MarkerKind.HIT, MarkerKind.EVICTION, MarkerKind.SWAP)
            middle = self._track().top() - (7 if common else 18) * step
            radius, last = (3.1 if common else 4.4) * step, -1e9
            for marker in self._markers:
                x = self.place_of(marker.time_ns)
                if marker.kind == kind and x - last >= radius * 2.4:
                    last = x
                    draw_shape(
                        painter, MARKER_SHAPE[kind], QPointF(x, middle), radius, marker_colour(kind, own), own.window
                    )

    # ---- hands

    def marker_at(self, position: QPointF) -> list[Marker]:
        """Markers near a position, nearest first."""
        left, right = self.time_at(position.x() - REACH * scale()), self.time_at(position.x() + REACH * scale())
        low = int(np.searchsorted(self._times, left, side="left"))
        high = int(np.searchsorted(self._times, right, side="right"))
        now = self.time_at(position.x())
        return sorted(self._markers[low:high], key=lambda marker: abs(marker.time_ns - now))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            found = self.marker_at(event.position()) if event.position().y() < self._track().top() - 2 else []
            self._playhead.seek(found[0].time_ns if found else self.time_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._playhead.seek(self.time_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        actions = {
            Qt.Key.Key_Left: self._playhead.stepBack,
            Qt.Key.Key_Right: self._playhead.stepForward,
            Qt.Key.Key_Home: lambda: self._playhead.seek(0),
            Qt.Key.Key_End: lambda: self._playhead.seek(self._playhead.duration),
        }
        action = actions.get(Qt.Key(event.key()))
        if action is None:
            super().keyPressEvent(event)
        else:
            action()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._key = (0.0, 0.0, 0.0, False, 0)
            self.updateGeometry()
        self.update()
        super().changeEvent(event)

    def tip(self, position: QPointF) -> str:
        """What happened near a position: at most six lines, and how many more."""
        found = self.marker_at(position)
        if not found:
            return fmt.duration(self.time_at(position.x()))
        lines = [f"{fmt.duration(marker.time_ns)}: {marker.label}" for marker in found[:6]]
        if len(found) > 6:
            lines.append(self.tr("and {count} more").format(count=fmt.count(len(found) - 6)))
        return "\n".join(lines)
