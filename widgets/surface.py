"""What is being painted on: its resolution, whether lines stay lines, and whether the keyboard is there."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPen
from PySide6.QtWidgets import QWidget

from widgets.palette import DataColours

PICTURE_RATIO = 3.0  # pixels per logical pixel of pictures that go into a vector file


def is_vector(painter: QPainter) -> bool:
    """Whether the result is a vector file, where a kept picture would be blurred."""
    kinds = QPaintEngine.Type
    return painter.paintEngine().type() in (kinds.SVG, kinds.Pdf, kinds.Picture)


def ratio_of(painter: QPainter) -> float:
    """Device pixels per logical pixel: of the screen, or of the file that is being written."""
    if is_vector(painter):
        return PICTURE_RATIO
    return max(0.1, painter.deviceTransform().m11())


def paint_focus(painter: QPainter, widget: QWidget, own: DataColours) -> None:
    """A frame that shows where the keyboard is, once somebody has moved there with it."""
    if widget.hasFocus() and widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(own.accent, 2))
        painter.drawRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1))
