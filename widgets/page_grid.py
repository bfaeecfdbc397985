"""One pool of physical pages, drawn as a single image: tiles when cells are large, a texture when they are tiny."""

from __future__ import annotations

import time as _clock

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.instant import Instant, PageState
from engine.recording import Pool, Recording
from widgets.fleet_events import FleetEvents, Trouble
from widgets.fonts import scale, ui_font
from widgets.handled_canvas import HandledCanvas
from widgets.page_flash import Flashes
from widgets.page_hands import PageHands
from widgets.page_header import PoolHeader
from widgets.page_picture import PagePicture
from widgets.page_strip import BlockStrip
from widgets.page_view import GridView
from widgets.page_words import PoolCounts, count_pool, page_lines, pool_name, state_meaning, tr
from widgets.palette import DataColours, colours
from widgets.surface import paint_focus, ratio_of
from widgets.trouble_paint import paint_dead

FADE_TICK_MS = 33
LOW = 230.0  # pixels at scale 1 under which a pool leaves out its line of words
COMPACT, NARROW = 165.0, 260.0  # height and width under which one of several pools has a head of one line


class PageGrid(HandledCanvas):
    """A pool's header, grid, and the strip of the selected request. Page numbers are those of the recording."""

    pageClicked = Signal(int)
    requestClicked = Signal(int)

    def __init__(
        self, recording: Recording, pool: Pool, fleet: FleetEvents | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._recording, self._pool = recording, pool
        self._fleet = fleet or FleetEvents(recording)
        self._instant: Instant | None = None
        self._counts = PoolCounts((0,) * len(PageState), None)
        self._previous: int | None = None
        self._request, self._page, self._hovered = -1, -1, -1
        self._by_owner = False
        self.view = GridView()
        self._several = len(recording.pools) > 1
        self._header = PoolHeader(pool, self._several)
        self._strip = BlockStrip(recording, pool)
        self._flashes = Flashes(recording, pool.first, pool.first + pool.pages)
        self._picture = PagePicture(recording, pool)
        self._hands = PageHands(self, self.view, pool)
        self._fade = QTimer(self)
        self._fade.setInterval(FADE_TICK_MS)
        self._fade.timeout.connect(self._fade_on)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Pages of {label}").format(label=pool_name(pool)))

    # ---- what is shown

    @property
    def pool(self) -> Pool:
        return self._pool

    @property
    def chosen_page(self) -> int:
        """The marked page if it is in this pool, else −1."""
        return self._page if self._owns(self._page) else -1

    @property
    def flashing(self) -> bool:
        """Whether the fade-out timer runs."""
        return self._fade.isActive()

    def setInstant(self, instant: Instant, flash: bool = True) -> None:
        before, old = self._previous, self._instant
        self._instant, self._previous = instant, instant.time
        if flash and before is not None and self.isVisible():
            self._flashes.advance(before, instant.time, _now())
        else:
            self._flashes.clear()
        if self._flashes.active(_now()) and not self._fade.isActive():
            self._fade.start()
        same = old is not None and old.page_state is instant.page_state
        if not same:
            self._counts = count_pool(instant, self._pool)
        if not same or self._fade.isActive():
            self.update()

    def setByOwner(self, by_owner: bool) -> None:
        self._by_owner = by_owner
        self.update()

    def selectRequest(self, request: int) -> None:
        if request != self._request:
            self._request = request
            self._relayout()
            self.update()

    def selectPage(self, page: int) -> None:
        if page != self._page:
            self._page = page
            if self._owns(page):
                self.view.reveal(page - self._pool.first)
            self.update()

    def fit(self) -> None:
        self.view.fit()
        self.update()

    def zoom(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom about a position, by default about the selected page or the middle."""
        if anchor is None:
            chosen = self.view.rect(self._page - self._pool.first).center() if self._owns(self._page) else QPointF()
            anchor = chosen if self.view.area.contains(chosen) else self.view.area.center()
        self.view.zoom_at(factor, anchor)
        self.update()

    def pan(self, offset: QPointF) -> None:
        self.view.pan(offset)
        self.update()

    def grab_hand(self, closed: bool) -> None:
        """The mouse holds the picture, or lets go of it."""
        if closed:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            self.unsetCursor()

    def choose_page(self, page: int) -> None:
        self.pageClicked.emit(page)

    def choose_request(self, request: int) -> None:
        self.requestClicked.emit(request)

    def _down(self, time: int) -> bool:
        """Whether the engine of the pool is down."""
        trouble = self._fleet.at(self._pool.engine, time) if self._fleet.spans else None
        return trouble is not None and trouble.kind is Trouble.DOWN

    def _owns(self, page: int) -> bool:
        return self._pool.first <= page < self._pool.first + self._pool.pages

    def sizeHint(self) -> QSize:
        return QSize(420, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(110, 62) if self._several else QSize(180, 150)

    # ---- layout

    @property
    def compact(self) -> bool:
        """Whether the pool has so little room that its head is one line, and the grid takes the rest."""
        return self._several and (self.height() < COMPACT * scale() or self.width() < NARROW * scale())

    def _relayout(self, ratio: float | None = None) -> None:
        margin, compact = 10 * scale(), self.compact
        head = self._header.layout(max(40.0, self.width() - 2 * margin), compact)
        info = self._info_height()
        strip = self._strip.height(self._request, self.width() - 2 * margin) if self._request >= 0 else 0.0
        top = margin * 0.7 + head
        bottom = self.height() - info - strip
        self._strip.area = QRectF(margin, bottom + 6, self.width() - 2 * margin, max(0.0, strip - 6))
        digits = str(self._pool.first + self._pool.pages)
        gutter = 0.0 if compact else QFontMetricsF(ui_font(-1.75)).horizontalAdvance(digits) + 7
        area = QRectF(margin + gutter, top, self.width() - 2 * margin - gutter, max(1.0, bottom - top - 4))
        self.view.resize(self._pool.pages, area, ratio or self.devicePixelRatioF())

    def _info_height(self) -> float:
        """The line at the bottom is left out where every row counts; tooltips tell the same."""
        return QFontMetricsF(ui_font(0)).height() + 6 if self.height() >= LOW * scale() else 0.0

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._relayout()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange, QEvent.Type.StyleChange):
            self._picture.invalidate()
            self._relayout()
        self.update()
        super().changeEvent(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        own = colours(self)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), own.surface)
            if ratio_of(painter) != self.view.ratio:
                self._relayout(ratio_of(painter))
            instant = self._instant
            if instant is None:
                return
            corner = QPointF(10 * scale(), 7 * scale())
            self._header.paint(painter, corner, self._counts, own)
            bright = self._strip.pages(instant, self._request) if self._request >= 0 else None
            self._picture.paint(painter, instant, self.view, own, self._by_owner, bright)
            if not self.compact:
                self._picture.paint_ruler(painter, self.view, 10 * scale(), own)
            if self._down(instant.time):
                paint_dead(painter, self.view.area, own)
            painter.save()
            painter.setClipRect(self.view.area.adjusted(-3, -3, 3, 3))
            self._flashes.paint(painter, self.view, own, _now())
            painter.restore()
            if self._request >= 0:
                self._strip.paint(painter, instant, self._request, self.view, own)
            self._paint_marks(painter, own)
            self._paint_info(painter, own)
            paint_focus(painter, self, own)

    def _paint_marks(self, painter: QPainter, own: DataColours) -> None:
        """Frames round the hovered and the selected page."""
        painter.save()
        painter.setClipRect(self.view.area.adjusted(-3, -3, 3, 3))
        for page, colour, width in ((self._hovered, own.muted, 1.5), (self._page, own.accent, 2.5)):
            if not self._owns(page):
                continue
            rect = self.view.rect(page - self._pool.first)
            grow = max(1.0, (9 - rect.width()) / 2)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(own.surface, width + 2))
            painter.drawRect(rect.adjusted(-grow, -grow, grow - 1, grow - 1))
            painter.setPen(QPen(colour, width))
            painter.drawRect(rect.adjusted(-grow, -grow, grow - 1, grow - 1))
        painter.restore()

    def info(self) -> str:
        """The line at the bottom: the hovered page, else the selected one, else how to begin."""
        page = self._hovered if self._owns(self._hovered) else self._page
        if self._instant is None or not self._owns(page):
            return tr("Click a page to see who holds it · wheel zooms · F fits")
        return " · ".join(page_lines(self._recording, self._instant, self._pool, page))

    def _paint_info(self, painter: QPainter, own: DataColours) -> None:
        margin, height = 10 * scale(), self._info_height()
        if not height:
            return
        line = QRectF(margin, self.height() - height, self.width() - 2 * margin, height)
        painter.setFont(ui_font(-0.5))
        painter.setPen(own.muted)
        text = QFontMetricsF(painter.font()).elidedText(self.info(), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    # ---- fading

    def _fade_on(self) -> None:
        if not self._flashes.active(_now()):
            self._fade.stop()
        self.update()

    def hideEvent(self, event: QEvent) -> None:
        self._fade.stop()
        self._flashes.clear()

    # ---- hands

    def page_at(self, position: QPointF) -> int:
        """The page under a position, in the grid or behind a block of the strip; −1 if none."""
        page = self.view.page_at(position)
        if page >= 0:
            return page + self._pool.first
        if self._request >= 0 and self._instant is not None:
            return self._strip.page_at(position, self._strip.pages(self._instant, self._request))
        return -1

    def owner_of(self, page: int) -> int:
        """The request that holds a page, −1 if none."""
        return int(self._instant.owner[page]) if self._instant is not None and page >= 0 else -1

    def tip(self, position: QPointF) -> str:
        """The tooltip at a position: a page's story, or what a count in the header means."""
        page = self.page_at(position)
        if page >= 0 and self._instant is not None:
            return "\n".join(page_lines(self._recording, self._instant, self._pool, page))
        state = self._header.state_at(position - QPointF(10 * scale(), 7 * scale()))
        return state_meaning(state) if state is not None else ""


def _now() -> float:
    return _clock.monotonic() * 1000
