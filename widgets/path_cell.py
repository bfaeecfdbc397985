"""One ledger of a path: its name, its figure now, how it changed, and a bar for every station."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.sheet import Delta, Verdict
from widgets import format as write
from widgets.channels import EVIDENCE_SHAPE, VERDICT_SHAPE
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.ledger_sheet_model import change_text
from widgets.ledger_text import ledger_name, short_name
from widgets.palette import DataColours
from widgets.path_data import Figure, Kind, PathData
from widgets.path_words import start_mark
from widgets.shapes import draw_shape

PAD = 8.0  # px at scale 1 between the frame of a cell and what is in it
LEAST_CHART = 26.0  # px at scale 1
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_QUIET = (Verdict.SAME, Verdict.UNEXERCISED)


def least_height() -> float:
    """Below this a cell cannot be read."""
    return sum(_lines()) + LEAST_CHART * scale() + 2 * PAD * scale()


def _lines() -> tuple[float, float, float]:
    """Heights of the three lines of text."""
    fonts = (_name_font(), _value_font(), _change_font())
    first, second, third = (QFontMetricsF(font).height() for font in fonts)
    return first, second, third


def _name_font() -> QFont:
    return ui_font(0, QFont.Weight.DemiBold)


def _value_font() -> QFont:
    return ui_font(5, QFont.Weight.Bold)


def _change_font() -> QFont:
    return ui_font(0, QFont.Weight.DemiBold)


def paint_cell(
    painter: QPainter, box: QRectF, ledger: str, data: PathData, place: int, own: DataColours, chosen: bool
) -> None:
    """Paint a ledger as it is at `place`; `chosen` when the keyboard is on it."""
    figure = data.figure(ledger, place)
    painter.setPen(QPen(own.accent, 2) if chosen else QPen(own.border, 1))
    painter.setBrush(own.surface)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    pad = PAD * scale()
    inner = box.adjusted(pad, pad * 0.75, -pad, -pad)
    heights = _lines()
    _paint_name(painter, QRectF(inner.left(), inner.top(), inner.width(), heights[0]), ledger, figure, own)
    top = inner.top() + heights[0]
    _paint_value(painter, QRectF(inner.left(), top, inner.width(), heights[1]), figure, own)
    top += heights[1]
    if figure is not None:
        _paint_changes(painter, QRectF(inner.left(), top, inner.width(), heights[2]), figure, own)
    chart = QRectF(inner.left(), top + heights[2] + 3, inner.width(), inner.bottom() - top - heights[2] - 3)
    _paint_chart(painter, chart, ledger, data, place, own)


def _paint_name(painter: QPainter, box: QRectF, ledger: str, figure: Figure | None, own: DataColours) -> None:
    unit, left, right = scale(), box.left(), box.right()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own.ledger[ledger])
    painter.drawRect(QRectF(left, box.center().y() - 4 * unit, 8 * unit, 8 * unit))
    left += 13 * unit
    if figure is not None and figure.measured.value is not None:
        evidence = figure.measured.quantity.evidence
        draw_shape(
            painter,
            EVIDENCE_SHAPE[evidence],
            QPointF(right - 5 * unit, box.center().y()),
            4.2 * unit,
            own.evidence[evidence],
            None,
        )
        right -= 14 * unit
    left += (
        _text(
            painter, QRectF(left, box.top(), right - left, box.height()), ledger_name(ledger), _name_font(), own.text
        )
        + 6 * unit
    )
    if figure is not None:
        room = QRectF(left, box.top(), right - left, box.height())
        _text(painter, room, short_name(figure.measured.quantity), ui_font(-1), own.muted)


def _paint_value(painter: QPainter, box: QRectF, figure: Figure | None, own: DataColours) -> None:
    if figure is None:
        return
    row = figure.measured
    if row.value is None:
        _text(painter, box, write.not_exercised(), ui_font(-0.5), own.muted)
        return
    text = write.quantity(row.value, row.quantity.unit)
    if QFontMetricsF(_value_font()).horizontalAdvance(text) > box.width():
        number, _, rest = text.partition(write.NBSP)  # the figure in full; its unit as far as there is room
        taken = _text(painter, box, number, _value_font(), own.text) + 4 * scale()
        _text(painter, box.adjusted(taken, 0, 0, 0), rest, ui_font(-1), own.muted)
        return
    _text(painter, box, text, _value_font(), own.text)


def _paint_changes(painter: QPainter, box: QRectF, figure: Figure, own: DataColours) -> None:
    """Left: this step. Right: since the start."""
    used = 0.0
    if figure.step is not None:
        used = _paint_change(painter, box, figure.step, own) + 8 * scale()
    if figure.start is None or figure.start.verdict in _QUIET:
        return
    mark = start_mark()
    words = f"{mark} {change_text(figure.start)}"
    font = ui_font(-1)
    wide = QFontMetricsF(font).horizontalAdvance(words)
    glyph = 13 * scale()
    if used + wide + glyph <= box.width():
        colour = own.verdict[figure.start.verdict]
        painter.setFont(font)
        painter.setPen(own.muted)
        painter.drawText(box, _RIGHT, words)
        _glyph(painter, QPointF(box.right() - wide - glyph * 0.55, box.center().y()), figure.start, colour)


def _paint_change(painter: QPainter, box: QRectF, delta: Delta, own: DataColours) -> float:
    """The width that the change of a step takes."""
    colour = own.verdict[delta.verdict]
    glyph = 0.0
    if delta.verdict not in _QUIET:
        _glyph(painter, QPointF(box.left() + 5 * scale(), box.center().y()), delta, colour)
        glyph = 14 * scale()
    quiet = delta.verdict in _QUIET
    font, ink = (ui_font(-1), own.muted) if quiet else (_change_font(), own.readable(colour))
    text = "" if delta.verdict is Verdict.UNEXERCISED else change_text(delta)
    return glyph + _text(painter, box.adjusted(glyph, 0, 0, 0), text, font, ink)


def _glyph(painter: QPainter, centre: QPointF, delta: Delta, colour: QColor) -> None:
    shape = VERDICT_SHAPE.get(delta.verdict) or ("plus" if delta.verdict is Verdict.APPEARED else "frame")
    draw_shape(painter, shape, centre, 4.6 * scale(), colour, None)


def _paint_chart(painter: QPainter, box: QRectF, ledger: str, data: PathData, place: int, own: DataColours) -> None:
    """A bar for each station from zero; every stretch has a scale of its own."""
    slots = len(data.stations)
    if data.walk is None:
        return
    unit, wide = scale(), box.width() / slots
    base = box.bottom() - 1
    room = box.height() - 9 * unit  # for the marks above the bars
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mix(own.surface, own.accent, 0.16))
    painter.drawRect(QRectF(box.left() + place * wide, box.top(), wide, box.height()))
    gap = 1.0 if wide >= 5 else 0.0
    for number, value in enumerate(data.values(ledger)):
        station, left = data.stations[number], box.left() + number * wide
        if station.kind is Kind.GROUND:
            _paint_break(painter, left, box, own)
        span = data.span(ledger, station.stretch)
        if value is None or not span:
            continue
        tall = max(1.5, room * abs(value) / span)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_bar_colour(own, ledger, number, place))
        painter.drawRect(QRectF(left + gap / 2, base - tall, wide - gap, tall))
        _paint_mark(
            painter, QPointF(left + wide / 2, base - tall - 4.5 * unit), data, ledger, number, place, own, wide
        )
    painter.setPen(QPen(own.border, 1))
    painter.drawLine(QPointF(box.left(), base + 0.5), QPointF(box.right(), base + 0.5))


def _bar_colour(own: DataColours, ledger: str, number: int, place: int) -> QColor:
    share = 1.0 if number == place else 0.6 if number < place else 0.22
    return mix(own.surface, own.ledger[ledger], share)


def _paint_mark(
    painter: QPainter,
    at: QPointF,
    data: PathData,
    ledger: str,
    number: int,
    place: int,
    own: DataColours,
    wide: float,
) -> None:
    """A small mark where a step changed the figure, up to the one that is shown."""
    delta = data.change(ledger, number)
    if number > place or delta is None or delta.verdict not in VERDICT_SHAPE:
        return
    radius = min(3.4 * scale(), max(2.0, wide * 0.42))
    draw_shape(painter, VERDICT_SHAPE[delta.verdict], at, radius, own.verdict[delta.verdict], None)


def _paint_break(painter: QPainter, left: float, box: QRectF, own: DataColours) -> None:
    """A double line: what stands on its two sides is not compared."""
    painter.setPen(QPen(own.text, 1))
    for shift in (-1.5, 1.5):
        painter.drawLine(QPointF(left + shift, box.top()), QPointF(left + shift, box.bottom()))


def _text(painter: QPainter, box: QRectF, text: str, font: QFont, ink: QColor) -> float:
    """Draw as much as there is room for; returns the width that it takes."""
    metrics = QFontMetricsF(font)
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, box.width()))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, _LEFT, shown)
    return metrics.horizontalAdvance(shown)
