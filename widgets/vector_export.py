"""Telling a screen from a drawing file: cached pictures are for screens, files get the lines themselves."""

from __future__ import annotations

from PySide6.QtGui import QPaintEngine, QPainter

_VECTOR = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf, QPaintEngine.Type.Picture)


def is_vector(painter: QPainter) -> bool:
    """Whether what is painted stays scalable (SVG, PDF)."""
    return painter.paintEngine().type() in _VECTOR


def pixel_ratio(painter: QPainter) -> float:
    """Device pixels per unit, also when a widget is painted into a larger image."""
    return max(painter.deviceTransform().m11(), 1.0)
