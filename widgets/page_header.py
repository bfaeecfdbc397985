"""The head of a pool: one stacked bar of all its pages, and live counts that also explain the colours."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath

from engine.instant import PageState
from engine.recording import Pool
from widgets import format as fmt
from widgets.fonts import scale, ui_font
from widgets.page_codes import LEVELS
from widgets.page_tiles import paint_tile
from widgets.page_words import PoolCounts, pool_name, pool_title, state_name, tr
from widgets.palette import DataColours

LEAST_BAR = 16.0  # pixels at scale 1 under which a compact head leaves out its bar
ORDER = (PageState.USED, PageState.SHARED, PageState.RESERVED, PageState.CACHED, PageState.FREE)


@dataclass(frozen=True)
class _Chip:
    state: PageState
    name: str
    place: QPointF  # top left
    width: float


class PoolHeader:
    """Lays itself out for a width. Names its pool only where there are several."""

    def __init__(self, pool: Pool, several: bool) -> None:
        self._pool, self._several = pool, several
        self._width = 1.0
        self._chips: list[_Chip] = []
        self._filled_top = 0.0
        self._compact = False

    def layout(self, width: float, compact: bool = False) -> float:
        """The height needed at `width` logical pixels; compact: name, bar and how much is held in one line."""
        self._compact = compact
        self._title_font, self._font = ui_font(1.5, QFont.Weight.DemiBold), ui_font(0)
        self._number_font = ui_font(0, QFont.Weight.DemiBold)
        self._width = width
        self._line = QFontMetricsF(self._title_font).height() + 4 * scale() if self._several else 0.0
        self._chip_height = QFontMetricsF(self._font).height() + 2
        self._bar_height = round(9 * scale())
        if compact:
            self._chips = []
            return QFontMetricsF(self._number_font).height() + 3 * scale()
        return self._place_chips(self._line + self._bar_height + 5 * scale()) + 7 * scale()

    def _place_chips(self, top: float) -> float:
        """Place the counts from `top`, wrapping; returns the bottom."""
        numbers, words = QFontMetricsF(self._number_font), QFontMetricsF(self._font)
        widest = numbers.horizontalAdvance(fmt.count(self._pool.pages))
        states = [state for state in ORDER if state != PageState.RESERVED or self._pool.contiguous]
        self._chips, x = [], 0.0
        for state in states:
            name = state_name(state)
            width = self._chip_height * 0.72 + 6 + widest + 5 + words.horizontalAdvance(name) + 16 * scale()
            if x and x + width > self._width + 16 * scale():
                x, top = 0.0, top + self._chip_height
            self._chips.append(_Chip(state, name, QPointF(x, top), width))
            x += width
        if x + words.horizontalAdvance(self._filled_words(">\u00a099.9\u00a0%")) > self._width:
            top += self._chip_height
        self._filled_top = top
        return top + self._chip_height

    @staticmethod
    def _filled_words(share: str) -> str:
        return tr("{share} of held slots filled").format(share=share)

    def state_at(self, position: QPointF) -> PageState | None:
        """The count under a position relative to the header's top left corner."""
        for chip in self._chips:
            if QRectF(chip.place, QSizeF(chip.width, self._chip_height)).contains(position):
                return chip.state
        return None

    def paint(self, painter: QPainter, corner: QPointF, counts: PoolCounts, own: DataColours) -> None:
        if self._compact:
            self._paint_compact(painter, corner, counts, own)
            return
        if self._several:
            self._paint_title(painter, corner, own)
        self._paint_filled(painter, corner, counts, own)
        bar = QRectF(corner.x(), corner.y() + self._line, self._width, self._bar_height)
        self._paint_bar(painter, bar, counts, own)
        for chip in self._chips:
            self._paint_chip(painter, chip, chip.place + corner, counts.states[chip.state], own)

    def _paint_title(self, painter: QPainter, corner: QPointF, own: DataColours) -> None:
        line = QRectF(corner.x(), corner.y(), self._width, QFontMetricsF(self._title_font).height())
        titles, metrics = QFontMetricsF(self._title_font), QFontMetricsF(self._font)
        middle, right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, Qt.TextElideMode.ElideRight
        painter.setFont(self._title_font)
        painter.setPen(own.text)
        painter.drawText(line, middle, titles.elidedText(pool_name(self._pool), right, line.width()))
        spent = titles.horizontalAdvance(pool_name(self._pool)) + 10
        painter.setFont(self._font)
        painter.setPen(own.muted)
        rest = metrics.elidedText(pool_title(self._pool), right, max(0.0, line.width() - spent))
        painter.drawText(line.adjusted(spent, 1, 0, 1), middle, rest if len(rest) > 3 else "")

    def _paint_filled(self, painter: QPainter, corner: QPointF, counts: PoolCounts, own: DataColours) -> None:
        words = self._filled_words(fmt.share(counts.filled) if counts.filled is not None else "–")
        line = QRectF(corner.x(), corner.y() + self._filled_top, self._width, self._chip_height)
        painter.setFont(self._font)
        painter.setPen(own.muted)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)

    def _paint_compact(self, painter: QPainter, corner: QPointF, counts: PoolCounts, own: DataColours) -> None:
        """Name, a bar of what the pages are, and the share that is held."""
        metrics = QFontMetricsF(self._number_font)
        line = QRectF(corner.x(), corner.y(), self._width, metrics.height())
        usable = max(1, counts.pages - counts.states[PageState.NULL])
        held = fmt.share(counts.held / usable)
        widest = metrics.horizontalAdvance("99.9\u00a0%")
        room = max(0.0, line.width() - widest - 6 * scale())
        name = metrics.elidedText(pool_name(self._pool), Qt.TextElideMode.ElideRight, room)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._number_font)
        painter.setPen(own.text)
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignLeft, name)
        painter.setFont(self._font)
        painter.setPen(own.muted)
        painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, held)
        left = line.left() + metrics.horizontalAdvance(name) + 8 * scale()
        bar = QRectF(left, 0, line.right() - widest - 8 * scale() - left, self._bar_height)
        bar.moveTop(line.center().y() - self._bar_height / 2)
        if bar.width() >= LEAST_BAR * scale():
            self._paint_bar(painter, bar, counts, own)

    def _paint_bar(self, painter: QPainter, bar: QRectF, counts: PoolCounts, own: DataColours) -> None:
        outline = QPainterPath()
        outline.addRoundedRect(bar, bar.height() / 2, bar.height() / 2)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(outline)
        usable = max(1, counts.pages - counts.states[PageState.NULL])
        x = bar.left()
        for state in ORDER:
            width = bar.width() * counts.states[state] / usable
            part = QRectF(x, bar.top(), width, bar.height())
            painter.fillRect(part, own.page_state[state])
            x += width
            if state != PageState.FREE and width > 2:
                painter.fillRect(QRectF(x - 1, bar.top(), 1, bar.height()), own.surface)
        painter.setClipping(False)

    def _paint_chip(self, painter: QPainter, chip: _Chip, place: QPointF, number: int, own: DataColours) -> None:
        side = round(self._chip_height * 0.66)
        swatch = QRectF(place.x(), place.y() + (self._chip_height - side) / 2, side, side)
        paint_tile(painter, swatch, int(chip.state), LEVELS - 1, own)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        rest = QRectF(place.x() + side + 5, place.y(), chip.width, self._chip_height)
        text = fmt.count(number)
        painter.setFont(self._number_font)
        painter.setPen(own.text if number else own.muted)
        painter.drawText(rest, middle, text)
        used = QFontMetricsF(self._number_font).horizontalAdvance(text) + 5
        painter.setFont(self._font)
        painter.setPen(own.muted)
        painter.drawText(rest.adjusted(used, 0, 0, 0), middle, chip.name)
