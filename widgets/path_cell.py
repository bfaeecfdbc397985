"""One ledger of a path: its name, its figure now, how it changed, and a bar for every station."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.sheet import Delta, Measured, Verdict
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
_ROOMY = 150.0  # px of width at scale 1 from which names are explained
_LARGE, _TALL = 240.0, 175.0  # px at scale 1 from which figures are large
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_QUIET = (Verdict.SAME, Verdict.UNEXERCISED)


@dataclass(frozen=True)
class _Look:
    """Colours and fonts. `size`: 0 in narrow cells, 1, 2 where there is room to be read from afar."""

    own: DataColours
    size: int

    @property
    def name(self) -> QFont:
        return ui_font((-1, 0, 2)[self.size], QFont.Weight.DemiBold)

    @property
    def value(self) -> QFont:
        return ui_font((2, 5, 11)[self.size], QFont.Weight.Bold)

    @property
    def change(self) -> QFont:
        return ui_font((0, 0, 3)[self.size], QFont.Weight.DemiBold)

    @property
    def small(self) -> QFont:
        return ui_font((-1, -1, 1)[self.size])

    def lines(self) -> tuple[float, float, float]:
        """Heights of the three lines of text."""
        first, second, third = (QFontMetricsF(font).height() for font in (self.name, self.value, self.change))
        return first, second, third


def _size(width: float, height: float) -> int:
    if width < _ROOMY * scale():
        return 0
    return 2 if width >= _LARGE * scale() and height >= _TALL * scale() else 1


def least_height(width: float, own: DataColours) -> float:
    """Below this a cell of `width` px cannot be read."""
    return sum(_Look(own, _size(width, 0)).lines()) + (LEAST_CHART + 2 * PAD) * scale()


def paint_cell(
    painter: QPainter, box: QRectF, ledger: str, data: PathData, place: int, own: DataColours, chosen: bool
) -> None:
    """Paint a ledger as it is at `place`; `chosen` when the keyboard is on it."""
    figure = data.figure(ledger, place)
    painter.setPen(QPen(own.accent, 2) if chosen else QPen(own.border, 1))
    painter.setBrush(own.surface)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    look = _Look(own, _size(box.width(), box.height()))
    pad = PAD * scale() * (1.0 if look.size else 0.7)
    inner = box.adjusted(pad, pad * 0.75, -pad, -pad)
    first, second, third = look.lines()
    line = QRectF(inner.left(), inner.top(), inner.width(), first)
    _paint_name(painter, line, ledger, figure, look)
    if figure is not None:
        _paint_value(painter, QRectF(line.bottomLeft(), QSizeF(inner.width(), second)), figure.measured, look)
        changes = QRectF(inner.left(), line.bottom() + second, inner.width(), third)
        _paint_changes(painter, changes, figure, look)
    chart = inner.adjusted(0, first + second + third + 3, 0, 0)
    _paint_chart(painter, chart, ledger, data, place, own)


def _paint_name(painter: QPainter, box: QRectF, ledger: str, figure: Figure | None, look: _Look) -> None:
    unit, own, middle = scale(), look.own, box.center().y()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own.ledger[ledger])
    painter.drawRect(QRectF(box.left(), middle - 4 * unit, 8 * unit, 8 * unit))
    room = box.adjusted((13 if look.size else 11) * unit, 0, 0, 0)
    if figure is not None and figure.measured.value is not None:
        evidence = figure.measured.quantity.evidence
        centre = QPointF(box.right() - 4.5 * unit, middle)
        draw_shape(painter, EVIDENCE_SHAPE[evidence], centre, 4.2 * unit, own.evidence[evidence], None)
        room.adjust(0, 0, -11 * unit, 0)
    taken = _text(painter, room, ledger_name(ledger), look.name, own.text)
    room.adjust(taken + 6 * unit, 0, 0, 0)
    if figure is not None and look.size and room.width() > 34 * unit:  # a few letters would say nothing
        _text(painter, room, short_name(figure.measured.quantity), look.small, own.muted)


def _paint_value(painter: QPainter, box: QRectF, row: Measured, look: _Look) -> None:
    if row.value is None:
        _text(painter, box, write.not_exercised(), look.small, look.own.muted)
        return
    text = write.quantity(row.value, row.quantity.unit)
    if QFontMetricsF(look.value).horizontalAdvance(text) <= box.width():
        _text(painter, box, text, look.value, look.own.text)
        return
    number, _, rest = text.partition(write.NBSP)  # the figure in full; its unit as far as there is room
    taken = _text(painter, box, number, look.value, look.own.text) + 4 * scale()
    _text(painter, box.adjusted(taken, 0, 0, 0), rest, look.small, look.own.muted)


def _paint_changes(painter: QPainter, box: QRectF, figure: Figure, look: _Look) -> None:
    """Left: this step. Right: since the start, where there is room for it."""
    used, own = 0.0, look.own
    if figure.step is not None:
        used = _paint_change(painter, box, figure.step, look) + 8 * scale()
    if figure.start is None or figure.start.verdict in _QUIET:
        return
    words = f"{start_mark()} {change_text(figure.start)}"
    font = look.small
    wide = QFontMetricsF(font).horizontalAdvance(words)
    glyph = 13 * scale()
    if used + wide + glyph <= box.width():
        painter.setFont(font)
        painter.setPen(own.muted)
        painter.drawText(box, _RIGHT, words)
        _glyph(painter, QPointF(box.right() - wide - glyph * 0.55, box.center().y()), figure.start, own)


def _paint_change(painter: QPainter, box: QRectF, delta: Delta, look: _Look) -> float:
    """The width that the change of a step takes."""
    own, quiet = look.own, delta.verdict in _QUIET
    glyph = 0.0 if quiet else 14 * scale()
    if not quiet:
        _glyph(painter, QPointF(box.left() + 5 * scale(), box.center().y()), delta, own)
    font, ink = (look.small, own.muted) if quiet else (look.change, own.readable(own.verdict[delta.verdict]))
    text = "" if delta.verdict is Verdict.UNEXERCISED else change_text(delta)
    return glyph + _text(painter, box.adjusted(glyph, 0, 0, 0), text, font, ink)


def _glyph(painter: QPainter, centre: QPointF, delta: Delta, own: DataColours) -> None:
    shape = VERDICT_SHAPE.get(delta.verdict) or ("plus" if delta.verdict is Verdict.APPEARED else "frame")
    draw_shape(painter, shape, centre, 4.6 * scale(), own.verdict[delta.verdict], None)


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
        if number <= place:
            at = QPointF(left + wide / 2, base - tall - 4.5 * unit)
            _paint_mark(painter, at, data.change(ledger, number), wide, own)
    painter.setPen(QPen(own.border, 1))
    painter.drawLine(QPointF(box.left(), base + 0.5), QPointF(box.right(), base + 0.5))


def _bar_colour(own: DataColours, ledger: str, number: int, place: int) -> QColor:
    share = 1.0 if number == place else 0.6 if number < place else 0.22
    return mix(own.surface, own.ledger[ledger], share)


def _paint_mark(painter: QPainter, at: QPointF, delta: Delta | None, most: float, own: DataColours) -> None:
    """A small mark where a step changed the figure, at most `most` px wide."""
    if delta is not None and delta.verdict in VERDICT_SHAPE:
        radius = min(3.4 * scale(), max(2.0, most * 0.42))
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
