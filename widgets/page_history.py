"""Time × page: every page of a pool through the whole run, with the playhead across it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.instant import PageState
from engine.recording import Pool, Recording
from widgets import format as fmt
from widgets.fonts import scale, ui_font
from widgets.page_codes import code_colours, split
from widgets.page_past import COLUMNS, page_past
from widgets.page_words import pool_title, state_name, tr
from widgets.palette import DataColours, colours
from widgets.surface import paint_focus
from widgets.time_axis import TimeView, paint_axis


class PageHistory(QWidget):
    """Click or drag to go to a time; arrows move by a hundredth of the run."""

    timeRequested = Signal(object)

    def __init__(self, recording: Recording, pool: Pool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._recording, self._pool = recording, pool
        self._codes: tuple[NDArray[np.uint16], NDArray[np.uint16]] | None = None
        self._by_owner, self._time = False, 0
        self._image = QImage()
        self._key: tuple[bool, bool] | None = None
        self._rgb = np.empty(0, dtype=np.uint32)
        self._view = TimeView()
        self._view.set_duration(recording.duration)
        self._view.show(0.0, float(recording.duration))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("History of the pages of {label}").format(label=pool.label))

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
        return QSize(180, 150)

    def plot(self) -> QRectF:
        """Where the picture is."""
        margin, small = 10 * scale(), QFontMetricsF(ui_font(-1.75))
        left = margin + small.horizontalAdvance(str(self._pool.first + self._pool.pages)) + 7
        several = len(self._recording.pools) > 1
        top = margin * 0.7 + (QFontMetricsF(ui_font(1.5)).height() + 8 if several else 0.0)
        bottom = self.height() - small.height() - 8
        return QRectF(left, top, max(1.0, self.width() - left - margin), max(1.0, bottom - top))

    def _picture(self, own: DataColours) -> QImage:
        if self._codes is None:
            self._codes = page_past(self._recording, self._pool)
        if self._key != (own.dark, self._by_owner):
            self._key = own.dark, self._by_owner
            codes = self._codes[int(self._by_owner)]
            self._rgb = code_colours(own.dark)[codes]
            rows, columns = codes.shape
            self._image = QImage(self._rgb.data, columns, rows, columns * 4, QImage.Format.Format_RGB32)
        return self._image

    def changeEvent(self, event: QEvent) -> None:
        self.update()
        super().changeEvent(event)

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
            painter.drawImage(plot, self._picture(own))
            x = math.floor(self._view.x(self._time, plot.left(), plot.width()))
            painter.fillRect(QRectF(x - 1.5, plot.top() - 3, 4, plot.height() + 6), own.surface)
            painter.fillRect(QRectF(x - 0.5, plot.top() - 3, 2, plot.height() + 6), own.accent)
            paint_focus(painter, self, own)

    def _paint_title(self, painter: QPainter, own: DataColours) -> None:
        name = self._pool.label
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
        line = QFontMetricsF(painter.font()).height()
        steps = max(1, int(plot.height() / (line * 3)))
        for step in range(steps + 1):
            page = self._pool.first + round(step / steps * (self._pool.pages - 1))
            y = plot.top() + step / steps * plot.height()
            box = QRectF(0, min(max(y - line / 2, plot.top() - 2), plot.bottom() - line + 2), plot.left() - 5, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(page))

    def time_at(self, position: QPointF) -> int:
        plot = self.plot()
        time = self._view.time(position.x(), plot.left(), plot.width())
        return int(min(max(time, 0), self._recording.duration))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.timeRequested.emit(self.time_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.timeRequested.emit(self.time_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            duration = self._recording.duration
            self.timeRequested.emit(min(max(self._time + step * duration // 100, 0), duration))
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
        if not plot.contains(position) or self._codes is None:
            return ""
        rows = len(self._codes[0])
        row = min(int((position.y() - plot.top()) / plot.height() * rows), rows - 1)
        column = min(int((position.x() - plot.left()) / plot.width() * COLUMNS), COLUMNS - 1)
        page = self._pool.first + round(row / max(1, rows - 1) * (self._pool.pages - 1))
        state = state_name(PageState(split(int(self._codes[0][row, column]))[2]))
        return tr("Page {page} at {time}: {state}").format(
            page=page, time=fmt.duration(self.time_at(position)), state=state
        )
