"""How the request clock shares its area: strip, axis, engines and lanes, right of a gutter for the names."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF

from widgets.clock_brackets import opening
from widgets.clock_data import ClockData
from widgets.clock_engines import EngineLanes
from widgets.clock_view import ClockView
from widgets.fonts import scale, ui_font

ENGINE_SHARE, FLEET_SHARE, OPENED_SHARE = 0.36, 0.64, 0.72  # of the height below the axis, at most
NAMES_MEASURED = 2000


def title_height() -> float:
    """The title line, with room for a row of buttons."""
    return max(QFontMetricsF(ui_font(1.5, QFont.Weight.DemiBold)).height() + 8, 33 * scale())


def lay_out(view: ClockView, size: QSize, data: ClockData | None, engines: EngineLanes | None) -> None:
    """Place the bands of `view` in a widget of `size`."""
    step = scale()
    margin = 10 * step
    small = QFontMetricsF(ui_font(-1.5)).height()
    left = _gutter(size.width(), data)
    width = max(1.0, size.width() - margin - left)
    view.map = QRectF(left, title_height() + 2, width, round(13 * step))
    view.axis = QRectF(left, view.map.bottom() + 1, width, small + 4)
    below = size.height() - view.axis.bottom()
    several = data is not None and len(data.recording.engines) > 2
    share = FLEET_SHARE if several else ENGINE_SHARE
    band = engines.band.arrange(below * share, below * OPENED_SHARE) if engines else 0.0
    view.engines = QRectF(left, round(view.axis.bottom()), width, round(min(band, below * 0.8)))
    top = round(view.engines.bottom() + 4)
    view.plot = QRectF(left, top, width, max(1.0, size.height() - 4 - top))
    view.opening = opening()
    view.set_scroll(view.scroll)


def _gutter(width: int, data: ClockData | None) -> float:
    """Width left of the lanes: enough for the names, within reason."""
    step = scale()
    if data is None:
        return 60 * step
    recording = data.recording
    names, engines = QFontMetricsF(ui_font(-1.5)), QFontMetricsF(ui_font(-0.5, QFont.Weight.Medium))
    longest = max((names.horizontalAdvance(name) for name in recording.request_names[:NAMES_MEASURED]), default=0.0)
    widest = max((engines.horizontalAdvance(name) for name in recording.engines), default=0.0)
    needed = max(longest + 30 * step, widest + 10 * step + names.horizontalAdvance("99 999") + 14)
    return float(round(min(needed, max(90 * step, width * 0.22))))
