"""The value under the pointer or the cursor, written beside it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from widgets.fonts import scale, ui_font
from widgets.palette import DataColours

_WIDEST = 300.0  # px at scale 1
_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap


def draw_callout(
    painter: QPainter, whole: QRectF, place: QPointF, box: QRectF | None, text: str, own: DataColours
) -> None:
    """Mark the place (or frame its box) and write the text where it hides least."""
    unit = scale()
    painter.save()
    painter.setClipping(False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(own.text, 1.6))
    if box is None:
        painter.drawEllipse(place, 6 * unit, 6 * unit)
    else:
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.setFont(ui_font(-0.5))
    widest = min(_WIDEST * unit, whole.width() - 20)
    words = QFontMetricsF(painter.font()).boundingRect(QRectF(0, 0, widest, 400), _FLAGS, text)
    frame = QRectF(0, 0, words.width() + 16 * unit, words.height() + 8 * unit)
    anchor = place if box is None else QPointF(box.center().x(), box.top())
    frame.moveCenter(QPointF(anchor.x(), anchor.y() - frame.height() / 2 - 12 * unit))
    if frame.top() < whole.top() + 2:
        low = place.y() if box is None else box.bottom()
        frame.moveTop(low + 12 * unit)
    frame.moveBottom(min(frame.bottom(), whole.bottom() - 2))
    frame.moveLeft(max(whole.left() + 2, min(frame.left(), whole.right() - frame.width() - 2)))
    painter.setPen(QPen(own.border, 1))
    painter.setBrush(own.raised)
    painter.drawRoundedRect(frame, 5 * unit, 5 * unit)
    painter.setPen(own.text)
    painter.drawText(frame.adjusted(8 * unit, 0, -6 * unit, 0), _FLAGS, text)
    painter.restore()
