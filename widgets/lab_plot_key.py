"""The key of a picture: a swatch and a word for each colour, in as many lines as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from widgets.fonts import scale, ui_font
from widgets.lab_plot_paint import colour_of, fill_box, line_pen
from widgets.palette import DataColours
from widgets.shapes import draw_shape


@dataclass(frozen=True)
class KeyEntry:
    """A filled swatch, or with a `style` a line, or with a `shape` a mark."""

    label: str
    hue: str
    hatch: str = ""
    style: str = ""
    shape: str = ""


def key_height(width: float, entries: Sequence[KeyEntry]) -> float:
    """What `draw_key` takes, 0 without entries."""
    places = _arrange(width, entries)
    return places[-1].bottom() + 2 if places else 0.0


def draw_key(painter: QPainter, origin: QPointF, width: float, entries: Sequence[KeyEntry], own: DataColours) -> None:
    painter.setFont(ui_font(-1))
    for entry, flat in zip(entries, _arrange(width, entries), strict=True):
        place = flat.translated(origin)
        swatch = QRectF(place.left(), place.center().y() - 5 * scale(), _swatch(entry), 10 * scale())
        if entry.shape:
            draw_shape(painter, entry.shape, swatch.center(), 4.5 * scale(), colour_of(entry.hue, own), own.surface)
        elif entry.style:
            painter.setPen(line_pen(entry.hue, entry.style, 2, own))
            painter.drawLine(
                QPointF(swatch.left(), swatch.center().y()), QPointF(swatch.right(), swatch.center().y())
            )
        else:
            fill_box(painter, swatch, entry.hue, entry.hatch, own)
            painter.setPen(own.border)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(swatch)
        painter.setPen(own.muted)
        painter.drawText(place.adjusted(_swatch(entry) + 5, 0, 30, 0), Qt.AlignmentFlag.AlignVCenter, entry.label)


def _swatch(entry: KeyEntry) -> float:
    return (22 if entry.style and not entry.shape else 14) * scale()


def _arrange(width: float, entries: Sequence[KeyEntry]) -> list[QRectF]:
    metrics = QFontMetricsF(ui_font(-1))
    line, places, x, y = metrics.height() + 3, [], 0.0, 0.0
    for entry in entries:
        needed = _swatch(entry) + 5 + metrics.horizontalAdvance(entry.label)
        if x and x + needed > width:
            x, y = 0.0, y + line
        places.append(QRectF(x, y, needed, line))
        x += needed + 14 * scale()
    return places
