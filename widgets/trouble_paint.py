"""How trouble of an engine is drawn: hatched while it is down, a striped edge while it is slow."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QFont, QFontMetricsF, QPainter

from widgets.fleet_events import Trouble, TroubleSpan, tr
from widgets.fonts import scale, ui_font
from widgets.palette import DataColours, mix

EDGE = 4.0  # height of the edge that marks slowness, at scale 1


def paint_trouble(painter: QPainter, span: TroubleSpan, rect: QRectF, own: DataColours) -> None:
    """Over the part of a lane that a span covers."""
    if rect.width() <= 0:
        return
    hue = own.hue["vermillion"] if span.kind is Trouble.DOWN else own.hue["purple"]
    text = tr("down") if span.kind is Trouble.DOWN else tr("{times}× slower").format(times=f"{span.times:.3g}")
    if span.kind is Trouble.DOWN:
        painter.fillRect(rect, mix(own.surface, hue, 0.18))
        painter.fillRect(rect, QBrush(mix(own.surface, hue, 0.75), Qt.BrushStyle.BDiagPattern))
    else:
        edge = QRectF(rect.left(), rect.top(), rect.width(), min(rect.height(), EDGE * scale()))
        painter.fillRect(edge, hue)
        painter.fillRect(edge, QBrush(own.surface, Qt.BrushStyle.Dense5Pattern))
    painter.fillRect(QRectF(rect.left(), rect.top(), 1.5, rect.height()), hue)
    font = ui_font(-2, QFont.Weight.DemiBold)
    metrics = QFontMetricsF(font)
    box = QRectF(rect.left() + 4, 0, metrics.horizontalAdvance(text) + 6, metrics.height())
    if box.width() + 4 <= rect.width() and rect.height() >= metrics.height() - 4:
        box.moveTop(rect.center().y() - box.height() / 2)
        box.moveLeft(rect.left() + 4)
        painter.fillRect(box, own.surface)
        painter.setFont(font)
        painter.setPen(own.readable(hue, own.surface))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def paint_dead(painter: QPainter, area: QRectF, own: DataColours) -> None:
    """Over the pages of an engine that is down."""
    hue = own.hue["vermillion"]
    painter.fillRect(area, QBrush(mix(own.surface, hue, 0.6), Qt.BrushStyle.BDiagPattern))
    font = ui_font(1, QFont.Weight.DemiBold)
    text = tr("down: its pages are lost")
    box = QRectF(0, 0, QFontMetricsF(font).horizontalAdvance(text) + 20, QFontMetricsF(font).height() + 8)
    box.moveCenter(area.center())
    if box.width() <= area.width() and box.height() <= area.height():
        painter.fillRect(box, own.surface)
        painter.setFont(font)
        painter.setPen(own.readable(hue, own.surface))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
