"""Time × page: every page of a pool through the whole run, with the playhead across it."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.recording import Pool, Recording
from widgets import format as fmt
from widgets.fonts import scale, ui_font
from widgets.history_picture import HistoryPicture
from widgets.page_hands import ZOOM_STEP
from widgets.page_past import Part
from widgets.page_words import pool_name, pool_title, state_name, tr
from widgets.palette import DataColours, colours
from widgets.surface import paint_focus
from widgets.time_axis import TimeView, paint_axis

LEAST_PAGES = 8.0  # pages in view when zoomed in furthest
SHARPEN_MS = 120  # after the last step of the wheel


class PageHistory(QWidget):
    """Click or drag to go to a time; arrows move by a hundredth of the run. The wheel zooms in time, with Ctrl in
    pages; a drag with the middle button pans; + and − zoom, F shows all."""

    timeRequested = Signal(object)

    def __init__(self, recording: Recording, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recording, self._pool = recording, pool
        self._whole = HistoryPicture(recording, pool)
        self._detail = HistoryPicture(recording, pool)  # of the part in view, drawn when zooming comes to rest
        self._by_owner, self._time = False, 0
        self._view = TimeView()
        self._view.set_duration(recording.duration)
        self._low, self._high = 0.0, float(pool.pages)  # pages in view
        self._grip: QPointF | None = None
        self._sharpen = QTimer(self, singleShot=True, interval=SHARPEN_MS)
        self._sharpen.timeout.connect(self._look_closer)
        self.fit()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("History of the pages of {label}").format(label=pool_name(pool)))

    def setTime(self, time: int) -> None:
        if time != self._time:
            self._time = time
            self.update()

    def setByOwner(self, by_owner: bool) -> None:
        self._by_owner = by_owner
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(110, 80) if len(self._recording.pools) > 1 else QSize(180, 150)

    def plot(self) -> QRectF:
        """Where the picture is."""
        margin, small = 10 * scale(), QFontMetricsF(ui_font(-1.75))
        left = margin + small.horizontalAdvance(str(self._pool.first + self._pool.pages)) + 7
        several = len(self._recording.pools) > 1
        top = margin * 0.7 + (QFontMetricsF(ui_font(1.5)).height() + 8 if several else 0.0)
        bottom = self.height() - small.height() - 8
        return QRectF(left, top, max(1.0, self.width() - left - margin), max(1.0, bottom - top))

    # ---- what is in view

    @property
    def part(self) -> Part:
        """The part of the run in view."""
        return Part(self._view.start, self._view.end, math.floor(self._low), math.ceil(self._high))

    @property
    def fitted(self) -> bool:
        return self.part == Part(0.0, float(max(1, self._recording.duration)), 0, self._pool.pages)

    def fit(self) -> None:
        """All of the run, all pages."""
        self._view.show(0.0, float(max(1, self._recording.duration)))
        self._low, self._high = 0.0, float(self._pool.pages)
        self._moved()

    def zoom(self, factor: float) -> None:
        """Zoom in time about the playhead, or the middle if it is out of view."""
        inside = self._view.start <= self._time <= self._view.end
        self._zoom_time(factor, self._time if inside else (self._view.start + self._view.end) / 2)

    def _zoom_time(self, factor: float, time: float) -> None:
        duration = float(max(1, self._recording.duration))
        self._view.zoom_at(factor, time)
        if self._view.span >= duration:
            self._view.show(0.0, duration)
        self._moved()

    def zoom_pages(self, factor: float, page: float) -> None:
        """Zoom in pages about one of them."""
        span = min(max((self._high - self._low) / factor, min(LEAST_PAGES, self._pool.pages)), self._pool.pages)
        share = (page - self._low) / (self._high - self._low)
        self._low = min(max(page - share * span, 0.0), self._pool.pages - span)
        self._high = self._low + span
        self._moved()

    def _pan(self, offset: QPointF) -> None:
        plot, pages = self.plot(), self._high - self._low
        self._view.pan(-offset.x() / plot.width() * self._view.span)
        self._low = min(max(self._low - offset.y() / plot.height() * pages, 0.0), self._pool.pages - pages)
        self._high = self._low + pages
        self._moved()

    def _moved(self) -> None:
        if not self.fitted and self.isVisible():
            self._sharpen.start()
        self.update()

    def _look_closer(self) -> None:
        self._detail.look(self.part)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        self._sharpen.stop()

    def changeEvent(self, event: QEvent) -> None:
        self.update()
        super().changeEvent(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), own.surface)
            plot = self.plot()
            if len(self._recording.pools) > 1:
                self._paint_title(painter, own)
            self._paint_rows(painter, plot, own)
            band = QRectF(plot.left(), plot.bottom() + 2, plot.width(), self.height() - plot.bottom() - 2)
            paint_axis(painter, self._view, band, -3, own)
            sharp = not self.fitted and self._detail.part == self.part
            picture = self._detail if sharp else self._whole
            image = picture.image(own.dark, self._by_owner)
            painter.drawImage(plot, image, picture.source(self.part))
            x = math.floor(self._view.x(self._time, plot.left(), plot.width()))
            if plot.left() - 1 <= x <= plot.right() + 1:
                painter.fillRect(QRectF(x - 1.5, plot.top() - 3, 4, plot.height() + 6), own.surface)
                painter.fillRect(QRectF(x - 0.5, plot.top() - 3, 2, plot.height() + 6), own.accent)
            paint_focus(painter, self, own)

    def _paint_title(self, painter: QPainter, own: DataColours) -> None:
        name = pool_name(self._pool)
        title = ui_font(1.5, QFont.Weight.DemiBold)
        line = QRectF(10 * scale(), 7 * scale(), self.width() - 20 * scale(), QFontMetricsF(title).height())
        painter.setFont(title)
        painter.setPen(own.text)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        spent = QFontMetricsF(title).horizontalAdvance(name) + 10
        painter.setFont(ui_font(0))
        painter.setPen(own.muted)
        text = tr("{pool}, through the whole run").format(pool=pool_title(self._pool))
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, line.width() - spent)
        painter.drawText(line.adjusted(spent, 1, 0, 0), Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_rows(self, painter: QPainter, plot: QRectF, own: DataColours) -> None:
        painter.setFont(ui_font(-1.75))
        painter.setPen(own.muted)
        line, part = QFontMetricsF(painter.font()).height(), self.part
        steps = max(1, int(plot.height() / (line * 3)))
        for step in range(steps + 1):
            page = self._pool.first + round(part.first + step / steps * (part.last - 1 - part.first))
            y = plot.top() + step / steps * plot.height()
            box = QRectF(0, min(max(y - line / 2, plot.top() - 2), plot.bottom() - line + 2), plot.left() - 5, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(page))

    # ---- hands

    def time_at(self, position: QPointF) -> int:
        plot = self.plot()
        time = self._view.time(position.x(), plot.left(), plot.width())
        return int(min(max(time, 0), self._recording.duration))

    def page_at(self, position: QPointF) -> float:
        """The page (of the pool, from 0) at a height."""
        plot = self.plot()
        return self._low + (position.y() - plot.top()) / plot.height() * (self._high - self._low)

    def wheelEvent(self, event: QWheelEvent) -> None:
        factor = math.pow(ZOOM_STEP, event.angleDelta().y() / 120)
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_pages(factor, self.page_at(event.position()))
        else:
            self._zoom_time(factor, float(self.time_at(event.position())))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grip = event.position() if event.button() == Qt.MouseButton.MiddleButton else None
        if event.button() == Qt.MouseButton.LeftButton:
            self.timeRequested.emit(self.time_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.MiddleButton and self._grip is not None:
            offset, self._grip = event.position() - self._grip, event.position()
            self._pan(offset)
        elif event.buttons() & Qt.MouseButton.LeftButton:
            self.timeRequested.emit(self.time_at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.fitted:
            self._zoom_time(4.0, float(self.time_at(event.position())))
        else:
            self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys, duration = Qt.Key, self._recording.duration
        step = {keys.Key_Left: -1, keys.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        factor = {keys.Key_Plus: ZOOM_STEP, keys.Key_Equal: ZOOM_STEP, keys.Key_Minus: 1 / ZOOM_STEP}
        if step:
            self.timeRequested.emit(min(max(self._time + round(step * self._view.span) // 100, 0), duration))
        elif Qt.Key(event.key()) in factor:
            self.zoom(factor[Qt.Key(event.key())])
        elif event.key() == keys.Key_F:
            self.fit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tip(self, position: QPointF) -> str:
        """Page, time and state under a position."""
        plot = self.plot()
        if not plot.contains(position):
            return ""
        page = min(int(self.page_at(position)), self._pool.pages - 1)
        time = self.time_at(position)
        picture = self._detail if self._detail.part == self.part else self._whole
        state = state_name(picture.state_at(page, time))
        return tr("Page {page} at {time}: {state}").format(
            page=self._pool.first + page, time=fmt.duration(time), state=state
        )
