"""Paints a replica as a tile, and what goes from one to another."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from widgets import format as write
from widgets.colour_math import mix
from widgets.fonts import scale, ui_font
from widgets.lab_plot_data import Flow, Replica
from widgets.lab_plot_paint import colour_of, fill_area, fill_box, text_height
from widgets.palette import DataColours
from widgets.shapes import draw_shape

HOT = 1.0  # the load from which a replica is a hot spot
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


def paint_tile(painter: QPainter, box: QRectF, replica: Replica, state: str, unit: str, own: DataColours) -> None:
    """Name and state, a bar of its load (full at 100 %, beyond it in red), a bar of its cache, and the note."""
    down = replica.state == "down"
    hot = replica.load > HOT and not down
    edge = own.hue["vermillion"] if hot or down else own.border
    painter.setPen(QPen(edge, 2 * scale() if hot or down else 1))
    painter.setBrush(own.surface)
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 6, 6)
    if down:
        path = QPainterPath()
        path.addRoundedRect(box.adjusted(2, 2, -2, -2), 5, 5)
        fill_area(painter, path, mix(own.surface, own.hue["vermillion"], 0.08), "x", own)
    inner = box.adjusted(8 * scale(), 5 * scale(), -8 * scale(), -6 * scale())
    line = text_height(-0.5)
    _head(painter, QRectF(inner.left(), inner.top(), inner.width(), line), replica, state, hot, own)
    noted = bool(replica.note) and inner.height() > 4 * line
    rest = inner.adjusted(0, line + 4, 0, -(text_height() + 3) if noted else 0)
    if noted:
        _words(
            painter,
            QRectF(inner.left(), rest.bottom() + 3, inner.width(), text_height()),
            replica.note,
            own.muted,
            own,
        )
    both = bool(replica.parts)
    tall = min(rest.height() * (0.42 if both else 0.8), 30 * scale())
    if tall < 4:
        return
    _load(painter, QRectF(rest.left(), rest.top(), rest.width(), tall), replica, own)
    if both:
        cache = QRectF(rest.left(), rest.top() + tall + 5 * scale(), rest.width(), rest.height() - tall - 5 * scale())
        cache.setHeight(min(cache.height(), 44 * scale()))
        _cache(painter, cache, replica, unit, own)


def _head(painter: QPainter, box: QRectF, replica: Replica, state: str, hot: bool, own: DataColours) -> None:
    font = ui_font(-0.5, QFont.Weight.DemiBold)
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    shape = {"down": "cross", "slow": "diamond", "draining": "triangle-down"}.get(
        replica.state, "flag" if hot else ""
    )
    right = box.right()
    if shape:
        colour = own.hue["orange" if replica.state in ("slow", "draining") else "vermillion"]
        draw_shape(painter, shape, QPointF(right - 5 * scale(), box.center().y()), 5 * scale(), colour, None)
        right -= 14 * scale()
    if state and metrics.horizontalAdvance(f"{replica.label}  {state}") < right - box.left():
        painter.setPen(own.readable(own.hue["vermillion" if replica.state == "down" else "orange"]))
        painter.drawText(
            QRectF(box.left(), box.top(), right - box.left(), box.height()),
            _MIDDLE | Qt.AlignmentFlag.AlignRight,
            state,
        )
        right -= metrics.horizontalAdvance(state) + 8
    painter.setPen(own.text)
    shown = metrics.elidedText(replica.label, Qt.TextElideMode.ElideRight, right - box.left())
    painter.drawText(box, _MIDDLE, shown)


def _load(painter: QPainter, box: QRectF, replica: Replica, own: DataColours) -> None:
    """The bar ends at twice what the replica can do; a tick stands at once."""
    most = max(1.0, min(2.0, replica.load))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(own.sunken)
    painter.drawRect(box)
    width = box.width() / most
    fill_box(painter, QRectF(box.left(), box.top(), width * min(1.0, replica.load), box.height()), "blue", "", own)
    if replica.load > HOT:
        over = QRectF(box.left() + width, box.top(), box.width() - width, box.height())
        fill_box(painter, over, "vermillion", "/", own)
        painter.setPen(QPen(own.text, 2))
        painter.drawLine(QPointF(over.left(), box.top() - 2), QPointF(over.left(), box.bottom() + 2))
    text = write.share(replica.load)
    painter.setFont(ui_font(-0.5, QFont.Weight.Bold))
    metrics = QFontMetricsF(painter.font())
    wide = metrics.horizontalAdvance(text) + 8
    if metrics.height() > box.height() + 3 or wide > box.width():
        return
    end = box.left() + width * min(1.0, replica.load)
    inside = end - box.left() > wide
    painter.setPen(own.ink(own.hue["blue"]) if inside else own.text)
    place = QRectF(box.left() + 4 if inside else end + 4, box.top(), wide, box.height())
    painter.drawText(place, _MIDDLE, text)


def _cache(painter: QPainter, box: QRectF, replica: Replica, unit: str, own: DataColours) -> None:
    whole = replica.capacity or sum(part.value for part in replica.parts)
    if whole <= 0 or box.height() < 4:
        return
    painter.setPen(QPen(own.border, 1))
    painter.setBrush(own.sunken)
    painter.drawRect(box)
    left = box.left()
    for part in replica.parts:
        width = min(box.right() - left, box.width() * part.value / whole)
        if width <= 0:
            continue
        piece = QRectF(left, box.top(), width, box.height())
        fill_box(painter, piece, part.hue, part.hatch, own)
        left += width
        text = f"{part.label} {write.quantity(part.value, unit)}"
        metrics = QFontMetricsF(ui_font(-1))
        for words in (text, part.label):
            if metrics.horizontalAdvance(words) + 8 < width and metrics.height() < box.height() and not part.hatch:
                painter.setFont(ui_font(-1))
                painter.setPen(own.ink(colour_of(part.hue, own)))
                painter.drawText(piece, Qt.AlignmentFlag.AlignCenter, words)
                break


def _words(painter: QPainter, box: QRectF, text: str, colour: QColor, own: DataColours) -> None:
    painter.setFont(ui_font(-1))
    painter.setPen(colour)
    shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, _MIDDLE, shown)


def _edge(box: QRectF, towards: QPointF) -> QPointF:
    """Where the line from the middle of a box leaves it."""
    middle = box.center()
    across, down = towards.x() - middle.x(), towards.y() - middle.y()
    shares = [
        half / abs(step) for half, step in ((box.width() / 2, across), (box.height() / 2, down)) if abs(step) > 1e-9
    ]
    share = min([*shares, 1.0])
    return QPointF(middle.x() + share * across, middle.y() + share * down)


def paint_flow(
    painter: QPainter, source: QRectF | None, target: QRectF, flow: Flow, share: float, own: DataColours
) -> None:
    """A bent arrow from tile to tile (from the left edge if it comes from outside), thicker for more."""
    end = target.center()
    if source is None:
        start, end = QPointF(target.left() - 26 * scale(), end.y()), QPointF(target.left() + 2, end.y())
    else:
        start, end = _edge(source, end), _edge(target, source.center())
    reach = math.hypot(end.x() - start.x(), end.y() - start.y()) or 1.0
    across = QPointF(-(end.y() - start.y()) / reach, (end.x() - start.x()) / reach)
    bend = QPointF((start.x() + end.x()) / 2, (start.y() + end.y()) / 2) + across * min(40 * scale(), reach * 0.22)
    path = QPainterPath(start)
    path.quadTo(bend, end)
    colour = QColor(colour_of(flow.hue, own))
    colour.setAlpha(190)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, (1.5 + 4 * share) * scale(), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPath(path)
    angle = math.radians(-path.angleAtPercent(1.0))
    side = (6 + 5 * share) * scale()
    head = QPainterPath(end)
    for turn in (2.6, -2.6):
        head.lineTo(end + QPointF(math.cos(angle + turn), math.sin(angle + turn)) * side)
    head.closeSubpath()
    painter.fillPath(head, colour)
