"""Mixing colours and judging whether they can be told apart."""

from __future__ import annotations

from PySide6.QtGui import QColor


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """`share` of `second` in `first` (0..1), in sRGB."""
    pairs = ((first.red(), second.red()), (first.green(), second.green()), (first.blue(), second.blue()))
    return QColor(*(round(one + (other - one) * share) for one, other in pairs))


def luminance(colour: QColor) -> float:
    """Relative luminance 0..1 (WCAG 2.2)."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(first: QColor, second: QColor) -> float:
    """Contrast ratio 1..21 (WCAG 2.2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)
