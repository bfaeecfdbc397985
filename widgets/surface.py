"""What is being painted on: how many device pixels a logical pixel has, and whether lines stay lines."""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

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
