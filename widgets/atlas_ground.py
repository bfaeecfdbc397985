"""What the map stands on: lanes with their names at the left, years with their lines at the top."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from widgets.atlas_camera import Camera
from widgets.atlas_edges import hairline
from widgets.atlas_layout import Band, Layout
from widgets.atlas_time import Stretch
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours, colours

WIDEST_GUTTER = 150.0


def lane_font() -> QFont:
    return ui_font(-0.75, QFont.Weight.DemiBold)


def year_font() -> QFont:
    return ui_font(0.25, QFont.Weight.DemiBold)


def gutter_width(layout: Layout) -> float:
    """Room for the names of the lanes."""
    metrics = QFontMetricsF(lane_font())
    longest = max((metrics.horizontalAdvance(band.lane.title) for band in layout.bands), default=0.0)
    return float(round(min(longest, WIDEST_GUTTER * scale()) + 24 * scale()))


def header_height() -> float:
    return float(round(QFontMetricsF(year_font()).height() + 9 * scale()))


def band_rect(band: Band, camera: Camera) -> QRectF:
    top, bottom = camera.y(band.top), camera.y(band.bottom)
    return QRectF(camera.area.left(), top, camera.area.width(), bottom - top)


def paint_ground(painter: QPainter, layout: Layout, camera: Camera, own: DataColours) -> None:
    """Lanes and lines of years in the area of the map."""
    area = camera.area
    painter.fillRect(area, own.surface)
    shade = ground_shade(own)
    for number, band in enumerate(layout.bands):
        if number % 2:
            painter.fillRect(band_rect(band, camera).intersected(area), shade)
    bottom = min(area.bottom(), camera.y(layout.rows))
    thin = hairline(painter)
    line, faint = QPen(own.border, thin), QPen(mix(own.surface, own.border, 0.45), thin)
    for stretch in layout.time.stretches:
        width = (stretch.right - stretch.left) * camera.axis
        if not stretch.folded and width > 260 * scale():
            painter.setPen(faint)
            for month in range(3, 12, 3):
                _upright(painter, camera, stretch.left + (stretch.right - stretch.left) * month / 12, bottom)
        painter.setPen(line)
        _upright(painter, camera, stretch.left, bottom)
        if stretch.folded:
            painter.fillRect(_span(stretch, camera, area.top(), bottom), shade)
    if layout.time.undated < 1:
        painter.setPen(QPen(own.muted, hairline(painter), Qt.PenStyle.DashLine))
        _upright(painter, camera, layout.time.undated, bottom)


def ground_shade(own: DataColours) -> QColor:
    """Every second lane, hardly darker than the ground."""
    return mix(own.surface, own.window if not own.dark else own.raised, 0.75 if not own.dark else 0.5)


def _upright(painter: QPainter, camera: Camera, share: float, bottom: float) -> None:
    x = camera.x(share)
    if camera.area.left() <= x <= camera.area.right():
        painter.drawLine(QPointF(x, camera.area.top()), QPointF(x, bottom))


def _span(stretch: Stretch, camera: Camera, top: float, bottom: float) -> QRectF:
    left, right = camera.x(stretch.left), camera.x(stretch.right)
    return QRectF(left, top, right - left, bottom - top).intersected(camera.area)


def paint_gutter(painter: QPainter, layout: Layout, camera: Camera, own: DataColours, marked: str | None) -> None:
    """Names of lanes beside what is in sight of them; the lane `marked` stands out.

    Where lanes are lower than their names, names that would touch are left out: first that of the marked lane is
    written, then those of the highest lanes.
    """
    area = camera.area
    gutter = QRectF(0, area.top(), area.left(), area.height())
    painter.save()
    painter.setClipRect(gutter)
    painter.fillRect(gutter, own.surface)
    seen = []
    for number, band in enumerate(layout.bands):
        rect = band_rect(band, camera)
        rect = QRectF(0, rect.top(), area.left(), rect.height()).intersected(gutter)
        if rect.height() >= 1:
            seen.append((band, rect))
            _paint_lane(painter, band, rect, own, band.lane.key == marked, number % 2 == 1)
    seen.sort(key=lambda entry: (entry[0].lane.key != marked, -entry[1].height()))
    taken: list[tuple[float, float]] = []
    for band, rect in seen:
        _paint_lane_name(painter, band, rect, own, band.lane.key == marked, taken)
    painter.setPen(QPen(own.border, 0))
    painter.drawLine(QPointF(area.left(), area.top()), QPointF(area.left(), area.bottom()))
    painter.restore()


def _paint_lane(painter: QPainter, band: Band, rect: QRectF, own: DataColours, marked: bool, shaded: bool) -> None:
    if marked or shaded:
        painter.fillRect(rect, own.selection if marked else ground_shade(own))
    colour = own.ledger.get(band.lane.ledger)
    if colour is not None:
        painter.fillRect(QRectF(0, rect.top() + 1, 4 * scale(), max(rect.height() - 2, 2)), colour)


def _paint_lane_name(
    painter: QPainter, band: Band, rect: QRectF, own: DataColours, marked: bool, taken: list[tuple[float, float]]
) -> None:
    """The name in the middle of what is seen of the lane, near the top of a high one."""
    unit, metrics = scale(), QFontMetricsF(lane_font())
    height = metrics.capHeight() * 1.7
    middle = max(min(rect.center().y(), rect.top() + 1.6 * metrics.height()), header_height() + height / 2)
    top, bottom = middle - height / 2, middle + height / 2
    if rect.height() < 6 or any(top < other[1] and other[0] < bottom for other in taken):
        return
    taken.append((top, bottom))
    painter.setFont(lane_font())
    painter.setPen(own.text if marked else _lane_ink(own.dark, band.lane.ledger))
    words = QRectF(11 * unit, middle - metrics.height(), rect.width() - 17 * unit, 2 * metrics.height())
    text = metrics.elidedText(band.lane.title, Qt.TextElideMode.ElideRight, words.width())
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)


@cache
def _lane_ink(dark: bool, ledger: str) -> QColor:
    own = colours(dark)
    colour = own.ledger.get(ledger)
    return own.text if colour is None else own.readable(mix(colour, own.text, 0.35), ground_shade(own))


def paint_header(painter: QPainter, layout: Layout, camera: Camera, own: DataColours) -> None:
    """The years over their stretches of the axis; numbers that would meet are left out."""
    area = camera.area
    header = QRectF(0, 0, area.right(), area.top())
    painter.save()
    painter.fillRect(header, own.surface)
    painter.setPen(QPen(own.border, 0))
    painter.drawLine(QPointF(0, area.top()), QPointF(area.right(), area.top()))
    painter.setClipRect(QRectF(area.left(), 0, area.width(), area.top()))
    metrics = QFontMetricsF(year_font())
    free = area.left()
    for stretch in layout.time.stretches:
        rect = QRectF(camera.x(stretch.left), 0, (stretch.right - stretch.left) * camera.axis, area.top())
        painter.setPen(QPen(own.border, 0))
        painter.drawLine(QPointF(rect.left(), area.top() * 0.55), QPointF(rect.left(), area.top()))
        if stretch.folded:
            _paint_break(painter, rect, own)
        else:
            free = _paint_year(painter, stretch, rect, metrics, free, camera, own)
    _paint_undated(painter, layout, camera, own, free)
    painter.restore()


def _paint_year(
    painter: QPainter,
    stretch: Stretch,
    rect: QRectF,
    metrics: QFontMetricsF,
    free: float,
    camera: Camera,
    own: DataColours,
) -> float:
    """The number at the start of the year, in sight while any of the year is; returns where the next may start."""
    text, unit = str(stretch.first), scale()
    if metrics.horizontalAdvance(text) + 8 * unit > rect.width() and stretch.right < 1:
        text = f"’{text[2:]}"
    width = metrics.horizontalAdvance(text)
    left = max(rect.left() + 5 * unit, camera.area.left() + 5 * unit)
    if left + width > rect.right() + 2 * unit and rect.left() < camera.area.left():
        return free
    if left < free or left + width > camera.area.right():
        return free
    painter.setFont(year_font())
    painter.setPen(own.text)
    painter.drawText(QRectF(left, 0, width + 2, rect.height()), Qt.AlignmentFlag.AlignVCenter, text)
    _paint_months(painter, rect, left + width + 6 * unit, camera, own)
    return left + width + 2 * unit


def _paint_months(painter: QPainter, rect: QRectF, free: float, camera: Camera, own: DataColours) -> None:
    """Quarters, where a year is wide enough."""
    unit = scale()
    if rect.width() < 260 * unit:
        return
    painter.setFont(ui_font(-1.5))
    painter.setPen(own.muted)
    for month in (4, 7, 10):
        x = rect.left() + rect.width() * (month - 1) / 12
        if x + 3 * unit >= free:
            text = f"{month:02}"
            painter.drawText(QRectF(x + 4 * unit, 0, 40 * unit, rect.height()), Qt.AlignmentFlag.AlignVCenter, text)


def _paint_break(painter: QPainter, rect: QRectF, own: DataColours) -> None:
    """Two slanted strokes across the line: years without sources are left out here."""
    painter.setPen(QPen(own.muted, 1.3))
    centre, reach = QPointF(rect.center().x(), rect.bottom() - 3 * scale()), 3.0 * scale()
    for shift in (-2.2 * scale(), 2.2 * scale()):
        at = centre + QPointF(shift, 0)
        painter.drawLine(at + QPointF(-reach / 2, reach), at + QPointF(reach / 2, -reach))


def _paint_undated(painter: QPainter, layout: Layout, camera: Camera, own: DataColours, free: float) -> None:
    if layout.time.undated >= 1:
        return
    left = camera.x(layout.time.undated) + 5 * scale()
    if left >= free:
        painter.setFont(year_font())
        painter.setPen(own.muted)
        rect = QRectF(left, 0, 120 * scale(), camera.area.top())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, QCoreApplication.translate("Atlas", "no date"))
