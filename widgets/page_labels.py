"""What is written inside a cell once it is large enough: page number, request, block, references."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from engine.instant import Instant, PageState
from engine.recording import Recording
from widgets.fonts import scale, ui_font
from widgets.page_codes import COLOURS, DIMMED_SHARE, STATES, colour_of
from widgets.page_words import request_name
from widgets.palette import DataColours, mix

NUMBER_FROM, NAME_FROM, DETAIL_FROM = 30.0, 46.0, 76.0  # logical pixels of a cell, at scale 1


def labelled(cell: float) -> bool:
    return cell >= NUMBER_FROM * scale()


class CellLabels:
    """Writes on tiles of one size; the painter is in logical pixels."""

    def __init__(self, recording: Recording, instant: Instant, own: DataColours, cell: float) -> None:
        self._recording, self._instant, self._own, self._cell = recording, instant, own, cell
        step = scale()
        self._names, self._details = cell >= NAME_FROM * step, cell >= DETAIL_FROM * step
        large = cell >= 110 * step
        self._small = ui_font(-1.75 if not large else -0.5)
        self._name = ui_font(0.5 if not large else 3, QFont.Weight.DemiBold)

    def write(self, painter: QPainter, cells: Iterable[tuple[QRectF, int, int]]) -> None:
        """`cells` are (rectangle, page, page code)."""
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        for rect, page, code in cells:
            self._one(painter, rect, page, code)

    def _one(self, painter: QPainter, rect: QRectF, page: int, code: int) -> None:
        instant, own = self._instant, self._own
        state, dimmed = PageState(code % STATES), code >= COLOURS * STATES
        filled = float(instant.filled[page]) if state in (PageState.USED, PageState.SHARED) else 1.0
        fill = colour_of(code, own)
        empty = mix(fill, own.surface, 0.66)
        if dimmed:
            fill, empty = mix(fill, own.surface, DIMMED_SHARE), mix(empty, own.surface, DIMMED_SHARE)
        # The fill rises from the bottom: each line of text stands on its own ground.
        high, middle, low = (fill if filled > part else empty for part in (0.8, 0.5, 0.2))
        margin = self._cell * 0.08
        body = rect.adjusted(margin, margin * 0.7, -margin - 2, -margin * 0.7 - 2)
        painter.setPen(self._ink(high, 0.2))
        painter.setFont(self._small)
        if not self._names:
            painter.setPen(self._ink(middle, 0.1))
            painter.drawText(body, Qt.AlignmentFlag.AlignCenter, str(page))
            return
        painter.drawText(body, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, str(page))
        owner = int(instant.owner[page])
        if owner < 0 or state not in (PageState.USED, PageState.SHARED, PageState.RESERVED):
            return
        if self._details:
            self._detail(painter, body, page, low)
        painter.setPen(self._ink(middle, 0.0))
        painter.setFont(self._name)
        place = body if self._details else body.adjusted(0, self._cell * 0.2, 0, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, request_name(self._recording, owner))

    def _detail(self, painter: QPainter, body: QRectF, page: int, ground: QColor) -> None:
        painter.setPen(self._ink(ground, 0.2))
        bottom = Qt.AlignmentFlag.AlignBottom
        painter.drawText(body, bottom | Qt.AlignmentFlag.AlignLeft, f"b{int(self._instant.owner_block[page])}")
        references = int(self._instant.references[page])
        if references > 1:
            painter.drawText(body, bottom | Qt.AlignmentFlag.AlignRight, f"×{references}")

    def _ink(self, ground: QColor, quiet: float) -> QColor:
        return mix(self._own.ink(ground), ground, quiet)
